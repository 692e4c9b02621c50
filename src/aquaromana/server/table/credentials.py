"""Credentials: what a client's tokens claim at one table. `Members` decides which claims hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

WATCH: Final = "watch"
HOST: Final = "host"
"""What the links of spectators and hosts grant, and the key of their generations."""


def chair_key(chair: int) -> str:
    """The same for a chair."""
    return f"chair:{chair}"


@dataclass(frozen=True, slots=True)
class Credentials:
    """Tokens held for one table, with the generation of the link from which each came.

    Whether they are still valid is for the table to say: `Members` knows the current generations.
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
        """Both together; of two for the same thing the later one, since an earlier one can only be revoked."""
        return Credentials(
            {
                chair: _later(self.chairs.get(chair), other.chairs.get(chair)) or 0
                for chair in {**self.chairs, **other.chairs}
            },
            _later(self.host, other.host),
            _later(self.watch, other.watch),
            self.local or other.local,
        )

    def generation(self, target: str) -> int | None:
        """The generation of the link to a chair or for hosts from which they came; None without one."""
        return self.host if target == HOST else self.chairs.get(int(target.partition(":")[2]))

    @classmethod
    def of(cls, target: str, generation: int) -> Self:
        """What the link to a chair or for hosts grants."""
        return cls(host=generation) if target == HOST else cls({int(target.partition(":")[2]): generation})

    @classmethod
    def maker(cls, chairs: Mapping[int, int]) -> Self:
        """The creator of a table: its host, with these chairs."""
        return cls(dict(chairs), host=0)


def _later(one: int | None, other: int | None) -> int | None:
    return max((each for each in (one, other) if each is not None), default=None)


LOCAL: Final = Credentials(local=True)
NOBODY: Final = Credentials()
