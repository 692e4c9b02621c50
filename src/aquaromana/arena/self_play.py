"""A match of one bot with itself."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from aquaromana.arena.match import Fixture, Match


class SelfPlay(Match):
    """A match in which one bot has all seats, and every game begins in its own way."""

    event: ClassVar[str] = "Self-play"

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(str(entry) for entry in self.entries)

    @property
    def set_size(self) -> int:
        return 1

    def fixture(self, number: int) -> Fixture:
        return Fixture(number, number, (0,) * self.players)
