"""The addresses by which people get to a table: by a link, from the lobby, or along to a rematch."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from aquaromana.server.api import links
from aquaromana.server.api.identity import Asker, Asking, hand_out, may, visited
from aquaromana.server.api.openapi import answer, content, problems
from aquaromana.server.api.requests import Chair, Claim, Follow, Join, Look, TableId, Webhook, decoded
from aquaromana.server.api.table_routes import InHall, InSettings
from aquaromana.server.api.tokens import Passes
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import Limits, address_of
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.responses import reply
from aquaromana.server.table import outcomes
from aquaromana.server.table.credentials import NOBODY, Actor, chair_pass
from aquaromana.server.table.members import Company
from aquaromana.server.webhooks.outbound import Target

_Wanted = TypeVar("_Wanted")
_Door = TypeVar("_Door", bound=Callable[..., Any])

_WELCOME: Final = answer(TableInfo, "The table; a cookie comes with it.")
_TAKING: Final = ("access/taken", "access/local", "table/unknown", "table/over", "table/name", "server/storage")

LISTED: Final = 86400.0
"""Seconds for which a table at which nothing happens is in the lobby: by then nobody waits there."""
MOST: Final = 100
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
    """Somebody who comes to a table and sends something."""

    def __init__(self, request: Request, id: TableId, asker: Asking, hall: InHall) -> None:  # noqa: A002 - as everywhere
        self.request = request
        self.table = id
        self.actor = asker.actor
        self.hall = hall

    async def wanted(self, kind: type[_Wanted]) -> _Wanted:
        """What is sent; Refusal with local access, where nobody has to be let in."""
        wanted = await decoded(self.request, kind)
        if self.actor.local:
            raise Refusal.of("access/local")
        return wanted

    async def welcome(self, given: Actor) -> Response:
        """The table, with a cookie for it."""
        return hand_out(self.request, reply(await self.hall.info(self.table)), self.table, given)


Coming = Annotated[Visit, Depends()]


def _door(what: str, sent: dict[str, Any], found: dict[str, Any], *codes: str) -> Callable[[_Door], _Door]:
    """An address at which somebody comes to a table: what he sends, what he gets, and why not."""
    return router.post(
        f"/api/tables/{{id}}/{what}",
        dependencies=[may(what)],
        openapi_extra=sent,
        responses={200: found, **problems(*codes)},
    )


@_door(
    "invitation",
    content(Look, "What the link says."),
    answer(Invitation, "Where it leads; nothing is taken by asking."),
    *("access/invalid", "access/revoked", "access/taken", "access/local"),
    *("table/unknown", "table/over", "server/storage"),
)
async def invitation(visit: Coming) -> Response:
    """Where a link leads, for whoever has it: who invites, who plays and what was agreed."""
    wanted = await visit.wanted(Look)
    async with visit.hall.using(visit.table) as opened:
        table = opened.table
        what, _, number = _opened(visit, wanted.secret, table.company).partition(":")
        seat = table.company.seat_of(int(number)) if number else None
        if what == "invite" and seat is not None and int(number) not in table.company.chairs(visit.actor):
            # As for whoever comes by it: an invitation that was used opens nothing to others.
            outcomes.taken(table, seat, "")
        names = [] if table.origin == "rematch" else links.hosts(table.opening, table.company)
        return reply(Invitation(what=what, seat=seat, hosts=names, table=table.info()))


def _opened(visit: Visit, secret: str, company: Company) -> str:
    """What the secret of a link opens; Refusal if it opens nothing, or no longer."""
    secrets: Passes = visit.request.app.state.passes
    what = secrets.opened(visit.table, secret, links.offers(company))
    if not what:
        replaced = secrets.opened(visit.table, secret, links.void(company))
        raise Refusal.of("access/revoked" if replaced else "access/invalid")
    return what


@_door(
    "join",
    content(Join, "What the link says, and who comes."),
    _WELCOME,
    *("access/invalid", "access/revoked", *_TAKING),
)
async def join(visit: Coming) -> Response:
    """Come by a link: take the open seat that it leads to, or get again what one has on another device."""
    wanted = await visit.wanted(Join)
    company = await visit.hall.company(visit.table)
    what = _opened(visit, wanted.secret, company)
    given = links.pass_for(company, what)
    if what.startswith("invite:") and not given.chairs.keys() <= company.chairs(visit.actor):
        # Whoever took the seat by it may use the link again; for everybody else it is good once.
        ((number, generation),) = given.chairs.items()
        await visit.hall.take(visit.table, number, wanted.name, generation, wanted.id)
    return await visit.welcome(given)


@_door("claim", content(Claim, "Which seat, and who comes."), _WELCOME, "access/needed", "table/seat", *_TAKING)
async def claim(visit: Coming) -> Response:
    """Take an open seat of a public table; who has one there already keeps it."""
    wanted = await visit.wanted(Claim)
    company = await visit.hall.company(visit.table)
    if not company.public:
        raise Refusal.of("access/needed")
    if company.chairs(visit.actor):
        return reply(await visit.hall.info(visit.table))
    if not 0 <= wanted.seat < len(company.players):
        raise Refusal.of("table/seat", seat=min(max(wanted.seat, -1), 99))
    number = company.players[wanted.seat].chair
    generation = company.generation(chair_pass(number))
    limits: Limits = visit.request.app.state.limits
    limits.claim(address_of(visit.request.scope))
    await visit.hall.take(visit.table, number, wanted.name, generation, wanted.id)
    return await visit.welcome(Actor({number: generation}))


@_door(
    "follow",
    content(Follow, "Where the game before was."),
    _WELCOME,
    *("access/needed", "access/invalid", "table/unknown"),
)
async def follow(visit: Coming) -> Response:
    """Come along to a rematch: have there what one had at the table before."""
    wanted = await decoded(visit.request, Follow)
    if visit.actor.local:
        return reply(await visit.hall.info(visit.table))
    before = visited(visit.request).get(wanted.table, NOBODY)
    return await visit.welcome(await visit.hall.follow(visit.table, wanted.table, before))


@router.get("/api/lobby", responses={200: answer(list[TableInfo], "The tables."), **problems("server/storage")})
async def lobby(hall: InHall) -> Response:
    """The tables at which anybody may take a seat, if this server has a lobby; the last changed first."""
    since = time.time() - LISTED
    return reply([info for info in await hall.lobby() if info.changed > since][:MOST])


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
    asker: Annotated[Asker, may("webhook")],
    hall: InHall,
    settings: InSettings,
) -> Response:
    """Be told elsewhere when it is the turn of a chair of one's own and one is not there."""
    wanted = await decoded(request, Webhook)
    if not settings.webhooks:
        raise Refusal.of("webhook/off")
    if wanted.url:
        Target.of(wanted.url, private=settings.webhook_private)
    await hall.set_webhook(id, chair, wanted.url, asker.actor)
    return Response(status_code=204)
