"""Who does something at a table: the passes that somebody holds for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self


@dataclass(frozen=True, slots=True)
class Actor:
    """Passes for one table, with the generation of the link from which each came.

    Whether one is still good is for the table to say: `Company` knows which generations are.
    """

    chairs: Mapping[int, int] = field(default_factory=dict)
    host: int | None = None
    watch: int | None = None
    local: bool = False
    """Sits at the machine of the server: host of every table, and every person at it."""

    def __hash__(self) -> int:
        return hash((frozenset(self.chairs.items()), self.host, self.watch, self.local))

    def __or__(self, other: Actor) -> Actor:
        """The passes of both; those of `other` win."""
        return Actor(
            {**self.chairs, **other.chairs},
            self.host if other.host is None else other.host,
            self.watch if other.watch is None else other.watch,
            self.local or other.local,
        )

    @classmethod
    def maker(cls, chairs: Mapping[int, int]) -> Self:
        """Whoever made a table, with chairs of his own."""
        return cls(dict(chairs), host=0)


LOCAL: Final = Actor(local=True)
NOBODY: Final = Actor()
