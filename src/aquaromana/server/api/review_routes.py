"""HTTP endpoints for reviews of finished games, and for learning from them."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from aquaromana.server.api.identity import may
from aquaromana.server.api.openapi import NO_ACCESS, answer, content, problems
from aquaromana.server.api.requests import TableId, decoded, in_thread, while_connected
from aquaromana.server.api.table_routes import InService, owner_of
from aquaromana.server.middleware.address_limits import AddressLimits, address_of
from aquaromana.server.protocol.review import (
    AskLine,
    AskReview,
    AskTry,
    Line,
    Practice,
    Practiced,
    ReviewStatus,
    Verdict,
)
from aquaromana.server.responses import reply

router = APIRouter(default_response_class=Response)

_NOT_THIS = ("table/unknown", "table/playing", "review/stops-early", "review/empty", "lesson/only", *NO_ACCESS)
"""Why a game is not reviewed."""


@router.post(
    "/api/tables/{id}/review",
    status_code=202,
    tags=["reviews"],
    dependencies=[may("review")],
    openapi_extra=content(AskReview, "How deep."),
    responses={
        202: answer(ReviewStatus, "It is made, or there already."),
        **problems(*_NOT_THIS, "review/too-many", "server/storage"),
    },
)
async def start(request: Request, id: TableId, service: InService) -> Response:  # noqa: A002 - as everywhere
    """Have a finished game reviewed. It takes up to a minute, and longer while bots think."""
    ask = await decoded(request, AskReview)
    limits: AddressLimits = request.app.state.limits
    on_new = partial(limits.review, address_of(request.scope))
    return reply(await service.reviews.start(id, ask.depth, owner_of(request), on_new), 202)


@router.get(
    "/api/tables/{id}/review",
    tags=["reviews"],
    dependencies=[may("review")],
    responses={200: answer(ReviewStatus, "How far it is."), **problems(*_NOT_THIS, "server/storage")},
)
async def status(
    id: TableId,  # noqa: A002
    service: InService,
    after: Annotated[
        int | None, Query(ge=0, le=10**6, description="Wait for more turns than these, a few seconds at most.")
    ] = None,
) -> Response:
    """The review, as far as it is: the last turns come first."""
    return reply(await service.reviews.status(id, after))


@router.delete(
    "/api/tables/{id}/review",
    status_code=204,
    tags=["reviews"],
    dependencies=[may("review-cancel")],
    responses={204: {"description": "It is no longer made."}, **problems("table/unknown", "access/seat", *NO_ACCESS)},
)
async def cancel(id: TableId, service: InService) -> Response:  # noqa: A002
    """Cancel a review that is being made. One that is whole stays until its table is deleted."""
    await service.reviews.cancel(id)
    return Response(status_code=204)


@router.post(
    "/api/tables/{id}/review/line",
    tags=["reviews"],
    dependencies=[may("review")],
    openapi_extra=content(AskLine, "From where, and which decisions."),
    responses={200: answer(Line, "What they do."), **problems(*_NOT_THIS, "table/ply")},
)
async def line(request: Request, id: TableId, service: InService) -> Response:  # noqa: A002
    """Decisions that could have been made, with what they do and the positions that they lead to."""
    ask = await decoded(request, AskLine)
    moment = await service.moments.at(id, ask.ply)
    return reply(await in_thread(request, moment.line, ask.moves))


@router.post(
    "/api/tables/{id}/review/practice",
    tags=["reviews"],
    dependencies=[may("review")],
    openapi_extra=content(Practice, "A `hello`, `preview` or `ask` of the live protocol, and the moment."),
    responses={
        200: answer(Practiced, "What the socket would send."),
        **problems(*_NOT_THIS, "table/ply", "table/over", "table/stale", "table/too-many"),
    },
)
async def practice(request: Request, id: TableId, service: InService) -> Response:  # noqa: A002
    """Look at a moment of the game as if it were being played: what can be chosen, and what it leads to."""
    return reply(await service.moments.practice(id, await decoded(request, Practice)))


@router.post(
    "/api/tables/{id}/review/try",
    tags=["reviews"],
    dependencies=[may("review")],
    openapi_extra=content(AskTry, "Where, and a whole stretch."),
    responses={
        200: answer(Verdict, "What it is worth."),
        **problems(
            *_NOT_THIS, "table/ply", "table/over", "table/incomplete", "table/too-many", "study/busy", "server/storage"
        ),
    },
)
async def attempt(request: Request, id: TableId, service: InService) -> Response:  # noqa: A002
    """Whether a stretch is as good as the best at that moment. It is judged afresh; any that is as good is right."""
    ask = await decoded(request, AskTry)
    return reply(await while_connected(request, service.moments.judged(id, ask, owner_of(request))))
