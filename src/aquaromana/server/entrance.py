"""The addresses by which people get to a table: by a link, from the lobby, or along to a rematch."""

from __future__ import annotations

import time
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from aquaromana.server import acts, links, passes
from aquaromana.server.actors import NOBODY, Actor
from aquaromana.server.askers import Asker, hand_out, may, visited
from aquaromana.server.company import Company
from aquaromana.server.courier import Target
from aquaromana.server.errors import Refusal
from aquaromana.server.http import InHall, InSettings
from aquaromana.server.limits import Limits, address_of
from aquaromana.server.messages import TableInfo
from aquaromana.server.openapi import answer, content, problems
from aquaromana.server.passes import Passes
from aquaromana.server.replies import reply
from aquaromana.server.requests import Chair, Claim, Follow, Join, Look, TableId, Webhook, decoded

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


@router.post(
    "/api/tables/{id}/invitation",
    openapi_extra=content(Look, "What the link says."),
    responses={
        200: answer(Invitation, "Where it leads; nothing is taken by asking."),
        **problems(
            *("access/invalid", "access/revoked", "access/taken", "access/local"),
            *("table/unknown", "table/over", "server/storage"),
        ),
    },
)
async def invitation(
    request: Request,
    id: TableId,  # noqa: A002
    asker: Annotated[Asker, may("invitation")],
    hall: InHall,
) -> Response:
    """Where a link leads, for whoever has it: who invites, who plays and what was agreed."""
    wanted = await decoded(request, Look)
    if asker.actor.local:
        raise Refusal.of("access/local")
    async with hall.using(id) as opened:
        table = opened.table
        what, _, number = _opened(request, id, wanted.secret, table.company).partition(":")
        seat = table.company.seat_of(int(number)) if number else None
        if what == "invite" and seat is not None and int(number) not in table.company.chairs(asker.actor):
            # As for whoever comes by it: an invitation that was used opens nothing to others.
            acts.taken(table, seat, "")
        names = [] if table.origin == "rematch" else links.hosts(table.opening, table.company)
        return reply(Invitation(what=what, seat=seat, hosts=names, table=table.info()))


def _opened(request: Request, table: str, secret: str, company: Company) -> str:
    """What the secret of a link opens; Refusal if it opens nothing, or no longer."""
    secrets: Passes = request.app.state.passes
    what = secrets.opened(table, secret, links.offers(company))
    if not what:
        replaced = secrets.opened(table, secret, links.void(company))
        raise Refusal.of("access/revoked" if replaced else "access/invalid")
    return what


@router.post(
    "/api/tables/{id}/join",
    openapi_extra=content(Join, "What the link says, and who comes."),
    responses={
        200: answer(TableInfo, "The table; a cookie comes with it."),
        **problems("access/invalid", "access/revoked", *_TAKING),
    },
)
async def join(
    request: Request,
    id: TableId,  # noqa: A002 - it is the table's id everywhere
    asker: Annotated[Asker, may("join")],
    hall: InHall,
) -> Response:
    """Come by a link: take the open seat that it leads to, or get again what one has on another device."""
    wanted = await decoded(request, Join)
    if asker.actor.local:
        raise Refusal.of("access/local")
    company = await hall.company(id)
    what = _opened(request, id, wanted.secret, company)
    given = links.pass_for(company, what)
    if what.startswith("invite:") and not given.chairs.keys() <= company.chairs(asker.actor):
        # Whoever took the seat by it may use the link again; for everybody else it is good once.
        ((number, generation),) = given.chairs.items()
        await hall.take(id, number, wanted.name, generation, wanted.id)
    return hand_out(request, reply(await hall.info(id)), id, given)


@router.post(
    "/api/tables/{id}/claim",
    openapi_extra=content(Claim, "Which seat, and who comes."),
    responses={
        200: answer(TableInfo, "The table; a cookie comes with it."),
        **problems("access/needed", "table/seat", *_TAKING),
    },
)
async def claim(
    request: Request,
    id: TableId,  # noqa: A002
    asker: Annotated[Asker, may("claim")],
    hall: InHall,
) -> Response:
    """Take an open seat of a public table; who has one there already keeps it."""
    wanted = await decoded(request, Claim)
    if asker.actor.local:
        raise Refusal.of("access/local")
    company = await hall.company(id)
    if not company.public:
        raise Refusal.of("access/needed")
    if company.chairs(asker.actor):
        return reply(await hall.info(id))
    if not 0 <= wanted.seat < len(company.players):
        raise Refusal.of("table/seat", seat=min(max(wanted.seat, -1), 99))
    number = company.players[wanted.seat].chair
    generation = company.generation(passes.chair(number))
    limits: Limits = request.app.state.limits
    limits.claim(address_of(request.scope))
    await hall.take(id, number, wanted.name, generation, wanted.id)
    return hand_out(request, reply(await hall.info(id)), id, Actor({number: generation}))


@router.post(
    "/api/tables/{id}/follow",
    openapi_extra=content(Follow, "Where the game before was."),
    responses={
        200: answer(TableInfo, "The table; a cookie comes with it."),
        **problems("access/needed", "access/invalid", "table/unknown"),
    },
)
async def follow(
    request: Request,
    id: TableId,  # noqa: A002
    asker: Annotated[Asker, may("follow")],
    hall: InHall,
) -> Response:
    """Come along to a rematch: have there what one had at the table before."""
    wanted = await decoded(request, Follow)
    if asker.actor.local:
        return reply(await hall.info(id))
    before = visited(request).get(wanted.table, NOBODY)
    return hand_out(request, reply(await hall.info(id)), id, await hall.follow(id, wanted.table, before))


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
