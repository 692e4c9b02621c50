"""Commands that change a table. Each one locks it, checks the permission, proposes a change and has it persisted.

The permission check here is the guarantee: it runs under the table's lock, against its latest version. Commands must
not be cancelled half-way; `TableService` shields them.
"""

from __future__ import annotations

import time

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.intents import AnyIntent, Rematch
from aquaromana.server.protocol.messages import Accepted, Play, Say
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.service.arrivals import Arrivals
from aquaromana.server.service.cache import Changing, LoadedTable, TableCache, storage
from aquaromana.server.service.cluster import Cluster
from aquaromana.server.service.writer import Writer
from aquaromana.server.storage.store import Store
from aquaromana.server.table import creation, outcomes, permissions
from aquaromana.server.table.credentials import Credentials, chair_key
from aquaromana.server.table.ids import OURS


class Commands:
    """The commands, one at a time for each table."""

    def __init__(
        self, store: Store, cache: TableCache, writer: Writer, cluster: Cluster, arrivals: Arrivals, most: int
    ) -> None:
        self._store = store
        self._cache = cache
        self._writer = writer
        self._cluster = cluster
        self._arrivals = arrivals
        self._most = most
        """Tables that there may be."""

    async def play(self, table: str, play: Play, credentials: Credentials | None, by: str | None) -> Accepted:
        """Make the decisions of a stretch; without credentials they are a bot's."""
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
            await self._writer.keep(loaded, proposed)
            return Accepted(id=play.id, version=proposed.end)

    async def apply(self, table: str, intent: AnyIntent, credentials: Credentials) -> Accepted:
        """Apply an intent: change a table other than by decisions."""
        async with self._changing(table, intent.version) as loaded:
            game = loaded.table
            game.check_id(intent.id)
            permissions.check(game.members, credentials, type(intent))
            requester = self._arrivals.requester(loaded, credentials)
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
                await self.check_room()
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=intent.id)
            await self._writer.keep(loaded, proposed, new)
            if new:
                self._writer.announce(self._cache.put(new))
            return Accepted(id=intent.id, version=proposed.end)

    async def take(self, table: str, chair: int, name: str, generation: int | None, intent: str) -> TableInfo:
        """Give somebody the open seat of a chair. Idempotent: the same intent gets the same seat again."""
        async with self._changing(table) as loaded:
            game = loaded.table
            if not 0 <= chair < len(game.players):
                raise game.refusal("table/seat", seat=chair)
            if generation not in (None, game.members.generation(chair_key(chair))):
                raise game.refusal("access/revoked")
            seat = game.members.seat_of(chair)
            if any(game.answered(player.seat, intent) for player in game.players):  # lots may have moved them since
                return game.info()
            events = outcomes.taken(game, seat, name)
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=intent)
            await self._writer.keep(loaded, proposed)
            self._arrivals.expect(table, chair)
            return game.info()

    async def on_deadline(self, table: str) -> None:
        """Apply what was agreed for a player whose time is up, if it is."""
        async with self._changing(table) as loaded:
            game = loaded.table
            deadline = game.snapshot.deadline
            if deadline is None or time.time() < deadline:
                return
            events = outcomes.out_of_time(game)
            intent = f"{OURS}clock:{game.version}"
            proposed = game.propose_events(events, seat=-1, at=time.time(), by="clock", intent=intent)
            await self._writer.keep(loaded, proposed)

    async def say(self, table: str, say: Say, credentials: Credentials) -> Accepted:
        """Say something to all at a table."""
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

    async def check_room(self) -> None:
        """Refusal if there are as many tables as there may be."""
        with storage():
            if await self._store.count() >= self._most:
                raise Refusal.of("table/limit", limit=self._most)

    def _changing(self, table: str, version: int = 0) -> Changing:
        """A table, locked and up to date with its log."""
        return Changing(self._cache.using(table), lambda loaded: self._renew(loaded, version))

    async def _renew(self, loaded: LoadedTable, version: int) -> None:
        if loaded.gone:
            raise Refusal.of("table/unknown")
        if loaded.doubtful or self._cluster.is_behind(loaded, version):
            await self._writer.catch_up(loaded)
