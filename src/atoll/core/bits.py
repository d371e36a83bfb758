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


def replaced(vector: vec[i64], at: i64, value: i64) -> vec[i64]:
    """A vector of its own with another number at one place."""
    out = vector[:]
    out[at] = value
    return out


def taken_over(old: vec[i64], new: vec[i64]) -> vec[i64]:
    """The numbers of `new` in a vector of one's own: the old one, if it is as long. That is faster than a new one."""
    size = len(new)
    if len(old) != size or size == 0:
        return new[:]
    for at in range(size):
        old[at] = new[at]
    return old


def smaller(one: i64, other: i64) -> i64:
    """The smaller of two numbers. (A conditional expression would box them if one is a constant.)"""
    if one < other:
        return one
    return other


def count(mask: i64) -> i64:
    """How many bits are set."""
    # 0x5555555555555555 would do, too, but mypyc boxes ints from 1 << 62 on.
    mask = mask - ((mask >> 1) & 0x1555555555555555)
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
    below = count(mask & 0x1FFFFF)  # half a rock
    if n >= below:
        n -= below
        mask >>= 21
        place = 21
    for _ in range(n):
        mask &= mask - 1
    return place + index(mask & -mask)
