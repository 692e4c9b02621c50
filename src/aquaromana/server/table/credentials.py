"""Who does something at a table: the passes that somebody holds for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

WATCH: Final = "watch"
HOST: Final = "host"
"""What the passes for spectators and hosts are called, in links and where generations are counted."""


def chair_key(chair: int) -> str:
    """The same for a chair."""
    return f"chair:{chair}"


@dataclass(frozen=True, slots=True)
class Credentials:
    """Tokens held for one table, with the generation of the link from which each came.

    Whether one is still good is for the table to say: `Members` knows which generations are.
    """

    chairs: Mapping[int, int] = field(default_factory=dict)
    host: int | None = None
    watch: int | None = None
    local: bool = False
    """Sits at the machine of the server: host of every table, and every person at it."""
    _hash: int = field(init=False, repr=False, compare=False)
    """Asked for with every message."""

    def __post_init__(self) -> None:
        found = hash((frozenset(self.chairs.items()), self.host, self.watch, self.local))
        object.__setattr__(self, "_hash", found)

    def __hash__(self) -> int:
        return self._hash

    def __or__(self, other: Credentials) -> Credentials:
        """The passes of both; of two for the same the later one, since an earlier one can only be void."""
        return Credentials(
            {
                chair: _later(self.chairs.get(chair), other.chairs.get(chair)) or 0
                for chair in {**self.chairs, **other.chairs}
            },
            _later(self.host, other.host),
            _later(self.watch, other.watch),
            self.local or other.local,
        )

    @classmethod
    def maker(cls, chairs: Mapping[int, int]) -> Self:
        """Whoever made a table, with chairs of his own."""
        return cls(dict(chairs), host=0)


def _later(one: int | None, other: int | None) -> int | None:
    return max((each for each in (one, other) if each is not None), default=None)


LOCAL: Final = Credentials(local=True)
NOBODY: Final = Credentials()
