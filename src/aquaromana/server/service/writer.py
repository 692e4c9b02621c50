"""Persists changes, applies them to the table and schedules the broadcast."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, TypeVar

from aquaromana.rules import AquaError
from aquaromana.server.errors import Refusal
from aquaromana.server.service.cache import LoadedTable, TableCache, storage
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.store import DamagedError, Store
from aquaromana.server.table.changes import Change
from aquaromana.server.table.chat import Chat, Remark
from aquaromana.server.table.table import Table

_TRIES: Final = 5
_TURNS: Final = 3
"""Turns of the loop by which an answer comes before what it changed: in the second one it leaves."""
_FEW: Final = 32
"""Tables with news that are told of at once."""
_EACH: Final = 0.004
_LONGEST: Final = 1.0
"""With more of them, so many seconds for each, and at most, pass between two tellings of a table: whoever plays faster
is told of several changes together, and there is time for answers."""

_T = TypeVar("_T")


class Overtaken(Refusal):
    """Another process changed the table first. What does not depend on the state of the game can be retried."""


async def with_retries(work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
    """Retry work that another process overtook; it sees the latest version each time."""
    for _ in range(_TRIES - 1):
        with contextlib.suppress(Overtaken):
            return await work()
    return await work()


class Writer:
    """Persists changes. The caller of `keep` and `catch_up` holds the table's lock."""

    def __init__(
        self, store: Store, cache: TableCache, on_change: Callable[[LoadedTable], None], on_gone: Callable[[str], None]
    ) -> None:
        self._store = store
        self._cache = cache
        self._on_change = on_change
        self._on_gone = on_gone
        self._news: dict[LoadedTable, None] = {}
        """Tables of which something is still to be told, in order."""
        self._fresh: deque[list[LoadedTable]] = deque()
        """Those that were changed in this turn of the loop, and in each of the last ones."""
        self.on_kept: Callable[[LoadedTable, Change], None] = lambda _opened, _change: None
        """Called for changes that were made here, and not by another process."""

    async def keep(self, loaded: LoadedTable, change: Change, new: Table | None = None) -> None:
        """Store a change, and a new table that comes of it, and add it to the table, or raise with nothing done."""
        table = loaded.table
        try:
            await self._store.append(table.id, change, new)
        except (StorageFault, Conflict) as error:
            loaded.doubtful = True
            await self.catch_up(loaded)
            if table.knows(change):
                return  # the fault came after it was kept
            if isinstance(error, Conflict):
                made, now = change.version, table.version
                raise Overtaken.of("table/stale", version=now, made=made, now=now) from error
            raise Refusal.of("server/storage", version=table.version) from error
        table.accept(change)
        self.on_kept(loaded, change)
        self.announce(loaded)

    async def catch_up(self, loaded: LoadedTable) -> None:
        """Add what the log has and the table has not: another process wrote it, or nobody knew whether it was kept."""
        table = loaded.table
        with storage(table.version):
            entries = await self._store.since(table.id, table.version)
            try:
                table.replay(entries or ())
            except (AquaError, LookupError) as error:
                self._cache.drop(table.id)
                loaded.audience.dismiss("table/damaged")
                raise DamagedError(f"table {table.id}: {error}") from error
        if entries is None:
            self._on_gone(table.id)
            raise Refusal.of("table/unknown")
        loaded.doubtful = False
        if entries:
            self.announce(loaded)

    async def say(self, loaded: LoadedTable, chat: Chat, remark: Remark) -> None:
        """Store what was said and tell it; with a later number if somebody spoke at another process meanwhile.

        It may be what was said there: whoever was cut off from one process comes to another with it.
        """
        with storage(loaded.table.version):
            while True:
                try:
                    await self._store.say(loaded.table.id, remark)
                    break
                except Conflict:
                    await self.listen(loaded)
                    if chat.knows(remark.intent, remark.chair):
                        return
                    if chat.next <= remark.number:
                        raise  # the table is gone
                    remark = replace(remark, number=chat.next)
        if chat.add(remark):
            loaded.audience.broadcast(remark.to_message(loaded.table.members))

    async def chat(self, loaded: LoadedTable) -> Chat:
        """What was said at a table."""
        if loaded.chat is None:
            with storage():
                remarks = await self._store.remarks(loaded.table.id)
            loaded.heard(remarks)
        assert loaded.chat is not None
        return loaded.chat

    async def listen(self, loaded: LoadedTable) -> None:
        """Tell what was said at other processes."""
        if loaded.chat is None:
            return
        with storage(loaded.table.version):
            remarks = await self._store.remarks(loaded.table.id, loaded.chat.next)
        for each in remarks:
            if loaded.chat.add(each):
                loaded.audience.broadcast(each.to_message(loaded.table.members))

    def announce(self, loaded: LoadedTable) -> None:
        """Tell about a change soon: first whoever waits for an answer gets it."""
        if not self._fresh:
            self._fresh.append([])
            asyncio.get_running_loop().call_soon(self._turn)
        self._fresh[-1].append(loaded)

    def _turn(self) -> None:
        """Another turn of the loop: what was changed some turns ago is news."""
        loop = asyncio.get_running_loop()
        if len(self._fresh) == _TURNS:
            for loaded in self._fresh.popleft():
                if not self._news:
                    loop.call_soon(self._broadcast_one)
                self._news[loaded] = None
        if any(self._fresh):
            self._fresh.append([])
            loop.call_soon(self._turn)
        else:
            self._fresh.clear()

    def _broadcast_one(self) -> None:
        """Tell the news of one table; between two of them there is time for answers."""
        loop = asyncio.get_running_loop()
        loaded, now = next(iter(self._news)), loop.time()
        due = loaded.last_broadcast + min(_LONGEST, _EACH * len(self._news))
        if len(self._news) > _FEW and now < due:
            loop.call_at(due, self._broadcast_one)
            return
        del self._news[loaded]
        loaded.last_broadcast = now
        if self._news:
            loop.call_soon(self._broadcast_one)
        loaded.audience.changed()
        if not loaded.gone:
            self._on_change(loaded)
