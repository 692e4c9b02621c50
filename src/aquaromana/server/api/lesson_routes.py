"""The HTTP endpoint for lessons: it makes a table at which one is given. Everything else happens at that table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from aquaromana.server.api.openapi import answer, problems
from aquaromana.server.api.table_routes import InService, count_table, made, owner_of
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.table import lesson_table

router = APIRouter(default_response_class=Response, tags=["lessons"])


@router.post(
    "/api/lessons/{id}",
    status_code=201,
    responses={
        201: answer(TableInfo, "The table of the lesson."),
        **problems("lesson/unknown", "table/limit", "server/storage"),
    },
)
async def begin(
    request: Request,
    service: InService,
    id: Annotated[str, Path(description="The name of the lesson, as in `first`.")],  # noqa: A002 - as everywhere
) -> Response:
    """Begin a lesson, at a table of its own."""
    lesson_table.found(id)
    count_table(request)
    return made(request, await service.create_lesson(id, owner_of(request)))
