"""HTTP endpoints for records and pictures, with a cache of rendered pictures."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from aquaromana.drawing import DrawingError
from aquaromana.drawing.theme import LETTERS
from aquaromana.records import Record
from aquaromana.rules import Game
from aquaromana.server.api import static
from aquaromana.server.api.identity import may
from aquaromana.server.api.openapi import NO_ACCESS, answer, problems
from aquaromana.server.api.requests import Marks, PositionText, Region, TableId, Theme, in_thread, while_connected
from aquaromana.server.api.table_routes import LASTING, InService, InWorkerPools
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import client_key
from aquaromana.server.middleware.origin import FILE_POLICY
from aquaromana.server.pictures import assets, render
from aquaromana.server.pictures.render import Language
from aquaromana.server.pictures.workers import WorkerPools
from aquaromana.server.protocol.game import Decided
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table import exports
from aquaromana.server.table.decided import when_decided
from aquaromana.server.table.exports import Export
from aquaromana.server.tasks import ignore_error
from aquaromana.version import __version__

PICTURE_CACHE: Final = 32 << 20
"""Bytes of pictures that are kept in memory, the last used ones."""
WIDEST: Final = 4000
WIDE: Final = 2000
"""Pictures that are wider take as long as films."""

_TEXT: Final = {"type": "string"}
_BINARY: Final = {"type": "string", "format": "binary"}
_SVG: Final = answer(_TEXT, "The picture.", "image/svg+xml")

_Address = TypeVar("_Address", bound=Callable[..., Any])

router = APIRouter(default_response_class=Response)

InLanguage = Annotated[Language, Query(description="For seats without a name, and the letters on figures.")]
At = Annotated[
    int | None, Query(ge=0, le=10**6, description="After so many decisions; without it, as the game stands.")
]


class FilmWidth(IntEnum):
    """A few widths, so that one film is not drawn in a hundred of them."""

    TINY = 160
    SMALL = 320
    USUAL = 640
    LARGE = 960
    WIDEST = 1200


# Records.


@router.get(
    "/api/tables/{id}/record.aqr",
    tags=["records"],
    dependencies=[may("record")],
    responses={200: answer(_TEXT, "The record.", "text/plain"), **problems("table/unknown", "server/busy", *NO_ACCESS)},
)
async def record_file(request: Request, id: TableId, service: InService) -> Response:  # noqa: A002 - as everywhere
    """The game as a record; docs/records.md specifies the format."""
    data = await _written(request, service, id, exports.record_file)
    return _file(data, "text/plain; charset=utf-8", f"aqua-romana-{id}.aqr")


@router.get(
    "/api/tables/{id}/record.json",
    tags=["records"],
    dependencies=[may("record")],
    responses={
        200: answer({"type": "object"}, "The JSON form of the record."),
        **problems("table/unknown", "server/busy", *NO_ACCESS),
    },
)
async def record_twin(request: Request, id: TableId, service: InService) -> Response:  # noqa: A002
    """The game as the JSON form of its record."""
    data = await _written(request, service, id, exports.record_twin)
    return _file(data, "application/json", f"aqua-romana-{id}.json")


@router.get(
    "/api/tables/{id}/decided",
    tags=["records"],
    dependencies=[may("decided")],
    responses={
        200: answer(Decided, "From where on it was decided."),
        **problems("table/unknown", "table/playing", "server/busy", *NO_ACCESS),
    },
)
async def decided(request: Request, id: TableId, service: InService, worker_pools: InWorkerPools) -> Response:  # noqa: A002
    """From which decision on the winner of a finished game could no longer be kept from winning."""
    if (await service.info(id)).status != "over":
        raise Refusal.of("table/playing")
    export = await service.export(id)
    picture_cache: PictureCache = request.app.state.picture_cache
    name = _name(("decided", export.id, export.moves, export.names()))
    work = picture_cache.get(name, lambda: worker_pools.quick.run(client_key(request.scope), when_decided, export))
    return Response(await while_connected(request, work), 200, LASTING, "application/json")


async def _written(request: Request, service: TableService, table: str, write: Callable[[Export], bytes]) -> bytes:
    """A game as a file: written at once if that is quick, otherwise in another process and cached."""
    outline = await service.outline(table)
    if (await service.info(table)).origin != "import":
        return write(outline)
    picture_cache: PictureCache = request.app.state.picture_cache
    name = _name((write.__name__, outline.id, outline.moves, outline.by, outline.names()))

    async def written() -> bytes:
        export = replace(outline, source=await service.source(table))
        return await _beside(request, export, write, export)

    return await while_connected(request, picture_cache.get(name, written))


async def _beside(request: Request, export: Export, work: Callable[..., bytes], *arguments: object) -> bytes:
    """What the work returns; long records are handled in another process, so that play is not delayed."""
    if not export.is_large:
        return await in_thread(request, work, *arguments)
    worker_pools: WorkerPools = request.app.state.worker_pools
    return await worker_pools.quick.run(client_key(request.scope), work, *arguments)


def _file(data: bytes, media_type: str, name: str) -> Response:
    """A download; opened on its own, it can do nothing."""
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Content-Security-Policy": FILE_POLICY}
    return Response(data, 200, headers, media_type)


# Pictures.


@dataclass(frozen=True, slots=True)
class Scene:
    """A table's game at some moment, to be drawn."""

    request: Request
    service: TableService
    outline: Export
    """Without the record that it continues."""
    ply: int
    theme: Theme
    language: Language = "en"

    async def picture(self, media_type: str, draw: Callable[[], Awaitable[bytes]], *how: object) -> Response:
        """What is drawn of it, and how."""
        export, ply = self.outline, self.ply
        what = (export.id, ply, export.moves[:ply], export.by[:ply], export.names(), self.theme, self.language, *how)
        return await _picture(self.request, what, draw, media_type)

    async def drawn(self, draw: Callable[..., bytes], *how: object) -> bytes:
        """A picture that is drawn at once, unless the record is long."""
        export = await self.export()
        return await _beside(self.request, export, render.of_export, draw, export, *how)

    async def export(self) -> Export:
        """All that is needed to draw it."""
        return replace(self.outline, source=await self.service.source(self.outline.id))


async def _scene(
    request: Request,
    id: TableId,  # noqa: A002
    service: InService,
    ply: At = None,
    theme: Theme = "light",
    language: InLanguage = "en",
) -> Scene:
    outline = await service.outline(id)
    count = len(outline.moves)
    if ply is not None and ply > count:
        raise Refusal.of("table/ply", decisions=count, ply=ply)
    return Scene(request, service, outline, count if ply is None else ply, theme, language)


Shown = Annotated[Scene, Depends(_scene)]


def _pictured(name: str, found: dict[str, Any], *codes: str) -> Callable[[_Address], _Address]:
    """An address of a picture of a table."""
    return router.get(
        f"/api/tables/{{id}}/{name}",
        tags=["pictures"],
        dependencies=[may("picture")],
        responses={200: found, **problems("table/unknown", *codes, *NO_ACCESS)},
    )


@_pictured("board.svg", _SVG, "table/ply", "request/region", "server/busy")
async def board_svg(scene: Shown, region: Region = None) -> Response:
    """The board with seats and podiums, or a part of it; the picture carries the record."""

    async def draw() -> bytes:
        return await scene.drawn(render.board_svg, scene.ply, scene.theme, region, scene.language)

    return await scene.picture("image/svg+xml", draw, "board", region)


@_pictured("thumbnail.svg", _SVG, "table/ply", "server/busy")
async def thumbnail(scene: Shown) -> Response:
    """The board as a sketch of a few kilobytes, for lists of games; it carries no record."""

    async def draw() -> bytes:
        return await scene.drawn(render.thumbnail, scene.ply, scene.theme)

    return await scene.picture("image/svg+xml", draw, "thumbnail")


@_pictured("board.png", answer(_BINARY, "The picture.", "image/png"), "table/ply", "server/busy")
async def board_png(
    scene: Shown,
    worker_pools: InWorkerPools,
    width: Annotated[int, Query(ge=16, le=WIDEST, description="In pixels.")] = 1600,
) -> Response:
    """The same picture as PNG, of any width."""

    async def draw() -> bytes:
        queue = worker_pools.slow if width > WIDE else worker_pools.quick
        how = (scene.ply, scene.theme, width, scene.language)
        export = await scene.export()
        return await queue.run(client_key(scene.request.scope), render.of_export, render.board_png, export, *how)

    return await scene.picture("image/png", draw, "png", width)


@_pictured("game.gif", answer(_BINARY, "The film.", "image/gif"), "server/busy")
async def film(
    request: Request,
    id: TableId,  # noqa: A002
    service: InService,
    worker_pools: InWorkerPools,
    theme: Theme = "light",
    width: Annotated[FilmWidth, Query(description="In pixels.")] = FilmWidth.USUAL,
    language: InLanguage = "en",
) -> Response:
    """The whole game as an animated GIF; drawing one takes some seconds."""
    outline = await service.outline(id)
    whole = Scene(request, service, outline, len(outline.moves), theme, language)

    async def draw() -> bytes:
        export, how = await whole.export(), (theme, int(width), language)
        return await worker_pools.slow.run(client_key(request.scope), render.of_export, render.film, export, *how)

    return await whole.picture("image/gif", draw, "gif", int(width))


@router.get(
    "/api/positions/{text}/board.svg",
    tags=["positions", "pictures"],
    responses={
        200: _SVG,
        **problems("position/unreadable", "position/impossible", "request/region"),
    },
)
async def position_svg(
    request: Request,
    text: PositionText,
    region: Region = None,
    theme: Theme = "light",
    alone: Annotated[bool, Query(description="The board alone, without seats and podiums.")] = False,  # noqa: FBT002
    move: Annotated[str | None, Query(max_length=20, description="A decision that is made and pointed out.")] = None,
    marks: Marks = None,
    language: InLanguage = "en",
) -> Response:
    """A position in text as a picture, or a part of its board; the rules in the browser show their examples so."""
    game = Game.from_position(text)
    if move is not None:
        game.play(move)
    record = Record.from_game(game)

    async def draw() -> bytes:
        how = (len(record.moves), theme, region, language)
        return await in_thread(request, render.board_svg, record, *how, alone=alone, marks=marks or "")

    return await _picture(request, (text, "svg", region, theme, alone, move, marks, language), draw, "image/svg+xml")


@dataclass(slots=True)
class PendingPicture:
    """A picture that is being drawn."""

    task: asyncio.Task[bytes]
    waiting: int = 0
    """The number of requests that wait for it."""


class PictureCache:
    """The cache of pictures, with those being drawn: none is drawn twice, or without a request that waits."""

    def __init__(self, room: int = PICTURE_CACHE) -> None:
        self.room = room
        self._drawn: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, PendingPicture] = {}
        self._size = 0

    async def get(self, name: str, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        if name in self._drawn:
            self._drawn.move_to_end(name)
            return self._drawn[name]
        drawing = self._drawing.get(name)
        if drawing is None:
            drawing = self._drawing[name] = PendingPicture(asyncio.ensure_future(self._draw(name, draw)))
            drawing.task.add_done_callback(ignore_error)
        drawing.waiting += 1
        try:
            # The job is cancelled only when the last of those who wait for it has left.
            return await asyncio.shield(drawing.task)
        finally:
            drawing.waiting -= 1
            if not drawing.waiting:
                drawing.task.cancel()
                if self._drawing.get(name) is drawing:
                    del self._drawing[name]

    async def _draw(self, name: str, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        data = await draw()
        self._drawn[name] = data
        self._size += len(data)
        while self._size > self.room:
            self._size -= len(self._drawn.popitem(last=False)[1])
        return data


async def _picture(
    request: Request, what: tuple[object, ...], draw: Callable[[], Awaitable[bytes]], media_type: str
) -> Response:
    """A picture that a browser may keep; it is not drawn if the browser has it."""
    name = _name(what)
    headers = {"ETag": f'"{name}"', "Cache-Control": static.REVALIDATE, "Content-Security-Policy": FILE_POLICY}
    if static.has(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    picture_cache: PictureCache = request.app.state.picture_cache
    try:
        data = await while_connected(request, picture_cache.get(name, draw))
    except DrawingError:
        raise Refusal.of("request/region", region=str(request.query_params.get("region"))[:20]) from None
    return Response(data, 200, headers, media_type)


def _name(what: tuple[object, ...]) -> str:
    """The cache key of a picture or file."""
    return hashlib.sha256(repr((__version__, what)).encode()).hexdigest()[:32]


# What a page draws with.


@router.get("/art/symbols.svg", include_in_schema=False)
async def symbols(request: Request, language: str = "") -> Response:
    return _symbols(language if language in LETTERS else "en").reply(request)


@router.get("/art/theme.css", include_in_schema=False)
async def theme_css(request: Request) -> Response:
    return _theme().reply(request)


@cache
def _symbols(language: str) -> static.Asset:
    return static.Asset.of(assets.symbols(language).encode(), static.TYPES[".svg"])


@cache
def _theme() -> static.Asset:
    return static.Asset.of(assets.theme_css().encode(), static.TYPES[".css"])
