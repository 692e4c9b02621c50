"""Floods of frames: every kind is counted, and little is parsed before it is."""

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.protocol import Protocol

from aquaromana.server.host import websocket_protocol
from aquaromana.server.host.websocket_protocol import FRAMES, MAX_QUEUED_MESSAGES, PARSE_CHUNK, LimitedProtocol
from benchmarks._attacks import CONTINUED, HELLO, PING, PONG, TEXT, Client, drained, frame
from tests.support.served import Served, settings_in

SMALLEST = 6
"""Bytes of an empty frame."""
MANY = 20_000


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server for many, with the limits of one for everybody."""
    with Served(settings_in(tmp_path, access="shared")) as server:
        yield server


class Parsed:
    """Counts the frames that are parsed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.frames = 0
        parse = Protocol.recv_frame

        def recv_frame(protocol: Protocol, event: object) -> None:
            self.frames += protocol.side.name == "SERVER"
            parse(protocol, event)  # type: ignore[arg-type]

        monkeypatch.setattr(Protocol, "recv_frame", recv_frame)


def flood(served: Served, data: bytes, *, hello: bool = True) -> bytes:
    """Send all of it on one socket, and read until the server hangs up; what it said last."""
    client = Client(served.port)
    table = client.create()
    with client.upgrade(table) as line:
        heard = b""
        with contextlib.suppress(OSError):
            line.sendall((frame(TEXT, HELLO) if hello else b"") + data)
        with contextlib.suppress(OSError):
            while part := line.recv(1 << 20):
                heard = (heard + part)[-200:]
    return heard


BOUND = FRAMES + PARSE_CHUNK // SMALLEST + MAX_QUEUED_MESSAGES + 2


@pytest.mark.parametrize("hello", [True, False], ids=["after the hello", "before it"])
@pytest.mark.parametrize("kind", [PONG, PING, CONTINUED], ids=["pongs", "pings", "fragments"])
def test_frames_of_every_kind_are_counted(
    served: Served, monkeypatch: pytest.MonkeyPatch, kind: int, *, hello: bool
) -> None:
    parsed = Parsed(monkeypatch)
    begun = frame(TEXT, b"{", final=False) if kind == CONTINUED else b""
    said = flood(served, begun + frame(kind, final=kind != CONTINUED) * MANY, hello=hello)
    assert said.endswith(b"\x03\xf0message/too-many")  # 1008
    assert parsed.frames <= BOUND


def test_without_the_count_pongs_would_be_parsed_without_end(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LimitedProtocol, "_is_welcome", lambda _: True)
    parsed = Parsed(monkeypatch)
    client = Client(served.port)
    with client.upgrade(client.create()) as line:
        line.sendall(frame(PONG) * MANY)
        end = time.monotonic() + 30
        while parsed.frames <= BOUND:
            assert time.monotonic() < end
            time.sleep(0.01)


@pytest.mark.parametrize("message", [b"", b"{"], ids=["empty", "nonsense"])
def test_messages_are_parsed_only_as_they_are_heard(
    served: Served, monkeypatch: pytest.MonkeyPatch, message: bytes
) -> None:
    """42,000 empty messages in one read used to be taken in before the first was looked at."""
    parsed = Parsed(monkeypatch)
    flood(served, frame(TEXT, message) * MANY)
    assert parsed.frames <= 100 + PARSE_CHUNK // SMALLEST + MAX_QUEUED_MESSAGES + 2


def test_without_portions_all_would_be_parsed_at_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_protocol, "PARSE_CHUNK", 1 << 20)
    monkeypatch.setattr(websocket_protocol, "READ", 1 << 20)
    parsed = Parsed(monkeypatch)
    flood(served, frame(TEXT) * MANY)
    assert parsed.frames > 1000


def test_a_flood_after_the_close_frame_is_cut_off(served: Served) -> None:
    client = Client(served.port)

    def send_on(line: socket.socket) -> None:
        for _ in range(200):
            line.sendall(frame(PONG) * MANY)
            drained(line)

    with client.upgrade(client.create()) as line, pytest.raises((ConnectionError, TimeoutError)):
        send_on(line)


def test_a_connection_that_is_slowed_down_gets_every_answer(served: Served) -> None:
    """More messages than are taken in at once, in one piece and cut anywhere: none is lost."""
    client = Client(served.port)
    table = client.create()
    ping = frame(TEXT, b'{"type":"ping"}')
    data = frame(TEXT, HELLO) + ping * 60
    for size in (len(data), 700, 13):
        with client.upgrade(table) as line:
            for at in range(0, len(data), size):
                line.sendall(data[at : at + size])
            heard = b""
            line.settimeout(30)
            while heard.count(b'{"type":"pong"') < 60:
                part = line.recv(1 << 16)
                assert part, f"closed after {heard.count(b'pong')} of 60 answers"
                heard += part


def test_reading_is_bounded(served: Served) -> None:
    """What one connection brings in a turn of the loop is little, whatever the system would give."""
    client = Client(served.port)
    with client.upgrade(client.create()) as line:
        line.sendall(frame(PING))
        assert line.recv(2) == b"\x8a\x00"

        async def looked() -> set[int]:
            protocols = [each for each in served.listener.server_state.connections if isinstance(each, LimitedProtocol)]
            return {each.transport.max_size for each in protocols}  # type: ignore[attr-defined]

        assert served.inside(looked) == {websocket_protocol.READ}


@pytest.mark.parametrize(
    "data",
    [b"\xc1\x80mask", b"\x83\x80mask", b"\x81\x01x", frame(CONTINUED), b"\x09\x80mask"],
    ids=["reserved bit", "unknown kind", "no mask", "a piece of nothing", "a ping in pieces"],
)
def test_an_invalid_frame_closes_with_1002(served: Served, data: bytes) -> None:
    assert flood(served, data).endswith(b"\x03\xeamessage/malformed")
