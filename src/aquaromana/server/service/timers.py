"""Timers that fire when a player's time is up."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Final

from aquaromana.server.service.cache import LoadedTable
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.store import Store

MERCY: Final = 15.0
"""Seconds after the start of the server before anybody's time is over: people have to come back first."""

_LATE: Final = 0.05
"""Seconds that a timer fires late, so that it never fires too early and has to fire again."""


class Timers(TableObserver):
    """Calls back for tables whose player is out of time."""

    def __init__(self, store: Store, on_deadline: Callable[[str], None]) -> None:
        self._store = store
        self._on_deadline = on_deadline
        self._started = time.time()

    def set(self, loaded: LoadedTable) -> None:
        """Set the timer of a table in memory, in place of the one before."""
        deadline = loaded.table.snapshot.deadline
        moment = deadline and max(deadline, self._started + MERCY) + _LATE
        loaded.set_timer(moment, lambda: self._on_deadline(loaded.table.id))

    def on_loaded(self, loaded: LoadedTable) -> None:
        self.set(loaded)

    def on_broadcast(self, loaded: LoadedTable) -> None:
        self.set(loaded)

    async def look(self) -> None:
        """Call back for every table whose time is up, in memory or not."""
        if time.time() > self._started + MERCY:
            with contextlib.suppress(StorageFault):
                for table in await self._store.due(time.time()):
                    self._on_deadline(table)
