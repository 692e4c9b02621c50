"""Streams of bots: bounded for each address, cut when nobody reads, ended with the server; nothing stays behind."""

import socket
import time
from pathlib import Path

import pytest

from aquaromana.server.api import bot_stream
from tests.support.network_bots import NetworkBot, token_for
from tests.support.served import Served
from tests.support.visitors import OPEN, PERSON, Visitor, shared_settings


def settled(served: Served, count: int) -> bool:
    """Whether so many streams are open after a while."""
    end = time.monotonic() + 30
    while len(served.app.state.bot_streams) != count:
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_one_address_has_a_stream_limit(tmp_path: Path) -> None:
    with Served(shared_settings(tmp_path, sockets_per_address=3)) as served, Visitor(served) as host:
        tokens = [token_for(host, host.create(PERSON, OPEN)) for _ in range(3)]
        bots = [NetworkBot(served, token) for token in tokens]
        with bots[0].stream(), bots[1].stream(), bots[2].stream():
            assert settled(served, 3)
            late = NetworkBot(served, tokens[0])
            assert late.refused() == (503, "server/busy")
            late.close()
        assert settled(served, 0)
        with bots[0].stream() as events:
            events.next("gameStart")
        for bot in bots:
            bot.close()


def test_a_flood_of_requests_is_refused(tmp_path: Path) -> None:
    with Served(shared_settings(tmp_path, requests_per_minute=30)) as served, Visitor(served) as host:
        bot = NetworkBot(served, token_for(host, host.create(PERSON, OPEN)))
        answers = [bot.move("k3k3k3k3k3k3", 0).status_code for _ in range(40)]
        assert set(answers) == {403, 429}
        bot.close()


def test_a_bot_that_does_not_read_its_stream_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_stream, "KEEP_ALIVE", 0.0005)
    monkeypatch.setattr(bot_stream, "SEND_TIMEOUT", 0.3)
    with Served(shared_settings(tmp_path)) as served, Visitor(served) as host:
        table = host.create(PERSON, OPEN)
        token = token_for(host, table)
        with socket.create_connection(("127.0.0.1", served.port)) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            request = f"GET /api/bot/stream HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {token}"
            line.sendall(request.encode() + b"\r\n\r\n")
            assert settled(served, 1)
            narrator = bot_stream._write

            async def wordy(send, text, *, more=True):  # type: ignore[no-untyped-def]
                await narrator(send, text + b"x" * 20_000 if more else text, more=more)

            monkeypatch.setattr(bot_stream, "_write", wordy)
            assert settled(served, 0)
            host.client.close()
            end = time.monotonic() + 30
            while served.listener.server_state.connections:
                assert time.monotonic() < end
                time.sleep(0.02)


def test_an_empty_line_keeps_the_stream_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_stream, "KEEP_ALIVE", 0.05)
    with Served(shared_settings(tmp_path)) as served, Visitor(served) as host:
        bot = NetworkBot(served, token_for(host, host.create(PERSON, OPEN)))
        with bot.stream() as events:
            events.next("gameStart")
            assert events.line() == ""
        bot.close()


def test_the_end_of_the_server_ends_the_stream_with_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Served(shared_settings(tmp_path)) as served, Visitor(served) as host:
        bot = NetworkBot(served, token_for(host, host.create(PERSON, OPEN)))
        with bot.stream() as events:
            events.next("gameStart")
            served.listener.should_exit = True
            assert events.rest()[-1] == {"type": "bye", "code": "server/restart"}
        bot.close()
    assert [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")] == []


def test_hanging_up_leaves_nothing_behind(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Served(shared_settings(tmp_path)) as served, Visitor(served) as host:
        table = host.create(PERSON, OPEN)
        bot = NetworkBot(served, token_for(host, table))
        for _ in range(5):
            with bot.stream() as events:
                events.next("gameStart")
        assert settled(served, 0)
        assert served.app.state.socket_limit.held == 0
        bot.close()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
