"""HTTP endpoints for bots that play over the network: tokens for their seats, a stream of events, decisions."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from aquaromana.rules import Game
from aquaromana.rules.notation import position_text
from aquaromana.server.api.bot_access import BotAccess, InBotAccess
from aquaromana.server.api.bot_stream import BotStreams, EventStream
from aquaromana.server.api.identity import Identity, may
from aquaromana.server.api.openapi import NO_ACCESS, answer, content, problems
from aquaromana.server.api.requests import Chair, TableId, decoded
from aquaromana.server.api.table_routes import InService
from aquaromana.server.api.tokens import TokenSigner
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import address_of
from aquaromana.server.middleware.socket_limit import CloseSocket, SocketLimit
from aquaromana.server.protocol.bot_events import NETWORK, BotMove, BotMoved, BotToken
from aquaromana.server.protocol.intents import Revoke
from aquaromana.server.protocol.messages import Play, Preview
from aquaromana.server.responses import failure, reply
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table.credentials import chair_key
from aquaromana.server.table.ids import hashed, new_id
from aquaromana.server.table.members import Members

router = APIRouter(default_response_class=Response, tags=["bots"])

_NO_TOKEN: Final = ("request/token", "token/invalid", "token/revoked", "access/taken")
Name = Annotated[str, Query(max_length=200, description="What to call the bot; used when it takes its seat.")]


def get_streams(request: Request) -> BotStreams:
    streams: BotStreams = request.app.state.bot_streams
    return streams


InStreams = Annotated[BotStreams, Depends(get_streams)]


# For the host.


@router.post(
    "/api/tables/{id}/chairs/{chair}/bot",
    responses={
        200: answer(BotToken, "The token."),
        **problems("access/local", "access/host", "access/taken", "table/seat", "table/unknown", *NO_ACCESS),
    },
)
async def make_token(
    request: Request,
    id: TableId,  # noqa: A002 - as everywhere
    chair: Chair,
    identity: Annotated[Identity, may("bot")],
    service: InService,
) -> Response:
    """A token for a program that is to take an open seat, or has taken it. Requesting it again returns the same one."""
    if identity.credentials.local:
        raise Refusal.of("access/local")
    members = await service.members(id)
    seat = _offered(members, chair)
    tokens: TokenSigner = request.app.state.tokens
    token = tokens.bot_token(id, chair, members.generation(chair_key(chair)))
    return reply(BotToken(token=token, table=id, chair=chair, seat=seat))


def _offered(members: Members, chair: int) -> int:
    """The seat of a chair that a program may have; Refusal if somebody else has it."""
    if chair >= len(members.players):
        raise Refusal.of("table/seat", seat=chair)
    player = members.players[members.seat_of(chair)]
    if player.kind != "open" and player.bot != NETWORK:
        raise Refusal.of("access/taken", seat=player.seat)
    return player.seat


@router.delete(
    "/api/tables/{id}/chairs/{chair}/bot",
    status_code=204,
    responses={
        204: {"description": "The token is void, and the seat is open."},
        **problems(
            *("access/local", "access/host", "access/taken", "table/seat", "table/unknown", "table/too-many-changes"),
            *("server/storage", *NO_ACCESS),
        ),
    },
)
async def revoke_token(
    id: TableId,  # noqa: A002 - as everywhere
    chair: Chair,
    identity: Annotated[Identity, may("bot")],
    service: InService,
) -> Response:
    """Make the token for a chair void, together with the links to it; a program that plays there has to leave."""
    if identity.credentials.local:
        raise Refusal.of("access/local")
    _offered(await service.members(id), chair)
    info = await service.info(id)
    revoke = Revoke(id=f"bot:{new_id()}", version=info.version, what="chair", chair=chair)
    await service.apply(id, revoke, identity.credentials)
    return Response(status_code=204)


# For the bot.


@router.get(
    "/api/bot/stream",
    responses={
        200: answer(
            {"type": "string", "description": "One `BotEvent` as JSON in each line; empty lines keep it open."},
            "Events, until one of the two sides ends it.",
            "application/x-ndjson",
        ),
        **problems(*_NO_TOKEN, "table/over", "table/name", "server/busy", "server/storage"),
    },
)
async def stream(
    request: Request, access: InBotAccess, service: InService, streams: InStreams, name: Name = ""
) -> Response:
    """What happens at the bot's table, one JSON object per line. The first stream takes the seat, if it is open."""
    members = await service.members(access.table)
    if members.players[members.seat_of(access.chair)].kind == "open":
        await _take_seat(service, access, name)
    else:
        access.check_seat(members)
    tokens: TokenSigner = request.app.state.tokens
    socket_limit: SocketLimit = request.app.state.socket_limit
    return LimitedStream(socket_limit, address_of(request.scope), EventStream(service, streams, access, tokens))


async def _take_seat(service: TableService, access: BotAccess, name: str) -> None:
    once = hashed(access.token)  # the same token gets the same seat, should two streams come at once
    await service.take(access.table, access.chair, name, access.generation, once, bot=NETWORK)


class LimitedStream(Response):
    """A stream that counts like a socket, as long as it is open; `server/busy` if there is no room for it."""

    def __init__(self, limit: SocketLimit, address: str, stream: EventStream) -> None:
        super().__init__()
        self._limit, self._address, self._stream = limit, address, stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._limit.admit(self._address):
                await self._stream(scope, receive, send)
        except CloseSocket as close:
            await failure(close.reason)(scope, receive, send)


@router.post(
    "/api/bot/tables/{id}/move",
    openapi_extra=content(BotMove, "The decisions of this stretch so far."),
    responses={
        200: answer(BotMoved, "They are played; or what may come next."),
        **problems(
            *(*_NO_TOKEN, "table/stale", "table/not-your-turn", "table/over", "table/waiting", "table/too-many"),
            *("table/stood-in", "table/unknown", "server/storage"),
        ),
    },
)
async def move(request: Request, id: TableId, access: InBotAccess, service: InService) -> Response:  # noqa: A002
    """Decide. A stretch is played when it is complete; before that, the answer has the decisions that may follow.

    Send all decisions of the stretch each time, on the version of `yourTurn`. Nothing is lost by sending it twice.
    """
    wanted = await decoded(request, BotMove)
    if id != access.table:
        raise Refusal.of("token/invalid")
    seat = access.check_seat(await service.members(id))
    play = Play(id=_intent(wanted), version=wanted.version, seat=seat, moves=wanted.moves)
    try:
        accepted = await service.play(id, play, access.credentials)
    except Refusal as refusal:
        if refusal.code != "table/incomplete":
            raise
        return reply(await _next(service, id, wanted))
    async with service.using(id) as loaded:
        position = position_text(loaded.table.position)
    return reply(BotMoved(complete=True, version=accepted.version, position=position))


def _intent(wanted: BotMove) -> str:
    """An id that is the same whenever the same decisions are sent again."""
    return "bot:" + hashed(" ".join([str(wanted.version), *wanted.moves]))


async def _next(service: TableService, table: str, wanted: BotMove) -> BotMoved:
    """What may follow the first decisions of a stretch."""
    async with service.using(table) as loaded:
        loaded.table.preview(Preview(id="bot", version=wanted.version, moves=wanted.moves))
        game, version = Game.from_position(loaded.table.position), loaded.table.version
    for text in wanted.moves:
        game.play(text)
    legal = [str(decision) for decision in game.legal_moves()]
    return BotMoved(complete=False, version=version, position=str(game), phase=game.phase.name.lower(), legal=legal)
