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
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from aquaromana.records import Record, read_record
from aquaromana.rules import Position
from aquaromana.server import access, acts, founding, views
from aquaromana.server.actors import LOCAL, Actor
from aquaromana.server.chat import Chat
from aquaromana.server.clerk import Clerk, Overtaken
from aquaromana.server.commits import StorageFault
from aquaromana.server.company import Company
from aquaromana.server.errors import Refusal, StartError
from aquaromana.server.live import Told, Watcher
from aquaromana.server.messages import (
    Accepted,
    Answer,
    Ask,
    Change,
    Choices,
    Options,
    Play,
    Preview,
    Previewed,
    Rematch,
    Say,
    State,
    Step,
    Suggestion,
    TableInfo,
    View,
)
from aquaromana.server.neighbors import Neighbors
from aquaromana.server.notices import Notices
from aquaromana.server.opponents import Opponents
from aquaromana.server.porter import Porter
from aquaromana.server.seating import Seating
from aquaromana.server.settings import Settings
from aquaromana.server.shelf import Changing, Opened, Shelf, Using, check_id, storage
from aquaromana.server.store import Store
from aquaromana.server.tables import Change as Kept
from aquaromana.server.tables import Entry, Table
from aquaromana.server.tasks import Tasks
from aquaromana.server.thinkers import Thinkers
from aquaromana.server.wire import Write

__all__ = ["Hall", "Refusal", "Seating", "Told", "Watcher"]

_DAY: Final = 86400.0
_HOUR: Final = 3600.0
_MERCY: Final = 15.0
"""Seconds after the start of the server before anybody's time is over: people have to come back first."""
_LATE: Final = 0.05
"""Seconds that a clock rings late, so that nobody is asked twice whether it is time."""
_TRIES: Final = 5
_T = TypeVar("_T")


class Hall:
    """The tables, kept in a Store, with those who watch them and the bots at them."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, notices: Notices) -> None:
        self.settings = settings
        self._store = store
        self._shelf = Shelf(store, self._set_alarm)
        self._clerk = Clerk(store, self._shelf, self._changed, self._forget)
        self._neighbors = Neighbors(notices, store, self._shelf, self._clerk)
        self._porter = Porter(self._neighbors.attendance)
        self._bots = Opponents(self, thinkers, self._neighbors.leases, settings.bot_delay)
        self._started = time.time()
        self._tasks = Tasks()
        self._ending = False
        self._clerk.on_kept = self._kept
        self.on_turn: Callable[[Table], None] | None = None
        """Called when the turn of a person begins who is not there."""

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[Self]:
        """Open the storage, and let bots go on wherever one is asked; StartError if that cannot be."""
        async with (
            Store.open(settings.url, busy=settings.busy) as store,
            Notices.open(settings) as notices,
            Thinkers.open(settings) as thinkers,
        ):
            hall = cls(settings, store, thinkers, notices)
            try:
                waiting = await store.waiting_for_bots()
            except StorageFault as fault:
                raise StartError(f"The tables cannot be read: {fault}.") from fault
            for table in waiting:
                hall._bots.wake(table)
            sweeping = asyncio.create_task(hall._sweep_often(), name="sweep")
            try:
                async with hall._neighbors.hear(hall._bots.wake, hall._porter.tell):
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
        await self._tasks.wait()

    # Tables.

    async def create(
        self,
        players: Sequence[Seating],
        start: Position | None = None,
        options: Options | None = None,
    ) -> TableInfo:
        """A new table, from the beginning or from a position."""
        return await self._add(founding.new(players, start, options, lobby=self.settings.lobby))

    async def fork(self, table: str, ply: int, players: Sequence[Seating], options: Options | None = None) -> TableInfo:
        """A new table that goes on from where another one was after so many decisions."""
        async with self.using(table) as opened:
            forked, entries = founding.fork(opened.table, ply, players, options, lobby=self.settings.lobby)
        return await self._add(forked, entries)

    async def add_record(self, record: Record) -> TableInfo:
        """A table that continues a record where it stopped; RecordError if a decision of it is not legal."""
        table, entries, source = await asyncio.to_thread(founding.continued, record)
        return await self._add(table, entries, source)

    async def _add(self, table: Table, entries: Sequence[Entry] = (), source: str | None = None) -> TableInfo:
        self._check_open()
        await self._check_room()

        async def added() -> TableInfo:
            with storage():
                await self._store.add(table, entries, source)
            self._clerk.announce(self._shelf.put(table))
            return table.info()

        return await self._tasks.to_its_end(added())

    async def _check_room(self) -> None:
        with storage():
            if await self._store.count() >= self.settings.tables:
                raise Refusal.of("table/limit", limit=self.settings.tables)

    async def tables(self, ids: Collection[str] | None = None) -> list[TableInfo]:
        """All tables, or those with these ids; those that changed last first."""
        with storage():
            return await self._store.infos(ids)

    async def visible(self, passes: Mapping[str, Actor]) -> list[TableInfo]:
        """Those tables that somebody with these passes may see; those that changed last first."""
        if not passes:
            return []
        with storage():
            infos, revoked = await self._store.infos(passes), await self._store.revoked(passes)
        return [
            info
            for info in infos
            if Company(tuple(info.players), public=info.options.public, generations=revoked.get(info.id, {})).may_watch(
                passes[info.id]
            )
        ]

    async def lobby(self) -> list[TableInfo]:
        """The tables at which anybody may take a seat."""
        with storage():
            return await self._store.infos(lobby=True) if self.settings.lobby else []

    async def info(self, table: str) -> TableInfo:
        async with self.using(table) as opened:
            return opened.table.info()

    async def delete(self, table: str) -> None:
        """Remove a table for ever; whoever watches it is told so."""
        self._check_open()
        await self._tasks.to_its_end(self._delete(table))

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
        self._porter.forget(table)
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

    async def state(self, table: str, since: int | None = None, actor: Actor = LOCAL) -> State:
        """Where a table stands, for somebody with these passes."""
        async with self.using(table) as opened:
            message = opened.audience.state(since, actor).message
            assert isinstance(message, State)
            return message

    async def choices(self, table: str) -> Choices | None:
        """What the mover may do; None if nobody is asked."""
        async with self.using(table) as opened:
            told = opened.audience.choices()
            message = told.message if told else None
            return message if isinstance(message, Choices) else None

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

    # Changes.

    async def play(self, table: str, play: Play, actor: Actor = LOCAL) -> Accepted:
        """Make the decisions of a stretch.

        When this returns they are kept. Should the caller be cancelled, all of them are made or none.
        """
        self._check_open()
        return await self._tasks.to_its_end(self._play(table, play, actor, None))

    async def play_bot(self, table: str, play: Play, by: str) -> Accepted:
        """Make the decisions of a bot; `by` is empty for the one that the table knows of."""
        return await self._tasks.to_its_end(self._play(table, play, None, by))

    async def _play(self, table: str, play: Play, actor: Actor | None, by: str | None) -> Accepted:
        async with self._changing(table, play.version) as opened:
            company = opened.table.company
            if actor is None:
                seats = frozenset({play.seat})
            else:
                access.check(company, actor, Play)
                seats = company.seats(actor)
            proposed = opened.table.propose(play, seats, at=time.time(), by=by)
            if isinstance(proposed, Accepted):
                return proposed
            await self._clerk.keep(opened, proposed)
            return Accepted(id=play.id, version=proposed.end)

    async def act(self, table: str, change: Change, actor: Actor = LOCAL) -> Accepted:
        """Change something besides decisions."""
        self._check_open()
        return await self._tasks.to_its_end(_tried(lambda: self._act(table, change, actor)))

    async def _act(self, table: str, change: Change, actor: Actor) -> Accepted:
        async with self._changing(table, change.version) as opened:
            game = opened.table
            game.check_id(change.id)
            access.check(game.company, actor, type(change))
            doer = self._porter.doer(opened, actor)
            seat = doer.seat(change)
            if answered := game.answered(seat, change.id):
                return answered
            acts.check_version(game, change)
            if isinstance(change, Rematch) and game.company.next:
                return Accepted(id=change.id, version=game.version)
            new = founding.rematch(game) if isinstance(change, Rematch) else None
            events = acts.events(game, change, doer, new.id if new else "")
            if not events:
                return Accepted(id=change.id, version=game.version)
            if new:
                await self._check_room()
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=change.id)
            await self._clerk.keep(opened, proposed, new)
            if new:
                self._clerk.announce(self._shelf.put(new))
            return Accepted(id=change.id, version=proposed.end)

    async def take(
        self, table: str, chair: int, name: str, generation: int | None = None, intent: str = ""
    ) -> TableInfo:
        """Let somebody take the open seat of a chair; Refusal if it is not open, or his link is void by now.

        To whoever comes again with the intent by which it was taken, it is given again.
        """
        self._check_open()
        known_as = f"take:{generation}:{intent or founding.new_id()}"
        return await self._tasks.to_its_end(_tried(lambda: self._take(table, chair, name, generation, known_as)))

    async def _take(self, table: str, chair: int, name: str, generation: int | None, intent: str) -> TableInfo:
        async with self._changing(table) as opened:
            game = opened.table
            if not 0 <= chair < len(game.players):
                raise game.refusal("table/seat", seat=chair)
            if generation not in (None, game.company.generation(f"chair:{chair}")):
                raise game.refusal("access/revoked")
            seat = game.company.seat_of(chair)
            if any(game.answered(player.seat, intent) for player in game.players):  # lots may have moved him since
                return game.info()
            events = acts.taken(game, seat, name)
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=intent)
            await self._clerk.keep(opened, proposed)
            self._porter.expect(table, chair)
            return game.info()

    async def _ring(self, table: str) -> None:
        """See whether somebody's time is over, and let happen what was agreed for that."""
        async with self._changing(table) as opened:
            game = opened.table
            deadline = game.standing.deadline
            if deadline is None or time.time() < deadline:
                return
            events = acts.out_of_time(game)
            proposed = game.propose_events(events, seat=-1, at=time.time(), by="clock", intent=f"clock:{game.version}")
            await self._clerk.keep(opened, proposed)

    async def say(self, table: str, say: Say, actor: Actor = LOCAL) -> Accepted:
        """Say something to all at a table."""
        self._check_open()
        return await self._tasks.to_its_end(self._say(table, say, actor))

    async def _say(self, table: str, say: Say, actor: Actor) -> Accepted:
        async with self._changing(table) as opened:
            company, version = opened.table.company, opened.table.version
            opened.table.check_id(say.id)
            access.check(company, actor, Say)
            if say.seat not in company.seats(actor):
                raise opened.table.refusal("table/foreign-seat", seat=say.seat)
            if not company.chat:
                raise opened.table.refusal("chat/off")
            chat = await self._chat(opened)
            if chat.knows(say):
                return Accepted(id=say.id, version=version)
            await self._clerk.say(opened, chat, chat.checked(say, company.players[say.seat].chair))
            chat.answer(say)
            return Accepted(id=say.id, version=version)

    async def _chat(self, opened: Opened) -> Chat:
        """What was said at a table."""
        if opened.chat is None:
            with storage():
                said = await self._store.said(opened.table.id)
            opened.heard(said)
        assert opened.chat is not None
        return opened.chat

    def _changing(self, table: str, version: int = 0) -> Changing:
        """A table that nobody else changes meanwhile, and that has all that its log has."""
        return Changing(self.using(table), lambda opened: self._renew(opened, version))

    async def _renew(self, opened: Opened, version: int) -> None:
        if opened.gone:
            raise Refusal.of("table/unknown")
        if opened.doubtful or self._neighbors.know_more(opened, version):
            await self._clerk.catch_up(opened)

    def _changed(self, opened: Opened) -> None:
        """After a change was told: bots, clocks and whoever has to know."""
        standing, table = opened.table.standing, opened.table.id
        if standing.waits_for_bot:
            self._bots.wake(table)
        else:
            self._bots.dismiss(table)
        self._porter.review(opened)
        self._porter.tell(opened)
        self._set_alarm(opened)

    def _kept(self, opened: Opened, change: Kept) -> None:
        """After a change that was made here: a turn may have begun for somebody who is not there."""
        seat = change.after.thinker
        begins = opened.table.moved > change.version or seat != change.before.thinker
        if not self.on_turn or seat < 0 or not begins:
            return
        if not self.is_present(opened.table.id, opened.table.players[seat].chair):
            self.on_turn(opened.table)

    def _set_alarm(self, opened: Opened) -> None:
        """Ring when somebody's time is over."""
        deadline = opened.table.standing.deadline
        moment = deadline and max(deadline, self._started + _MERCY) + _LATE
        opened.ring_at(moment, lambda: self._soon(opened.table.id))

    def _soon(self, table: str) -> None:
        """Ring for a table, where nobody waits for it."""
        if not self._ending:
            self._tasks.start(_tried(lambda: self._ring(table)))

    # Who is there.

    async def company(self, table: str) -> Company:
        """Who is at a table, and which passes are good there."""
        if opened := self.peek(table):
            return opened.table.company
        async with self.using(table) as opened:
            return opened.table.company

    def is_present(self, table: str, chair: int) -> bool:
        """Whether somebody on this chair has an open socket."""
        return self._porter.is_present(table, chair)

    async def webhook(self, table: str, chair: int) -> str:
        """The address that is to be called when a chair has its turn; empty for none."""
        generation = (await self.company(table)).generation(f"chair:{chair}")
        with storage():
            return await self._store.webhook(table, chair, generation)

    async def set_webhook(self, table: str, chair: int, url: str, actor: Actor) -> None:
        """Have an address called when a chair of one's own has its turn and nobody is there; empty for none."""
        self._check_open()
        company = await self.company(table)
        access.check(company, actor, "webhook")
        if chair not in company.chairs(actor):
            raise Refusal.of("access/seat")
        with storage():
            await self._store.set_webhook(table, chair, company.generation(f"chair:{chair}"), url)

    async def follow(self, table: str, old: str, actor: Actor) -> Actor:
        """The passes that somebody with passes for a table has for its rematch."""
        before = await self.company(old)
        if not before.may_watch(actor):
            raise Refusal.of("access/needed")
        if before.next != table:
            raise Refusal.of("access/invalid")
        seats = len(before.players)
        chairs = {(before.seat_of(chair) - 1) % seats: 0 for chair in before.chairs(actor)}
        return Actor(chairs, host=0 if before.is_host(actor) else None, watch=0)

    # Watching.

    @contextlib.asynccontextmanager
    async def watch(
        self,
        table: str,
        *,
        since: int | None = None,
        actor: Actor = LOCAL,
        thinking: bool = False,
        write: Write | None = None,
    ) -> AsyncIterator[Watcher]:
        """Hear where a table stands, with what came after version `since`, and from then on every change.

        Nothing is missed in between. Choices follow the State, for those who play the mover's seat; then comes who is
        there, and what was said. The last message is a Bye. With `write`, what can leave at once does so past the
        watcher.
        """
        async with self.using(table) as opened:
            if self._neighbors.know_more(opened, since or 0):
                async with opened.lock:
                    await self._clerk.catch_up(opened)
            chat = await self._chat(opened)
            access.check(opened.table.company, actor, "live")
            watcher = Watcher(self.settings.lag + len(chat.said), actor=actor, thinking=thinking, write=write)
            opened.audience.join(watcher, since)
            with self._porter.lets_in(opened, watcher):
                for each in chat.told(opened.table.company):
                    watcher.tell(Told(each))
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

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._shelf)

    @property
    def bots(self) -> tuple[int, int]:
        """How many bots think, and how many wait for their turn to think."""
        return self._bots.crowd

    async def check(self) -> None:
        """Refusal if the storage does not answer."""
        with storage():
            await self._store.check()

    def using(self, table: str) -> Using:
        """A table, loaded if it is not in memory, where it stays meanwhile."""
        return self._shelf.using(table)

    async def _sweep_often(self) -> None:
        due = 0.0
        while True:
            if time.monotonic() >= due:
                due = time.monotonic() + _HOUR
                self._porter.prune()
                with contextlib.suppress(Refusal):
                    await self.remove_old()
            await asyncio.sleep(min(30.0, max(0.1, self.settings.idle / 4)))
            self._shelf.sweep(self.settings.idle, self._bots.__contains__)
            if time.time() > self._started + _MERCY:
                with contextlib.suppress(StorageFault):
                    for table in await self._store.due(time.time()):
                        self._soon(table)

    async def remove_old(self) -> int:
        """Remove the tables that the settings keep no longer, finished or abandoned; how many there were."""
        old: list[str] = []
        for days, find in (
            (self.settings.retention, self._store.finished_before),
            (self.settings.abandoned, self._store.abandoned_before),
        ):
            if days is not None:
                with storage():
                    old += await find(time.time() - days * _DAY)
        for table in old:
            with contextlib.suppress(Refusal):
                await self.delete(table)
        return len(old)

    # What must not be left half done.

    def _check_open(self) -> None:
        if self._ending:
            raise Refusal.of("server/restart")


async def _tried(work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
    """Do something, and again if another process was faster; it sees the table anew each time."""
    for _ in range(_TRIES - 1):
        with contextlib.suppress(Overtaken):
            return await work()
    return await work()


def _finish(part: Path, path: Path) -> None:
    """Let a new file appear under its name when all of it is on the disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)
