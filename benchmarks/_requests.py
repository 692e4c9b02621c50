"""Requests of an attacker over bare connections, the next one as soon as one is answered."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from typing import Final

from benchmarks._attacks import Client, drained

LINES: Final = 8
"""Connections that ask at the same time."""


def head(client: Client, method: str, path: str, body: bytes = b"", cookie: str = "") -> bytes:
    """A whole request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{client.port}", f"Content-Length: {len(body)}"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    return "\r\n".join([*lines, "", ""]).encode() + body


def steps(seconds: float) -> Iterator[int]:
    """Numbers, as long as there is time."""
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        yield number
        number += 1


def ask(client: Client, seconds: float, request: Callable[[int], bytes]) -> None:
    """Send requests on a few connections, and the next one as soon as something is answered."""
    lines: list[socket.socket] = []
    asked = 0
    for _ in steps(seconds):
        while len(lines) < LINES:
            try:
                line = client.dial()
                line.sendall(request(asked))
            except OSError:
                break
            lines.append(line)
            asked += 1
        for line in list(lines):
            try:
                answered = bool(line.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK))
                alive = drained(line)
                if answered and alive:
                    line.sendall(request(asked))
                    asked += 1
            except BlockingIOError:
                continue
            except OSError:
                alive = False
            if not alive:
                line.close()
                lines.remove(line)
        time.sleep(0.01)
    for line in lines:
        line.close()
    print(json.dumps({"asked": asked}))
