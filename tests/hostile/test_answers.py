"""Large answers: what waits for a slow reader takes little memory, and whoever reads nothing is cut off."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from aquaromana.server.middleware import backpressure
from benchmarks._attacks import Client
from tests.support.served import Served, settings_in

LARGE = "/api/openapi.json"
"""About 180 kilobytes."""
WAITING = 64 * 1024 + backpressure.CHUNK + 1024
"""Bytes that may wait: what asyncio buffers before it asks to pause, and a portion with its head."""


@contextmanager
def unread_answer(tmp_path: Path, **wanted: Any) -> Iterator[tuple[Served, socket.socket]]:
    """A server, and a connection on which something large was asked for and nothing is read."""
    server = Served(settings_in(tmp_path, access="shared", **wanted))
    server._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with server, Client(server.port).dial(reads=False) as line:
        line.sendall(f"GET {LARGE} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
        yield server, line


def waiting(served: Served) -> int:
    """Bytes that wait in the server to be read, once it writes no more."""

    async def sizes() -> int:
        return sum(each.transport.get_write_buffer_size() for each in served.listener.server_state.connections)

    before, now, end = -1, 0, time.monotonic() + 30
    while (before != now or not now) and time.monotonic() < end:
        time.sleep(0.1)
        before, now = now, served.inside(sizes)
    return now


def nothing_waits(served: Served) -> None:
    unread, end = served.app.state.limits.unread, time.monotonic() + 30
    while unread.all and time.monotonic() < end:
        time.sleep(0.01)
    assert not unread.all


def test_a_large_answer_waits_in_portions_and_arrives_whole(tmp_path: Path) -> None:
    with unread_answer(tmp_path) as (served, line):
        assert 0 < waiting(served) <= WAITING
        heard = b""
        while part := line.recv(1 << 16):
            heard += part
        head, _, body = heard.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert json.loads(body) == json.loads(Client(served.port).ask("GET", LARGE)[1])
        nothing_waits(served)


def test_without_portions_all_of_it_would_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backpressure, "CHUNK", 1 << 30)
    with unread_answer(tmp_path) as (served, _):
        assert waiting(served) > WAITING


def test_whoever_reads_nothing_of_a_large_answer_is_cut_off(tmp_path: Path) -> None:
    with unread_answer(tmp_path, arrival=2.0) as (served, _):
        connections, end = served.listener.server_state.connections, time.monotonic() + 30
        while not connections and time.monotonic() < end:
            time.sleep(0.01)
        while connections and time.monotonic() < end:
            time.sleep(0.05)
        assert not connections
        nothing_waits(served)
