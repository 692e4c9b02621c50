"""Whoever sees to what is wanted at tables: whether it may be, what comes of it, and that it is kept.

Nothing here may be broken off half done; the hall sees to that.
"""

from __future__ import annotations

import time

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.intents import Act, Rematch
from aquaromana.server.protocol.messages import Accepted, Play, Say
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.service.arrivals import Porter
from aquaromana.server.service.cache import Changing, Opened, Shelf, storage
from aquaromana.server.service.cluster import Neighbors
from aquaromana.server.service.writer import Clerk
from aquaromana.server.storage.store import Store
from aquaromana.server.table import creation, outcomes, permissions
from aquaromana.server.table.credentials import Credentials, chair_key
from aquaromana.server.table.ids import OURS


class Steward:
    """Changes tables, one change of a table at a time."""

    def __init__(
        self, store: Store, shelf: Shelf, clerk: Clerk, neighbors: Neighbors, porter: Porter, most: int
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._clerk = clerk
        self._neighbors = neighbors
        self._porter = porter
        self._most = most
        """Tables that there may be."""

    async def play(self, table: str, play: Play, credentials: Credentials | None, by: str | None) -> Accepted:
        """Make the decisions of a stretch; a bot does if there is no actor."""
        async with self._changing(table, play.version) as opened:
            members = opened.table.members
            if credentials is None:
                seats = frozenset({play.seat})
            else:
                permissions.check(members, credentials, Play)
                seats = members.seats(credentials)
            proposed = opened.table.propose(play, seats, at=time.time(), by=by)
            if isinstance(proposed, Accepted):
                return proposed
            await self._clerk.keep(opened, proposed)
            return Accepted(id=play.id, version=proposed.end)

    async def act(self, table: str, act: Act, credentials: Credentials) -> Accepted:
        """Do something besides deciding."""
        async with self._changing(table, act.version) as opened:
            game = opened.table
            game.check_id(act.id)
            permissions.check(game.members, credentials, type(act))
            requester = self._porter.requester(opened, credentials)
            seat = requester.seat(act)
            if answered := game.answered(seat, act.id):
                return answered
            outcomes.check_version(game, act)
            if isinstance(act, Rematch) and game.members.next:
                return Accepted(id=act.id, version=game.version)
            new = creation.rematch(game) if isinstance(act, Rematch) else None
            events = outcomes.events(game, act, requester, new.id if new else "")
            if not events:
                return Accepted(id=act.id, version=game.version)
            if new:
                await self.check_room()
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=act.id)
            await self._clerk.keep(opened, proposed, new)
            if new:
                self._clerk.announce(self._shelf.put(new))
            return Accepted(id=act.id, version=proposed.end)

    async def take(self, table: str, chair: int, name: str, generation: int | None, intent: str) -> TableInfo:
        """Let somebody take the open seat of a chair, unless he has it by this intent already."""
        async with self._changing(table) as opened:
            game = opened.table
            if not 0 <= chair < len(game.players):
                raise game.refusal("table/seat", seat=chair)
            if generation not in (None, game.members.generation(chair_key(chair))):
                raise game.refusal("access/revoked")
            seat = game.members.seat_of(chair)
            if any(game.answered(player.seat, intent) for player in game.players):  # lots may have moved him since
                return game.info()
            events = outcomes.taken(game, seat, name)
            proposed = game.propose_events(events, seat=seat, at=time.time(), intent=intent)
            await self._clerk.keep(opened, proposed)
            self._porter.expect(table, chair)
            return game.info()

    async def ring(self, table: str) -> None:
        """See whether somebody's time is over, and let happen what was agreed for that."""
        async with self._changing(table) as opened:
            game = opened.table
            deadline = game.standing.deadline
            if deadline is None or time.time() < deadline:
                return
            events = outcomes.out_of_time(game)
            intent = f"{OURS}clock:{game.version}"
            proposed = game.propose_events(events, seat=-1, at=time.time(), by="clock", intent=intent)
            await self._clerk.keep(opened, proposed)

    async def say(self, table: str, say: Say, credentials: Credentials) -> Accepted:
        """Say something to all at a table."""
        async with self._changing(table) as opened:
            members, version = opened.table.members, opened.table.version
            opened.table.check_id(say.id)
            permissions.check(members, credentials, Say)
            if say.seat not in members.seats(credentials):
                raise opened.table.refusal("table/foreign-seat", seat=say.seat)
            if not members.chat:
                raise opened.table.refusal("chat/off")
            chat, chair = await self._clerk.chat(opened), members.players[say.seat].chair
            if not chat.knows(say.id, chair):
                await self._clerk.say(opened, chat, chat.checked(say, chair))
            return Accepted(id=say.id, version=version)

    async def check_room(self) -> None:
        """Refusal if there are as many tables as there may be."""
        with storage():
            if await self._store.count() >= self._most:
                raise Refusal.of("table/limit", limit=self._most)

    def _changing(self, table: str, version: int = 0) -> Changing:
        """A table that nobody else changes meanwhile, and that has all that its log has."""
        return Changing(self._shelf.using(table), lambda opened: self._renew(opened, version))

    async def _renew(self, opened: Opened, version: int) -> None:
        if opened.gone:
            raise Refusal.of("table/unknown")
        if opened.doubtful or self._neighbors.know_more(opened, version):
            await self._clerk.catch_up(opened)
