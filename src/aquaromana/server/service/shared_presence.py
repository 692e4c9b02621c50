"""Presence across a cluster: each process writes its own sessions to the database and reads those of the others."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Collection
from typing import Final

from aquaromana.server.service.presence import PresenceTracker, Present, Session
from aquaromana.server.storage.notify import Notifications

LIVES: Final = 9.0
"""Seconds after which the sessions of a process without a sign of life are dropped."""
LEAVING: Final = 1.0
"""Seconds that a shutdown waits for the register; what is not noted then expires."""
HOST: Final = -1
WATCHING: Final = -2
"""In place of a chair."""

_NOW: Final = "extract(epoch FROM clock_timestamp())"
_NOTE: Final = f"""
    WITH noted AS (
        INSERT INTO attendance (process, table_id, chair, guests, until)
        SELECT $1, noted.*, {_NOW} + CASE WHEN noted.guests > 0 THEN {LIVES} ELSE 0 END
        FROM unnest($2::text[], $3::int[], $4::int[]) AS noted (table_id, chair, guests)
        ON CONFLICT (table_id, chair, process) DO UPDATE SET guests = excluded.guests, until = excluded.until
        RETURNING table_id
    )
    SELECT pg_notify('aqua_people', changed.table_id || ':0') FROM (SELECT DISTINCT table_id FROM noted) AS changed
"""
_LIVE: Final = f"UPDATE attendance SET until = {_NOW} + {LIVES} WHERE process = $1 AND guests > 0"
_CLEAN: Final = f"DELETE FROM attendance WHERE until < {_NOW} - 86400"
_LEAVE: Final = f"""
    WITH gone AS (UPDATE attendance SET guests = 0, until = {_NOW} WHERE process = $1 AND guests > 0 RETURNING table_id)
    SELECT pg_notify('aqua_people', changed.table_id || ':0') FROM (SELECT DISTINCT table_id FROM gone) AS changed
"""
_READ: Final = f"""
    SELECT table_id, chair, sum(CASE WHEN until > {_NOW} THEN guests ELSE 0 END)::int AS guests, max(until) AS until
    FROM attendance WHERE process <> $1 AND table_id = ANY ($2::text[]) GROUP BY table_id, chair
"""


class SharedPresence(PresenceTracker):
    """Who is there, as all processes know it."""

    def __init__(self, notifications: Notifications) -> None:
        super().__init__()
        self._notifications = notifications
        self._process = secrets.token_hex(8)
        self._others: dict[str, Present] = {}
        self._others_left: dict[str, dict[int, float]] = {}
        self._noted: dict[str, Counter[int]] = {}
        """What others can read about each table."""
        self._unnoted: set[str] = set()
        self._news = asyncio.Event()

    def join(self, table: str, session: Session) -> None:
        super().join(table, session)
        self._note(table)

    def leave(self, table: str, session: Session) -> None:
        super().leave(table, session)
        self._note(table)

    def forget(self, table: str) -> None:
        super().forget(table)
        self._others.pop(table, None)
        self._others_left.pop(table, None)

    def at(self, table: str) -> Present:
        here, there = super().at(table), self._others.get(table, Present())
        return Present(here.chairs | there.chairs, here.host or there.host, here.watching + there.watching)

    def away_since(self, table: str, chair: int) -> float:
        return max(super().away_since(table, chair), self._others_left.get(table, {}).get(chair, 0.0))

    # Noting.

    def _note(self, table: str) -> None:
        self._unnoted.add(table)
        self._news.set()

    async def note_often(self) -> None:
        """Publish who comes and goes here."""
        while True:
            await self._news.wait()
            self._news.clear()
            tables, self._unnoted = self._unnoted, set()
            try:
                await self._note_now(tables)
            except OSError:
                self._unnoted |= tables  # until the line is there again

    async def _note_now(self, tables: Collection[str]) -> None:
        counts = {table: self._count(table) for table in tables}
        rows = [
            (table, chair, count[chair])
            for table, count in counts.items()
            for chair in sorted({*count, *self._noted.get(table, ())})
        ]
        if rows:
            await self._notifications.ask(_NOTE, self._process, *map(list, zip(*rows, strict=True)))
        for table, count in counts.items():
            if count:
                self._noted[table] = count
            else:
                self._noted.pop(table, None)

    def _count(self, table: str) -> Counter[int]:
        here = super().at(table)
        count = Counter(dict.fromkeys(here.chairs, 1))
        count[HOST], count[WATCHING] = int(here.host), here.watching
        return +count

    async def live(self) -> None:
        """Give a sign of life; OSError if the database cannot be reached."""
        await self._notifications.ask(_LIVE, self._process)
        await self._notifications.ask(_CLEAN)
        if self._unnoted:
            self._news.set()

    def note_again(self) -> None:
        """Something may have been missed."""
        for table in [*self._sessions, *self._noted]:
            self._note(table)

    async def close(self) -> None:
        """All sessions of this process have ended."""
        with contextlib.suppress(OSError):
            async with asyncio.timeout(LEAVING):
                await self._notifications.ask(_LEAVE, self._process)

    # Reading.

    async def read(self, tables: Collection[str]) -> None:
        """Read who is at these tables elsewhere; OSError if the database cannot be reached."""
        found: dict[str, dict[int, int]] = {}
        left: dict[str, dict[int, float]] = {}
        for table, chair, sessions, until in await self._notifications.ask(_READ, self._process, list(tables)):
            if sessions:
                found.setdefault(table, {})[chair] = sessions
            elif chair >= 0:
                left.setdefault(table, {})[chair] = until
        for table in tables:
            sessions = found.get(table, {})
            chairs = frozenset(chair for chair in sessions if chair >= 0)
            self._others[table] = Present(chairs, HOST in sessions, sessions.get(WATCHING, 0))
            self._others_left[table] = left.get(table, {})
