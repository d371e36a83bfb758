"""Sets of up to 63 spaces as bit masks, in arithmetic that never overflows, and vectors of numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64


def _powers() -> vec[i64]:
    out = vec[i64]()
    power: i64 = 1
    for _ in range(63):
        out = append(out, power)
        power += power
    return out


# 1 << n must be looked up: mypyc 2.4 writes a constant on the left of a shift as a 32-bit int of C.
BIT: Final = _powers()


def filled(size: i64, value: i64) -> vec[i64]:
    """A vector of so many equal numbers."""
    out = vec[i64](capacity=size)
    for _ in range(size):
        out = append(out, value)
    return out


def count(mask: i64) -> i64:
    """How many bits are set."""
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    mask = mask + (mask >> 8)
    mask = mask + (mask >> 16)
    return (mask + (mask >> 32)) & 127


def index(bit: i64) -> i64:
    """The position of the one bit that is set."""
    return count(bit - 1)


def nth(mask: i64, n: i64) -> i64:
    """The position of the n-th set bit, counted from 0."""
    place: i64 = 0
    width: i64 = 32
    while width:
        low = mask & (BIT[width] - 1)
        below = count(low)
        if n >= below:
            n -= below
            mask >>= width
            place += width
        else:
            mask = low
        width >>= 1
    return place
