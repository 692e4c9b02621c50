"""Persists changes, applies them to the table and schedules the broadcast."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, TypeVar

from aquaromana.rules import AquaError
from aquaromana.server.errors import Refusal
from aquaromana.server.service.announcer import Announcer
from aquaromana.server.service.cache import LoadedTable, TableCache, storage
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.store import Store
from aquaromana.server.storage.table_rows import DamagedError
from aquaromana.server.table.changes import Change
from aquaromana.server.table.chat import Chat, Remark
from aquaromana.server.table.table import Table

_TRIES: Final = 5

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
    """Persists changes. The caller of `persist` and `catch_up` holds the table's lock."""

    def __init__(self, store: Store, cache: TableCache, observer: TableObserver) -> None:
        self._store = store
        self._cache = cache
        self._observer = observer
        self.announce: Final = Announcer(observer).announce
        """Broadcasts a table soon."""

    async def persist(self, loaded: LoadedTable, change: Change, new: Table | None = None) -> None:
        """Store a change, and a new table that comes of it, and add it to the table, or raise and change nothing."""
        table = loaded.table
        try:
            await self._store.append(table.id, change, new)
        except (StorageFault, Conflict) as error:
            loaded.doubtful, loaded.unconfirmed = True, change
            await self.catch_up(loaded)
            if table.log.has(change):
                return  # the error came after the commit
            if isinstance(error, Conflict):
                made, now = change.version, table.version
                raise Overtaken.of("table/stale", version=now, made=made, now=now) from error
            raise Refusal.of("server/storage", version=table.version) from error
        table.accept(change)
        self._observer.on_persisted(loaded, change)
        self.announce(loaded)

    async def catch_up(self, loaded: LoadedTable) -> None:
        """Apply log entries that the table lacks: another process wrote them, or their commit was uncertain."""
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
            self.forget(table.id)
            raise Refusal.of("table/unknown")
        unconfirmed, loaded.unconfirmed = loaded.unconfirmed, None
        loaded.doubtful = False
        if unconfirmed is not None and table.log.has(unconfirmed):
            self._observer.on_persisted(loaded, unconfirmed)
        if entries:
            self.announce(loaded)

    async def say(self, loaded: LoadedTable, chat: Chat, remark: Remark) -> None:
        """Store what was said and broadcast it; with a later number if somebody spoke at another process meanwhile.

        It may have been stored already: a client that lost its connection to one process resends it to another.
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
        """Broadcast what was said at other processes."""
        if loaded.chat is None:
            return
        with storage(loaded.table.version):
            remarks = await self._store.remarks(loaded.table.id, loaded.chat.next)
        for each in remarks:
            if loaded.chat.add(each):
                loaded.audience.broadcast(each.to_message(loaded.table.members))

    def forget(self, table: str) -> None:
        """A table was deleted: nothing of it stays in memory."""
        self._observer.on_deleted(table)
        self._cache.delete(table)
