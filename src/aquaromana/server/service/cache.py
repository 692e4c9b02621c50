"""The cache of tables in memory: loaded on demand, kept while in use, evicted when idle. Each has its lock."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.service.audience import Audience, Subscriber
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.service.presence import Session
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.store import Store
from aquaromana.server.storage.table_rows import DamagedError
from aquaromana.server.table.changes import Change
from aquaromana.server.table.chat import Chat, Remark
from aquaromana.server.table.ids import check_table_id
from aquaromana.server.table.table import Table
from aquaromana.server.tasks import ignore_error

_log = logging.getLogger(__name__)


class LoadedTable:
    """A table in memory, with its lock, audience and sessions."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.audience = Audience(table)
        self.lock = asyncio.Lock()
        """Held while the table is changed."""
        self.last_broadcast = float("-inf")
        """When it was last broadcast, by the clock of the loop."""
        self.users = 0
        self.used = time.monotonic()
        self.doubtful = False
        """The log may have entries that the table does not have."""
        self.unconfirmed: Change | None = None
        """A change made here whose commit is uncertain, because the storage failed."""
        self.gone = False
        """It was deleted."""
        self.chat: Chat | None = None
        """The chat messages, once they have been read."""
        self.sessions: dict[Subscriber, Session] = {}
        """Sessions by subscriber, as their credentials stand now."""
        self.known_members: object = None
        """The members those were computed from."""
        self.counting: asyncio.TimerHandle | None = None
        """Pending broadcast of the number of spectators."""
        self._timer: asyncio.TimerHandle | None = None

    def set_timer(self, moment: float | None, on_deadline: Callable[[], None]) -> None:
        """Replace the timer: it fires when the player's time is up; None for never."""
        self.cancel_timer()
        if moment is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, moment - time.time()), on_deadline)

    def cancel_timer(self) -> None:
        """Cancel the timer."""
        if self._timer:
            self._timer.cancel()
        self._timer = None

    def heard(self, remarks: Iterable[Remark]) -> None:
        """What was said at the table, unless that is known."""
        self.chat = self.chat or Chat(remarks)


class Using:
    """A lease on a table: while it lasts, the table stays in memory.

    Written out, as is `Changing`: a generator for each of them would take longer than what most do in there.
    """

    __slots__ = ("_cache", "_loaded", "_table")

    def __init__(self, cache: TableCache, table: str) -> None:
        self._cache = cache
        self._table = table
        self._loaded: LoadedTable | None = None

    async def __aenter__(self) -> LoadedTable:
        loaded = self._loaded = self._cache.peek(self._table) or await self._cache.load(self._table)
        loaded.users += 1
        return loaded

    async def __aexit__(self, *_: object) -> None:
        assert self._loaded is not None
        self._loaded.users -= 1
        self._loaded.used = time.monotonic()


class Changing:
    """An exclusive lease on a table, up to date with its log."""

    __slots__ = ("_loaded", "_renew", "_using")

    def __init__(self, using: Using, renew: Callable[[LoadedTable], Awaitable[None]]) -> None:
        self._using = using
        self._renew = renew
        self._loaded: LoadedTable | None = None

    async def __aenter__(self) -> LoadedTable:
        loaded = self._loaded = await self._using.__aenter__()
        try:
            await loaded.lock.acquire()
            try:
                await self._renew(loaded)
            except BaseException:
                loaded.lock.release()
                raise
        except BaseException:
            await self._using.__aexit__()
            raise
        return loaded

    async def __aexit__(self, *_: object) -> None:
        assert self._loaded is not None
        self._loaded.lock.release()
        await self._using.__aexit__()


class TableCache:
    """The tables in memory, by id."""

    def __init__(self, store: Store, observer: TableObserver) -> None:
        self._store = store
        self._observer = observer
        self._open: dict[str, LoadedTable] = {}
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}

    def __iter__(self) -> Iterator[LoadedTable]:
        return iter(list(self._open.values()))

    def __len__(self) -> int:
        return len(self._open)

    def peek(self, table: str) -> LoadedTable | None:
        """A table, if it is in memory."""
        return self._open.get(table)

    def __contains__(self, table: object) -> bool:
        """Whether a table is in memory, or on its way there."""
        return table in self._open or table in self._loading

    def ids(self) -> set[str]:
        """The tables in memory, and those on their way."""
        return {*self._open, *self._loading}

    def put(self, table: Table) -> LoadedTable:
        """Take a table into memory, unless it is there already."""
        return self._open.setdefault(table.id, LoadedTable(table))

    def drop(self, table: str) -> LoadedTable | None:
        if loaded := self._open.pop(table, None):
            loaded.cancel_timer()
        return loaded

    def delete(self, table: str) -> None:
        """Drop a table that was deleted, and say goodbye to its subscribers."""
        if loaded := self.drop(table):
            loaded.gone = True
            loaded.audience.dismiss("table/deleted")

    def using(self, table: str) -> Using:
        """A table, loaded if it is not in memory, where it stays meanwhile; Refusal if there is none."""
        return Using(self, table)

    async def running_before(self, game: Table) -> list[TableInfo]:
        """The unfinished games that a fork continues, directly or through other forks."""
        if game.origin != "fork":
            return []
        with storage():
            return await self._store.running_before(game.id)

    async def load(self, table: str) -> LoadedTable:
        """A table that is not in memory; Refusal if there is none."""
        check_table_id(table)
        if table not in self._loading:
            task = self._loading[table] = asyncio.create_task(self._load_now(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
            task.add_done_callback(ignore_error)
        return await asyncio.shield(self._loading[table])

    async def _load_now(self, table: str) -> LoadedTable:
        with storage():
            found = await self._store.load(table)
        if found is None:
            raise Refusal.of("table/unknown")
        loaded = self.put(found)
        self._observer.on_loaded(loaded)
        return loaded

    def sweep(self, idle: float, needed: Callable[[str], bool]) -> list[str]:
        """Drop what nobody has used for so many seconds; their ids."""
        before = time.monotonic() - idle
        idle_ones = [
            table
            for table, loaded in self._open.items()
            if not loaded.users and loaded.used <= before and not needed(table)
        ]
        for table in idle_ones:
            self.drop(table)
        return idle_ones


@contextlib.contextmanager
def storage(version: int = 0) -> Iterator[None]:
    """Turn a storage fault into a refusal."""
    try:
        yield
    except (StorageFault, Conflict) as error:
        raise Refusal.of("server/storage", version=version) from error
    except DamagedError as error:
        _log.error("A stored table cannot be read: %s", error)
        raise Refusal.of("table/damaged", version=version) from error
