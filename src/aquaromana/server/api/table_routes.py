"""HTTP endpoints for tables, records, positions and server information. Pictures are in `picture_routes`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Concatenate, Final, Literal, ParamSpec, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from aquaromana.bots import LEVELS, BotSpec, bot_names
from aquaromana.bots.level import RATINGS
from aquaromana.bots.search import LEVELS as SEARCH_LEVELS
from aquaromana.bots.seat_odds import seat_odds
from aquaromana.engine import native
from aquaromana.rules import Game, named_layout
from aquaromana.rules.layout import LAYOUT_NAMES, SEAT_COLORS
from aquaromana.server import addresses
from aquaromana.server.api.admin_key import is_admin
from aquaromana.server.api.identity import Identity, forget, hand_out, may, visited
from aquaromana.server.api.openapi import BAD_FILE, BAD_POSITION, FILE, NO_ACCESS, answer, content, problems
from aquaromana.server.api.requests import GameNumber, NewTable, Ply, PositionText, TableId, body, decoded, in_thread
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import AddressLimits, address_of, client_key
from aquaromana.server.pictures.workers import WorkerPools
from aquaromana.server.protocol import views
from aquaromana.server.protocol.game import Step, Suggestion, View
from aquaromana.server.protocol.messages import PROTOCOL, State
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.responses import reply
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.table import imports
from aquaromana.server.table.credentials import NOBODY, Credentials
from aquaromana.server.table.names import MAX_NAME_LENGTH
from aquaromana.server.table.seating import Seating
from aquaromana.version import __version__

NAME: Final = "aqua-romana"
"""By which a second start knows that a server is ours."""
LASTING: Final = {"Cache-Control": "private, max-age=3600"}
"""Of what never changes again. As long as a game goes on, what was decided can be taken back."""

_Rest = ParamSpec("_Rest")
_Read = TypeVar("_Read")

router = APIRouter(default_response_class=Response)


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The server is there."""

    name: str = NAME
    version: str = __version__
    protocol: int = PROTOCOL
    folder: str
    """Identifies the data folder without revealing where it is."""
    ending: bool = False
    """It is shutting down, and will be gone in a moment."""


class BotInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that can take a seat."""

    name: str
    """What to ask for, as in `level:3`."""
    title: str
    """How well it plays, in an English word or two."""
    level: int = 0
    """From 1 for newcomers to 12, for the levels that people climb; 0 for every other bot."""
    ratings: dict[str, int] = {}
    """Its measured rating by the number of players, for levels."""


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a page may want to know before it asks for more."""

    version: str = __version__
    protocol: int = PROTOCOL
    name_length: int = MAX_NAME_LENGTH
    body_size: int
    """The largest file that can be imported, in bytes."""
    retention: float | None
    """Days that finished tables are kept; null means forever."""
    access: Literal["local", "shared"]
    """`local`: every visitor plays every person's seat. `shared`: people are known by links and cookies."""
    lobby: bool
    """Whether open tables may be listed."""
    webhooks: bool
    """Whether the server can call an address when it is somebody's turn."""
    public_url: str
    """The address by which everybody reaches the server, if it is set."""
    addresses: list[str]
    """By which addresses others in the same network reach it, the likeliest first; none beside a public one."""
    command: str
    """The command that starts a game on this machine; empty for people elsewhere."""
    core: bool = True
    """Whether bots think with the C++ core; without it they are weaker."""
    seat_odds: dict[str, dict[str, list[float]]]
    """What each seat wins among equal players, by layout and number of players; see docs/fairness.md. Where a layout is
    the same as the standard one, it is left out."""


def get_service(request: Request) -> TableService:
    service: TableService = request.app.state.service
    return service


def get_settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def count_table(request: Request) -> None:
    """Refuse a client that has created too many tables lately."""
    limits: AddressLimits = request.app.state.limits
    limits.table(address_of(request.scope))


def get_worker_pools(request: Request) -> WorkerPools:
    worker_pools: WorkerPools = request.app.state.worker_pools
    return worker_pools


InService = Annotated[TableService, Depends(get_service)]
InSettings = Annotated[Settings, Depends(get_settings)]
InWorkerPools = Annotated[WorkerPools, Depends(get_worker_pools)]


# The server itself.


@router.get("/health", tags=["server"], responses={200: answer(Health, "The server is there."), **problems()})
async def health(request: Request) -> Response:
    """Whether the server is there, and which one it is."""
    return reply(Health(folder=request.app.state.folder, ending=request.app.state.draining))


@router.get("/api/bots", tags=["server"], responses={200: answer(list[BotInfo], "The bots."), **problems()})
async def bots() -> Response:
    """The bots that can take a seat.

    They come by kind: `random`, `first` and `greedy`; the levels from `level:1`, the easiest; `search:1` to `search:5`
    of earlier versions, also from the weakest; the `champion`; and, by name, the bots of other packages.
    """
    return reply([_bot(name) for name in bot_names()])


def _bot(name: str) -> BotInfo:
    spec = BotSpec.parse(name)
    if spec.name == "level":
        level = int(spec.level)
        ratings = {str(players): known[level - 1] for players, known in RATINGS.items()}
        return BotInfo(name=name, title=LEVELS[level].title, level=level, ratings=ratings)
    if spec.name == "search":
        return BotInfo(name=name, title=SEARCH_LEVELS[int(spec.level)].title)
    return BotInfo(name=name, title=spec.name)


@router.get("/api/settings", tags=["server"], responses={200: answer(ServerInfo, "The limits."), **problems()})
async def about(request: Request, settings: InSettings) -> Response:
    """The version of the server, its limits, and how others reach it."""
    info = ServerInfo(
        body_size=settings.body_size,
        retention=settings.retention,
        access=settings.access,
        lobby=settings.lobby,
        webhooks=settings.webhooks,
        public_url=settings.public_url,
        addresses=[] if settings.public_url else await asyncio.to_thread(nearby, request, settings),
        command=settings.command if settings.is_private else "",
        core=native.why_missing() is None,
        seat_odds=_seat_odds(),
    )
    return reply(info)


def _seat_odds() -> dict[str, dict[str, list[float]]]:
    """Each layout only where it is one of its own: with so many players."""
    layouts = {name: [named_layout(name, players) for players in SEAT_COLORS] for name in LAYOUT_NAMES}
    return {
        name: {str(layout.players): list(seat_odds(layout)) for layout in sizes if layout.known_as == name}
        for name, sizes in layouts.items()
    }


def nearby(request: Request, settings: Settings) -> list[str]:
    """The addresses by which others in the same network reach this server."""
    server = request.scope.get("server") or ("", settings.port)
    return addresses.in_reach(settings.host, server[1])


# Tables.


@router.post(
    "/api/tables",
    status_code=201,
    tags=["tables"],
    openapi_extra=content(NewTable, "Who plays, and from where."),
    responses={
        201: answer(TableInfo, "The new table."),
        **problems(
            "table/players",
            "table/name",
            "table/bot",
            "table/start",
            "table/over",
            "table/options",
            "table/limit",
            "table/ply",
            "table/unknown",
            "access/local",
            "access/needed",
            "access/revoked",
            *BAD_POSITION,
            "request/too-large",
            "server/storage",
        ),
    },
)
async def create(request: Request, service: InService, settings: InSettings) -> Response:
    """Create a table: a new game, a position, or a game continued from any moment. Its creator is the host."""
    wanted = await decoded(request, NewTable)
    seats = [Seating(each.kind, each.name, each.bot) for each in wanted.players]
    owner = owner_of(request)
    if settings.access == "local" and any(seat.kind == "open" for seat in seats):
        raise Refusal.of("access/local")
    if wanted.fork and wanted.position:
        raise Refusal.of("request/invalid", where="The body", why="a game starts from a position or from another game")
    if wanted.fork:
        await _check_fork(request, service, settings, wanted.fork.table)
        count_table(request)
        info = await service.fork(wanted.fork.table, wanted.fork.ply, seats, wanted.options, owner)
    else:
        start = Game.from_position(wanted.position).position if wanted.position else None
        count_table(request)
        info = await service.create(seats, start, wanted.options, owner, wanted.layout)
    return made(request, info)


def owner_of(request: Request) -> str:
    """For whom processes think: an address, with shared access."""
    settings: Settings = request.app.state.settings
    return client_key(request.scope) if settings.access == "shared" else ""


async def _check_fork(request: Request, service: TableService, settings: Settings, table: str) -> None:
    """Refuse people who may not see the game to be continued."""
    members = await service.members(table)
    if settings.access == "shared":
        Identity(visited(request).get(table, NOBODY)).check(members, "fork")


def made(request: Request, info: TableInfo) -> Response:
    """The response to the creator of a table, with credentials for its host and its people."""
    response = reply(info, 201, {"Location": f"/api/tables/{info.id}"})
    own = {player.chair: 0 for player in info.players if player.kind == "person"}
    return hand_out(request, response, info.id, Credentials.maker(own))


@router.get("/api/tables", tags=["tables"], responses={200: answer(list[TableInfo], "The tables."), **problems()})
async def tables(request: Request, service: InService, settings: InSettings) -> Response:
    """The tables that this browser has been at, the last changed first; with local access, all there are."""
    everything = settings.access == "local" or is_admin(request)
    return reply(await (service.tables() if everything else service.visible(visited(request))))


@router.get(
    "/api/tables/{id}",
    tags=["tables"],
    dependencies=[may("info")],
    responses={200: answer(TableInfo, "The table."), **problems("table/unknown", *NO_ACCESS)},
)
async def table(id: TableId, service: InService) -> Response:  # noqa: A002 - it is the table's id everywhere
    """Who plays, and where the game stands."""
    return reply(await service.info(id))


@router.delete(
    "/api/tables/{id}",
    status_code=204,
    tags=["tables"],
    responses={
        204: {"description": "It is gone."},
        **problems("table/unknown", "server/storage", "access/host", *NO_ACCESS),
    },
)
async def delete(
    request: Request,
    id: TableId,  # noqa: A002
    identity: Annotated[Identity, may("delete")],
    service: InService,
) -> Response:
    """Delete a table and its game permanently; only its host may."""
    await service.delete(id, None if identity.credentials.local else identity.credentials)
    return forget(request, Response(status_code=204), id)


@router.get(
    "/api/tables/{id}/state",
    tags=["tables"],
    responses={200: answer(State, "The state."), **problems("table/unknown", *NO_ACCESS)},
)
async def state(
    id: TableId,  # noqa: A002
    identity: Annotated[Identity, may("state")],
    service: InService,
    since: Annotated[
        int | None, Query(ge=0, le=10**6, description="The version that is known; only later steps are sent.")
    ] = None,
) -> Response:
    """The first state that the socket sends, for those who only look."""
    return reply(await service.state(id, since, identity.credentials))


@router.get(
    "/api/tables/{id}/views/{ply}",
    tags=["tables"],
    dependencies=[may("views")],
    responses={200: answer(View, "The position."), **problems("table/unknown", "table/ply", *NO_ACCESS)},
)
async def view_at(id: TableId, ply: Ply, service: InService) -> Response:  # noqa: A002
    """The position after so many decisions."""
    view, info = await service.view(id, ply), await service.info(id)
    return reply(view, headers=LASTING if info.status == "over" else None)


@router.get(
    "/api/tables/{id}/steps",
    tags=["tables"],
    dependencies=[may("steps")],
    responses={200: answer(list[Step], "The decisions."), **problems("table/unknown", *NO_ACCESS)},
)
async def steps(id: TableId, service: InService) -> Response:  # noqa: A002
    """All decisions of the game with what they did, oldest first."""
    return reply(await service.steps(id))


@router.get(
    "/api/tables/{id}/suggestion",
    tags=["tables"],
    dependencies=[may("suggestion")],
    responses={
        200: answer(Suggestion, "The suggestion."),
        **problems("table/unknown", "table/over", "table/waiting", "access/seat", *NO_ACCESS),
    },
)
async def suggestion(id: TableId, service: InService) -> Response:  # noqa: A002
    """What a simple bot would do in the place of the seat that is asked."""
    return reply(await service.suggestion(id))


# Records and positions.


@router.post(
    "/api/records",
    status_code=201,
    tags=["records"],
    openapi_extra=FILE,
    responses={
        201: answer(TableInfo, "A table with the game; it goes on where the record stops."),
        **problems(*BAD_FILE, "table/limit", "server/storage"),
    },
)
async def add_record(
    request: Request,
    service: InService,
    worker_pools: InWorkerPools,
    settings: InSettings,
    game: GameNumber = None,
) -> Response:
    """Import a game. Errors come with line and column, or the ply, where they are known."""
    record, source = await read_file(request, settings, worker_pools, imports.prepared, game)
    count_table(request)
    return made(request, await service.add_record(record, source, owner_of(request)))


async def read_file(
    request: Request,
    settings: Settings,
    worker_pools: WorkerPools,
    read: Callable[Concatenate[bytes, _Rest], _Read],
    *args: _Rest.args,
    **kwargs: _Rest.kwargs,
) -> _Read:
    """What is read from the file in the body: in a thread, or in a worker process if that takes longer."""
    data = await body(request, settings.body_size)
    if len(data) <= imports.SMALL:
        return await in_thread(request, read, data, *args, **kwargs)
    return await worker_pools.quick.run(client_key(request.scope), read, data, *args, **kwargs)


@router.get(
    "/api/positions/{text}",
    tags=["positions"],
    responses={200: answer(View, "The position."), **problems(*BAD_POSITION)},
)
async def position(text: PositionText) -> Response:
    """A position in text as a browser draws it."""
    return reply(views.view(Game.from_position(text).position), headers=LASTING)
