"""uvicorn's HTTP protocol, with a limit on connections per address and an idle timeout.

Without them a connection that sends nothing, never finishes a request, or is never read would stay open forever.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any, Final, cast

import h11
from fastapi import FastAPI
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from aquaromana.server.addresses import address_key
from aquaromana.server.host.transport import EndingTransport, ending
from aquaromana.server.host.websocket_protocol import LimitedProtocol
from aquaromana.server.middleware.address_limits import AddressLimits
from aquaromana.server.protocol.framing import EXTENSION
from aquaromana.server.settings import Settings

CROWDED: Final = 2.0
"""Seconds in which a request has to arrive when only the reserve of connections is left."""


class _Leaving:
    """Called when a connection that became a socket is counted elsewhere, or gone: it counts here no longer."""

    __slots__ = ("_limits", "_who")

    def __init__(self, limits: AddressLimits, who: str | None) -> None:
        self._limits = limits
        self._who = who

    def __call__(self, _gone: object = None) -> None:
        if self._who is not None:
            self._limits.connections.drop(self._who)
            self._who = None


class LimitedConnection(H11Protocol):
    """Closes connections of addresses that have too many, and those that are idle too long.

    It rests as long as no request is being served. `middleware.bodies` limits how long a body may take, for
    those who read it; what nobody reads any more is part of the rest.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        state = cast("FastAPI", config.app).state
        settings: Settings = state.settings
        self._limits: AddressLimits = state.limits
        self._patience = settings.arrival
        self._who: str | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._unread: float = math.inf
        self._waiting = 0
        """Bytes of answers that have not been read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(ending(transport))
        if self._limits.is_full():
            transport.abort()
            return
        if self._limits.is_crowded():
            self._patience = min(self._patience, CROWDED)
        if self.client and not self._limits.is_proxy(self.client[0]):
            who = address_key(self.client[0])
            if not self._limits.connections.add(who):
                transport.abort()
                return
            self._who = who
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)
        if isinstance(self.transport, EndingTransport):
            self.transport.ended()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wake()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedProtocol):
            # Admitted sockets are counted by the socket limit; all others are counted here until the end. It
            # must not keep this object, which would be half of the memory of a socket.
            self._limits.unread.drop(self._who or "", self._waiting)
            leave = _Leaving(self._limits, self._who)
            self._who, self._waiting = None, 0
            protocol.on_admitted = leave
            protocol.gone.add_done_callback(leave)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not None:  # an answer that goes on has to be cut off when nobody reads it
            wire: dict[object, object] = {"abort": self.transport.abort, "count": self._count_unread}
            self.cycle.scope.setdefault("extensions", {})[EXTENSION] = wire
        if not getattr(self.cycle, "response_complete", True):  # there is none before the first request
            self._wake()

    def on_response_complete(self) -> None:
        self._rest()
        self._count_unread()
        super().on_response_complete()

    def _count_unread(self) -> None:
        """Count what a client has requested and not read; close the connection if it is too much."""
        if self._who is None:
            return
        self._limits.unread.drop(self._who, self._waiting)
        self._waiting = self.transport.get_write_buffer_size()
        if not self._limits.unread.add(self._who, self._waiting):
            self._waiting = 0
            self.transport.abort()

    def _rest(self) -> None:
        self._wake()
        self._resting = self.loop.call_later(self._patience, self._too_long)

    def _wake(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        self._unread = math.inf

    def _too_long(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if 0 < unread < self._unread:  # a long answer, and a slow line
            self._unread = unread
            self._resting = self.loop.call_later(self._patience, self._too_long)
        else:
            self.transport.abort()

    def _leave(self) -> None:
        self._wake()
        self._drop()

    def _drop(self) -> None:
        if self._who is not None:
            self._limits.unread.drop(self._who, self._waiting)
            self._waiting = 0
            self._limits.connections.drop(self._who)
            self._who = None
