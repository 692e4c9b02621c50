"""HTTP endpoints for analysis: studies as files, moments of lines, what the engine and the rules say, the editor."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from starlette.responses import Response

from aquaromana.rules import Game
from aquaromana.server.api.identity import may
from aquaromana.server.api.openapi import BAD_FILE, BAD_POSITION, FILE, NO_ACCESS, answer, content, problems
from aquaromana.server.api.picture_routes import InLanguage
from aquaromana.server.api.requests import GameNumber, TableId, Theme, decoded, in_thread, while_connected
from aquaromana.server.api.table_routes import InService, InSettings, InWorkerPools, read_file
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import client_key
from aquaromana.server.middleware.origin import FILE_POLICY
from aquaromana.server.pictures import render
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
from aquaromana.server.table import study
from aquaromana.server.table.exports import Export

router = APIRouter(default_response_class=Response, tags=["analysis"])

_Done = TypeVar("_Done")


@router.post(
    "/api/studies/open",
    openapi_extra=FILE,
    responses={200: answer(Opened, "The study."), **problems(*BAD_FILE)},
)
async def open_study(
    request: Request,
    worker_pools: InWorkerPools,
    settings: InSettings,
    game: GameNumber = None,
) -> Response:
    """A file as a study: with its comments and variations, and nothing is kept here."""
    return reply(await read_file(request, settings, worker_pools, study.opened, game))


@router.post(
    "/api/studies/save",
    openapi_extra=content({"type": "object"}, "A study, as the JSON form of its record."),
    responses={200: answer({"type": "string"}, "The record.", "text/plain"), **problems(*BAD_FILE)},
)
async def save_study(request: Request, worker_pools: InWorkerPools, settings: InSettings) -> Response:
    """A study as a file; one that was opened and not changed has the same bytes as before."""
    text = await read_file(request, settings, worker_pools, study.saved)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.post(
    "/api/studies/picture",
    openapi_extra=content({"type": "object"}, "A study, as the JSON form of its record, with the tag `Shown`."),
    responses={200: answer({"type": "string"}, "The picture.", "image/svg+xml"), **problems(*BAD_FILE)},
)
async def study_picture(
    request: Request,
    worker_pools: InWorkerPools,
    settings: InSettings,
    theme: Theme = "light",
    language: InLanguage = "en",
) -> Response:
    """The moment after the decisions in the tag `Shown`, as a picture that carries the study and opens as one."""
    drawn = await read_file(request, settings, worker_pools, render.study_svg, theme, language)
    return Response(drawn, media_type="image/svg+xml", headers={"Content-Security-Policy": FILE_POLICY})


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
    return reply(await worker_pools.quick.run(client_key(request.scope), _study_of, export))


def _study_of(export: Export) -> Opened:
    return study.study_of(export.record())


@router.post(
    "/api/studies/moment",
    openapi_extra=content(AskMoment, "The position that a line begins with, and its decisions."),
    responses={200: answer(Moment, "The moment after them."), **problems(*BAD_POSITION)},
)
async def moment(request: Request, service: InService) -> Response:
    """Where a line leads, and everything that can be decided there."""
    ask = await decoded(request, AskMoment)
    return reply(await in_thread(request, service.studies.moment, ask.start, ask.moves))


@router.post(
    "/api/studies/why",
    openapi_extra=content(AskWhy, "The position, and what was pointed at."),
    responses={200: answer(Reasoned, "The reason."), **problems(*BAD_POSITION)},
)
async def why(request: Request) -> Response:
    """Why something cannot be chosen in a position."""
    ask = await decoded(request, AskWhy)
    return reply(await in_thread(request, _reason, ask))


@router.post(
    "/api/studies/think",
    openapi_extra=content(AskThought, "The position, and how long to think."),
    responses={200: answer(Thought, "The engine's lines."), **problems(*BAD_POSITION, "table/over", "study/busy")},
)
async def think(request: Request, service: InService) -> Response:
    """What the engine expects, for every seat. Ask for stage 0, then for the next ones; bots of games come first."""
    ask = await decoded(request, AskThought)
    thought = partial(service.studies.thought, ask.position, ask.stage)
    return await _studied(request, partial(_check_unfinished, ask.position), thought)


@router.post(
    "/api/studies/facts",
    openapi_extra=content(AskFacts, "The position, and decisions that one seat makes in a row."),
    responses={200: answer(Facts, "What is true of them."), **problems(*BAD_POSITION, "table/too-many", "study/busy")},
)
async def facts(request: Request, service: InService) -> Response:
    """What is true of a stretch, or of the beginning of one, by the rules alone."""
    ask = await decoded(request, AskFacts)
    facts = partial(service.studies.facts, ask.position, tuple(ask.moves))
    return await _studied(request, partial(_check_stretch, ask), facts)


@router.post(
    "/api/studies/proof",
    openapi_extra=content(AskPosition, "The position."),
    responses={200: answer(Proof, "What is certain."), **problems(*BAD_POSITION, "table/over", "study/busy")},
)
async def proof(request: Request, service: InService) -> Response:
    """Whether somebody wins whatever all others do: proven, refuted or unknown."""
    ask = await decoded(request, AskPosition)
    proof = partial(service.studies.proof, ask.position)
    return await _studied(request, partial(_check_unfinished, ask.position), proof)


@router.post(
    "/api/positions/edit",
    openapi_extra=content(Edit, "A position, which may contradict itself, and changes."),
    responses={
        200: answer(Draft, "The position after them, and what is wrong with it."),
        **problems(*BAD_POSITION, "table/seat", "message/name"),
    },
)
async def edit(request: Request) -> Response:
    """Change a position by hand. What there is no material for is refused; all else that is wrong is told as faults."""
    return reply(await in_thread(request, study.draft, await decoded(request, Edit)))


@router.post(
    "/api/positions/turn",
    openapi_extra=content(AskTurn, "A position, and a seat."),
    responses={200: answer(View, "The position."), **problems(*BAD_POSITION, "table/seat")},
)
async def turn(request: Request) -> Response:
    """The same position if it were another seat's turn; refused where the rules forbid it, with their reason."""
    ask = await decoded(request, AskTurn)
    return reply(views.view(await in_thread(request, study.turned, ask.position, ask.seat)))


def _reason(ask: AskWhy) -> Reasoned:
    return Reasoned(why=views.why(Game.from_position(ask.position).position, ask.subject, ask.name))


async def _studied(
    request: Request, check: Callable[[], None], work: Callable[[str], Coroutine[Any, Any, _Done]]
) -> Response:
    """Reply with what a process finds out for the client, unless the check refuses the request."""
    await in_thread(request, check)
    return reply(await while_connected(request, work(client_key(request.scope))))


def _check_unfinished(text: str) -> None:
    """Refusal if nothing is left to decide."""
    if Game.from_position(text).is_over:
        raise Refusal.of("table/over")


def _check_stretch(ask: AskFacts) -> None:
    """Refusal unless these decisions are legal, and of one seat."""
    game = Game.from_position(ask.position)
    seat = game.to_move
    for move in ask.moves:
        if game.to_move != seat:
            raise Refusal.of("table/too-many", decision=move)
        game.play(move)
