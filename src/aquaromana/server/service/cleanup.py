"""What is done now and then without being asked: tables leave the memory, and old ones the storage."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Final

from aquaromana.server.errors import Refusal
from aquaromana.server.service.arrivals import Porter
from aquaromana.server.service.bot_driver import Opponents
from aquaromana.server.service.cache import Shelf, storage
from aquaromana.server.service.timers import Alarms
from aquaromana.server.settings import Settings
from aquaromana.server.storage.store import Store

_DAY: Final = 86400.0
_HOUR: Final = 3600.0


class Upkeep:
    """Keeps a hall tidy."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        shelf: Shelf,
        porter: Porter,
        bots: Opponents,
        alarms: Alarms,
        delete: Callable[[str], Awaitable[None]],
    ) -> None:
        self._settings = settings
        self._store = store
        self._shelf = shelf
        self._porter = porter
        self._bots = bots
        self._alarms = alarms
        self._delete = delete

    async def go_on(self) -> None:
        """Until it is cancelled."""
        due = 0.0
        while True:
            if time.monotonic() >= due:
                due = time.monotonic() + _HOUR
                self._porter.prune()
                with contextlib.suppress(Refusal):
                    await self.remove_old()
            await asyncio.sleep(min(30.0, max(0.1, self._settings.idle / 4)))
            self._shelf.sweep(self._settings.idle, self._bots.__contains__)
            await self._alarms.look()

    async def remove_old(self) -> int:
        """Remove the tables that the settings keep no longer, finished or abandoned; how many there were."""
        old: list[str] = []
        for days, find in (
            (self._settings.retention, self._store.finished_before),
            (self._settings.abandoned, self._store.abandoned_before),
        ):
            if days is not None:
                with storage():
                    old += await find(time.time() - days * _DAY)
        for table in old:
            with contextlib.suppress(Refusal):
                await self._delete(table)
        return len(old)
