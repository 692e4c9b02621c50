"""The core's random number generator (`cpp/random.hpp`) in Python, with the same numbers for the same seed."""

from __future__ import annotations

from typing import Final

_MASK: Final = (1 << 64) - 1


class Dice:
    """Splitmix64."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """64 random bits."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        return (self.next() >> 32) * bound >> 32

    def unit(self) -> float:
        """A number from 0 to 1, less than 1."""
        return (self.next() >> 40) * 2.0**-24
