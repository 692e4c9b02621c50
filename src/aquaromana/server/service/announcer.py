"""Schedules broadcasts: answers go out first, and with many changed tables each is broadcast less often."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from aquaromana.server.service.cache import LoadedTable
from aquaromana.server.service.observer import TableObserver

_TURNS: Final = 3
"""Turns of the event loop between an answer and the broadcast of what it changed: the answer leaves in the second."""
_FEW: Final = 32
"""Tables that are broadcast at once."""
_EACH: Final = 0.004
_LONGEST: Final = 1.0
"""With more than `_FEW` tables due, a table is broadcast at most every `_EACH` × (tables due) seconds, and at least
every `_LONGEST`: fast changes go out together, and there is time for answers."""


class Announcer:
    """The tables that are still to be broadcast."""

    def __init__(self, observer: TableObserver) -> None:
        self._observer = observer
        self._due: dict[LoadedTable, None] = {}
        """The tables that are due, in order."""
        self._fresh: deque[list[LoadedTable]] = deque()
        """Tables changed in this turn of the loop, and in each of the turns before it."""

    def announce(self, loaded: LoadedTable) -> None:
        """Broadcast a table soon: the answer to the client that changed it leaves first."""
        if not self._fresh:
            self._fresh.append([])
            asyncio.get_running_loop().call_soon(self._turn)
        self._fresh[-1].append(loaded)

    def _turn(self) -> None:
        """Another turn of the loop: what changed some turns ago is due."""
        loop = asyncio.get_running_loop()
        if len(self._fresh) == _TURNS:
            for loaded in self._fresh.popleft():
                if not self._due:
                    loop.call_soon(self._broadcast_one)
                self._due[loaded] = None
        if any(self._fresh):
            self._fresh.append([])
            loop.call_soon(self._turn)
        else:
            self._fresh.clear()

    def _broadcast_one(self) -> None:
        """Broadcast one table; between two of them there is time for answers."""
        loop = asyncio.get_running_loop()
        loaded, now = next(iter(self._due)), loop.time()
        due = loaded.last_broadcast + min(_LONGEST, _EACH * len(self._due))
        if len(self._due) > _FEW and now < due:
            loop.call_at(due, self._broadcast_one)
            return
        del self._due[loaded]
        loaded.last_broadcast = now
        if self._due:
            loop.call_soon(self._broadcast_one)
        loaded.audience.broadcast_changes()
        if not loaded.gone:
            self._observer.on_broadcast(loaded)
