"""uvicorn's server with our protocols, limits and graceful shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import signal
import socket
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from aquaromana.server.host.http_protocol import LimitedConnection
from aquaromana.server.host.websocket_protocol import LimitedProtocol
from aquaromana.server.middleware.logs import log_event, told_once
from aquaromana.server.middleware.socket_limit import SocketLimit
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings

LEAVING: Final = 2.0
"""Seconds that sockets have to close, and again as many that requests have to finish."""
HANGING_UP: Final = 0.5
"""Seconds for cancelled requests."""
ACCEPTED: Final = 64
"""Connections that are accepted in one turn of the event loop."""
QUEUED: Final = 2048
"""Connections that the system holds for us until they are accepted."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

_log = logging.getLogger(__name__)


class Listener(uvicorn.Server):
    """Listens until a signal comes; then clients are notified, requests finish, and it ends as if asked to.

    The caller of `serve` opens and closes the tables.
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
                backlog=ACCEPTED,
                timeout_graceful_shutdown=math.ceil(LEAVING),
            )
        )
        self._app = app
        self._drain = settings.drain
        self._on_ready = on_ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # At once: a server started in the next moment waits for our end instead of finding us.
        self._app.state.draining = True
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.limits.held = lambda: len(self.server_state.connections)
        asyncio.get_running_loop().set_exception_handler(told_once)
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUED)  # asyncio would accept all of them in one turn
        if not self.should_exit:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service: TableService = self._app.state.service
        socket_limit: SocketLimit = self._app.state.socket_limit
        log_event(_log, logging.INFO, "ending", sockets=socket_limit.open)
        self._app.state.draining = True
        await self._until(lambda: False, self._drain)
        service.begin_shutdown()
        socket_limit.begin_shutdown()
        await self._until(socket_limit.empty.is_set, LEAVING)
        await self._break_off()
        await super().shutdown(sockets)

    async def _until(self, done: Callable[[], bool], seconds: float) -> None:
        """Wait for something with a timeout; pressing Ctrl+C twice skips the wait."""
        end = time.monotonic() + seconds
        while not (done() or self.force_exit or time.monotonic() >= end):  # noqa: ASYNC110 - no signal wakes anybody
            await asyncio.sleep(0.02)

    async def _break_off(self) -> None:
        """Let nobody in, and end what takes long ourselves: uvicorn would call it a failure, with a traceback each."""
        state = self.server_state
        for server in self.servers:
            server.close()
        for connection in list(state.connections):
            connection.shutdown()
        await self._until(lambda: not (state.tasks or state.connections), LEAVING)
        if running := set(state.tasks):
            log_event(_log, logging.INFO, "broken off", requests=len(running))
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=HANGING_UP)
        for connection in list(state.connections):
            if connection.transport is not None:
                connection.transport.abort()
        if running := set(state.tasks):
            await asyncio.wait(running, timeout=HANGING_UP)

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        """Signals end the server and do no more, from before its tables are opened until they are closed.

        Afterwards there is nothing left that could be ended.
        """
        for each in _SIGNALS:
            signal.signal(each, self.handle_exit)
        try:
            yield
        finally:
            for each in _SIGNALS:
                signal.signal(each, signal.SIG_IGN)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: uvicorn would raise them again afterwards."""
        yield
