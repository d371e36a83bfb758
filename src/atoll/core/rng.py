"""The one source of chance: a small generator whose seeds mean the same everywhere, compiled or not.

The algorithm is sfc32 (three 32-bit words and a counter); every intermediate value fits 64 bits,
so the interpreted and the compiled generator give the same numbers.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF


class Rng:
    """A seeded generator. States never hold one: chance comes to them from outside."""

    def __init__(self, seed: int) -> None:
        big = 2 * seed if seed >= 0 else -2 * seed - 1
        words = [0x9E3779B9, 0x243F6A88, 0xB7E15162]
        place = 0
        while True:
            words[place % 3] = (words[place % 3] * 0x2C1B3C6D + (big & WORD) + 1) & WORD
            big >>= 32
            place += 1
            if not big:
                break
        self._a: i64 = words[0]
        self._b: i64 = words[1]
        self._c: i64 = words[2]
        self._n: i64 = place
        for _ in range(20):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        out = (self._a + self._b + self._n) & WORD
        self._n = (self._n + 1) & WORD
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + (self._c << 3)) & WORD
        self._c = ((((self._c << 21) | (self._c >> 11)) & WORD) + out) & WORD
        return out

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely (n up to 2**31)."""
        if n <= 0 or n > 0x80000000:
            raise ValueError("below() takes a number from 1 to 2**31")
        wide = self.word() * n
        if (wide & WORD) < n:
            floor = (0x100000000 - n) % n
            while (wide & WORD) < floor:
                wide = self.word() * n
        return wide >> 32

    def below_big(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely, however large n is."""
        size = n.bit_length()
        while True:
            number = 0
            for _ in range(0, size, 32):
                word: int = self.word()
                number = (number << 32) | word
            number >>= -size % 32
            if number < n:
                return number

    def unit(self) -> float:
        """A float from 0 up to, but not including, 1."""
        high = self.word() >> 5
        low = self.word() >> 6
        return float(high * 67108864 + low) / 9007199254740992.0

    def split(self) -> Rng:
        """A generator of its own, for work side by side."""
        high = self.word()
        low = self.word()
        return Rng((int(high) << 32) | int(low))
