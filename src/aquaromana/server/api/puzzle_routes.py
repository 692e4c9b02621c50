"""The HTTP endpoints for puzzles: the list, and a table for one. Everything else happens at that table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from aquaromana.puzzles import library
from aquaromana.server.api import static
from aquaromana.server.api.openapi import answer, problems
from aquaromana.server.api.table_routes import InService, count_table, made, owner_of
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.responses import reply
from aquaromana.server.table import puzzle_table

router = APIRouter(default_response_class=Response, tags=["puzzles"])


class PuzzleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle, without what is to be found."""

    id: str
    kind: str
    """win, lead, podium, build or legal."""
    players: int
    difficulty: str
    """easy, medium, hard or expert."""
    rating: int
    """On the scale of the levels: 1000 for the first, 100 more for each one above."""
    themes: list[str]


class Puzzles(msgspec.Struct, frozen=True, kw_only=True):
    """All puzzles, easiest first."""

    version: str
    """A digest of all of them."""
    puzzles: list[PuzzleInfo]


@router.get("/api/puzzles", responses={200: answer(Puzzles, "The puzzles."), **problems()})
async def puzzles(request: Request) -> Response:
    """All puzzles, easiest first."""
    headers = {"ETag": f'"{library().version}"', "Cache-Control": static.REVALIDATE}
    if static.has(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    infos = [
        PuzzleInfo(
            id=puzzle.id,
            kind=puzzle.kind,
            players=puzzle.players,
            difficulty=puzzle.difficulty,
            rating=puzzle.rating,
            themes=list(puzzle.themes),
        )
        for puzzle in library().puzzles
    ]
    return reply(Puzzles(version=library().version, puzzles=infos), 200, headers)


@router.post(
    "/api/puzzles/{id}",
    status_code=201,
    responses={
        201: answer(TableInfo, "The table of the puzzle."),
        **problems("puzzle/unknown", "table/limit", "server/storage"),
    },
)
async def begin(
    request: Request,
    service: InService,
    id: Annotated[str, Path(description="The id of the puzzle, as in `w3-5f0c2a`.")],  # noqa: A002 - as everywhere
) -> Response:
    """Begin a puzzle, at a table of its own."""
    puzzle_table.found(id)
    count_table(request)
    return made(request, await service.create_puzzle(id, owner_of(request)))
