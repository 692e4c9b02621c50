"""The stream of a bot that plays over the network: what happens at its table, as lines of JSON until it hangs up."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.notation import position_text
from aquaromana.rules.scoring import places, scores
from aquaromana.server.api.bot_access import BotAccess
from aquaromana.server.api.tokens import TokenSigner
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.bot_events import (
    BotEvent,
    BotPlayer,
    GameEnd,
    GameStart,
    GameUpdate,
    Goodbye,
    RematchOffer,
    Waiting,
    YourTurn,
)
from aquaromana.server.protocol.framing import EXTENSION
from aquaromana.server.protocol.intents import Back
from aquaromana.server.protocol.messages import Bye, State
from aquaromana.server.service.audience import Outgoing, Subscriber
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table.creation import followed
from aquaromana.server.table.table import Table

KEEP_ALIVE: Final = 10.0
"""Seconds after which an empty line says that nothing has happened."""
SEND_TIMEOUT: Final = 10.0
"""Seconds that a line may wait for a bot that does not read."""

_encode: Final = msgspec.json.Encoder().encode


class BotStreams:
    """The streams that are open, one for each chair: a new one replaces the one before, which may be half dead."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, int], Subscriber] = {}

    def __len__(self) -> int:
        return len(self._open)

    @contextlib.contextmanager
    def only(self, table: str, chair: int, subscriber: Subscriber) -> Iterator[None]:
        """Be the only stream of a chair, until another one takes over."""
        if before := self._open.get((table, chair)):
            before.send(Outgoing(Bye(code="token/replaced")))
        self._open[table, chair] = subscriber
        try:
            yield
        finally:
            if self._open.get((table, chair)) is subscriber:
                del self._open[table, chair]


class Narrator:
    """Tells a bot what has changed at its table since it was told last."""

    def __init__(self, access: BotAccess, tokens: TokenSigner) -> None:
        self._access, self._tokens = access, tokens
        self._status = ""
        self._moves: list[str] = []
        self._asked = -1
        self._next = ""

    def tell(self, table: Table) -> list[BotEvent]:
        """The events that lead to where the table is now."""
        seat = self._access.check_seat(table.members)
        about: dict[str, Any] = {"table": table.id, "seat": seat, "version": table.version}
        events: list[BotEvent] = []
        before, self._status = self._status, table.snapshot.status
        moves = [str(move) for move in table.moves]
        if before == "playing" and moves != self._moves:
            events.append(self._update(table, about, moves))
        self._moves = moves
        if self._status != before:
            events.append(self._beginning(table, about))
        events += self._question(table, about, seat)
        if table.members.next and table.members.next != self._next:
            self._next = table.members.next
            events.append(self._rematch(table, about))
        return events

    def _beginning(self, table: Table, about: dict[str, Any]) -> BotEvent:
        """What the table has come to: it waits, it is played at, or its game is over."""
        if self._status == "waiting":
            return Waiting(**about, players=_players(table))
        if self._status == "over":
            return _end(table, about)
        start, now = position_text(table.start), position_text(table.position)
        return GameStart(**about, players=_players(table), start=start, moves=self._moves, position=now)

    def _question(self, table: Table, about: dict[str, Any], seat: int) -> list[BotEvent]:
        """What the bot is asked, once per request."""
        asked = self._status == "playing" and table.position.mover == seat and not table.members.decider(seat)
        before, self._asked = self._asked, table.moved if asked else -1
        return [_turn(table, about)] if asked and self._asked != before else []

    def _update(self, table: Table, about: dict[str, Any], moves: list[str]) -> GameUpdate:
        known = len(self._moves)
        new = moves[known:] if moves[:known] == self._moves else []
        position = position_text(table.position)
        return GameUpdate(**about, ply=len(moves), moves=new, position=position, mover=table.position.mover)

    def _rematch(self, table: Table, about: dict[str, Any]) -> RematchOffer:
        ((chair, generation),) = followed(table.members, self._access.credentials).chairs.items()
        token = self._tokens.bot_token(table.members.next, chair, generation)
        return RematchOffer(**about, next=table.members.next, token=token)


def _players(table: Table) -> list[BotPlayer]:
    return [BotPlayer(seat=each.seat, kind=each.kind, name=each.name, bot=each.bot) for each in table.players]


def _turn(table: Table, about: dict[str, Any]) -> YourTurn:
    position, clocks = table.position, table.snapshot.timer.to_message()
    seconds = None
    if clocks is not None:
        seat = position.mover
        spent = time.time() - clocks.started if clocks.running == seat else 0.0
        seconds = round(max(0.0, clocks.left[seat] - spent), 3)
    legal = [str(decision) for decision in legal_decisions(position)]
    phase = position.phase.name.lower()
    return YourTurn(**about, position=position_text(position), phase=phase, legal=legal, seconds=seconds)


def _end(table: Table, about: dict[str, Any]) -> GameEnd:
    points = scores(table.position)
    resigned = [player.seat for player in table.players if player.resigned]
    if table.members.is_conceded:
        winners = table.members.remaining()
    else:
        winners = [seat for seat, place in enumerate(places(points)) if place == 1 and seat not in resigned]
    return GameEnd(**about, points=list(points), winners=winners, resigned=resigned)


class EventStream(Response):
    """The answer that goes on: a line for each event, empty ones between them."""

    media_type = "application/x-ndjson"

    def __init__(self, service: TableService, streams: BotStreams, access: BotAccess, tokens: TokenSigner) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._service, self._streams, self._access = service, streams, access
        self._narrator = Narrator(access, tokens)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        telling = asyncio.ensure_future(self._tell(send))
        leaving = asyncio.ensure_future(_hung_up(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, leaving):
                task.cancel()
            ended, _ = await asyncio.gather(telling, leaving, return_exceptions=True)
        if isinstance(ended, TimeoutError):
            abort = (scope.get("extensions") or {}).get(EXTENSION, {}).get("abort")
            if abort is not None:
                abort()
                await _hung_up(receive)
        elif isinstance(ended, Exception):
            raise ended

    async def _tell(self, send: Send) -> None:
        """Tell everything until the end; TimeoutError if the bot does not read."""
        access = self._access
        try:
            async with self._service.watch(access.table, credentials=access.credentials) as subscriber:
                with self._streams.only(access.table, access.chair, subscriber):
                    await self._take_back()
                    code = await self._follow(send, subscriber)
        except Refusal as refusal:
            code = refusal.code
        if code:
            code = "token/revoked" if code.startswith("access/") else code
            await _write(send, _encode(Goodbye(code=code)))
        await _write(send, b"", more=False)

    async def _follow(self, send: Send, subscriber: Subscriber) -> str:
        """Tell what happens; the code of the end, nothing after the offer of a rematch."""
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    outgoing = await anext(subscriber)
            except TimeoutError:
                await _write(send, b"")
                continue
            except StopAsyncIteration:
                return "server/restart"
            if outgoing.kind is Bye:
                assert isinstance(outgoing.message, Bye)
                return outgoing.message.code
            if outgoing.kind is State:
                async with self._service.using(self._access.table) as loaded:
                    events = self._narrator.tell(loaded.table)
                for event in events:
                    await _write(send, _encode(event))
                if any(isinstance(event, RematchOffer) for event in events):
                    return ""

    async def _take_back(self) -> None:
        """A bot of the server that stood in while this one was away leaves its seat."""
        async with self._service.using(self._access.table) as loaded:
            table = loaded.table
            seat = self._access.check_seat(table.members)
            stood_in, version = bool(table.players[seat].stand_in), table.version
        if stood_in:
            with contextlib.suppress(Refusal):  # it may have resigned, or have no time left
                back = Back(id=f"bot:{secrets.token_hex(8)}", version=version, seat=seat)
                await self._service.apply(self._access.table, back, self._access.credentials)


async def _write(send: Send, line: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(SEND_TIMEOUT):
        await send({"type": "http.response.body", "body": line + b"\n" if more else b"", "more_body": more})


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
