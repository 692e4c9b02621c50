"""The outbound client: where it connects, where it never does, and whom it does not wait for."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.webhooks import outbound
from aquaromana.server.webhooks.outbound import OutboundClient, Target, Undelivered, is_public

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


class Listening:
    """A server that answers every request with the same bytes; None keeps silent."""

    def __init__(self, answer: bytes | None) -> None:
        self.answer = answer
        self.heard: list[bytes] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.port = int(self._socket.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}/hook?key=1"
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self._open.append(connection)
            connection.settimeout(10)
            with contextlib.suppress(OSError):
                data = connection.recv(65_536)
                while data and data.endswith(b"\r\n\r\n"):
                    data += connection.recv(65_536)
                if data:
                    self.heard.append(data)
                if self.answer is not None:
                    connection.sendall(self.answer)
                    connection.close()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(20)
        for each in (self._socket, *self._open):
            each.close()


@contextmanager
def listening(answer: bytes | None = OK) -> Iterator[Listening]:
    server = Listening(answer)
    try:
        yield server
    finally:
        server.close()


def send(url: str, *, private: bool = True) -> None:
    messenger = OutboundClient(private=private)
    try:
        asyncio.run(messenger.send(Target.of(url, private=True), b'{"event":"your-turn"}'))
    finally:
        messenger.close()


def names(*addresses: str) -> Callable[..., Any]:
    """A directory in which every name stands for these."""
    return lambda _host, port, **_: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]


# Where it goes.


def test_it_posts_json_and_asks_for_nothing_else() -> None:
    with listening() as server:
        send(server.url)
    (heard,) = server.heard
    head, _, content = heard.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /hook?key=1 HTTP/1.1"
    assert {f"Host: 127.0.0.1:{server.port}", "Content-Type: application/json", "Connection: close"} <= set(lines)
    assert content == b'{"event":"your-turn"}'
    assert not [line for line in lines if line.lower().startswith(("cookie", "authorization", "referer"))]


def test_the_address_that_was_looked_at_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that stands for something else when it is asked again gains nothing: it is asked once."""
    asked = []

    def directory(host: str, port: int, **more: Any) -> Any:
        asked.append(host)
        return names("127.0.0.1")(host, port, **more)

    with listening() as server:
        monkeypatch.setattr(socket, "getaddrinfo", directory)
        send(f"http://hook.example.org:{server.port}/x")
    assert asked == ["hook.example.org"]
    assert f"Host: hook.example.org:{server.port}".encode() in server.heard[0]


@pytest.mark.parametrize(
    ("answer", "why", "again"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n", "302", False),
        (b"HTTP/1.0 404\r\n\r\n", "404", False),
        (b"HTTP/1.1 503 Busy\r\n\r\n", "503", True),
        (b"HTTP/1.1 429 Slowly\r\n\r\n", "429", True),
        (b"220 smtp.example.org\r\n", "no HTTP", False),
        (b"HTTP/1.1 " + b"2" * 5000 + b"\r\n", "no HTTP", False),
        (b"", "no HTTP", False),
    ],
)
def test_bad_answers_are_failures(answer: bytes, why: str, again: bool) -> None:
    with listening(answer) as server, pytest.raises(Undelivered, match=why) as undelivered:
        send(server.url)
    assert undelivered.value.again is again
    assert len(server.heard) == 1, "no redirection is followed"


def test_an_address_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "TIMEOUT", 0.2)
    with listening(None) as server, pytest.raises(Undelivered, match="in time") as undelivered:
        send(server.url)
    assert undelivered.value.again


def test_one_address_gets_so_many_calls_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By whatever names: whoever keeps silent under many has the same few calls."""
    monkeypatch.setattr(outbound, "TIMEOUT", 0.5)
    monkeypatch.setattr(socket, "getaddrinfo", names("127.0.0.1"))

    async def run(port: int) -> list[str]:
        messenger = OutboundClient(private=True)
        hosts = range(outbound.MAX_CALLS_PER_ADDRESS + 1)
        targets = [Target.of(f"http://{host}.example.org:{port}/") for host in hosts]
        ends = await asyncio.gather(*(messenger.send(each, b"{}") for each in targets), return_exceptions=True)
        assert all(isinstance(each, Undelivered) and each.again for each in ends)
        messenger.close()
        assert not messenger._calls.all
        return sorted(map(str, ends))

    with listening(None) as server:
        told = asyncio.run(run(server.port))
    assert told == ["no answer in time"] * outbound.MAX_CALLS_PER_ADDRESS + ["too many calls there at a time"]


def test_a_closed_port_is_worth_a_retry() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(Undelivered, match="no connection") as undelivered:
        send(f"http://127.0.0.1:{port}/")
    assert undelivered.value.again


# Where it never goes.


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
        ),
        *("224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2001::1"),
        *("fec0::1", "168.63.129.16", "192.88.99.1", "::ffff:168.63.129.16"),
        "a name",
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "::ffff:8.8.8.8", "2606:4700::1111"])
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("also", [(), ("8.8.8.8",)])
def test_a_name_that_stands_for_an_inner_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch, also: tuple[str, ...]
) -> None:
    with listening() as server:
        monkeypatch.setattr(socket, "getaddrinfo", names(*also, "127.0.0.1"))
        with pytest.raises(Undelivered, match="not public") as undelivered:
            send(f"http://hook.example.org:{server.port}/x", private=False)
    assert not undelivered.value.again
    assert server.heard == []


@pytest.mark.parametrize(
    "url",
    [
        *("", "x", "hook.example.org", "ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)", "https://"),
        *("http://exa mple.org", "http://example.org/\r\nX: 1", "http://example.org/\0", "http://b\u00fccher.example/"),
        *(
            "http://user@example.org/",
            "http://user:word@example.org/",
            "http://example.org:0/",
            "http://example.org:x/",
        ),
        *("http://example.org:99999/", "http://[::1", "http://[::1]/", "http://127.0.0.1/", "http://localhost/"),
        *("http://localhost./", "http://10.0.0.1/", "http://[::ffff:127.0.0.1]/", "http://[64:ff9b::7f00:1]/"),
        *("http://169.254.169.254/latest/meta-data", "http://example.org:25/", "http://example.org:6/"),
        *(
            "https://example.org/" + "x" * 500,
            "http://-/",
            "http://./",
            "http://_example.org@/",
            "http://ex%61mple.org/",
        ),
    ],
    ids=lambda url: url[:40],
)
def test_addresses_that_are_refused_at_once(url: str) -> None:
    with pytest.raises(Refusal) as refused:
        Target.of(url)
    assert refused.value.code == "webhook/address"
    assert len(refused.value.message) < 250


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://example.org", Target("https", "example.org", 443, "/")),
        ("HTTPS://Example.ORG./a?b=c#d", Target("https", "example.org", 443, "/a?b=c")),
        ("http://example.org:8080/x", Target("http", "example.org", 8080, "/x")),
        ("https://[2606:4700::1111]/", Target("https", "2606:4700::1111", 443, "/")),
    ],
)
def test_addresses_that_are_taken(url: str, target: Target) -> None:
    assert Target.of(url) == target


def test_the_authority_names_a_port_that_is_not_the_usual_one() -> None:
    assert Target.of("https://example.org:8443").authority == "example.org:8443"
    assert Target.of("https://[2606:4700::1111]").authority == "[2606:4700::1111]"
