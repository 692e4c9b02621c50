"""Middleware that sends large bodies in chunks, each when the one before is nearly read.

A body that is given to the connection at once is copied there, for every client that asks: eight readers of a long
record took twenty megabytes.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aquaromana.server.protocol.framing import EXTENSION

CHUNK: Final = 32_768
"""Bytes that are given to a connection at once."""


class BackpressureMiddleware:
    """Sends bodies as fast as they are read, and cuts off clients that read nothing for so many seconds."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_chunks(message: Message) -> None:
            body = message.get("body", b"")
            if len(body) <= CHUNK:
                await send(message)
                return
            wire: dict[str, Any] = (scope.get("extensions") or {}).get(EXTENSION, {})
            for start in range(0, len(body), CHUNK):
                last = start + CHUNK >= len(body)
                more = not last or message.get("more_body", False)
                part = {**message, "body": body[start : start + CHUNK], "more_body": more}
                try:
                    async with asyncio.timeout(self.seconds):
                        await send(part)
                except TimeoutError:
                    if "abort" not in wire:
                        raise
                    wire["abort"]()
                    return
                if not last and "count" in wire:
                    wire["count"]()

        await self.app(scope, receive, send_chunks)
