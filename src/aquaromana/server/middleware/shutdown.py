"""Middleware for requests that a shutdown cancels: they are answered with `server/restart`."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aquaromana.server.responses import failure


class ShutdownMiddleware:
    """Answers with `server/restart` what the listener cancels."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # sockets see to it themselves
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_and_look(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_and_look)
        except asyncio.CancelledError:
            if not is_broken_off():
                raise
            if not begun:
                await failure("server/restart")(scope, receive, send)
                return
            while (await receive())["type"] != "http.disconnect":
                pass  # nobody reads what was begun: the listener hangs up


def is_broken_off() -> bool:
    """Whether the listener has cancelled what runs here; otherwise it only waited for something that was."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
