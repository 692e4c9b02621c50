"""Commands that create, change and delete tables. A change is proposed and persisted under the table's lock.

Checks under the lock are authoritative, because they see the latest version. Commands with credentials check the role
there (`permissions`), and `Table.propose` checks the seat and its turn. Taking a seat checks the generation of the link
instead. Bots, clocks, hints and judgements have no role: the server itself enters them. `delete` checks the host in the
transaction that removes the table. `persist_new` proposes no change and checks no permission: its callers do. A command
is never cancelled half-way: it completes even if its caller is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Hinted, Revoked, Tried
from aquaromana.server.protocol.intents import AnyIntent, Rematch
from aquaromana.server.protocol.messages import Accepted, Play, Say
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.service.cache import Changing, LoadedTable, TableCache, storage
from aquaromana.server.service.sessions import Sessions
from aquaromana.server.service.writer import Writer, with_retries
from aquaromana.server.storage.store import NotAllowedError, Store
from aquaromana.server.table import creation, outcomes, permissions
from aquaromana.server.table.changes import LogEntry
from aquaromana.server.table.credentials import HOST, LOCAL, Credentials, chair_key
from aquaromana.server.table.ids import OURS, check_table_id, new_id, replacing_id, taking_id
from aquaromana.server.table.members import Members
from aquaromana.server.table.table import Table
from aquaromana.server.tasks import Tasks

TABLE_SHARE_DIVISOR: Final = 10
"""When the server is full, an address that owns more than 1/10 of all tables makes room."""
SPARES: Final = 5
"""How many tables are looked for to make room, if others use or remove them at the same moment."""
UNUSED: Final = 86400.0
"""Seconds after which a table at which nobody has played makes room for another one, if there are too many."""

_P = ParamSpec("_P")
_T = TypeVar("_T")
_Command = Callable[Concatenate["Commands", _P], Coroutine[Any, Any, _T]]


def command(*, retried: bool = False, in_shutdown: bool = False) -> Callable[[_Command[_P, _T]], _Command[_P, _T]]:
    """Makes a method of Commands complete even if its caller is cancelled; Refusal during a shutdown.

    `retried`: when another process overtakes it, it is tried again on the latest version.
    """

    def decorate(work: _Command[_P, _T]) -> _Command[_P, _T]:
        @wraps(work)
        async def complete(self: Commands, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
            if not in_shutdown:
                self.check_open()
            doing = with_retries(lambda: work(self, *args, **kwargs)) if retried else work(self, *args, **kwargs)
            return await asyncio.shield(self._tasks.start(doing))

        return complete

    return decorate


class Commands:
    """The commands, one at a time for each table."""

    def __init__(
        self, store: Store, cache: TableCache, writer: Writer, sessions: Sessions, *, most: int, shared: bool
    ) -> None:
        self._store = store
        self._cache = cache
        self._writer = writer
        self._sessions = sessions
        self._most = most
        """The maximum number of tables."""
        self._shared = shared
        """Whether other processes may change the tables too."""
        self._tasks = Tasks()
        self._ending = False

    @command()
    async def play(self, table: str, play: Play, credentials: Credentials = LOCAL) -> Accepted:
        """Make the decisions of a stretch, all or none; when this returns they are committed."""
        return await self._play(table, play, credentials, None)

    @command(in_shutdown=True)
    async def play_bot(self, table: str, play: Play, by: str) -> Accepted:
        """Make the decisions of a bot; `by` is empty for the one that the table knows of."""
        return await self._play(table, play, None, by)

    async def _play(self, table: str, play: Play, credentials: Credentials | None, by: str | None) -> Accepted:
        """Make decisions; without credentials they are a bot's."""
        async with self._changing(table, play.version) as loaded:
            members = loaded.table.members
            if credentials is None:
                seats = frozenset({play.seat})
            else:
                permissions.check(members, credentials, Play)
                seats = members.seats(credentials)
            proposed = loaded.table.propose(play, seats, at=time.time(), by=by)
            if isinstance(proposed, Accepted):
                return proposed
            await self._writer.persist(loaded, proposed)
            return Accepted(id=play.id, version=proposed.end)

    @command(retried=True)
    async def apply(self, table: str, intent: AnyIntent, credentials: Credentials = LOCAL) -> Accepted:
        """Apply an intent: change a table other than by decisions."""
        async with self._changing(table, intent.version) as loaded:
            game = loaded.table
            game.check_id(intent.id)
            permissions.check(game.members, credentials, type(intent))
            requester = self._sessions.requester(loaded, credentials)
            seat = requester.seat(intent)
            if answered := game.answered(seat, intent.id):
                return answered
            outcomes.check_changes(game, intent, requester)
            outcomes.check_version(game, intent)
            if isinstance(intent, Rematch) and game.members.next:
                return Accepted(id=intent.id, version=game.version)
            new = creation.rematch(game) if isinstance(intent, Rematch) else None
            events = outcomes.events(game, intent, requester, new.id if new else "")
            if not events:
                return Accepted(id=intent.id, version=game.version)
            if new:
                await self.check_room(but=table)
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=intent.id)
            await self._writer.persist(loaded, proposed, new)
            if new:
                self._writer.announce(self._cache.put(new))
            return Accepted(id=intent.id, version=proposed.end)

    async def take(
        self, table: str, chair: int, name: str, generation: int | None = None, intent: str = "", bot: str = ""
    ) -> TableInfo:
        """Give somebody the open seat of a chair; Refusal if it is not open, or the link is revoked by now.

        Idempotent: the same intent gets the same seat again.
        """
        return await self._take(table, chair, name, generation, taking_id(chair, generation, intent or new_id()), bot)

    @command(retried=True)
    async def _take(
        self, table: str, chair: int, name: str, generation: int | None, intent: str, bot: str
    ) -> TableInfo:
        async with self._changing(table) as loaded:
            game = loaded.table
            if not 0 <= chair < len(game.players):
                raise game.refusal("table/seat", seat=chair)
            if generation not in (None, game.members.generation(chair_key(chair))):
                raise game.refusal("access/revoked")
            seat = game.members.seat_of(chair)
            if any(game.answered(player.seat, intent) for player in game.players):  # lots may have moved them since
                return game.info()
            events = outcomes.taken(game, seat, name, bot)
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=intent)
            await self._writer.persist(loaded, proposed)
            self._sessions.expect(table, chair)
            return game.info()

    async def replace_link(self, table: str, target: str, credentials: Credentials, once: str = "") -> int:
        """Replace somebody's own link, to their chair or for hosts; its new generation. All earlier ones are void.

        Idempotent: the same `once` gets the same generation again, so that nobody loses a seat with an answer.
        """
        return await self._replace_link(table, target, credentials, once or new_id())

    @command(retried=True)
    async def _replace_link(self, table: str, target: str, credentials: Credentials, once: str) -> int:
        async with self._changing(table) as loaded:
            game, members = loaded.table, loaded.table.members
            held, now = credentials.generation(target), members.generation(target)
            intent = replacing_id(target, -1 if held is None else held, once)
            asked_by = (-1, *range(len(game.players)))
            if held == now - 1 and any(game.answered(seat, intent) for seat in asked_by):
                return now
            seats, host = members.seats(credentials), members.is_host(credentials)
            if target == HOST:
                if not host:
                    raise game.refusal("access/host")
                seat = min(seats, default=-1)
            else:
                chairs = {game.players[own].chair: own for own in seats}
                number = int(target.partition(":")[2])
                if number not in chairs:
                    raise game.refusal("access/seat")
                seat = chairs[number]
            outcomes.check_count(game, seat, host=host)
            revoked = Revoked(target=target, kept=True)
            proposed = game.propose_events([revoked], seat=seat, at=time.time(), intent=intent)
            await self._writer.persist(loaded, proposed)
            return now + 1

    def on_deadline(self, table: str) -> None:
        """Apply in the background what was agreed for a player whose time is up."""
        if not self._ending:
            self._tasks.start(with_retries(lambda: self._expire(table)))

    async def _expire(self, table: str) -> None:
        """Apply what was agreed for a player whose time is up, if it is."""
        async with self._changing(table) as loaded:
            game = loaded.table
            deadline = game.snapshot.deadline
            if deadline is None or time.time() < deadline:
                return
            events = outcomes.out_of_time(game)
            intent = f"{OURS}clock:{game.version}"
            proposed = game.propose_events(events, seat=-1, at=time.time(), by="clock", intent=intent)
            await self._writer.persist(loaded, proposed)

    def begin_if_complete(self, loaded: LoadedTable) -> None:
        """Let a rematch begin by itself, in the background, when everybody has come, as the first game did."""
        if loaded.table.members.waiting and not self._ending and self._is_complete(loaded):
            self._tasks.start(with_retries(lambda: self._begin(loaded.table.id)))

    def _is_complete(self, loaded: LoadedTable) -> bool:
        return outcomes.begins_by_itself(loaded.table, self._sessions.presence(loaded).present)

    async def _begin(self, table: str) -> None:
        async with self._changing(table) as loaded:
            game = loaded.table
            if self._is_complete(loaded):
                intent = f"{OURS}began:{game.version}"
                proposed = game.propose_events([outcomes.began(game)], seat=-1, at=time.time(), intent=intent)
                await self._writer.persist(loaded, proposed)

    @command(retried=True)
    async def count_hint(self, table: str, hinted: Hinted, intent: str) -> None:
        """Note in the log that somebody took a hint, once for each intent."""
        async with self._changing(table) as loaded:
            game = loaded.table
            if game.is_over or game.answered(hinted.seat, intent):
                return
            outcomes.check_length(game)
            proposed = game.propose_events([hinted], seat=hinted.seat, at=time.time(), intent=intent)
            await self._writer.persist(loaded, proposed)

    @command(in_shutdown=True)
    async def enter_judgement(self, table: str, version: int, tried: Tried) -> None:
        """Note in the log how a try at a puzzle was judged; nothing if the table went on meanwhile."""
        async with self._changing(table, version) as loaded:
            game = loaded.table
            if game.version != version:
                return
            intent = f"{OURS}tried:{version}"
            proposed = game.propose_events([tried], seat=-1, at=time.time(), intent=intent)
            await self._writer.persist(loaded, proposed)

    @command()
    async def say(self, table: str, say: Say, credentials: Credentials = LOCAL) -> Accepted:
        """Send a chat message to everybody at a table."""
        async with self._changing(table) as loaded:
            members, version = loaded.table.members, loaded.table.version
            loaded.table.check_id(say.id)
            permissions.check(members, credentials, Say)
            if say.seat not in members.seats(credentials):
                raise loaded.table.refusal("table/foreign-seat", seat=say.seat)
            if not members.chat:
                raise loaded.table.refusal("chat/off")
            chat, chair = await self._writer.chat(loaded), members.players[say.seat].chair
            if not chat.knows(say.id, chair):
                await self._writer.say(loaded, chat, chat.checked(say, chair))
            return Accepted(id=say.id, version=version)

    @command()
    async def persist_new(
        self, table: Table, entries: Sequence[LogEntry] = (), source: str | None = None, owner: str = ""
    ) -> TableInfo:
        """Persist a new table, with the log and the text of the record that it continues, and who made it."""
        with storage():
            await self._store.add(table, entries, source, owner)
        self._writer.announce(self._cache.put(table))
        return table.info()

    @command()
    async def delete(
        self, table: str, credentials: Credentials | None = None, *, unchanged_since: float = math.inf
    ) -> None:
        """Remove a table permanently; its subscribers are notified.

        Refusal if these credentials are no longer the host's, or the table is gone or has changed since that moment.
        Without credentials, the server itself removes it.
        """
        check_table_id(table)
        loaded = self._cache.peek(table)
        may = None if credentials is None else partial(_is_host, credentials)
        async with loaded.lock if loaded else contextlib.nullcontext():
            with storage():
                try:
                    is_gone = await self._store.delete(table, unchanged_since=unchanged_since, may=may)
                except NotAllowedError:
                    raise Refusal.of("access/host") from None
            if not is_gone:
                raise Refusal.of("table/unknown")
            self._writer.forget(table)

    def check_open(self) -> None:
        """Refusal during a shutdown."""
        if self._ending:
            raise Refusal.of("server/restart")

    def is_behind(self, loaded: LoadedTable, version: int) -> bool:
        """Whether a client has seen a later version at another process."""
        return self._shared and version > loaded.table.version

    async def check_room(self, but: str = "") -> None:
        """Refuse a new table when the maximum is reached.

        A table that was never used makes room, or one of an address that has more than its share, never `but`. If
        somebody else uses or removes it meanwhile, another one is looked for.
        """
        for _ in range(SPARES):
            with storage():
                if await self._store.count() < self._most:
                    return
                spare = await self._store.unused_since(time.time() - UNUSED, but=but)
                spare = spare or await self._store.surplus(self._most // TABLE_SHARE_DIVISOR, but=but)
            if spare is None:
                break
            table, changed = spare
            try:
                await self.delete(table, unchanged_since=changed)
            except Refusal as refusal:
                if refusal.code != "table/unknown":
                    raise
            else:
                return
        raise Refusal.of("table/limit", limit=self._most)

    def _changing(self, table: str, version: int = 0) -> Changing:
        """A table, locked and up to date with its log."""
        return Changing(self._cache.using(table), lambda loaded: self._renew(loaded, version))

    async def _renew(self, loaded: LoadedTable, version: int) -> None:
        if loaded.gone:
            raise Refusal.of("table/unknown")
        if loaded.doubtful or self.is_behind(loaded, version):
            await self._writer.catch_up(loaded)


def _is_host(credentials: Credentials, revoked: Counter[str]) -> bool:
    return Members((), generations=revoked).is_host(credentials)
