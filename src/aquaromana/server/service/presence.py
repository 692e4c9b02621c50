"""Presence: which sessions, that is open sockets, are at which table."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

LAST_SEEN_RETENTION: Final = 31 * 86400
"""Seconds after which it no longer matters when somebody left."""


@dataclass(frozen=True, slots=True)
class Session:
    """An open socket at a table, with the chairs that its credentials are valid for."""

    chairs: frozenset[int]
    host: bool
    number: int = field(default_factory=itertools.count().__next__)
    """Stays the same when the credentials change."""


@dataclass(frozen=True, slots=True)
class Present:
    """Everybody who is at a table."""

    chairs: frozenset[int] = frozenset()
    host: bool = False
    watching: int = 0
    """The number of people without a chair who are not the host."""

    @classmethod
    def of(cls, sessions: Iterable[Session]) -> Present:
        sessions = list(sessions)
        return cls(
            frozenset(chair for session in sessions for chair in session.chairs),
            any(session.host for session in sessions),
            sum(not session.chairs and not session.host for session in sessions),
        )


class PresenceTracker:
    """The sessions of this process, by table."""

    def __init__(self) -> None:
        self._sessions: dict[str, dict[int, Session]] = {}
        self._left: dict[str, dict[int, float]] = {}
        self._since = time.time()

    def join(self, table: str, session: Session) -> None:
        """A session opened, or its credentials changed."""
        self._sessions.setdefault(table, {})[session.number] = session

    def leave(self, table: str, session: Session) -> None:
        sessions = self._sessions.get(table, {})
        if sessions.pop(session.number, None) is None:
            return
        for chair in session.chairs - Present.of(sessions.values()).chairs:
            self.expect(table, chair)
        if not sessions:
            del self._sessions[table]

    def expect(self, table: str, chair: int) -> None:
        """The player of a chair is away from now on: they left, or have just been given it."""
        self._left.setdefault(table, {})[chair] = time.time()

    def forget(self, table: str) -> None:
        """Nobody will ask for this table again."""
        self._left.pop(table, None)

    def prune(self) -> None:
        """Forget people who have been away longer than any grace period."""
        before = time.time() - LAST_SEEN_RETENTION
        for table in [table for table, left in self._left.items() if max(left.values()) < before]:
            self.forget(table)

    def at(self, table: str) -> Present:
        """Who is at a table."""
        return Present.of(self._sessions.get(table, {}).values())

    def away_since(self, table: str, chair: int) -> float:
        """Since when nobody has been on a chair, as far as anybody can know."""
        return self._left.get(table, {}).get(chair, self._since)
