"""The server as it listens: at once, watchful, and limited."""

import base64
import os
import socket
import time
from pathlib import Path

from tests.support.served import Served, settings_in

PING, CLOSE = 0x9, 0x8


def test_small_messages_leave_at_once(tmp_path: Path) -> None:
    """Messages were 40 ms late: accepted sockets did not know that they are TCP."""
    with Served(settings_in(tmp_path)) as served, served.live(served.create()):
        connections = [each.transport.get_extra_info("socket") for each in served.listener.server_state.connections]
        assert connections
        for each in connections:
            assert each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_client_that_answers_no_ping_is_dead(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, dead=1.0)) as served:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            *(
                f"GET /api/tables/{served.create()}/live HTTP/1.1",
                f"Host: 127.0.0.1:{served.port}",
                "Upgrade: websocket",
            ),
            *("Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""),
        )
        with socket.create_connection(("127.0.0.1", served.port), timeout=30) as silent:
            silent.sendall("\r\n".join(lines).encode())
            begun = time.monotonic()
            with silent.makefile("rb") as stream:
                while stream.readline().strip():
                    pass
                heard = stream.read()
        assert heard[0] & 0xF == PING
        assert heard[6] & 0xF == CLOSE
        assert time.monotonic() - begun < 15, "a second is promised, the cores are noisy"
