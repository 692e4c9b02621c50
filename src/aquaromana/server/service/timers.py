"""What rings when somebody's time is over."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Final

from aquaromana.server.service.cache import LoadedTable
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.store import Store

MERCY: Final = 15.0
"""Seconds after the start of the server before anybody's time is over: people have to come back first."""

_LATE: Final = 0.05
"""Seconds that a clock rings late, so that nobody is asked twice whether it is time."""


class Timers:
    """Rings for tables, by their ids."""

    def __init__(self, store: Store, on_deadline: Callable[[str], None]) -> None:
        self._store = store
        self._on_deadline = on_deadline
        self._started = time.time()

    def set(self, loaded: LoadedTable) -> None:
        """Ring for a table in memory when the time comes, and no longer when it was to come before."""
        deadline = loaded.table.snapshot.deadline
        moment = deadline and max(deadline, self._started + MERCY) + _LATE
        loaded.set_timer(moment, lambda: self._on_deadline(loaded.table.id))

    async def look(self) -> None:
        """Ring for all whose time has come, also where the table is not in memory."""
        if time.time() > self._started + MERCY:
            with contextlib.suppress(StorageFault):
                for table in await self._store.due(time.time()):
                    self._on_deadline(table)
