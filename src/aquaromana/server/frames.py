"""uvicorn's protocol for sockets, with what it does not limit: frames that are no messages, and sides that never read.

A message in a million empty fragments, or pings whose answers nobody takes, would cost memory without ever being a
message that could be counted.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final

from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.server import ServerProtocol

FRAMES: Final = 100
"""Fragments and pings that may come within SECONDS."""
SECONDS: Final = 20.0
BAD_TEXT: Final = 1007
POLICY: Final = 1008
LINGER: Final = 2.0
"""Seconds that a client has to read why it was cut off, while what it still sends is thrown away."""


REASONS: Final = {1007: "message/malformed", 1009: "message/too-big"}
"""Codes of ours for what the library closes with."""


class _Wire(ServerProtocol):
    def fail(self, code: int, reason: str = "") -> None:
        super().fail(code, REASONS.get(code, reason))


class LimitedProtocol(WebSocketsSansIOProtocol):
    """Closes with 1008 whoever sends too many fragments or pings; `aqua.abort` drops the connection at once."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = _Wire(max_size=config.ws_max_size)
        self._frames: deque[float] = deque(maxlen=FRAMES)
        self._failed = False

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # the first data is the whole request: it could not be read
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.transport.close()

    async def run_asgi(self) -> None:
        (self.scope["extensions"] or {})["aqua.abort"] = {"call": self.transport.abort}
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        if self._failed:
            raise ClientDisconnected  # the last word was said in here, and whoever tells something cannot know
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused with words, which uvicorn would take for our mistake

    def handle_cont(self, event: Frame) -> None:
        if self._is_welcome():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._is_welcome():
            super().handle_ping()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.conn.fail(BAD_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Say why, and hang up a little later: at once, with words unread, the system would take back what we said."""
        if self._failed:
            return
        self._failed = self.close_sent = True
        if self.conn.close_sent is None:  # it was no socket yet, or the other side has gone
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
        """Count a frame; False if it is one too many, or the last word was said already."""
        if self.close_sent:
            return False
        now, frames = self.loop.time(), self._frames
        if len(frames) == FRAMES and now - frames[0] < SECONDS:
            self.conn.fail(POLICY, "message/too-many")
            self.handle_parser_exception()
            return False
        frames.append(now)
        return True


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
