"""HTTP endpoints for analysis: studies as files, moments of lines, what the engine and the rules say, the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from aquaromana.rules import Game
from aquaromana.server.addresses import address_key
from aquaromana.server.api.identity import may
from aquaromana.server.api.openapi import NO_ACCESS, answer, content, problems
from aquaromana.server.api.requests import TableId, body, decoded, while_connected
from aquaromana.server.api.table_routes import InService, InSettings, InWorkerPools
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import address_of
from aquaromana.server.protocol import views
from aquaromana.server.protocol.game import View
from aquaromana.server.protocol.study import (
    AskFacts,
    AskMoment,
    AskPosition,
    AskThought,
    AskTurn,
    AskWhy,
    Draft,
    Edit,
    Facts,
    Moment,
    Opened,
    Proof,
    Reasoned,
    Thought,
)
from aquaromana.server.responses import reply
from aquaromana.server.table import imports, study

router = APIRouter(default_response_class=Response, tags=["analysis"])

_Read = TypeVar("_Read")
_lines = study.Lines()

_POSITION = ("position/unreadable", "position/impossible")
_FILE = (
    "record/file-type",
    "record/picture",
    "record/not-in-picture",
    "record/which",
    "record/empty",
    "record/unexpected",
    "request/too-large",
    "request/slow",
    "server/busy",
)


@router.post(
    "/api/studies/open",
    openapi_extra=content(
        {"type": "string"},
        "A record (`.aqr`), its JSON twin, a position in text, or a picture of ours that carries a record.",
        "text/plain",
        **{"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    ),
    responses={200: answer(Opened, "The study."), **problems(*_FILE)},
)
async def open_study(
    request: Request,
    worker_pools: InWorkerPools,
    settings: InSettings,
    game: Annotated[int | None, Query(ge=1, le=10**6, description="Which game of a file with several.")] = None,
) -> Response:
    """A file as a study: with its comments and variations, and nothing is kept here."""
    data = await body(request, settings.body_size)
    if len(data) <= imports.SMALL:
        return reply(await asyncio.to_thread(study.opened, data, game))
    return reply(await worker_pools.quick.run(_who(request), study.opened, data, game))


@router.post(
    "/api/studies/save",
    openapi_extra=content({"type": "object"}, "A study, as the JSON twin of its record."),
    responses={200: answer({"type": "string"}, "The record.", "text/plain"), **problems(*_FILE)},
)
async def save_study(request: Request, worker_pools: InWorkerPools, settings: InSettings) -> Response:
    """A study as a file; one that was opened and not changed has the same bytes as before."""
    data = await body(request, settings.body_size)
    if len(data) <= imports.SMALL:
        text = await asyncio.to_thread(study.saved, data)
    else:
        text = await worker_pools.quick.run(_who(request), study.saved, data)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get(
    "/api/tables/{id}/study",
    dependencies=[may("study")],
    responses={
        200: answer(Opened, "The study."),
        **problems("table/unknown", "table/playing", "server/busy", *NO_ACCESS),
    },
)
async def table_study(request: Request, id: TableId, service: InService, worker_pools: InWorkerPools) -> Response:  # noqa: A002
    """A finished game as a study. A game that people still play is not analyzed."""
    info = await service.info(id)
    if info.status != "over" and any(player.kind != "bot" for player in info.players):
        raise Refusal.of("table/playing")
    export = await service.export(id)
    return reply(await worker_pools.quick.run(_who(request), _study_of, export))


def _study_of(export: Any) -> Opened:
    return study.study_of(export.record())


@router.post(
    "/api/studies/moment",
    openapi_extra=content(AskMoment, "The position that a line begins with, and its decisions."),
    responses={200: answer(Moment, "The moment after them."), **problems(*_POSITION)},
)
async def moment(request: Request) -> Response:
    """Where a line leads, and everything that can be decided there."""
    ask = await decoded(request, AskMoment)
    return reply(await asyncio.to_thread(lambda: study.moment(_lines.game(ask.start, ask.moves))))


@router.post(
    "/api/studies/why",
    openapi_extra=content(AskWhy, "The position, and what was pointed at."),
    responses={200: answer(Reasoned, "The reason."), **problems(*_POSITION)},
)
async def why(request: Request) -> Response:
    """Why something cannot be chosen in a position."""
    ask = await decoded(request, AskWhy)
    position = (await _checked(Game.from_position, ask.position)).position
    return reply(Reasoned(why=views.why(position, ask.subject, ask.name)))


@router.post(
    "/api/studies/think",
    openapi_extra=content(AskThought, "The position, and how long to think."),
    responses={200: answer(Thought, "The engine's lines."), **problems(*_POSITION, "table/over", "study/busy")},
)
async def think(request: Request, service: InService) -> Response:
    """What the engine expects, for every seat. Ask for stage 0, then for the next ones; bots of games come first."""
    ask = await decoded(request, AskThought)
    await _checked(_unfinished, ask.position)
    return reply(await while_connected(request, service.studies.thought(ask.position, ask.stage, _who(request))))


@router.post(
    "/api/studies/facts",
    openapi_extra=content(AskFacts, "The position, and decisions that one seat makes in a row."),
    responses={200: answer(Facts, "What is true of them."), **problems(*_POSITION, "table/too-many", "study/busy")},
)
async def facts(request: Request, service: InService) -> Response:
    """What is true of a stretch, or of the beginning of one, by the rules alone."""
    ask = await decoded(request, AskFacts)
    await _checked(_stretch, ask)
    return reply(await while_connected(request, service.studies.facts(ask.position, tuple(ask.moves), _who(request))))


@router.post(
    "/api/studies/proof",
    openapi_extra=content(AskPosition, "The position."),
    responses={200: answer(Proof, "What is certain."), **problems(*_POSITION, "table/over", "study/busy")},
)
async def proof(request: Request, service: InService) -> Response:
    """Whether somebody wins whatever all others do: proven, refuted or unknown."""
    ask = await decoded(request, AskPosition)
    await _checked(_unfinished, ask.position)
    return reply(await while_connected(request, service.studies.proof(ask.position, _who(request))))


@router.post(
    "/api/positions/edit",
    openapi_extra=content(Edit, "A position, which may contradict itself, and changes."),
    responses={
        200: answer(Draft, "The position after them, and what is wrong with it."),
        **problems(*_POSITION, "table/seat", "message/name"),
    },
)
async def edit(request: Request) -> Response:
    """Change a position by hand. What there is no material for is refused; all else that is wrong is told as faults."""
    return reply(await _checked(study.draft, await decoded(request, Edit)))


@router.post(
    "/api/positions/turn",
    openapi_extra=content(AskTurn, "A position, and a seat."),
    responses={200: answer(View, "The position."), **problems(*_POSITION, "table/seat")},
)
async def turn(request: Request) -> Response:
    """The same position if it were another seat's turn; refused where the rules forbid it, with their reason."""
    ask = await decoded(request, AskTurn)
    return reply(views.view(await _checked(study.turned, ask.position, ask.seat)))


async def _checked(read: Callable[..., _Read], *args: object) -> _Read:
    """What a function of this module or of `study` makes of a request; the rules take some milliseconds for it."""
    return await asyncio.to_thread(read, *args)


def _unfinished(text: str) -> None:
    if Game.from_position(text).is_over:
        raise Refusal.of("table/over")


def _stretch(ask: AskFacts) -> None:
    """Refusal unless these decisions are legal, and of one seat."""
    game = Game.from_position(ask.position)
    seat = game.to_move
    for move in ask.moves:
        if game.to_move != seat:
            raise Refusal.of("table/too-many", decision=move)
        game.play(move)


def _who(request: Request) -> str:
    """For whom work counts."""
    return address_key(address_of(request.scope))
