"""Who has an open socket at which table."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

LONGEST: Final = 31 * 86400
"""Seconds after which nobody asks any more when somebody left."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with an open socket."""

    chairs: frozenset[int]
    host: bool
    number: int = field(default_factory=itertools.count().__next__)
    """Stays the same when his passes change."""


@dataclass(frozen=True, slots=True)
class Attending:
    """All who are at a table."""

    chairs: frozenset[int] = frozenset()
    host: bool = False
    watching: int = 0
    """Who has neither a chair nor is the host."""

    @classmethod
    def of(cls, guests: Iterable[Guest]) -> Attending:
        guests = list(guests)
        return cls(
            frozenset(chair for guest in guests for chair in guest.chairs),
            any(guest.host for guest in guests),
            sum(not guest.chairs and not guest.host for guest in guests),
        )


class Attendance:
    """Who is there, as this process knows it."""

    def __init__(self) -> None:
        self._guests: dict[str, dict[int, Guest]] = {}
        self._left: dict[str, dict[int, float]] = {}
        self._since = time.time()

    def join(self, table: str, guest: Guest) -> None:
        """Somebody has come, or is known by other passes now."""
        self._guests.setdefault(table, {})[guest.number] = guest

    def leave(self, table: str, guest: Guest) -> None:
        guests = self._guests.get(table, {})
        if guests.pop(guest.number, None) is None:
            return
        for chair in guest.chairs - Attending.of(guests.values()).chairs:
            self.expect(table, chair)
        if not guests:
            del self._guests[table]

    def expect(self, table: str, chair: int) -> None:
        """From now on somebody is missing on a chair: he has left, or has just been given it."""
        self._left.setdefault(table, {})[chair] = time.time()

    def forget(self, table: str) -> None:
        """Nobody will ask for this table again."""
        self._left.pop(table, None)

    def prune(self) -> None:
        """Forget whoever has been away for longer than any grace lasts."""
        before = time.time() - LONGEST
        for table in [table for table, left in self._left.items() if max(left.values()) < before]:
            self.forget(table)

    def at(self, table: str) -> Attending:
        """Who is at a table."""
        return Attending.of(self._guests.get(table, {}).values())

    def away_since(self, table: str, chair: int) -> float:
        """Since when nobody has been on a chair, as far as anybody can know."""
        return self._left.get(table, {}).get(chair, self._since)
