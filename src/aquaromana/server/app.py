"""The ASGI application: routes, WebSocket endpoint and static files behind the middleware."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from aquaromana.rules.errors import AquaError
from aquaromana.server import responses
from aquaromana.server.api import (
    bot_routes,
    hint_routes,
    joining_routes,
    lesson_routes,
    operations_routes,
    picture_routes,
    puzzle_routes,
    review_routes,
    static,
    study_routes,
    table_routes,
    table_socket,
)
from aquaromana.server.api.bot_stream import BotStreams
from aquaromana.server.api.identity import is_expected
from aquaromana.server.api.openapi import ADDRESS, describe
from aquaromana.server.api.requests import Claim, Follow, Join, Look, NewLink, NewTable, Webhook, in_thread
from aquaromana.server.api.tokens import TokenSigner
from aquaromana.server.errors import Refusal
from aquaromana.server.host.data_folder import fingerprint
from aquaromana.server.host.secret import with_secret
from aquaromana.server.middleware.address_limits import AddressLimits, RequestLimitMiddleware
from aquaromana.server.middleware.backpressure import BackpressureMiddleware
from aquaromana.server.middleware.bodies import BodyLimitMiddleware
from aquaromana.server.middleware.logs import RequestLogMiddleware
from aquaromana.server.middleware.origin import OriginMiddleware
from aquaromana.server.middleware.shutdown import ShutdownMiddleware
from aquaromana.server.middleware.socket_limit import SocketLimit
from aquaromana.server.pictures.workers import WorkerPools
from aquaromana.server.protocol.advice import AskCoach, AskHint, Hint, Judgement
from aquaromana.server.protocol.bot_events import BotEvent, BotMove, BotMoved, BotToken
from aquaromana.server.protocol.game import Decided, Step, Suggestion, View
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
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.webhooks.notifier import Webhooks

TAGS = [
    {"name": "tables", "description": "Games with those who play them."},
    {"name": "entrance", "description": "How people get to tables: by links, from the lobby, to a rematch."},
    {"name": "lessons", "description": "Guided games."},
    {"name": "puzzles", "description": "Positions with something to find."},
    {"name": "bots", "description": "Programs that play over the network: a token, a stream of events, decisions."},
    {"name": "records", "description": "Games as files."},
    {"name": "reviews", "description": "What each turn of a finished game was worth, and tries at it."},
    {"name": "pictures", "description": "Games as pictures; each carries its record."},
    {"name": "positions", "description": "Positions in text."},
    {"name": "analysis", "description": "Studies, what the engine thinks of positions, and positions made by hand."},
    {"name": "server", "description": "The server itself."},
]


def create_app(settings: Settings, key: str = "") -> FastAPI:
    """The application; its tables are open as long as its lifespan lasts. StartError if there is no secret for it.

    Clients that show the key are administrators, with every permission; without a key there are none.
    """
    settings = with_secret(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        worker_pools = app.state.worker_pools = WorkerPools(shares=settings.access == "shared")
        try:
            async with TableService.open(settings) as app.state.service, Webhooks.open(app.state.service, settings):
                yield
        finally:
            worker_pools.close()

    app = FastAPI(
        lifespan=lifespan,
        openapi_url=None,  # served by `document`
        docs_url=None,  # these pages come from elsewhere, and nothing here does
        redoc_url=None,
        redirect_slashes=False,
        openapi_tags=TAGS,
        exception_handlers={
            Refusal: responses.on_refusal,
            AquaError: responses.on_refusal,
            RequestValidationError: responses.on_invalid,
            HTTPException: responses.on_http,
        },
    )
    app.state.settings = settings
    app.state.tokens = TokenSigner(settings.secret)
    app.state.limits = limits = AddressLimits(settings)
    app.state.socket_limit = SocketLimit(min(settings.sockets, limits.room or settings.sockets), limits.sockets)
    app.state.bot_streams = BotStreams()
    app.state.draining = False
    app.state.key = key
    app.state.codes = asyncio.Lock()
    app.state.picture_cache = picture_routes.PictureCache()
    app.state.folder = fingerprint(settings.data)
    app.state.document = None
    routers = (
        *(table_routes, hint_routes, review_routes, joining_routes, lesson_routes, puzzle_routes),
        *(bot_routes, picture_routes, operations_routes, study_routes),
    )
    for routes in routers:
        app.include_router(routes.router)
    secure = urlsplit(settings.public_url).netloc if settings.is_secure else ""
    # The last one is the outermost.
    app.add_middleware(table_socket.LiveSocketMiddleware)
    app.add_middleware(BodyLimitMiddleware, limits=limits, seconds=settings.arrival)
    app.add_middleware(RequestLimitMiddleware, limits=limits, expected=is_expected)
    app.add_middleware(ShutdownMiddleware)
    app.add_middleware(
        OriginMiddleware,
        public_names=settings.names,
        secure=secure,
    )
    app.add_middleware(RequestLogMiddleware)
    app.add_middleware(BackpressureMiddleware, seconds=settings.arrival)
    app.router.default = page

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            values = (
                *(NewTable, NewLink, Join, Look, Claim, Follow, Webhook),
                joining_routes.Invitation,
                puzzle_routes.Puzzles,
                *(BotToken, BotMove, BotMoved, *get_args(BotEvent)),
                TableInfo,
                View,
                Step,
                Suggestion,
                Decided,
                AskHint,
                Hint,
                AskCoach,
                Judgement,
                *(AskReview, ReviewStatus, AskLine, Line, Practice, Practiced, AskTry, Verdict),
                *(AskMoment, AskThought, AskFacts, AskPosition, AskTurn, AskWhy, Edit),
                *(Opened, Moment, Thought, Facts, Proof, Draft, Reasoned),
                table_routes.Health,
                table_routes.BotInfo,
                table_routes.ServerInfo,
                operations_routes.Ready,
                operations_routes.NewCode,
            )
            app.openapi_schema = describe(app, *values)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
    app.add_route(ADDRESS, document, include_in_schema=False)
    return app


async def document(request: Request) -> Response:
    """The OpenAPI document. To make it takes a while, once: not for the event loop."""
    state = request.app.state
    if state.document is None:
        state.document = await in_thread(request, lambda: json.dumps(request.app.openapi(), ensure_ascii=False))
    return Response(state.document, media_type="application/json")


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    """Whatever is not asked of the server is a file of the page."""
    if scope["type"] == "websocket":
        await responses.failure("request/unknown")(scope, receive, send)
        return
    asset = static.find(scope["path"].removeprefix("/"))
    if asset is None:
        raise HTTPException(404)
    if scope["method"] not in ("GET", "HEAD"):
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    await asset.reply(Request(scope))(scope, receive, send)
