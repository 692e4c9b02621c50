"""Periodic cleanup: evicts idle tables from the cache and deletes old ones from the storage."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

from aquaromana.server.errors import Refusal
from aquaromana.server.service.bot_driver import BotDriver
from aquaromana.server.service.cache import TableCache, storage
from aquaromana.server.service.commands import Commands
from aquaromana.server.service.sessions import Sessions
from aquaromana.server.service.timers import Timers
from aquaromana.server.settings import Settings
from aquaromana.server.storage.store import Store

_DAY: Final = 86400.0
_HOUR: Final = 3600.0


class Cleanup:
    """Runs the periodic cleanup."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        cache: TableCache,
        sessions: Sessions,
        bots: BotDriver,
        timers: Timers,
        commands: Commands,
    ) -> None:
        self._settings = settings
        self._store = store
        self._cache = cache
        self._sessions = sessions
        self._bots = bots
        self._timers = timers
        self._commands = commands
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End `run` soon, but not within a query: SQLite's driver would answer it after the event loop has closed."""
        self._stopping.set()

    async def run(self) -> None:
        """Until `stop` is called."""
        due = 0.0
        while True:
            if time.monotonic() >= due:
                due = time.monotonic() + _HOUR
                self._sessions.prune()
                with contextlib.suppress(Refusal):
                    await self.remove_old()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), min(30.0, max(0.1, self._settings.idle / 4)))
                return
            self._cache.sweep(self._settings.idle, self._bots.__contains__)
            await self._timers.look()

    async def remove_old(self) -> int:
        """Remove the tables that the settings keep no longer, finished or abandoned; how many there were."""
        old: list[tuple[str, float]] = []
        for days, find in (
            (self._settings.retention, self._store.finished_before),
            (self._settings.abandoned, self._store.abandoned_before),
        ):
            if days is not None:
                moment = time.time() - days * _DAY
                with storage():
                    old += [(table, moment) for table in await find(moment)]
        for table, moment in old:
            if self._stopping.is_set():
                break
            with contextlib.suppress(Refusal):
                await self._commands.delete(table, unchanged_since=moment)
        return len(old)
