"""All tables of this server: the only door for whatever brings messages in.

    async with Hall.open(settings) as hall:
        info = await hall.create([Seating("person", "Ann"), Seating("bot", bot="search:3")])
        async with hall.watch(info.id) as changes:
            async for told in changes:
                told.message, told.text

Whatever is refused raises Refusal and has changed nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections.abc import AsyncIterator, Collection, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from aquaromana.records import Record, read_record, write_record
from aquaromana.rules import AquaError, Game, Phase, Position
from aquaromana.rules.layout import SEAT_COLORS
from aquaromana.server import views
from aquaromana.server.errors import Refusal, StartError
from aquaromana.server.live import Told, Watcher
from aquaromana.server.messages import (
    Accepted,
    Answer,
    Ask,
    Choices,
    Play,
    Preview,
    Previewed,
    State,
    Step,
    Suggestion,
    TableInfo,
    View,
)
from aquaromana.server.opponents import Opponents
from aquaromana.server.seating import Seating, seatings_of
from aquaromana.server.settings import Settings
from aquaromana.server.shelf import Opened, Shelf, check_id, ignored, storage
from aquaromana.server.store import Conflict, DamagedError, StorageFault, Store
from aquaromana.server.tables import Entry, Stretch, Table
from aquaromana.server.thinkers import Thinkers

__all__ = ["Hall", "Refusal", "Seating", "Told", "Watcher"]

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_ID: Final = 12
"""Letters of a table's id: nobody finds one by trying."""
_DAY: Final = 86400.0
_HOUR: Final = 3600.0
_AFTER: Final = 0.001
"""Seconds by which an answer comes before what it changed: enough for it to leave."""
_T = TypeVar("_T")


class Hall:
    """The tables, kept in a Store, with those who watch them and the bots at them."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers) -> None:
        self.settings = settings
        self._store = store
        self._bots = Opponents(self, thinkers, settings.bot_delay)
        self._shelf = Shelf(store)
        self._news: dict[Opened, None] = {}
        """Tables of which something is still to be told, in order."""
        self._under_way: set[asyncio.Task[Any]] = set()
        self._ending = False

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[Self]:
        """Open the storage, and let bots go on wherever one is asked; StartError if that cannot be."""
        async with Store.open(settings.url, busy=settings.busy) as store, Thinkers.open(settings) as thinkers:
            hall = cls(settings, store, thinkers)
            try:
                waiting = await store.waiting_for_bots()
            except StorageFault as fault:
                raise StartError(f"The tables cannot be read: {fault}.") from fault
            for table in waiting:
                hall._bots.wake(table)
            sweeping = asyncio.create_task(hall._sweep_often(), name="sweep")
            try:
                yield hall
            finally:
                sweeping.cancel()
                await hall._close()

    def farewell(self) -> None:
        """Tell all watchers that the server is about to end, and take no more changes; what is under way is kept."""
        self._ending = True
        self._bots.farewell()
        for opened in self._shelf:
            opened.audience.dismiss("server/restart")

    async def _close(self) -> None:
        self.farewell()
        await self._bots.close()
        while self._under_way:
            await asyncio.wait(self._under_way)

    # Tables.

    async def create(self, players: Sequence[Seating], start: Position | None = None) -> TableInfo:
        """A new table, from the beginning or from a position."""
        if len(players) not in SEAT_COLORS:
            raise Refusal.of("table/players", players=len(players))
        if start is not None and start.players != len(players):
            raise Refusal.of("table/start", needed=start.players, players=len(players))
        if start is not None and start.phase is Phase.OVER:
            raise Refusal.of("table/over")
        seatings = [seating.checked() for seating in players]
        first = start or Game(len(players)).position
        return await self._add(
            Table(_new_id(), seatings, first, created=time.time(), origin="position" if start else "new")
        )

    async def add_record(self, record: Record) -> TableInfo:
        """A table that continues a record where it stopped; RecordError if a decision of it is not legal."""
        table, entries, source = await asyncio.to_thread(_continued, record)
        return await self._add(table, entries, source)

    async def _add(self, table: Table, entries: Sequence[Entry] = (), source: str | None = None) -> TableInfo:
        self._check_open()
        with storage():
            if await self._store.count() >= self.settings.tables:
                raise Refusal.of("table/limit", limit=self.settings.tables)

        async def added() -> TableInfo:
            with storage():
                await self._store.add(table, entries, source)
            self._announce(self._shelf.put(table))
            return table.info()

        return await self._to_its_end(added())

    async def tables(self) -> list[TableInfo]:
        """All tables, those that changed last first."""
        with storage():
            return await self._store.infos()

    async def info(self, table: str) -> TableInfo:
        async with self.using(table) as opened:
            return opened.table.info()

    async def delete(self, table: str) -> None:
        """Remove a table for ever; whoever watches it is told so."""
        self._check_open()
        await self._to_its_end(self._delete(table))

    async def _delete(self, table: str) -> None:
        check_id(table)
        opened = self.peek(table)
        async with opened.lock if opened else contextlib.nullcontext():
            with storage():
                if not await self._store.delete(table):
                    raise Refusal.of("table/unknown")
            self._forget(table)

    def _forget(self, table: str) -> None:
        self._bots.dismiss(table)
        if opened := self._shelf.drop(table):
            opened.gone = True
            opened.audience.dismiss("table/deleted")

    async def record(self, table: str) -> Record:
        """The game as a record, as far as it has been played."""
        async with self.using(table) as opened:
            if opened.table.origin != "import":
                return opened.table.record()
            with storage():
                source = await self._store.source(table)
            return opened.table.record(await asyncio.to_thread(read_record, source) if source else None)

    async def backup(self, path: Path) -> None:
        """Write a copy of all tables, as of one moment, to a new file; play goes on meanwhile."""
        part = path.with_name(f"{path.name}.part")
        try:
            if await asyncio.to_thread(path.exists):
                raise FileExistsError(0, "that file is already there")
            await asyncio.to_thread(part.unlink, missing_ok=True)
            await self._store.backup(part)
            await asyncio.to_thread(_finish, part, path)
        except (StorageFault, OSError, ValueError) as error:
            with contextlib.suppress(OSError):
                await asyncio.to_thread(part.unlink, missing_ok=True)
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise Refusal.of("server/backup", why=why) from error

    # The game.

    async def state(self, table: str, since: int | None = None, seats: Collection[int] | None = None) -> State:
        """Where a table stands, for those who play these seats: None for those of all persons."""
        async with self.using(table) as opened:
            message = opened.audience.state(since, _seats(opened.table, seats)).message
            assert isinstance(message, State)
            return message

    async def choices(self, table: str) -> Choices | None:
        """What the mover may do; None if the game is over."""
        async with self.using(table) as opened:
            told = opened.audience.choices()
            return told.message if told and isinstance(told.message, Choices) else None

    async def view(self, table: str, ply: int) -> View:
        """The position after so many decisions."""
        async with self.using(table) as opened:
            return views.view(opened.table.at(ply))

    async def steps(self, table: str, since: int = 0) -> list[Step]:
        """The decisions from the one with this number on."""
        async with self.using(table) as opened:
            return opened.table.steps(max(since, 0))

    async def preview(self, table: str, preview: Preview) -> Previewed:
        async with self.using(table) as opened:
            return opened.table.preview(preview)

    async def ask(self, table: str, ask: Ask) -> Answer:
        async with self.using(table) as opened:
            return opened.table.ask(ask)

    async def suggestion(self, table: str) -> Suggestion:
        """A stretch that the seat that is asked could make."""
        return await self._bots.suggest(table)

    async def play(self, table: str, play: Play, seats: Collection[int] | None = None) -> Accepted:
        """Make the decisions of a stretch for somebody who plays these seats: None for those of all persons.

        When this returns they are kept. Should the caller be cancelled, all of them are made or none.
        """
        self._check_open()
        return await self._to_its_end(self._play(table, play, seats, ""))

    async def play_bot(self, table: str, play: Play, by: str) -> Accepted:
        return await self._to_its_end(self._play(table, play, {play.seat}, by))

    async def _play(self, table: str, play: Play, seats: Collection[int] | None, by: str) -> Accepted:
        async with self.using(table) as opened, opened.lock:
            if opened.gone:
                raise Refusal.of("table/unknown")
            if opened.doubtful:
                await self._catch_up(opened)
            proposed = opened.table.propose(play, _seats(opened.table, seats), at=time.time(), by=by)
            if isinstance(proposed, Accepted):
                return proposed
            await self._keep(opened, proposed)
            self._announce(opened)
            return Accepted(id=play.id, version=proposed.end)

    async def _keep(self, opened: Opened, stretch: Stretch) -> None:
        """Store a stretch and add it to the table, or raise with neither done."""
        table = opened.table
        try:
            await self._store.append(table.id, stretch)
        except (StorageFault, Conflict) as error:
            opened.doubtful = True
            await self._catch_up(opened)
            if table.knows(stretch):
                return  # the fault came after it was kept
            if isinstance(error, Conflict):
                made, now = stretch.ply, table.version
                raise Refusal.of("table/stale", version=now, made=made, now=now) from error
            raise Refusal.of("server/storage", version=table.version) from error
        table.accept(stretch)

    async def _catch_up(self, opened: Opened) -> None:
        """Add what the log has and the table has not: another process wrote it, or nobody knew whether it was kept."""
        table = opened.table
        with storage(table.version):
            entries = await self._store.since(table.id, table.version)
            try:
                table.replay(entries or ())
            except AquaError as error:
                self._shelf.drop(table.id)
                raise DamagedError(f"table {table.id}: {error}") from error
        if entries is None:
            self._forget(table.id)
            raise Refusal.of("table/unknown")
        opened.doubtful = False
        if entries:
            self._announce(opened)

    def _announce(self, opened: Opened) -> None:
        """Tell watchers and bots about a change soon: first whoever waits for an answer gets it."""
        if not self._news:
            asyncio.get_running_loop().call_later(_AFTER, self._tell_one)
        self._news[opened] = None

    def _tell_one(self) -> None:
        """Tell the news of one table; between two of them there is time for answers."""
        opened = next(iter(self._news))
        del self._news[opened]
        if self._news:
            asyncio.get_running_loop().call_soon(self._tell_one)
        opened.audience.changed()
        if opened.table.waits_for_bot and not opened.gone:
            self._bots.wake(opened.table.id)

    # Watching.

    @contextlib.asynccontextmanager
    async def watch(
        self,
        table: str,
        *,
        since: int | None = None,
        seats: Collection[int] | None = None,
        thinking: bool = False,
    ) -> AsyncIterator[Watcher]:
        """Hear where a table stands, with what came after version `since`, and from then on every change.

        Nothing is missed in between. Choices follow the State, for those who play the mover's seat. The last
        message is a Bye.
        """
        async with self.using(table) as opened:
            watcher = Watcher(_seats(opened.table, seats), self.settings.lag, thinking=thinking)
            opened.audience.join(watcher, since)
            if self._ending:
                opened.audience.dismiss("server/restart")
            try:
                yield watcher
            finally:
                opened.audience.leave(watcher)

    # Memory and time. The first two are for this package alone.

    def peek(self, table: str) -> Opened | None:
        """A table, if it is in memory."""
        return self._shelf.peek(table)

    def using(self, table: str) -> AbstractAsyncContextManager[Opened]:
        """A table, loaded if it is not in memory, where it stays meanwhile."""
        return self._shelf.using(table)

    async def _sweep_often(self) -> None:
        due = 0.0
        while True:
            if self.settings.retention is not None and time.monotonic() >= due:
                due = time.monotonic() + _HOUR
                with contextlib.suppress(Refusal):
                    await self.remove_old()
            await asyncio.sleep(min(30.0, max(0.1, self.settings.idle / 4)))
            self._shelf.sweep(self.settings.idle, self._bots.__contains__)

    async def remove_old(self) -> int:
        """Remove the tables that were finished longer ago than the settings keep them; how many there were."""
        if self.settings.retention is None:
            return 0
        with storage():
            old = await self._store.finished_before(time.time() - self.settings.retention * _DAY)
        for table in old:
            with contextlib.suppress(Refusal):
                await self.delete(table)
        return len(old)

    # What must not be left half done.

    def _check_open(self) -> None:
        if self._ending:
            raise Refusal.of("server/restart")

    async def _to_its_end(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do something to its end, whatever happens to the one who waits for it."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(ignored)
        return await asyncio.shield(task)


def _finish(part: Path, path: Path) -> None:
    """Let a new file appear under its name when all of it is on the disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID))


def _seats(table: Table, seats: Collection[int] | None) -> frozenset[int]:
    return table.people() if seats is None else frozenset(seats)


def _continued(record: Record) -> tuple[Table, list[Entry], str]:
    """The table that continues a record, its log, and the record as it is kept."""
    now = time.time()
    entries = [Entry(step.ply, step.seat, step.move, now) for step in record.steps()]
    seatings = seatings_of(record, over=record.game().is_over)
    table = Table(_new_id(), seatings, record.start, created=now, origin="import")
    table.replay(entries)
    table.first = len(entries)
    return table, entries, write_record(record)
