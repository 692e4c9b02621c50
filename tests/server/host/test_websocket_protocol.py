"""Frames below messages: fragments, pings and broken text over a bare connection."""

import asyncio
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from aquaromana.server.api import table_socket
from aquaromana.server.host.websocket_protocol import FRAMES
from tests.support.served import Served

TEXT, CONTINUED, BINARY, CLOSE, PING = 0x1, 0x0, 0x2, 0x8, 0x9
HELLO = b'{"type":"hello"}'


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as a client sends it, masked."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    mask = b"mask"
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    return bytes([(0x80 if final else 0) | opcode]) + length + mask + masked


class Bare:
    """A connection that sends whatever it wants to."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.stream = connection.makefile("rb")

    def send(self, *frames: bytes) -> None:
        self.connection.sendall(b"".join(frames))

    def read(self) -> tuple[int, bytes]:
        """Opcode and payload of the next frame; 0 and nothing at the end."""
        head = self.stream.read(2)
        if len(head) < 2:
            return 0, b""
        size = head[1] & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", self.stream.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.stream.read(8))
        return head[0] & 0xF, self.stream.read(size)

    def close_code(self) -> int:
        """With which code the server closes; 0 if it only hangs up."""
        return self.closing()[0]

    def closing(self) -> tuple[int, str]:
        """Code and reason."""
        while True:
            opcode, payload = self.read()
            if opcode == CLOSE:
                return int(struct.unpack("!H", payload[:2])[0]), payload[2:].decode()
            if not opcode:
                return 0, ""


def handshake(port: int, table: str, cookie: str = "") -> bytes:
    lines = (
        f"GET /api/tables/{table}/live HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookie}",
        "",
        "",
    )
    return "\r\n".join(lines).encode()


@contextmanager
def bare(port: int, table: str, cookie: str = "") -> Iterator[Bare]:
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.sendall(handshake(port, table, cookie))
        found = Bare(connection)
        assert b"101" in found.stream.readline()
        while found.stream.readline() != b"\r\n":
            pass
        yield found


@pytest.fixture
def table(served: Served) -> str:
    return served.create()


def test_a_message_may_come_in_pieces(served: Served, table: str) -> None:
    with bare(served.port, table) as line:
        pieces = [HELLO[at : at + 1] for at in range(len(HELLO))]
        line.send(frame(TEXT, pieces[0], final=False))
        for piece in pieces[1:-1]:
            line.send(frame(CONTINUED, piece, final=False), frame(PING))
        line.send(frame(CONTINUED, pieces[-1]))
        while True:
            opcode, payload = line.read()
            if opcode == TEXT:
                break
        assert payload.startswith(b'{"type":"state"')


@pytest.mark.parametrize("flood", [frame(CONTINUED, final=False), frame(PING, b"x" * 100)], ids=["fragments", "pings"])
def test_too_many_fragments_or_control_frames_close_with_1008(served: Served, table: str, flood: bytes) -> None:
    with bare(served.port, table) as line:
        line.send(frame(TEXT, HELLO), frame(TEXT, b"{", final=False))
        line.send(flood * (FRAMES + 5))
        assert line.closing() == (1008, "message/too-many")


def test_pieces_that_are_too_big_together_close_with_1009(served: Served, table: str) -> None:
    with bare(served.port, table) as line:
        line.send(frame(TEXT, HELLO), frame(TEXT, b" " * 4000, final=False), frame(CONTINUED, b" " * 200, final=False))
        assert line.close_code() == 1009


def test_a_size_that_is_only_claimed_closes_with_1009(served: Served, table: str) -> None:
    with bare(served.port, table) as line:
        line.send(frame(TEXT, HELLO), b"\x81\xff" + struct.pack("!Q", 1 << 40) + b"mask")
        assert line.close_code() == 1009


@pytest.mark.parametrize("text", [b"\xff\xfe", b'{"type":"\xed\xa0\x80"}', b"\xc0\xaf", b'{"type":"ping"}\xf0\x9f'])
def test_text_that_is_not_utf_8_closes_with_1007(served: Served, table: str, text: bytes) -> None:
    with bare(served.port, table) as line:
        line.send(frame(TEXT, HELLO), frame(TEXT, text))
        assert line.closing() == (1007, "message/malformed")


@pytest.mark.parametrize(
    "junk", [b"\x81\x02hi", frame(0x3), frame(CONTINUED, b"x"), b"\xf1\x80aaaa", frame(PING, b"x" * 126)]
)
def test_frames_that_break_the_rules_of_sockets_are_cut(served: Served, table: str, junk: bytes) -> None:
    with bare(served.port, table) as line:
        line.send(frame(TEXT, HELLO), junk)
        assert line.close_code() == 1002


@pytest.mark.parametrize(
    "headers",
    [
        [f"X-{number}: y" for number in range(300)],
        ["Sec-WebSocket-Key: short", "Sec-WebSocket-Version: 13"],
        ["Sec-WebSocket-Version: 99", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="],
        [],
    ],
    ids=["many headers", "bad key", "bad version", "nothing"],
)
def test_an_upgrade_that_is_none_is_refused(
    served: Served, table: str, headers: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
    ]
    with socket.create_connection(("127.0.0.1", served.port), 30) as connection:
        connection.sendall("\r\n".join((*lines, *headers, "", "")).encode("latin-1"))
        answer = connection.makefile("rb").readline()
    assert answer.startswith(b"HTTP/1.1 4"), answer
    assert not caplog.records


@pytest.mark.parametrize("code", ["", "access/needed"], ids=["welcome", "barred"])
def test_a_client_that_leaves_before_it_is_admitted_is_not_logged(
    served: Served, table: str, code: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, left = threading.Event(), threading.Event()

    async def barred(*_: object) -> str:
        begun.set()
        await asyncio.to_thread(left.wait, 30)
        await asyncio.sleep(0.05)  # the server hears of it
        return code

    monkeypatch.setattr(table_socket, "_barred", barred)
    with socket.create_connection(("127.0.0.1", served.port), 30) as connection:
        connection.sendall(handshake(served.port, table))
        assert begun.wait(30)
    left.set()

    async def gone() -> None:
        while served.listener.server_state.tasks:  # noqa: ASYNC110 - they tell nobody
            await asyncio.sleep(0.01)

    served.inside(gone)
    assert not caplog.records


def test_the_code_arrives_though_more_was_sent(served: Served, table: str) -> None:
    for _ in range(20):
        with bare(served.port, table) as line:
            line.send(frame(TEXT, HELLO), frame(TEXT, b"x" * 5000), *[frame(TEXT, b"y" * 4000)] * 50)
            assert line.closing() == (1009, "message/too-big")
