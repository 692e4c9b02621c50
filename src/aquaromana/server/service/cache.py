"""The tables that are in memory: loaded when somebody wants them, dropped when nobody has for a while."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator

from aquaromana.server.errors import Refusal
from aquaromana.server.service.audience import Audience, Watcher
from aquaromana.server.service.presence import Guest
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.store import DamagedError, Store
from aquaromana.server.table.chat import Chat, Remark
from aquaromana.server.table.ids import check_table_id
from aquaromana.server.table.table import Table
from aquaromana.server.tasks import ignored

_log = logging.getLogger(__name__)


class Opened:
    """A table in memory, with those who watch it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.audience = Audience(table)
        self.lock = asyncio.Lock()
        """Held by whoever changes the table."""
        self.told = float("-inf")
        """When its news were told last, by the clock of the loop."""
        self.users = 0
        self.used = time.monotonic()
        self.doubtful = False
        """The log may have lines that the table does not have."""
        self.gone = False
        """It was deleted."""
        self.chat: Chat | None = None
        """What was said there, if anybody has wanted to know."""
        self.guests: dict[Watcher, Guest] = {}
        """Who is there, as the passes of today make him known."""
        self.known_members: object = None
        """What those were last made of."""
        self.counting: asyncio.TimerHandle | None = None
        """Tells soon how many watch."""
        self._alarm: asyncio.TimerHandle | None = None

    def ring_at(self, moment: float | None, ring: Callable[[], None]) -> None:
        """Ring when the time of whoever has to decide is over, and no longer when it was to be; None for never."""
        self.put_away()
        if moment is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, moment - time.time()), ring)

    def put_away(self) -> None:
        """Ring no more."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None

    def heard(self, remarks: Iterable[Remark]) -> None:
        """What was said at the table, unless that is known."""
        self.chat = self.chat or Chat(remarks)


class Using:
    """The use of a table: as long as it lasts, the table stays in memory.

    Written out, as is `Changing`: a generator for each of them would take longer than what most do in there.
    """

    __slots__ = ("_opened", "_shelf", "_table")

    def __init__(self, shelf: Shelf, table: str) -> None:
        self._shelf = shelf
        self._table = table
        self._opened: Opened | None = None

    async def __aenter__(self) -> Opened:
        opened = self._opened = self._shelf.peek(self._table) or await self._shelf.load(self._table)
        opened.users += 1
        return opened

    async def __aexit__(self, *_: object) -> None:
        assert self._opened is not None
        self._opened.users -= 1
        self._opened.used = time.monotonic()


class Changing:
    """The use of a table that nobody else changes meanwhile, with all that its log has."""

    __slots__ = ("_opened", "_renew", "_using")

    def __init__(self, using: Using, renew: Callable[[Opened], Awaitable[None]]) -> None:
        self._using = using
        self._renew = renew
        self._opened: Opened | None = None

    async def __aenter__(self) -> Opened:
        opened = self._opened = await self._using.__aenter__()
        try:
            await opened.lock.acquire()
            try:
                await self._renew(opened)
            except BaseException:
                opened.lock.release()
                raise
        except BaseException:
            await self._using.__aexit__()
            raise
        return opened

    async def __aexit__(self, *_: object) -> None:
        assert self._opened is not None
        self._opened.lock.release()
        await self._using.__aexit__()


class Shelf:
    """Where tables are at hand."""

    def __init__(self, store: Store, on_load: Callable[[Opened], None]) -> None:
        self._store = store
        self._on_load = on_load
        self._open: dict[str, Opened] = {}
        self._loading: dict[str, asyncio.Task[Opened]] = {}

    def __iter__(self) -> Iterator[Opened]:
        return iter(list(self._open.values()))

    def __len__(self) -> int:
        return len(self._open)

    def peek(self, table: str) -> Opened | None:
        """A table, if it is in memory."""
        return self._open.get(table)

    def __contains__(self, table: object) -> bool:
        """Whether a table is in memory, or on its way there."""
        return table in self._open or table in self._loading

    def ids(self) -> set[str]:
        """The tables in memory, and those on their way."""
        return {*self._open, *self._loading}

    def put(self, table: Table) -> Opened:
        """Take a table into memory, unless it is there already."""
        return self._open.setdefault(table.id, Opened(table))

    def drop(self, table: str) -> Opened | None:
        if opened := self._open.pop(table, None):
            opened.put_away()
        return opened

    def using(self, table: str) -> Using:
        """A table, loaded if it is not in memory, where it stays meanwhile; Refusal if there is none."""
        return Using(self, table)

    async def load(self, table: str) -> Opened:
        """A table that is not in memory; Refusal if there is none."""
        check_table_id(table)
        if table not in self._loading:
            task = self._loading[table] = asyncio.create_task(self._loaded(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
            task.add_done_callback(ignored)
        return await asyncio.shield(self._loading[table])

    async def _loaded(self, table: str) -> Opened:
        with storage():
            found = await self._store.load(table)
        if found is None:
            raise Refusal.of("table/unknown")
        opened = self.put(found)
        self._on_load(opened)
        return opened

    def sweep(self, idle: float, needed: Callable[[str], bool]) -> list[str]:
        """Drop what nobody has used for so many seconds; their ids."""
        before = time.monotonic() - idle
        idle_ones = [
            table
            for table, opened in self._open.items()
            if not opened.users and opened.used <= before and not needed(table)
        ]
        for table in idle_ones:
            self.drop(table)
        return idle_ones


@contextlib.contextmanager
def storage(version: int = 0) -> Iterator[None]:
    """Tell a fault of the storage as a refusal."""
    try:
        yield
    except (StorageFault, Conflict) as error:
        raise Refusal.of("server/storage", version=version) from error
    except DamagedError as error:
        _log.error("What was kept cannot be read: %s", error)
        raise Refusal.of("table/damaged", version=version) from error
