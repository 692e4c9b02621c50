"""HTTP endpoints for operators: readiness and metrics; and QR codes of links."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from aquaromana.server import addresses, metrics
from aquaromana.server.api.admin_key import bearer_token
from aquaromana.server.api.openapi import answer, content, problems
from aquaromana.server.api.requests import decoded
from aquaromana.server.api.table_routes import InService, InSettings, nearby
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import address_of
from aquaromana.server.middleware.origin import FILE_POLICY
from aquaromana.server.middleware.socket_limit import SocketLimit
from aquaromana.server.pictures import qr
from aquaromana.server.responses import reply
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings

STORAGE_TIMEOUT: Final = 2.0
"""Seconds in which the storage has to answer."""
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")

router = APIRouter(default_response_class=Response, tags=["server"])


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The server accepts requests."""

    ready: bool = True


class NewCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A link to be shown as a QR code."""

    text: str


@router.get("/ready", responses={200: answer(Ready, "It is ready."), **problems("server/storage")})
async def ready(request: Request, service: InService) -> Response:
    """Whether the storage answers and the server is not shutting down: then traffic may be sent here."""
    if request.app.state.draining:
        raise Refusal.of("server/restart")
    try:
        async with asyncio.timeout(STORAGE_TIMEOUT):
            await service.check()
    except TimeoutError:
        raise Refusal.of("server/storage") from None
    return reply(Ready())


@router.get(
    "/metrics",
    responses={
        200: answer({"type": "string"}, "The figures, as Prometheus reads them.", "text/plain"),
        **problems("request/unknown", "request/token"),
    },
)
async def figures(request: Request, settings: InSettings, service: InService) -> Response:
    """The server's metrics; for this machine alone, or with the token from the settings."""
    _admit(request, settings)
    look_around(service, request.app.state.socket_limit)
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


def _admit(request: Request, settings: Settings) -> None:
    """Refuse clients that may not see the metrics."""
    token = bearer_token(request)
    if settings.metrics_token and token:
        if secrets.compare_digest(token, settings.metrics_token.encode()):
            return
        raise Refusal.of("request/token")
    # What a proxy on this machine brings comes from everywhere.
    near = addresses.is_loopback(address_of(request.scope)) and addresses.is_loopback(request.url.hostname or "")
    if not near or any(name in request.headers for name in _FORWARDED):
        raise Refusal.of("request/token" if settings.metrics_token else "request/unknown")


def look_around(service: TableService, socket_limit: SocketLimit) -> None:
    """Set the metrics that are not counted as they change."""
    metrics.sockets.set(socket_limit.open)
    metrics.tables.set(service.in_memory)
    thinking, waiting = service.bots
    metrics.bots_thinking.set(thinking)
    metrics.bots_waiting.set(waiting)


@router.post(
    "/api/qr",
    openapi_extra=content(NewCode, "A link to this server; its secret may be in it, for it is written nowhere."),
    responses={
        200: answer({"type": "string"}, "The code as a picture.", "image/svg+xml"),
        **problems("request/qr", "request/too-large"),
    },
)
async def code(request: Request, settings: InSettings) -> Response:
    """A QR code that leads to this server."""
    text = (await decoded(request, NewCode)).text
    public = [f"{settings.public_url}/"] if settings.public_url else []
    ours = (str(request.base_url), *public, *await asyncio.to_thread(nearby, request, settings))
    if len(text) > qr.MAX_TEXT_LENGTH or not text.isprintable() or not text.startswith(ours):
        raise Refusal.of("request/qr", limit=qr.MAX_TEXT_LENGTH)
    async with request.app.state.codes:  # one at a time: threads take turns, and play is one of them
        drawn = await asyncio.to_thread(qr.svg, text)
    return Response(drawn, media_type="image/svg+xml", headers={"Content-Security-Policy": FILE_POLICY})
