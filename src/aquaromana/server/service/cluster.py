"""Several processes with one database: follows what the others write, and takes over what they leave undone."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from aquaromana.server.service.cache import LoadedTable, TableCache
from aquaromana.server.service.leases import Leases
from aquaromana.server.service.presence import PresenceTracker
from aquaromana.server.service.shared_presence import SharedPresence
from aquaromana.server.service.writer import Writer
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.notify import EVERYTHING, GONE, Notification, Notifications
from aquaromana.server.storage.store import Store
from aquaromana.server.tasks import Tasks

POLL_INTERVAL: Final = 3.0
"""Seconds between two polls for what no notification announces."""

_log = logging.getLogger(__name__)


class Cluster:
    """The other processes with the same database. With SQLite there are none."""

    def __init__(self, notifications: Notifications, store: Store, cache: TableCache, writer: Writer) -> None:
        self._notifications = notifications
        self._store = store
        self._cache = cache
        self._writer = writer
        self._shared_presence = SharedPresence(notifications) if notifications.shared else None
        self._reaching = Tasks()
        self.tracker: PresenceTracker = self._shared_presence or PresenceTracker()
        self.leases = Leases(notifications)

    @contextlib.asynccontextmanager
    async def hear(
        self, wake: Callable[[str], None], broadcast_presence: Callable[[LoadedTable], object]
    ) -> AsyncIterator[None]:
        """Follow the other processes meanwhile; calls back where a bot may have to decide, or presence changed."""
        if self._shared_presence is None:
            yield
            return
        shared_presence = self._shared_presence
        chores = [
            asyncio.create_task(_endless(lambda: self._hear(shared_presence, broadcast_presence)), name="hear"),
            asyncio.create_task(_endless(lambda: self._look(shared_presence, wake, broadcast_presence)), name="look"),
            asyncio.create_task(_endless(shared_presence.note_often), name="register"),
        ]
        try:
            yield
        finally:
            for task in chores:
                task.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self._reaching.cancel()
            await shared_presence.close()

    async def _hear(self, shared_presence: SharedPresence, broadcast_presence: Callable[[LoadedTable], object]) -> None:
        async for notification in self._notifications:
            if notification == EVERYTHING:
                self.leases.lose()
                shared_presence.note_again()
                await self._compare()
                await self._read_shared(shared_presence, broadcast_presence)
            elif notification.kind == "people":
                await self._read_shared(shared_presence, broadcast_presence, notification.table)
            else:
                self._reach_soon(notification)

    async def _compare(self) -> None:
        """Catch up with everything that was written while nobody listened."""
        tables = self._cache.ids()
        try:
            versions = await self._store.versions(tables)
        except StorageFault:
            for loaded in self._cache:
                loaded.doubtful = True
            return
        for table in tables:
            self._reach_soon(Notification("log", table, versions.get(table, GONE)))
            self._reach_soon(Notification("chat", table, GONE))

    def _reach_soon(self, notification: Notification) -> None:
        """Read what was written at a table, unless it is known or nobody here wants it."""
        loaded = self._cache.peek(notification.table)
        if notification.table not in self._cache or (loaded and self._is_known(loaded, notification)):
            return
        self._reaching.start(self._reach(notification))

    @staticmethod
    def _is_known(loaded: LoadedTable, notification: Notification) -> bool:
        if notification.kind == "log":
            return GONE < notification.number <= loaded.table.version
        return loaded.chat is None or GONE < notification.number < loaded.chat.next

    async def _reach(self, notification: Notification) -> None:
        async with self._cache.using(notification.table) as loaded, loaded.lock:
            if loaded.gone or self._is_known(loaded, notification):
                return  # written by this very process, as a rule
            if notification.kind == "chat":
                await self._writer.listen(loaded)
            else:
                loaded.doubtful = True  # should it not be readable now
                await self._writer.catch_up(loaded)

    async def _look(
        self,
        shared_presence: SharedPresence,
        wake: Callable[[str], None],
        broadcast_presence: Callable[[LoadedTable], object],
    ) -> None:
        """Poll for what no notification announces: processes that died, and what could not be read when notified."""
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            for loaded in self._cache:
                if loaded.doubtful:
                    self._reach_soon(Notification("log", loaded.table.id, GONE))
            with contextlib.suppress(OSError):
                await shared_presence.live()
                await self.leases.give_back(self._cache)
            await self._read_shared(shared_presence, broadcast_presence)
            with contextlib.suppress(StorageFault):
                for table in await self._store.waiting_for_bots():
                    wake(table)

    async def _read_shared(
        self, shared_presence: SharedPresence, broadcast_presence: Callable[[LoadedTable], object], table: str = ""
    ) -> None:
        known = self._cache.peek(table)
        wanted = list(self._cache) if not table else [known] if known else []
        if not wanted:
            return
        try:
            await shared_presence.read([loaded.table.id for loaded in wanted])
        except OSError as error:
            _log.warning("The presence at other processes cannot be read: %s.", error)
            return
        for loaded in wanted:
            broadcast_presence(loaded)


async def _endless(chore: Callable[[], Awaitable[None]]) -> None:
    """Repeat a chore forever: a process that no longer hears the others would play games of its own."""
    while True:
        try:
            await chore()
        except Exception:  # noqa: BLE001 - whatever it is, it must not be the end
            _log.exception("A periodic task failed and starts again.")
            await asyncio.sleep(POLL_INTERVAL)
