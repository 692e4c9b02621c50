"""B5: what is too big, in pieces, binary, broken or nested. Each has its close code, and memory stays where it was."""

import contextlib
import re
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.host.test_websocket_protocol import BINARY, CONTINUED, HELLO, PING, TEXT, Bare, bare, frame
from tests.server.test_launch import Process, started
from tests.support.served import PEOPLE

MEGABYTES = 50
"""The rise that is tolerated: five times the ten that are promised."""

NESTED = b'{"type":"ping","x":' + b"[" * 3000
NUMBER = b'{"type":"hello","since":' + b"9" * 3900 + b"}"

ATTACKS: dict[str, tuple[list[bytes], int]] = {
    "oversized": ([frame(TEXT, b"x" * 60_000)], 1009),
    "claimed to be huge": ([b"\x81\xff" + struct.pack("!Q", 1 << 40) + b"mask"], 1009),
    "oversized in pieces": ([frame(TEXT, b"x" * 3000, final=False), frame(CONTINUED, b"x" * 3000, final=False)], 1009),
    "endless pieces": ([frame(TEXT, b"{", final=False), frame(CONTINUED, final=False) * 2000], 1008),
    "pings": ([frame(PING, b"x" * 125) * 2000], 1008),
    "flood": ([frame(TEXT, b'{"type":"ping"}') * 300], 1008),
    "flood of nonsense": ([frame(TEXT, NESTED) * 300], 1008),
    "flood of huge numbers": ([frame(TEXT, NUMBER) * 300], 1008),
    "binary": ([frame(BINARY, b"x" * 4000)], 1003),
    "broken text": ([frame(TEXT, b"\xff" * 4000)], 1007),
    "broken text in pieces": ([frame(TEXT, b"\xc3", final=False), frame(CONTINUED, b"\x28")], 1007),
}


class Target:
    """A server for many as a process of its own, whose memory can be looked at."""

    def __init__(self, process: Process) -> None:
        self.process = process.process
        self.url = process.url()
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
        self.client = httpx.Client(base_url=self.url, trust_env=False)
        self.table = str(self.client.post("/api/tables", json={"players": PEOPLE}).json()["id"])
        self.path = f"/api/tables/{self.table}"
        self.cookie = str(self.client.build_request("GET", self.path).headers["cookie"])

    @property
    def megabytes(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * 4096 / 2**20

    def bear(self, frames: list[bytes]) -> int:
        """Send these frames after a hello; with which code the socket is closed."""
        with bare(self.port, self.table, self.cookie) as line:
            line.send(frame(TEXT, HELLO))
            _send(line, frames)
            return line.close_code()


def _send(line: Bare, frames: list[bytes]) -> None:
    try:
        for each in frames:
            line.send(each)
    except OSError:
        pass  # it hung up on us in the middle; what it said before can still be read


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    data = str(tmp_path_factory.mktemp("target"))
    with started("serve", "--port", "0", "--data", data, "--requests-per-minute", "0") as process:
        target = Target(process)
        with contextlib.closing(target.client):
            yield target


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_has_its_close_code(target: Target, name: str) -> None:
    frames, code = ATTACKS[name]
    assert target.bear(frames) == code


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")
def test_memory_stays_where_it_was(target: Target) -> None:
    for frames, _ in ATTACKS.values():  # loading something for the first time is not a leak
        target.bear(frames)
    before = target.megabytes
    for _ in range(15):
        for frames, _ in ATTACKS.values():
            target.bear(frames)
    assert target.megabytes - before < MEGABYTES
    assert target.process.poll() is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "cookie", ["", "aq", "aq=", "aq=" + "x" * 9000, "aq=a;" * 3000, "a=\xff\0", "x" * 200_000], ids=len
)
def test_whatever_comes_as_a_cookie_opens_no_socket(target: Target, cookie: str) -> None:
    with socket.create_connection(("127.0.0.1", target.port), 10) as connection:
        head = (f"GET {target.path}/live HTTP/1.1", f"Host: 127.0.0.1:{target.port}", "Upgrade: websocket")
        keys = ("Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13")
        with contextlib.suppress(OSError):
            connection.sendall("\r\n".join((*head, *keys, f"Cookie: {cookie}", "", "")).encode("latin-1"))
        with contextlib.suppress(ConnectionError), connection.makefile("rb") as answer:
            assert re.fullmatch(rb"(HTTP/1.1 4\d\d .*\r\n)?", answer.readline())


@pytest.mark.slow
def test_nothing_was_logged_as_our_fault(target: Target) -> None:
    assert target.client.get(target.path).json()["version"] == 0
    target.process.terminate()
    _, error = target.process.communicate(timeout=30)
    assert (target.process.returncode, error) == (0, "")
