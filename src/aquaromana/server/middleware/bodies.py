"""Middleware that limits request bodies: a timeout for each, and quotas of bytes in memory, in total and per address.

Otherwise a client could fill the memory by starting many bodies and finishing none.
"""

from __future__ import annotations

import asyncio
import math

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import AddressLimits, client_key


class BodyLimitMiddleware:
    """Counts incoming bytes until the response; reading a body that is too slow or too large raises Refusal."""

    def __init__(self, app: ASGIApp, limits: AddressLimits, seconds: float) -> None:
        self.app = app
        self.usage = limits.bodies
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        who, size, whole = client_key(scope), 0, False
        deadline = asyncio.get_running_loop().time() + self.seconds

        async def receive_and_count() -> Message:
            nonlocal size, whole
            if whole:  # what comes now is that somebody hangs up
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise Refusal.of("request/slow", seconds=math.ceil(self.seconds)) from None
            part = len(message.get("body", b""))
            if not self.usage.add(who, part):
                raise self._refusal(part)
            size += part
            whole = not message.get("more_body", False)
            return message

        try:
            await self.app(scope, receive_and_count, send)
        finally:
            self.usage.drop(who, size)

    def _refusal(self, part: int) -> Refusal:
        if not self.usage.has_room(part):
            return Refusal.of("server/busy")
        return Refusal.of("request/too-many", seconds=math.ceil(self.seconds))
