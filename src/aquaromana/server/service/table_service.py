"""The table service: everything that can be done with the tables of this process. Transports call nothing else.

    async with TableService.open(settings) as service:
        info = await service.create([Seating("person", "Ann"), Seating("bot", bot="search:3")])
        async with service.watch(info.id) as changes:
            async for outgoing in changes:
                outgoing.message, outgoing.text

Whatever is refused raises Refusal and has changed nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Self

from aquaromana.records import Record, write_record
from aquaromana.rules import Position
from aquaromana.rules.layout import STANDARD, LayoutName
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.errors import Refusal, StartError
from aquaromana.server.protocol import views
from aquaromana.server.protocol.framing import Write
from aquaromana.server.protocol.game import Step, Suggestion, View
from aquaromana.server.protocol.messages import Answer, Ask, Choices, Preview, Previewed, State
from aquaromana.server.protocol.table_info import Options, TableInfo
from aquaromana.server.service.audience import Outgoing, Subscriber
from aquaromana.server.service.bot_driver import BotDriver
from aquaromana.server.service.cache import LoadedTable, TableCache, Using, storage
from aquaromana.server.service.cleanup import Cleanup
from aquaromana.server.service.cluster import Cluster
from aquaromana.server.service.commands import Commands
from aquaromana.server.service.hints import Hints
from aquaromana.server.service.observer import Observers
from aquaromana.server.service.questions import Questions
from aquaromana.server.service.review_moments import Moments
from aquaromana.server.service.reviews import Reviews
from aquaromana.server.service.sessions import Sessions
from aquaromana.server.service.studies import Studies
from aquaromana.server.service.timers import Timers
from aquaromana.server.service.writer import Writer
from aquaromana.server.settings import Settings
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.notify import Notifications
from aquaromana.server.storage.store import Store
from aquaromana.server.table import creation, permissions
from aquaromana.server.table.changes import LogEntry
from aquaromana.server.table.credentials import LOCAL, Credentials, chair_key
from aquaromana.server.table.exports import Export
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table

_CLEANUP_STOPS: Final = 2.0
"""Seconds in which the cleanup may end a query before it is cancelled."""


class TableService(Commands):
    """The tables in a Store, with their subscribers and bots. The commands that change them are inherited."""

    def __init__(self, settings: Settings, store: Store, pool: BotPool, notifications: Notifications) -> None:
        self.settings = settings
        self.observers = Observers()
        """What reacts to changes of tables; others may be added."""
        cache = TableCache(store, self.observers)
        writer = Writer(store, cache, self.observers)
        self._cluster = Cluster(notifications, store, cache, writer)
        sessions = Sessions(self._cluster.tracker)
        super().__init__(store, cache, writer, sessions, most=settings.tables, shared=notifications.shared)
        self._timers = Timers(store, self.on_deadline)
        self._bots = BotDriver(cache, self, pool, self._cluster.leases, settings.bot_delay)
        self.hints = Hints(cache, self, pool, self._bots.owner, local=settings.access == "local")
        questions = Questions(pool)
        local, shared = settings.access == "local", notifications.shared
        self.reviews = Reviews(cache, store.reviews, pool, local=local, shared=shared)
        """Reviews of finished games."""
        self.moments = Moments(cache, self.reviews, questions)
        """Moments of finished games, for people who learn from them."""
        self.studies = Studies(questions)
        """Analysis of positions that nobody plays."""
        self._cleanup = Cleanup(settings, store, cache, sessions, self._bots, self._timers, self)
        self.observers.add(self._bots, self.hints, self.reviews, sessions, self._timers)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[Self]:
        """Open the storage, and let bots resume wherever it is their turn; StartError if that fails."""
        async with (
            Store.open(settings.url, busy=settings.busy) as store,
            Notifications.open(settings) as notifications,
            BotPool.open(settings) as pool,
        ):
            service = cls(settings, store, pool, notifications)
            try:
                waiting = await store.waiting_for_bots()
            except StorageFault as fault:
                raise StartError(f"The tables cannot be read: {fault}.") from fault
            for table in waiting:
                service._bots.wake(table)
            cleanup = asyncio.create_task(service._cleanup.run(), name="upkeep")
            try:
                async with (
                    service._cluster.hear(service._bots.wake, service._sessions.broadcast_presence),
                    service.reviews.resumed(),
                ):
                    yield service
            finally:
                service._cleanup.stop()
                await asyncio.wait((cleanup,), timeout=_CLEANUP_STOPS)
                cleanup.cancel()
                await asyncio.wait((cleanup,))
                await service._close()

    def begin_shutdown(self) -> None:
        """Say goodbye to all subscribers and refuse further changes; those under way are completed."""
        self._ending = True
        self._bots.begin_shutdown()
        for loaded in self._cache:
            loaded.audience.dismiss("server/restart")

    async def _close(self) -> None:
        self.begin_shutdown()
        await self._bots.close()
        await self.hints.close()
        await self.reviews.close()
        await self._tasks.wait()

    # Tables.

    async def create(
        self,
        players: Sequence[Seating],
        start: Position | None = None,
        options: Options | None = None,
        owner: str = "",
        layout: LayoutName = STANDARD,
    ) -> TableInfo:
        """A new table, from the beginning or from a position. Its bots think for the owner, an address say."""
        made = creation.new(players, start, options, lobby=self.settings.lobby, layout=layout)
        return await self._add(made, owner=owner)

    async def create_lesson(self, id: str, owner: str = "") -> TableInfo:  # noqa: A002 - it is the lesson's id everywhere
        """A new table at which a lesson is given, from its first step."""
        return await self._add(creation.lesson(id), owner=owner)

    async def create_puzzle(self, id: str, owner: str = "") -> TableInfo:  # noqa: A002 - it is the puzzle's id everywhere
        """A new table at which a puzzle is solved; what judges tries thinks for the owner."""
        return await self._add(creation.puzzle(id), owner=owner)

    async def fork(
        self, table: str, ply: int, players: Sequence[Seating], options: Options | None = None, owner: str = ""
    ) -> TableInfo:
        """A new table that goes on from where another one was after so many decisions."""
        async with self.using(table) as loaded:
            forked, entries = creation.fork(loaded.table, ply, players, options, lobby=self.settings.lobby)
        return await self._add(forked, entries, owner=owner)

    async def add_record(self, record: Record, source: str = "", owner: str = "") -> TableInfo:
        """A table that continues a record where it stopped; RecordError if a decision of it is not legal.

        With `source`, the text of the whole record, its line is enough.
        """
        table, entries = await asyncio.to_thread(creation.continued, record)
        return await self._add(table, entries, source or await asyncio.to_thread(write_record, record), owner=owner)

    async def _add(
        self, table: Table, entries: Sequence[LogEntry] = (), source: str | None = None, *, owner: str = ""
    ) -> TableInfo:
        self.check_open()
        self._bots.assign(table.id, owner)
        await self.check_room()
        return await self.persist_new(table, entries, source, self._hashed(owner))

    def _hashed(self, owner: str) -> str:
        """What is stored of an address: its tables can be counted, but the address cannot be recovered."""
        key = self.settings.secret.encode()
        return hmac.digest(key, f"owner|{owner}".encode(), "sha256").hex()[:32] if owner else ""

    async def tables(self, ids: Collection[str] | None = None) -> list[TableInfo]:
        """All tables, or those with these ids; those that changed last first."""
        with storage():
            return await self._store.infos(ids)

    async def visible(self, credentials: Mapping[str, Credentials]) -> list[TableInfo]:
        """The tables that these credentials may watch; those that changed last first."""
        if not credentials:
            return []
        with storage():
            infos, revoked = await self._store.infos(credentials), await self._store.revoked(credentials)
        return [
            info
            for info in infos
            if Members(tuple(info.players), public=info.options.public, generations=revoked.get(info.id, {})).may_watch(
                credentials[info.id]
            )
        ]

    async def lobby(self, since: float = 0.0, most: int = 100) -> list[TableInfo]:
        """The tables at which anybody may take a seat and that changed since this moment, the last ones."""
        with storage():
            return await self._store.lobby(since, most) if self.settings.lobby else []

    async def info(self, table: str) -> TableInfo:
        async with self.using(table) as loaded:
            return loaded.table.info()

    async def check_host(self, table: str, credentials: Credentials) -> None:
        """Refusal if somebody is not the host of a table, also of one that cannot be read."""
        with storage():
            revoked = await self._store.revoked([table])
        if not Members((), generations=revoked.get(table, {})).is_host(credentials):
            raise Refusal.of("access/host")

    async def export(self, table: str) -> Export:
        """The game as far as it has been played, to be exported."""
        outline = await self.outline(table)
        return replace(outline, source=await self.source(table))

    async def outline(self, table: str) -> Export:
        """The same without the record that it continues: that may be long, and what is cached does not need it."""
        async with self.using(table) as loaded:
            return Export.of(loaded.table)

    async def source(self, table: str) -> str:
        """The record that a game continues, empty for none."""
        async with self.using(table) as loaded:
            if loaded.table.origin != "import":
                return ""
            with storage():
                return await self._store.source(table) or ""

    async def record(self, table: str) -> Record:
        """The game as a record, as far as it has been played."""
        return await asyncio.to_thread((await self.export(table)).record)

    # The game.

    async def state(self, table: str, since: int | None = None, credentials: Credentials = LOCAL) -> State:
        """The state of a table, as a client with these credentials sees it."""
        async with self.using(table) as loaded:
            message = loaded.audience.state(since, credentials).message
            assert isinstance(message, State)
            return message

    async def choices(self, table: str) -> Choices | None:
        """What the mover may do; None if nobody is asked."""
        async with self.using(table) as loaded:
            outgoing = loaded.audience.choices()
            message = outgoing.message if outgoing else None
            return message if isinstance(message, Choices) else None

    async def view(self, table: str, ply: int) -> View:
        """The position after so many decisions."""
        async with self.using(table) as loaded:
            return views.view(loaded.table.at(ply))

    async def steps(self, table: str, since: int = 0) -> list[Step]:
        """The decisions from the one with this number on."""
        async with self.using(table) as loaded:
            return loaded.table.steps(max(since, 0))

    async def preview(self, table: str, preview: Preview) -> Previewed:
        async with self.using(table) as loaded:
            return loaded.table.preview(preview)

    async def ask(self, table: str, ask: Ask) -> Answer:
        async with self.using(table) as loaded:
            return loaded.table.ask(ask)

    async def suggestion(self, table: str) -> Suggestion:
        """A stretch that the seat that is asked could make."""
        return await self._bots.suggest(table)

    # Who is there.

    async def members(self, table: str) -> Members:
        """The members of a table, who decide which credentials are valid there."""
        if loaded := self.peek(table):
            return loaded.table.members
        async with self.using(table) as loaded:
            return loaded.table.members

    def assign_bots(self, table: str, owner: str) -> None:
        """Somebody plays at this table: its bots think for them."""
        self._bots.assign(table, owner)

    def is_present(self, table: str, chair: int) -> bool:
        """Whether somebody on this chair has an open socket."""
        return self._sessions.is_present(table, chair)

    async def webhook(self, table: str, chair: int) -> str:
        """The address that is to be called when a chair has its turn; empty for none."""
        generation = (await self.members(table)).generation(chair_key(chair))
        with storage():
            return await self._store.webhook(table, chair, generation)

    async def set_webhook(self, table: str, chair: int, url: str, credentials: Credentials) -> None:
        """Have an address called when a chair of one's own has its turn and nobody is there; empty for none."""
        self.check_open()
        members = await self.members(table)
        permissions.check(members, credentials, "webhook")
        if chair not in members.chairs(credentials):
            raise Refusal.of("access/seat")
        with storage():
            await self._store.set_webhook(table, chair, members.generation(chair_key(chair)), url)

    async def follow(self, table: str, old: str, credentials: Credentials) -> Credentials:
        """The credentials for a rematch, by those for the table before."""
        before = await self.members(old)
        if not before.may_watch(credentials):
            raise Refusal.of("access/needed")
        if before.next != table:
            raise Refusal.of("access/invalid")
        return creation.followed(before, credentials)

    # Watching.

    @contextlib.asynccontextmanager
    async def watch(
        self,
        table: str,
        *,
        since: int | None = None,
        credentials: Credentials = LOCAL,
        thinking: bool = False,
        write: Write | None = None,
    ) -> AsyncIterator[Subscriber]:
        """Subscribe to a table: its state since version `since`, and from then on every change.

        Nothing is missed in between. Choices follow the State, for those who play the mover's seat; then comes who is
        there, and what was said. The last message is a Bye. With `write`, what can leave at once does so past the
        watcher.
        """
        async with self.using(table) as loaded:
            if self.is_behind(loaded, since or 0):
                async with loaded.lock:
                    await self._writer.catch_up(loaded)
            chat = await self._writer.chat(loaded)
            permissions.check(loaded.table.members, credentials, "live")
            subscriber = Subscriber(
                self.settings.lag + len(chat.remarks), credentials=credentials, thinking=thinking, write=write
            )
            loaded.audience.join(subscriber, since)
            with self._sessions.admit(loaded, subscriber):
                for each in chat.to_messages(loaded.table.members):
                    subscriber.send(Outgoing(each))
                self.begin_if_complete(loaded)
                if self._ending:
                    loaded.audience.dismiss("server/restart")
                try:
                    yield subscriber
                finally:
                    loaded.audience.leave(subscriber)

    # Memory and time. The first two are for this package alone.

    def peek(self, table: str) -> LoadedTable | None:
        """A table, if it is in memory."""
        return self._cache.peek(table)

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._cache)

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
        return self._cache.using(table)
