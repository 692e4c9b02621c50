"""uvicorn as we run it: quiet, limited, and polite when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from fastapi import FastAPI

from aquaromana.server.connections import LimitedConnection
from aquaromana.server.frames import LimitedProtocol
from aquaromana.server.hall import Hall
from aquaromana.server.settings import Settings
from aquaromana.server.sockets import Door

LEAVING: Final = 2
"""Seconds that sockets have to say goodbye, and as many that requests have to end."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Listener(uvicorn.Server):
    """Listens until a signal comes; then everybody is told, what is under way is finished, and it ends as if asked to.

    The tables are opened and closed by whoever calls `serve`.
    """

    def __init__(self, app: FastAPI, settings: Settings, on_ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=LimitedConnection,
                ws=LimitedProtocol,
                ws_max_size=settings.message_size,
                ws_ping_interval=settings.dead / 2,
                ws_ping_timeout=settings.dead / 2,
                ws_per_message_deflate=False,  # on one machine packing only takes time
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
                server_header=False,
                timeout_graceful_shutdown=LEAVING,
            )
        )
        self._app = app
        self._drain = settings.drain
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.draining = True
        end = time.monotonic() + self._drain
        while not self.force_exit and time.monotonic() < end:  # noqa: ASYNC110 - a second Ctrl+C is told by uvicorn alone
            await asyncio.sleep(0.05)
        hall: Hall = self._app.state.hall
        door: Door = self._app.state.door
        hall.farewell()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVING):
                await door.empty.wait()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals end the server, and do no more: uvicorn would raise them again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in _SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
