"""Connections that are never let go: whoever does not read is cut off, counted until then, and cannot take them all."""

import contextlib
import errno
import gc
import json
import logging
import resource
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from aquaromana.server import descriptors
from aquaromana.server.host import transport, websocket_protocol
from aquaromana.server.host.http_protocol import LimitedConnection
from aquaromana.server.host.transport import EndingTransport
from aquaromana.server.middleware.logs import OncePerSecond, told_once
from aquaromana.server.middleware.socket_limit import SocketLimit
from benchmarks._attacks import BINARY, BYSTANDER, HELLO, TEXT, Client, frame
from tests.support.served import Served, settings_in

PREVIEW = json.dumps({"type": "preview", "id": "p", "version": 0, "moves": []}).encode()


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server for many that waits less long, and whose connections have little room for what nobody reads."""
    monkeypatch.setattr(transport, "READ_CHECK_INTERVAL", 0.2)
    monkeypatch.setattr(websocket_protocol, "LINGER", 0.1)
    server = Served(settings_in(tmp_path, access="shared", sockets_per_address=3, connections_per_address=4))
    server._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with server:
        yield server


def until(done: Callable[[], bool], seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def break_in(client: Client, table: str) -> socket.socket:
    """A socket that does not read what it asked for, and then breaks the protocol."""
    line = client.upgrade(table, reads=False)
    with contextlib.suppress(OSError):
        line.sendall(frame(TEXT, HELLO) + frame(TEXT, PREVIEW) + frame(BINARY, b"x"))
    return line


def held(served: Served) -> tuple[int, int]:
    door: SocketLimit = served.app.state.socket_limit
    return door.held, len(served.listener.server_state.connections)


def test_a_client_that_does_not_read_is_disconnected(served: Served) -> None:
    client = Client(served.port)
    table = client.create()
    lines = [break_in(client, table) for _ in range(3)]
    assert until(lambda: held(served) == (0, 0)), held(served)
    for line in lines:
        line.close()


def test_without_an_end_it_would_be_held_for_ever(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EndingTransport, "close", lambda self: self._transport.close())
    client = Client(served.port)
    line = break_in(client, client.create())
    assert not until(lambda: held(served) == (0, 0), 3.0)
    line.close()


def test_a_slow_reader_gets_everything(served: Served) -> None:
    """The end of a connection waits as long as somebody reads on."""
    with Client(served.port).dial(reads=False) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n\r\n".encode())
        heard, size = b"", 0
        while b"\r\n\r\n" not in heard or len(heard.partition(b"\r\n\r\n")[2]) < size:
            part = line.recv(9000)
            assert part, "it was cut off"
            heard += part
            if b"\r\n\r\n" in heard:
                size = int(heard.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            time.sleep(0.1)


def test_a_socket_counts_until_it_is_gone(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was told to go takes the place of another one as long as it stays."""
    monkeypatch.setattr(transport, "READ_CHECK_INTERVAL", 60.0)
    client = Client(served.port)
    table = client.create()
    lines = [break_in(client, table) for _ in range(3)]
    door: SocketLimit = served.app.state.socket_limit
    assert until(lambda: not door.open)
    assert door.held == 3
    with client.upgrade(table) as fourth:
        heard = b""
        with contextlib.suppress(OSError):
            while part := fourth.recv(4096):
                heard += part
        assert heard.startswith(b"\x88\x0d\x03\xf5server/busy")  # 1013
    other = Client(served.port, BYSTANDER)
    with other.upgrade(other.create()) as line:
        line.sendall(frame(TEXT, HELLO))
        assert b'"type":"state"' in line.recv(100)
    for line in lines:
        line.close()
    assert until(lambda: held(served) == (0, 0))


def test_a_handshake_counts_too(served: Served) -> None:
    """Between the request and the first word a socket used to count nowhere."""
    client = Client(served.port)
    table = client.create()
    lines = [client.upgrade(table) for _ in range(3)]
    assert until(lambda: served.app.state.socket_limit.held == 3)
    for _ in range(8):  # too many: each is told so, and counts until it is gone
        with contextlib.suppress(OSError):
            lines.append(client.upgrade(table, reads=False))
    assert len(served.listener.server_state.connections) <= 3 + 4
    for line in lines:
        line.close()


def test_a_socket_keeps_nothing_of_the_request_that_it_was(served: Served) -> None:
    """Half of the memory of a socket was a parser of requests that nobody needed any more."""
    client = Client(served.port)
    table = client.create()
    with client.upgrade(table) as line:
        line.sendall(frame(TEXT, HELLO))
        assert b'"type":"state"' in line.recv(100)
        gc.collect()
        # type(), because isinstance() asks every object for its class, and some objects of torch then warn.
        assert not any(issubclass(type(each), LimitedConnection) for each in gc.get_objects())
    assert until(lambda: held(served) == (0, 0))
    assert served.app.state.limits.connections.all == 0


def test_the_reserve_is_for_people_at_tables_and_for_whoever_looks_after_the_server(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, access="shared", connections=6, connections_per_address=0)
    with Served(settings) as served:
        player, stranger = Client(served.port, BYSTANDER), Client(served.port)
        table = player.create()
        idle = [stranger.dial() for _ in range(7)]
        assert until(lambda: len(served.listener.server_state.connections) >= 7)
        status, body = stranger.ask("GET", "/api/bots")
        assert (status, json.loads(body)["code"]) == (503, "server/busy")
        assert stranger.ask("GET", f"/api/tables/{table}", cookie="aq=x.y.z")[0] == 503
        assert stranger.ask("GET", "/health")[0] == 200
        assert player.ask("GET", f"/api/tables/{table}", cookie=player.cookies[table])[0] == 200
        idle += [stranger.dial() for _ in range(descriptors.RESERVE)]
        with pytest.raises(OSError):  # noqa: PT011 - cut off, in one way or another
            stranger.ask("GET", "/health", seconds=5)
        for line in idle:
            line.close()
        assert until(lambda: stranger.ask("GET", "/api/bots")[0] == 200)


def test_as_many_files_as_may_be_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    descriptors.raise_limit()
    assert asked == [(4096, 4096)]
    assert descriptors.room() == 1024 - descriptors.OWN - descriptors.RESERVE
    monkeypatch.setattr(resource, "getrlimit", lambda _: (128, 128))
    assert descriptors.room() == 64
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY,) * 2)
    assert descriptors.room() == 0


def test_a_server_with_few_files_has_fewer_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptors, "limit", lambda: 512)
    with Served(settings_in(tmp_path)) as served:
        assert served.app.state.socket_limit.room == 512 - descriptors.OWN - descriptors.RESERVE


def test_a_cause_is_told_once_a_second() -> None:
    now = 0.0
    said = OncePerSecond(lambda: now)

    def tell(text: str, level: int = logging.ERROR) -> bool:
        return said.filter(logging.LogRecord("aquaromana", level, "", 0, text, (), None))

    assert [tell("one"), tell("one"), tell("two"), tell("one")] == [True, False, True, False]
    assert all(tell("request", logging.INFO) for _ in range(5))
    now = 1.0
    record = logging.LogRecord("aquaromana", logging.ERROR, "", 0, "one", (), None)
    assert said.filter(record)
    assert record.__dict__["aqua_fields"] == {"left_out": 2}
    for number in range(3000):
        tell(f"cause {number}")
    assert len(said._said) <= 1000


def test_too_many_open_files_are_one_line_without_a_traceback(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    error = OSError(errno.EMFILE, "Too many open files")
    told_once(served.loop, {"message": "socket.accept() out of system resource", "exception": error})
    (record,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert (record.getMessage(), record.exc_info) == ("No connection can be accepted: Too many open files", None)
