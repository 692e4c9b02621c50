"""Live play over a real socket: the conversation, refusals, resuming, limits and close codes."""

import contextlib
import itertools
import json
import time
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from aquaromana.rules import Game, named_layout
from aquaromana.rules.layout import USUAL_LAYOUT
from aquaromana.server.api import table_socket
from aquaromana.server.api.identity import Identity
from aquaromana.server.middleware.address_limits import AddressLimits
from aquaromana.server.protocol.messages import PROTOCOL
from aquaromana.server.rate_limiter import RateLimiter
from aquaromana.server.table.credentials import LOCAL
from tests.support.served import Served, hear, say, settings_in

PATIENCE = 30.0


def closed(socket: ClientConnection) -> tuple[int, str]:
    """How the server closes a socket; whatever it says before is passed over."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(PATIENCE)
    assert socket.protocol.close_rcvd is not None
    return socket.protocol.close_rcvd.code, socket.protocol.close_rcvd.reason


@pytest.fixture
def table(served: Served) -> str:
    return served.create()


# The conversation.


def test_the_state_comes_first_then_the_choices(served: Served, table: str) -> None:
    with served.live(table, hello=False) as socket:
        say(socket, type="hello", protocol=PROTOCOL)
        state, choices = hear(socket), hear(socket)
    assert (state["type"], state["version"], state["yours"]) == ("state", 0, [0, 1])
    assert choices["type"] == "choices"
    assert [choice["move"] for choice in choices["choices"]] == list(map(str, Game(players=2).legal_moves()))


def test_a_play_is_accepted_before_anything_else_is_told(served: Served, table: str) -> None:
    with served.live(table) as one, served.live(table) as other:
        hear(one, "choices")
        say(one, type="play", id="a", version=0, seat=0, moves=["C@12"])
        assert hear(one) == {"type": "accepted", "id": "a", "version": 1}
        told = [hear(one), hear(other, "state")]
        assert told[0] == told[1]
        assert (told[0]["version"], told[0]["since"]) == (1, 0)
        assert [step["move"] for step in told[0]["steps"]] == ["C@12"]
        assert hear(one)["type"] == "choices"
    assert served.version(table) == 1


@pytest.mark.slow
def test_a_whole_game_over_sockets(served: Served, table: str) -> None:
    game = Game(layout=named_layout(USUAL_LAYOUT, 2))
    with served.live(table) as socket:
        for number in itertools.count():
            choices = hear(socket, "choices")
            moves = [choices["choices"][-1]["move"]]
            while True:
                say(socket, type="preview", id=f"p{number}", version=choices["version"], moves=moves)
                seen = hear(socket, "previewed")
                if seen.get("complete"):
                    break
                moves.append(seen["choices"][-1]["move"])
            say(socket, type="play", id=str(number), version=choices["version"], seat=choices["seat"], moves=moves)
            assert hear(socket, "accepted", "refused")["type"] == "accepted"
            for move in moves:
                game.play(move)
            state = hear(socket, "state")
            assert state["view"]["position"] == str(game)
            if state["table"]["status"] == "over":
                assert state["table"]["points"] == list(game.scores())
                break
    assert game.is_over


def test_ask_preview_watch_and_ping_are_answered(served: Served, table: str) -> None:
    with served.live(table) as socket:
        hear(socket, "choices")
        say(socket, type="ask", id="1", version=0, subject="kind", name="J")
        assert hear(socket)["why"]["code"] == "kind/joker-waits"
        say(socket, type="ask", id="2", version=0, subject="move", name="C@12")
        assert hear(socket) == {"type": "answer", "id": "2", "version": 0}
        say(socket, type="preview", id="3", version=0, moves=["C@12"])
        assert hear(socket)["complete"] is True
        say(socket, type="watch", thinking=True)
        say(socket, type="ping")
        assert abs(hear(socket, "pong")["at"] - time.time()) < 60, "by the clock of the server"
    assert served.version(table) == 0


def test_thinking_is_told_to_those_who_watch(served: Served) -> None:
    table = served.create({"kind": "person"}, {"kind": "bot", "bot": "search:3"})
    with served.live(table) as socket, served.live(table) as deaf:
        say(socket, type="watch", thinking=True)
        say(socket, type="ping")
        hear(socket, "pong")
        say(socket, type="play", id="1", version=0, seat=0, moves=["C@12"])
        thinking = hear(socket, "thinking")
        assert (thinking["version"], thinking["seat"]) == (1, 1)
        hear(socket, "state")
        heard = set()
        while "state" not in heard or served.version(table) < 2:
            heard.add(hear(deaf)["type"])
        assert "thinking" not in heard


def test_presence_and_chat_are_broadcast(served: Served, table: str) -> None:
    with served.live(table, hello=False) as one:
        say(one, type="hello")
        assert [hear(one, "state", "choices", "presence", "said")["type"] for _ in range(3)] == [
            "state",
            "choices",
            "presence",
        ]
        say(one, type="say", id="1", seat=1, phrase="hello")
        answer, said = sorted((hear(one), hear(one)), key=lambda message: str(message["type"]))
        assert answer == {"type": "accepted", "id": "1", "version": 0}
        assert (said["number"], said["seat"], said["phrase"]) == (0, 1, "hello")
        with served.live(table) as other:
            assert hear(other, "presence")["present"] == [0, 1]
            assert hear(other, "said") == said, "also to those who come later"
    with served.live(table, hello=False) as again:
        say(again, type="hello")
        assert hear(again, "said") == said


def test_changes_are_answered_and_told(served: Served, table: str) -> None:
    with served.live(table) as one, served.live(table) as other:
        say(one, type="rename", id="1", version=0, seat=1, name="Zoë")
        assert hear(one, "accepted", "refused") == {"type": "accepted", "id": "1", "version": 1}
        for socket in (one, other):
            state = hear(socket, "state")
            assert (state["version"], state["ply"], state["moved"], state["steps"]) == (1, 0, 0, [])
            assert [news["event"]["what"] for news in state["news"]] == ["renamed"]
        say(one, type="rename", id="1", version=0, seat=1, name="Zoë")
        assert hear(one, "accepted", "refused")["version"] == 1, "sent again, it is answered again and done once"
        say(other, type="play", id="2", version=0, seat=0, moves=["C@12"])
        assert hear(other, "accepted", "refused")["version"] == 2, "a new name spoils nobody's stretch"
        say(one, type="takeback", id="3", version=2, seat=0, ply=0)
        assert hear(one, "accepted", "refused")["version"] == 3
        while (state := hear(other, "state"))["version"] < 3:
            pass
        assert (state["ply"], state["since"], state["moved"]) == (0, 0, 3)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"version": 1}, "table/stale"),
        ({"version": -5}, "table/stale"),
        ({"seat": 1}, "table/not-your-turn"),
        ({"seat": 7}, "table/foreign-seat"),
        ({"seat": -1}, "table/foreign-seat"),
        ({"moves": []}, "table/incomplete"),
        ({"moves": ["C@12", "D@13"]}, "table/too-many"),
        ({"moves": ["C@99"]}, "notation/unreadable"),
        ({"moves": ["J@1"]}, "kind/joker-waits"),
        ({"moves": ["\0"]}, "notation/unreadable"),
        ({"id": ""}, "message/id"),
        ({"id": "x" * 65}, "message/id"),
        ({"id": 7}, "message/malformed"),
        ({"version": "0"}, "message/malformed"),
        ({"version": 0.0}, "message/malformed"),
        ({"version": 2**60}, "message/malformed"),
        ({"version": 10**300}, "message/malformed"),
        ({"moves": "C@12"}, "message/malformed"),
        ({"moves": None}, "message/malformed"),
        ({"type": "state"}, "message/unknown"),
        ({"type": None}, "message/unknown"),
        ({"type": "hello"}, "message/hello"),
    ],
    ids=str,
)
def test_what_is_wrong_is_refused_and_changes_nothing(
    served: Served, table: str, message: dict[str, Any], code: str
) -> None:
    with served.live(table) as socket:
        say(socket, **{"type": "play", "id": "a", "version": 0, "seat": 0, "moves": ["C@12"], **message})
        refused = hear(socket, "refused", "accepted")
        assert (refused["type"], refused["code"]) == ("refused", code)
        say(socket, type="play", id="b", version=0, seat=0, moves=["C@12"])
        assert hear(socket, "refused", "accepted")["type"] == "accepted", "it goes on after that"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"hello"', "{}", "\ufeff{}", "[" * 2000, '{"type":"ping"}x'])
def test_an_invalid_message_is_refused(served: Served, table: str, text: str) -> None:
    with served.live(table) as socket:
        socket.send(text)
        refused = hear(socket, "refused")
        assert refused["code"] in ("message/malformed", "message/unknown")


def test_a_play_that_is_sent_again_is_made_once(served: Served, table: str) -> None:
    with served.live(table) as socket:
        for _ in range(3):
            say(socket, type="play", id="a", version=0, seat=0, moves=["C@12"])
            assert hear(socket, "accepted", "refused") == {"type": "accepted", "id": "a", "version": 1}
        say(socket, type="play", id="a", version=1, seat=0, moves=["D@12"])
        assert hear(socket, "accepted", "refused")["code"] == "message/id-reused"
    assert served.version(table) == 1


def test_resuming_tells_what_came_after(served: Served, table: str) -> None:
    with served.live(table) as socket:
        for version, move in enumerate(("C@12", "D@13", "S@14")):
            say(socket, type="play", id=str(version), version=version, seat=version % 2, moves=[move])
            hear(socket, "accepted")
    for since, steps in ((0, 3), (1, 2), (3, 0), (99, 3), (-1, 3), (None, 3)):
        with served.live(table, hello=False) as socket:
            say(socket, type="hello", since=since)
            assert len(hear(socket, "state")["steps"]) == steps


def test_a_move_between_the_page_and_the_socket_is_not_missed(served: Served, table: str) -> None:
    """F5 in small: the state over HTTP, a move, then the socket."""
    known = served.client.get(f"/api/tables/{table}/state").json()["version"]
    with served.live(table) as other:
        say(other, type="play", id="1", version=0, seat=0, moves=["C@12"])
        hear(other, "accepted")
    with served.live(table, hello=False) as socket:
        say(socket, type="hello", since=known)
        state = hear(socket, "state")
    assert (state["version"], [step["move"] for step in state["steps"]]) == (1, ["C@12"])


# Closing.


def test_an_unknown_table_closes_with_4404(served: Served) -> None:
    for table in ("nothing", "x" * 100, "%00"):
        with served.live(table, hello=False) as socket:
            say(socket, type="hello")
            assert closed(socket) == (4404, "table/unknown")


def test_a_deleted_table_says_goodbye(served: Served, table: str) -> None:
    with served.live(table) as socket:
        served.client.delete(f"/api/tables/{table}")
        assert hear(socket, "bye") == {"type": "bye", "code": "table/deleted"}
        assert closed(socket) == (4404, "table/deleted")


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"type": "ping"}, "message/hello"),
        ({"type": "nonsense"}, "message/unknown"),
        ({"type": "hello", "protocol": 99}, "message/protocol"),
        ({"type": "hello", "protocol": None}, "message/malformed"),
    ],
)
def test_the_first_message_has_to_be_hello(served: Served, table: str, first: dict[str, Any], code: str) -> None:
    with served.live(table, hello=False) as socket:
        say(socket, **first)
        assert hear(socket)["code"] == code
        assert closed(socket) == (1008, code)


def test_a_binary_message_closes_with_1003(served: Served, table: str) -> None:
    with served.live(table) as socket:
        socket.send(b'{"type":"ping"}')
        assert closed(socket) == (1003, "message/binary")


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(settings_in(tmp_path_factory.mktemp("limited"), sockets=2)) as server:
        yield server


@pytest.mark.slow
def test_a_message_of_more_than_4_kib_closes_with_1009(limited: Served) -> None:
    table = limited.create()
    with limited.live(table) as socket:
        socket.send(json.dumps({"type": "ping"}).ljust(4096))
        hear(socket, "pong")
        socket.send(json.dumps({"type": "ping"}).ljust(4097))
        assert closed(socket)[0] == 1009


def test_the_101st_message_in_20_seconds_closes_with_1008(limited: Served) -> None:
    table = limited.create()
    with limited.live(table) as socket:  # hello was the first
        for _ in range(99):
            say(socket, type="ping")
        for _ in range(99):
            hear(socket, "pong")
        say(socket, type="ping")
        assert closed(socket) == (1008, "message/too-many")


@pytest.mark.slow
def test_a_server_that_does_not_count_messages_is_found(limited: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimiter, "allows", lambda *_: True)
    monkeypatch.setattr(f"{__name__}.PATIENCE", 2)
    with pytest.raises(TimeoutError):
        test_the_101st_message_in_20_seconds_closes_with_1008(limited)


def test_there_is_room_for_so_many_sockets(limited: Served) -> None:
    table = limited.create()
    with limited.live(table), limited.live(table), limited.live(table, hello=False) as third:
        assert closed(third) == (1013, "server/busy")
    deadline = time.monotonic() + 20
    while limited.app.state.socket_limit.open and time.monotonic() < deadline:
        time.sleep(0.01)
    with limited.live(table):
        pass


def test_a_client_that_never_says_hello_is_dropped(served: Served, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_socket, "HELLO", 0.2)
    with served.live(table, hello=False) as socket, pytest.raises(ConnectionClosed):
        socket.recv(20)


async def test_a_dropped_connection_is_not_an_error_for_either_half(tmp_path: Path) -> None:
    """Both may be about to say something; the second one used to end with a traceback in the log."""

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError

    settings = settings_in(tmp_path)
    state = SimpleNamespace(service=None, settings=settings, limits=AddressLimits(settings))
    socket = WebSocket({"type": "websocket", "app": SimpleNamespace(state=state)}, receive, send)
    await socket.accept()
    conversation = table_socket.Conversation(socket, "t", Identity(LOCAL))
    for _ in range(2):
        with pytest.raises(WebSocketDisconnect):
            await conversation._send("{}")


@pytest.mark.slow
def test_a_subscriber_that_never_reads_is_dropped_and_the_others_stay(
    served: Served, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_socket, "SEND_TIMEOUT", 0.3)
    socket_limit = served.app.state.socket_limit
    before = socket_limit.open
    with served.live(table) as good, served.live(table, max_queue=1) as deaf:
        assert socket_limit.open == before + 2
        # Answers that nobody takes fill the buffers of both sides; then the server gives up on the client.
        message = json.dumps({"type": "preview", "id": "x", "version": 0, "moves": []})
        deadline = time.monotonic() + 60
        try:
            while socket_limit.open > before + 1 and time.monotonic() < deadline:
                deaf.send(message)
        except ConnectionClosed:
            pass
        while socket_limit.open > before + 1 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert socket_limit.open == before + 1
        say(good, type="play", id="1", version=0, seat=0, moves=["C@12"])
        assert hear(good, "accepted")["version"] == 1
        deaf.socket.close()
