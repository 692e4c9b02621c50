"""HTTP endpoints for hints and the coach."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import Response

from aquaromana.server.api.identity import Identity, may
from aquaromana.server.api.openapi import NO_ACCESS, answer, content, problems
from aquaromana.server.api.requests import TableId, decoded
from aquaromana.server.api.table_routes import InService
from aquaromana.server.protocol.advice import AskCoach, AskHint, Hint, Judgement
from aquaromana.server.responses import reply

router = APIRouter(default_response_class=Response)

_NOT_NOW = (
    "table/unknown",
    "table/over",
    "table/waiting",
    "table/stale",
    "table/not-your-turn",
    "table/stood-in",
    "table/too-many",
    "hint/not-agreed",
    "hint/running",
    "access/seat",
    *NO_ACCESS,
)
"""The codes of refused hints."""


@router.post(
    "/api/tables/{id}/hint",
    tags=["tables"],
    openapi_extra=content(AskHint, "Which rung, and what has been decided of the stretch."),
    responses={
        200: answer(Hint, "The hint, as far as its rung tells."),
        **problems(*_NOT_NOW, "hint/complete", "table/too-many-changes", "server/busy", "server/storage"),
    },
)
async def hint(
    request: Request,
    id: TableId,  # noqa: A002 - it is the table's id everywhere
    identity: Annotated[Identity, may("hint")],
    service: InService,
) -> Response:
    """What the seat that is asked could do. It is counted: once for each rung at each decision."""
    ask = await decoded(request, AskHint)
    return reply(await service.hints.hint(id, ask, identity.credentials))


@router.post(
    "/api/tables/{id}/coach",
    tags=["tables"],
    openapi_extra=content(AskCoach, "The stretch that is about to be played."),
    responses={200: answer(Judgement, "Whether to look again."), **problems(*_NOT_NOW, "server/storage")},
)
async def coach(
    request: Request,
    id: TableId,  # noqa: A002
    identity: Annotated[Identity, may("coach")],
    service: InService,
) -> Response:
    """Whether a stretch gives away a lot. Asked without moves when a turn begins, it can answer at once later."""
    ask = await decoded(request, AskCoach)
    return reply(await service.hints.judgement(id, ask, identity.credentials))
