"""Bodies on their way in: how long they may take, and how much of them there may be (S6)."""

import socket
import time
from pathlib import Path

import pytest

from aquaromana.server.middleware.address_limits import UsageLimit
from tests.support.served import Served, settings_in


def begun(served: Served, size: int, sent: int) -> socket.socket:
    """A request whose body does not end."""
    head = f"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: {size}\r\n\r\n"
    line = socket.create_connection(("127.0.0.1", served.port), timeout=30)
    line.sendall(head.encode() + b" " * sent)
    return line


def test_a_body_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, arrival=0.3)) as served, begun(served, 100_000, 90_000) as line:
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
        assert answer.startswith(b"HTTP/1.1 408")
        assert b'"request/slow"' in answer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("access", "limits", "status", "code"),
    [
        ("shared", {"bodies_per_address": 1024}, 429, "request/too-many"),
        ("shared", {"bodies": 1024}, 503, "server/busy"),
        ("local", {"bodies": 1024, "bodies_per_address": 1024}, 503, "server/busy"),
    ],
)
def test_there_is_room_for_so_much_at_a_time(
    tmp_path: Path, access: str, limits: dict[str, int], status: int, code: str
) -> None:
    """One body always fits; while it is not whole, another one does not."""
    limits |= {"body_size": 8192, "requests_per_minute": 0}
    with Served(settings_in(tmp_path, access=access, **limits)) as served:
        with begun(served, 8192, 8000):
            bodies: UsageLimit = served.app.state.limits.bodies
            while bodies.all < 8000:  # or the second one would come first, and the first one not fit
                time.sleep(0.01)
            answer = served.client.post("/api/records", content=b" " * 1000)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
        while answer.status_code != 422:  # until it is known that nobody is there any more
            answer = served.client.post("/api/records", content=b" " * 1000)
