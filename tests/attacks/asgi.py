"""A client inside the server's own loop: it speaks ASGI, so that no message costs a network."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.types import Message

Heard = list[dict[str, Any]]
Driver = Callable[[Heard], str | bytes | None]
"""Hears the answers to the last message and says the next one; None hangs up."""

_decode = msgspec.json.Decoder().decode


async def converse(app: FastAPI, table: str, drive: Driver, cookie: str = "") -> tuple[int, Heard]:
    """Hold a conversation; with which code it was closed, 1000 if we hung up, and what was heard last.

    If the handshake is refused, the code is its status.

    The server asks for the next message only when the last one is answered, so what was heard by then belongs to it.
    """
    heard: Heard = []
    code = 1000
    connected = False

    async def receive() -> Message:
        nonlocal connected
        if not connected:
            connected = True
            return {"type": "websocket.connect"}
        await asyncio.sleep(0)  # whoever tells has a turn
        said = drive(heard)
        heard.clear()
        if said is None:
            return {"type": "websocket.disconnect", "code": 1000}
        if isinstance(said, bytes):
            return {"type": "websocket.receive", "bytes": said}
        return {"type": "websocket.receive", "text": said}

    async def send(message: Message) -> None:
        nonlocal code
        if message["type"] == "websocket.send":
            heard.append(_decode(message["text"]))
        elif message["type"] == "websocket.close":
            code = message["code"]
        elif message["type"] == "websocket.http.response.start":
            code = message["status"]

    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "scheme": "ws",
        "server": ("127.0.0.1", 7483),
        "client": ("127.0.0.1", 50000),
        "path": f"/api/tables/{table}/live",
        "raw_path": f"/api/tables/{table}/live".encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"127.0.0.1:7483"), (b"cookie", cookie.encode())],
        "subprotocols": [],
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }
    await app(scope, receive, send)
    return code, heard


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@contextmanager
def no_errors() -> Iterator[None]:
    """Nobody finds anything worth an error in here: no exception went uncaught."""
    errors = _Errors()
    logging.getLogger().addHandler(errors)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(errors)
    assert errors.found == []
