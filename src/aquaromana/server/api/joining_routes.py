"""HTTP endpoints for joining a table: by invitation link, from the lobby, or following to a rematch."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from aquaromana.server.api import links
from aquaromana.server.api.identity import Identified, Identity, hand_out, may, visited
from aquaromana.server.api.openapi import answer, content, problems
from aquaromana.server.api.requests import Chair, Claim, Follow, Join, Look, NewLink, TableId, Webhook, decoded
from aquaromana.server.api.table_routes import InService, InSettings
from aquaromana.server.api.tokens import TokenSigner
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import AddressLimits, address_of
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.responses import reply
from aquaromana.server.table import outcomes
from aquaromana.server.table.credentials import HOST, NOBODY, Credentials, chair_key
from aquaromana.server.table.members import Members
from aquaromana.server.webhooks.outbound import Target

_Wanted = TypeVar("_Wanted")
_Route = TypeVar("_Route", bound=Callable[..., Any])

_WELCOME: Final = answer(TableInfo, "The table; a cookie comes with it.")
_TAKING: Final = ("access/taken", "access/local", "table/unknown", "table/over", "table/name", "server/storage")

LISTED: Final = 86400.0
"""Seconds for which an inactive table stays in the lobby: after that nobody waits there."""
MAX_LOBBY_TABLES: Final = 100
"""Tables in the lobby."""

router = APIRouter(default_response_class=Response, tags=["entrance"])


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """Where a link leads."""

    what: str
    """`invite`, `chair`, `watch` or `host`."""
    seat: int | None
    """The seat that it is about, if it is about one."""
    hosts: list[str]
    """Who opened the table, by the names that they gave; none for a rematch."""
    table: TableInfo


class Visit:
    """A request to join a table: who sends it, to which table."""

    def __init__(self, request: Request, id: TableId, identity: Identified, service: InService) -> None:  # noqa: A002 - as everywhere
        self.request = request
        self.table = id
        self.credentials = identity.credentials
        self.service = service

    async def wanted(self, kind: type[_Wanted]) -> _Wanted:
        """The request; Refusal with local access, where nobody has to join."""
        wanted = await decoded(self.request, kind)
        if self.credentials.local:
            raise Refusal.of("access/local")
        return wanted

    async def welcome(self, given: Credentials) -> Response:
        """The table, with a cookie for it."""
        return hand_out(self.request, reply(await self.service.info(self.table)), self.table, given)


Coming = Annotated[Visit, Depends()]


def _joining_route(what: str, sent: dict[str, Any], found: dict[str, Any], *codes: str) -> Callable[[_Route], _Route]:
    """An endpoint for joining a table: its request, its response, and the codes of its refusals."""
    return router.post(
        f"/api/tables/{{id}}/{what}",
        dependencies=[may(what)],
        openapi_extra=sent,
        responses={200: found, **problems(*codes)},
    )


@_joining_route(
    "invitation",
    content(Look, "What the link says."),
    answer(Invitation, "Where it leads; nothing is taken by asking."),
    *("access/invalid", "access/revoked", "access/taken", "access/local"),
    *("table/unknown", "table/over", "server/storage"),
)
async def invitation(visit: Coming) -> Response:
    """Where a link leads: who invites, who plays and what was agreed."""
    wanted = await visit.wanted(Look)
    async with visit.service.using(visit.table) as loaded:
        table = loaded.table
        what, _, number = _offer(visit, wanted.secret, table.members).partition(":")
        seat = table.members.seat_of(int(number)) if number else None
        if what == "invite" and seat is not None and int(number) not in table.members.chairs(visit.credentials):
            # As when it is followed: a used invitation opens nothing to others.
            outcomes.taken(table, seat, "")
        names = [] if table.origin == "rematch" else links.hosts(table.opening, table.members)
        return reply(Invitation(what=what, seat=seat, hosts=names, table=table.info()))


def _offer(visit: Visit, secret: str, members: Members) -> str:
    """What the secret of a link opens; Refusal if it opens nothing, or no longer."""
    secrets: TokenSigner = visit.request.app.state.tokens
    what = secrets.offer_for(visit.table, secret, links.offers(members))
    if not what:
        replaced = secrets.offer_for(visit.table, secret, links.void(members))
        raise Refusal.of("access/revoked" if replaced else "access/invalid")
    return what


@_joining_route(
    "join",
    content(Join, "What the link says, and who comes."),
    _WELCOME,
    *("access/invalid", "access/revoked", *_TAKING),
)
async def join(visit: Coming) -> Response:
    """Join by a link: take its open seat, or get the same rights on another device."""
    wanted = await visit.wanted(Join)
    members = await visit.service.members(visit.table)
    what = _offer(visit, wanted.secret, members)
    given = links.credentials_for(members, what)
    if what.startswith("invite:") and not given.chairs.keys() <= members.chairs(visit.credentials):
        # The person who took the seat by it may use the link again; for everybody else it works once.
        ((number, generation),) = given.chairs.items()
        await visit.service.take(visit.table, number, wanted.name, generation, wanted.id)
    return await visit.welcome(given)


@_joining_route(
    "claim", content(Claim, "Which seat, and who comes."), _WELCOME, "access/needed", "table/seat", *_TAKING
)
async def claim(visit: Coming) -> Response:
    """Take an open seat of a public table; people who already have a seat there keep it."""
    wanted = await visit.wanted(Claim)
    members = await visit.service.members(visit.table)
    if not members.public:
        raise Refusal.of("access/needed")
    if members.chairs(visit.credentials):
        return reply(await visit.service.info(visit.table))
    if not 0 <= wanted.seat < len(members.players):
        raise Refusal.of("table/seat", seat=min(max(wanted.seat, -1), 99))
    number = members.players[wanted.seat].chair
    generation = members.generation(chair_key(number))
    limits: AddressLimits = visit.request.app.state.limits
    limits.claim(address_of(visit.request.scope))
    await visit.service.take(visit.table, number, wanted.name, generation, wanted.id)
    return await visit.welcome(Credentials({number: generation}))


@_joining_route(
    "follow",
    content(Follow, "Where the game before was."),
    _WELCOME,
    *("access/needed", "access/invalid", "table/unknown"),
)
async def follow(visit: Coming) -> Response:
    """Follow to a rematch: with the same rights as at the table before."""
    wanted = await decoded(visit.request, Follow)
    if visit.credentials.local:
        return reply(await visit.service.info(visit.table))
    before = visited(visit.request).get(wanted.table, NOBODY)
    return await visit.welcome(await visit.service.follow(visit.table, wanted.table, before))


@_joining_route(
    "link",
    content(NewLink, "Which link."),
    answer(TableInfo, "The table; a new cookie comes with it."),
    *("access/seat", "access/host", "access/local", "table/unknown", "table/too-many-changes", "server/storage"),
)
async def link(visit: Coming) -> Response:
    """Replace the link to your chair, or the host's: it is void, and so are all its cookies but the new one."""
    wanted = await visit.wanted(NewLink)
    target = HOST if wanted.what == HOST else chair_key(wanted.chair)
    generation = await visit.service.replace_link(visit.table, target, visit.credentials, wanted.id)
    return await visit.welcome(Credentials.of(target, generation))


@router.get("/api/lobby", responses={200: answer(list[TableInfo], "The tables."), **problems("server/storage")})
async def lobby(service: InService) -> Response:
    """The tables at which anybody may take a seat, if this server has a lobby; the last changed first."""
    return reply(await service.lobby(time.time() - LISTED, MAX_LOBBY_TABLES))


@router.put(
    "/api/tables/{id}/chairs/{chair}/webhook",
    status_code=204,
    openapi_extra=content(Webhook, "Where to."),
    responses={
        204: {"description": "It is kept."},
        **problems("webhook/off", "webhook/address", "access/seat", "table/unknown", "server/storage"),
    },
)
async def webhook(
    request: Request,
    id: TableId,  # noqa: A002
    chair: Chair,
    identity: Annotated[Identity, may("webhook")],
    service: InService,
    settings: InSettings,
) -> Response:
    """Be notified elsewhere when it is your turn and you are not at the table."""
    wanted = await decoded(request, Webhook)
    if not settings.webhooks:
        raise Refusal.of("webhook/off")
    if wanted.url:
        Target.of(wanted.url, private=settings.webhook_private)
    await service.set_webhook(id, chair, wanted.url, identity.credentials)
    return Response(status_code=204)
