"""Connections: how many one address may have, and how long they may rest (S6)."""

import asyncio
import socket
import threading
import time
from pathlib import Path

import pytest

from tests.support.served import Served, settings_in


def dialed(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=30)


def is_cut(line: socket.socket) -> bool:
    """Whether the other side hangs up, whatever it has said before; TimeoutError if it does not."""
    try:
        while line.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost:"], ids=["nothing", "half a request"])
def test_a_connection_without_a_request_is_closed(tmp_path: Path, said: bytes) -> None:
    with Served(settings_in(tmp_path, arrival=0.3)) as served, dialed(served) as line:
        line.sendall(said)
        assert is_cut(line)


def test_the_rest_of_a_body_that_nobody_reads_keeps_no_connection(tmp_path: Path) -> None:
    """It was answered long ago, and every further byte would have been a sign of life."""
    with Served(settings_in(tmp_path, arrival=0.5)) as served, dialed(served) as line:
        line.sendall(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: 99\r\n\r\n".encode())
        assert line.recv(65_536).startswith(b"HTTP/1.1 200")
        ended = threading.Event()

        def trickle() -> None:
            for _ in range(98):
                if ended.wait(0.1):
                    return
                try:
                    line.send(b"x")
                except OSError:
                    return

        trickling = threading.Thread(target=trickle)
        trickling.start()
        begun = time.monotonic()
        assert is_cut(line)
        ended.set()
        trickling.join()
        assert time.monotonic() - begun < 9, "before all of it has come"


def test_a_client_that_reads_nothing_is_disconnected_and_a_slow_one_is_not(served: Served) -> None:
    """The rest after an answer that has not been read ends with the reading."""
    from uvicorn.config import Config
    from uvicorn.server import ServerState

    from aquaromana.server.host.http_protocol import LimitedConnection

    class Transport(asyncio.Transport):
        unread = 9
        aborted = False

        def get_write_buffer_size(self) -> int:
            return self.unread

        def abort(self) -> None:
            self.aborted = True

    async def run() -> None:
        connection = LimitedConnection(Config(served.app), ServerState(), {})
        transport = Transport()
        connection.connection_made(transport)
        for unread in (9, 5, 2):
            transport.unread = unread
            connection._too_long()
            assert not transport.aborted
        connection._too_long()
        assert transport.aborted
        connection.connection_lost(OSError())

    asyncio.run(run())


def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, access="shared", connections_per_address=2)) as served:
        with dialed(served), dialed(served), dialed(served) as third:
            assert is_cut(third)
        while served.app.state.limits.connections.all:
            time.sleep(0.01)
        table = served.create()
        mine = {"Cookie": "; ".join(f"{each.name}={each.value}" for each in served.client.cookies.jar)}
        with served.live(table, additional_headers=mine), dialed(served) as second:
            second.sendall(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
            assert second.recv(65_536).startswith(b"HTTP/1.1 200"), "sockets are counted at their own door"


def test_the_connections_of_a_proxy_are_everybodys(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, access="shared", connections_per_address=1, proxies=("127.0.0.0/8",))
    with Served(settings) as served, dialed(served), dialed(served):
        assert served.client.get("/health").status_code == 200
