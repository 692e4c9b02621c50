"""Other processes that serve the same tables: what they write is read here, and what they leave undone is done."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from aquaromana.server.service.cache import Opened, Shelf
from aquaromana.server.service.leases import Leases
from aquaromana.server.service.presence import Attendance
from aquaromana.server.service.shared_presence import Register
from aquaromana.server.service.writer import Clerk
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.notify import EVERYTHING, GONE, Notice, Notices
from aquaromana.server.storage.store import Store
from aquaromana.server.tasks import Tasks

LOOK: Final = 3.0
"""Seconds between two looks at what nobody tells."""

_log = logging.getLogger(__name__)


class Neighbors:
    """What a hall knows of other halls with the same database. Where it is a file, there are none."""

    def __init__(self, notices: Notices, store: Store, shelf: Shelf, clerk: Clerk) -> None:
        self._notices = notices
        self._store = store
        self._shelf = shelf
        self._clerk = clerk
        self._register = Register(notices) if notices.shared else None
        self._reaching = Tasks()
        self.attendance: Attendance = self._register or Attendance()
        self.leases = Leases(notices)

    def know_more(self, opened: Opened, version: int) -> bool:
        """Whether somebody brings a later version from elsewhere."""
        return self._notices.shared and version > opened.table.version

    @contextlib.asynccontextmanager
    async def hear(self, wake: Callable[[str], None], tell_presence: Callable[[Opened], object]) -> AsyncIterator[None]:
        """Hear them, and be heard, meanwhile. Told are tables at which a bot may have to decide, and who is there."""
        if self._register is None:
            yield
            return
        register = self._register
        chores = [
            asyncio.create_task(_endless(lambda: self._hear(register, tell_presence)), name="hear"),
            asyncio.create_task(_endless(lambda: self._look(register, wake, tell_presence)), name="look"),
            asyncio.create_task(_endless(register.note_often), name="register"),
        ]
        try:
            yield
        finally:
            for task in chores:
                task.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self._reaching.cancel()
            await register.close()

    async def _hear(self, register: Register, tell_presence: Callable[[Opened], object]) -> None:
        async for notice in self._notices:
            if notice == EVERYTHING:
                self.leases.lose()
                register.note_again()
                await self._compare()
                await self._read_register(register, tell_presence)
            elif notice.kind == "people":
                await self._read_register(register, tell_presence, notice.table)
            else:
                self._reach_soon(notice)

    async def _compare(self) -> None:
        """Reach whatever was written while nobody listened."""
        tables = self._shelf.ids()
        try:
            versions = await self._store.versions(tables)
        except StorageFault:
            for opened in self._shelf:
                opened.doubtful = True
            return
        for table in tables:
            self._reach_soon(Notice("log", table, versions.get(table, GONE)))
            self._reach_soon(Notice("chat", table, GONE))

    def _reach_soon(self, notice: Notice) -> None:
        """Read what was written at a table, unless it is known or nobody here wants it."""
        opened = self._shelf.peek(notice.table)
        if notice.table not in self._shelf or (opened and self._is_known(opened, notice)):
            return
        self._reaching.start(self._reach(notice))

    @staticmethod
    def _is_known(opened: Opened, notice: Notice) -> bool:
        if notice.kind == "log":
            return GONE < notice.number <= opened.table.version
        return opened.chat is None or GONE < notice.number < opened.chat.next

    async def _reach(self, notice: Notice) -> None:
        async with self._shelf.using(notice.table) as opened, opened.lock:
            if opened.gone or self._is_known(opened, notice):
                return  # written by this very process, as a rule
            if notice.kind == "chat":
                await self._clerk.listen(opened)
            else:
                opened.doubtful = True  # should it not be readable now
                await self._clerk.catch_up(opened)

    async def _look(
        self, register: Register, wake: Callable[[str], None], tell_presence: Callable[[Opened], object]
    ) -> None:
        """See after what nobody tells: processes that died, and what could not be read when it was told."""
        while True:
            await asyncio.sleep(LOOK)
            for opened in self._shelf:
                if opened.doubtful:
                    self._reach_soon(Notice("log", opened.table.id, GONE))
            with contextlib.suppress(OSError):
                await register.live()
                await self.leases.give_back(self._shelf)
            await self._read_register(register, tell_presence)
            with contextlib.suppress(StorageFault):
                for table in await self._store.waiting_for_bots():
                    wake(table)

    async def _read_register(
        self, register: Register, tell_presence: Callable[[Opened], object], table: str = ""
    ) -> None:
        known = self._shelf.peek(table)
        wanted = list(self._shelf) if not table else [known] if known else []
        if not wanted:
            return
        try:
            await register.read([opened.table.id for opened in wanted])
        except OSError as error:
            _log.warning("Who is at other processes cannot be read: %s.", error)
            return
        for opened in wanted:
            tell_presence(opened)


async def _endless(chore: Callable[[], Awaitable[None]]) -> None:
    """Do a chore for ever: a process that no longer hears its neighbors would play games of its own."""
    while True:
        try:
            await chore()
        except Exception:  # noqa: BLE001 - whatever it is, it must not be the end
            _log.exception("A chore has to begin again.")
            await asyncio.sleep(LOOK)
