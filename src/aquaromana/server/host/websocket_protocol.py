"""uvicorn's WebSocket protocol, with a faster write path and limits against slow or hostile clients.

It limits control frames, fragments, bytes parsed per turn of the event loop, and what waits for slow readers. A message
in a million empty fragments, pings whose answers are never read, or unsolicited pongs would cost memory and time
without ever becoming a message that could be counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from aquaromana.server.host.transport import EndingTransport, ending
from aquaromana.server.light_asyncio import LightEvent, LightQueue
from aquaromana.server.protocol.framing import BAD_TEXT, EXTENSION, NO_FRAME, POLICY, TOO_BIG
from aquaromana.server.rate_limiter import RateLimiter

FRAMES: Final = 100
"""Fragments, pings and pongs that may come within FRAME_WINDOW."""
FRAME_WINDOW: Final = 20.0
MAX_QUEUED_MESSAGES: Final = 4
"""Messages that may wait to be handled; with more, parsing and reading pause."""
PARSE_CHUNK: Final = 512
"""Bytes that are parsed before anything is counted: at most 85 frames."""
READ: Final = 16_384
"""Bytes that are read from a connection in one turn of the event loop."""
STRAY: Final = 4096
"""Bytes after our close frame that are searched for the peer's."""
IGNORED: Final = 1 << 20
"""Bytes that are discarded after the close frame; a client that sends more is disconnected."""
LINGER: Final = 2.0
"""Seconds that a client has to read why it was cut off, while what it still sends is thrown away."""


REASONS: Final = {NO_FRAME: "message/malformed", BAD_TEXT: "message/malformed", TOO_BIG: "message/too-big"}
"""Codes of ours for what the library closes with."""


class _Wire(ServerProtocol):
    def fail(self, code: int, reason: str = "") -> None:
        super().fail(code, REASONS.get(code, reason))


class LimitedProtocol(WebSocketsSansIOProtocol):
    """Closes sockets that send too many fragments, pings or pongs, with 1008.

    As an extension of its scope, `aqua.wire`, it writes frames at once, and drops the connection.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = _Wire(max_size=config.ws_max_size)
        self.queue: LightQueue[ASGIReceiveEvent] = LightQueue()  # type: ignore[assignment]
        self.writable: LightEvent = LightEvent()  # type: ignore[assignment]
        self.writable.set()
        self.gone: asyncio.Future[None] = self.loop.create_future()
        """Done when the connection is."""
        self.on_admitted: Callable[[], None] = lambda: None
        """Called when the connection is counted elsewhere."""
        self.close_timeout = LINGER
        self._frames: RateLimiter | None = None
        self._unparsed = b""
        self._ignored = 0
        self._failed = False
        self._left_early = False
        self._heard = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(ending(transport))
        if hasattr(transport, "max_size"):  # of the selector's transports; others have no such limit
            transport.max_size = READ

    def connection_lost(self, exc: Exception | None) -> None:
        self._left_early = not self.handshake_complete
        self._unparsed = b""
        super().connection_lost(exc)
        if isinstance(self.transport, EndingTransport):
            self.transport.ended()
        if not self.gone.done():
            self.gone.set_result(None)

    def shutdown(self) -> None:
        if self.handshake_complete:  # a pending handshake is still answered: uvicorn would say 500
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        if not self.handshake_initiated:  # the first data is the whole request
            super().data_received(data)
            if not self.handshake_initiated:  # it could not be read
                self.transport.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                self.transport.close()
        elif self._is_heard(len(data)):
            self._unparsed += data
            self._parse()

    def _is_heard(self, size: int) -> bool:
        """Whether so many more bytes are needed: after our close frame only the peer's is."""
        if not self.close_sent:
            return True
        self._ignored += size
        if self._ignored > IGNORED:
            self.transport.abort()
        return not self._failed and self._ignored <= STRAY

    def _parse(self) -> None:
        """Parse what has arrived until enough messages wait; the rest follows later."""
        while self._unparsed and not self._failed and (self.close_sent or self.queue.qsize() < MAX_QUEUED_MESSAGES):
            portion, self._unparsed = self._unparsed[:PARSE_CHUNK], self._unparsed[PARSE_CHUNK:]
            super().data_received(portion)
        if self._failed:
            self._unparsed = b""
        elif self._unparsed and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self._parse()
            if not self._unparsed and self.queue.qsize() < MAX_QUEUED_MESSAGES and self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
        return message

    async def run_asgi(self) -> None:
        wire: dict[object, object] = {"write": self.write, "abort": self.transport.abort}
        wire |= {"gone": self.gone, "admitted": self.on_admitted}
        (self.scope["extensions"] or {})[EXTENSION] = wire
        await super().run_asgi()

    def write(self, data: bytes) -> bool:
        """Write frames directly to the transport, past all layers in between; False if that is not possible now."""
        if self.close_sent or self._failed or self.conn.state is not OPEN or not self.writable.is_set():
            return False
        self.transport.write(data)
        return True

    def send_keepalive_ping(self) -> None:
        """Ping the client, if nothing was heard from it."""
        rest = self._heard + (self.ping_interval or 0.0) - self.loop.time()
        if rest > 0:
            self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Close sockets that do not answer pings; while we do not read, none can."""
        if self.read_paused and not self.transport.is_closing():
            self.pong_timer = self.loop.call_later(self.ping_timeout or 0.0, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    async def send(self, message: ASGISendEvent) -> None:
        if self._failed:
            raise ClientDisconnected  # closed from within, which the sender cannot know
        if self._left_early:
            return  # nobody is left to admit or refuse, which is not a failure
        await super().send(message)
        if message["type"] == "websocket.accept":  # nobody asks for the handshake again, and it stays as long as we do
            for name in ("request", "response"):
                if kept := self.__dict__.pop(name, None):
                    kept.headers.clear()  # the parser still has them
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused with words, which uvicorn would take for our mistake

    def handle_cont(self, event: Frame) -> None:
        if self._is_welcome():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._is_welcome():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_welcome():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. To stop reading after each, as uvicorn does, costs more than to take in the next."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.conn.fail(BAD_TEXT)
                self.handle_parser_exception()
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MAX_QUEUED_MESSAGES:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        """Say why, and hang up a little later: at once, with words unread, the system would take back what we said."""
        if self._failed:
            return
        self._failed = self.close_sent = True
        if self.conn.close_sent is None:  # it was not a socket yet, or the other side has gone
            self.transport.close()
            return
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.stop_keepalive()
        self.close_timer = self.loop.call_later(LINGER, self.transport.close)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _is_welcome(self) -> bool:
        """Count a frame; False if it is one too many, or the close frame was sent already."""
        if self.close_sent:
            return False
        if self._frames is None:  # most people never send any
            self._frames = RateLimiter(FRAMES, FRAME_WINDOW)
        if not self._frames.allows(self.loop.time()):
            self.conn.fail(POLICY, "message/too-many")
            self.handle_parser_exception()
            return False
        return True
