"""The addresses: tables, records and positions, and what is said about bad requests."""

import json
import re
from typing import Any

import httpx
import msgspec
import pytest

from aquaromana.bots import BotSpec
from aquaromana.engine import native
from aquaromana.records import Record, read_record, write_record
from aquaromana.rules import Game, named_layout
from aquaromana.server.protocol import views
from aquaromana.server.protocol.game import Step, View
from aquaromana.server.protocol.messages import State
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.responses import Problem
from tests.cli.conftest import random_game
from tests.support.served import PEOPLE, Served, hear, say

BOT = {"kind": "bot", "bot": "greedy"}


def refused(answer: httpx.Response, status: int, code: str) -> Problem:
    """The problem that was told, in the right form."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    problem = msgspec.json.decode(answer.content, type=Problem)
    assert problem.code == code
    assert problem.message
    return problem


@pytest.mark.slow
def test_the_server_says_who_it_is(client: httpx.Client) -> None:
    health = client.get("/health").json()
    assert health["name"] == "aqua-romana"
    assert "/" not in health["folder"]
    assert [bot["name"] for bot in client.get("/api/bots").json()][-1] == "champion"
    told = client.get("/api/settings").json()
    assert told["core"] == (native.why_missing() is None)
    assert (told["name_length"], told["command"]) == (40, "aqua play")


def test_bots_are_told_in_the_order_that_the_description_promises(client: httpx.Client) -> None:
    """Not by strength: `search:1` comes after `level:12`. The page takes levels by name, and others as they come."""
    described = client.get("/api/openapi.json").json()["paths"]["/api/bots"]["get"]["description"]
    promised = list(dict.fromkeys(re.findall(r"`([a-z]+)", described)))
    told = [BotSpec.parse(bot["name"]).name for bot in client.get("/api/bots").json()]
    assert list(dict.fromkeys(told)) == promised


def test_levels_are_told_in_their_order_and_earlier_bots_stay(client: httpx.Client) -> None:
    told = client.get("/api/bots").json()
    levels = [bot for bot in told if bot["level"]]
    assert [bot["name"] for bot in levels] == [f"level:{number}" for number in range(1, len(levels) + 1)]
    assert (levels[0]["title"], levels[-1]["title"]) == ("newcomer", "emperor")
    for bot in ("level:1", *(f"search:{number}" for number in range(1, 6)), "first"):
        made = client.post("/api/tables", json={"players": [{"kind": "person"}, {"kind": "bot", "bot": bot}]})
        assert made.json()["players"][1]["bot"] == bot
    made = client.post("/api/tables", json={"players": [{"kind": "person"}, {"kind": "bot", "bot": "level:Mason"}]})
    assert made.json()["players"][1]["bot"] == "level:4", "by its title"
    refused = client.post("/api/tables", json={"players": [{"kind": "person"}, {"kind": "bot", "bot": "level:13"}]})
    assert refused.json()["code"] == "table/bot"


def test_new_tables_have_the_balanced_layout_unless_another_one_is_wanted(client: httpx.Client) -> None:
    def start(**wanted: str) -> str:
        table = client.post("/api/tables", json={"players": PEOPLE, **wanted}).json()["id"]
        position: str = client.get(f"/api/tables/{table}/state").json()["view"]["position"]
        record = client.get(f"/api/tables/{table}/record.aqr").text
        assert ('[LayoutName "balanced"]' in record) == (Game.from_position(position).layout.known_as == "balanced")
        return position

    balanced = str(Game(layout=named_layout("balanced", 2)))
    assert start() == start(layout="balanced") == balanced
    assert start(layout="standard") == str(Game(2)) != balanced
    refused(client.post("/api/tables", json={"players": PEOPLE, "layout": "round"}), 422, "request/invalid")


def test_the_server_tells_what_the_seats_of_each_layout_are_worth(client: httpx.Client) -> None:
    odds = client.get("/api/settings").json()["seat_odds"]
    assert {name: set(by_players) for name, by_players in odds.items()} == {"standard": {*"234"}, "balanced": {"2"}}
    for by_players in odds.values():
        for players, shares in by_players.items():
            assert len(shares) == int(players)
            assert abs(sum(shares) - 1) < 0.01


def test_a_table_from_making_to_deleting(client: httpx.Client) -> None:
    made = client.post("/api/tables", json={"players": [*PEOPLE, BOT]})
    assert made.status_code == 201
    info = msgspec.json.decode(made.content, type=TableInfo)
    path = made.headers["location"]
    assert path == f"/api/tables/{info.id}"
    assert [player.name for player in info.players] == ["Ann", "Ben", ""]
    assert msgspec.json.decode(client.get(path).content, type=TableInfo) == info
    assert info.id in [table["id"] for table in client.get("/api/tables").json()]
    deleted = client.delete(path)
    assert (deleted.status_code, deleted.content) == (204, b"")
    refused(client.get(path), 404, "table/unknown")
    refused(client.delete(path), 404, "table/unknown")
    assert info.id not in [table["id"] for table in client.get("/api/tables").json()]


def test_state_views_and_steps_tell_the_game(served: Served, client: httpx.Client) -> None:
    game = random_game(2, 4, 30)
    info = client.post("/api/records", content=write_record(Record.from_game(game))).json()
    path = f"/api/tables/{info['id']}"
    state = msgspec.json.decode(client.get(f"{path}/state").content, type=State)
    assert state.view == views.view(game.position)
    assert [step.move for step in state.steps] == list(map(str, game.moves))
    later = msgspec.json.decode(client.get(f"{path}/state?since=28").content, type=State)
    assert (later.since, [step.ply for step in later.steps]) == (28, [28, 29])
    steps = msgspec.json.decode(client.get(f"{path}/steps").content, type=list[Step])
    assert steps == state.steps
    view = client.get(f"{path}/views/7")
    assert msgspec.json.decode(view.content, type=View) == views.view(random_game(2, 4, 7).position)
    assert view.headers["cache-control"] == "no-store", "as long as the game goes on it can be taken back"
    problem = refused(client.get(f"{path}/views/31"), 404, "table/ply")
    assert 30 in problem.args.values()


def test_a_suggestion_is_a_whole_stretch(client: httpx.Client) -> None:
    game = random_game(2, 4, 30)
    info = client.post("/api/records", content=write_record(Record.from_game(game))).json()
    found = client.get(f"/api/tables/{info['id']}/suggestion").json()
    assert (found["version"], found["seat"]) == (30, game.to_move)
    for move in found["moves"]:
        assert game.to_move == found["seat"]
        game.play(move)


def test_nothing_is_suggested_when_the_game_is_over(client: httpx.Client) -> None:
    over = random_game(2, 4)
    info = client.post("/api/records", content=write_record(Record.from_game(over))).json()
    refused(client.get(f"/api/tables/{info['id']}/suggestion"), 422, "table/over")


def test_a_table_can_begin_at_a_position(client: httpx.Client) -> None:
    game = random_game(4, 2, 40)
    people = [{"kind": "person"}] * 4
    made = client.post("/api/tables", json={"players": people, "position": str(game)}).json()
    assert made["origin"] == "position"
    assert client.get(f"/api/tables/{made['id']}/state").json()["view"]["position"] == str(game)
    refused(client.post("/api/tables", json={"players": PEOPLE, "position": str(game)}), 422, "table/start")
    refused(client.post("/api/tables", json={"players": PEOPLE, "position": "2.s"}), 422, "position/unreadable")


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 422, "request/invalid"),
        (b"{", 422, "request/invalid"),
        (b"\xff\xfe", 422, "request/invalid"),
        (b"[" * 100_000, 422, "request/invalid"),
        (b'{"players": 3}', 422, "request/invalid"),
        (b'{"players": [], "more": 1}', 422, "request/invalid"),
        (b'{"players": [{"kind": "ghost"}]}', 422, "request/invalid"),
        (b'{"players": []}', 422, "table/players"),
        (json.dumps({"players": [{"kind": "person"}] * 5}).encode(), 422, "table/players"),
        (json.dumps({"players": [{"kind": "person"}, {"kind": "bot"}]}).encode(), 422, "table/bot"),
        (json.dumps({"players": [{"kind": "person"}, {"kind": "bot", "bot": "x" * 999}]}).encode(), 422, "table/bot"),
        (
            json.dumps({"players": [*PEOPLE[:1], {"kind": "bot", "bot": "network:/etc/passwd"}]}).encode(),
            422,
            "table/bot",
        ),
        (b" " * (1 << 20) + b"{}", 413, "request/too-large"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_table_that_cannot_be_made(client: httpx.Client, content: bytes, status: int, code: str) -> None:
    before = len(client.get("/api/tables").json())
    refused(client.post("/api/tables", content=content), status, code)
    assert len(client.get("/api/tables").json()) == before


def test_a_name_of_ten_thousand_emoji_is_told_to_be_too_long(client: httpx.Client) -> None:
    players = [{"kind": "person", "name": "\U0001f600" * 10_000}, BOT]
    for content in (json.dumps({"players": players}), json.dumps({"players": players}, ensure_ascii=False)):
        problem = refused(client.post("/api/tables", content=content.encode()), 422, "table/name")
        assert problem.args["limit"] == 40
        assert len(problem.message) < 200


def test_names_are_kept_without_what_cannot_be_seen(client: httpx.Client) -> None:
    players = [{"kind": "person", "name": " A\u202enna\0\x1b\n<b> "}, {"kind": "person", "name": "שלום"}]
    info = client.post("/api/tables", json={"players": players}).json()
    assert [player["name"] for player in info["players"]] == ["Anna <b>", "שלום"]


@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.parametrize("table", ["nothing", "x" * 200, "%00", "..%2f..", "a'b--", "\u00e9", "a" * 12])
def test_an_unknown_table_is_reported(client: httpx.Client, method: str, table: str) -> None:
    answer = client.request(method, f"/api/tables/{table}")
    assert answer.status_code == 404
    assert answer.json()["code"] in ("table/unknown", "request/unknown")


@pytest.mark.parametrize(
    "path",
    [
        *("/state", "/views/0", "/steps", "/record.aqr", "/record.json"),
        *("/board.svg", "/board.png", "/thumbnail.svg", "/game.gif"),
    ],
)
def test_nothing_of_an_unknown_table_is_there(client: httpx.Client, path: str) -> None:
    refused(client.get(f"/api/tables/nothing{path}"), 404, "table/unknown")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "request/unknown"),
        ("POST", "/nothing", 404, "request/unknown"),
        ("GET", "/api/", 404, "request/unknown"),
        ("GET", "/api/tables/", 404, "request/unknown"),
        ("GET", "/docs", 404, "request/unknown"),
        ("PUT", "/api/tables", 405, "request/method"),
        ("PATCH", "/health", 405, "request/method"),
        ("GET", "/api/tables/x/state?since=x", 422, "request/invalid"),
        ("GET", "/api/tables/x/state?since=-1", 422, "request/invalid"),
        ("GET", "/api/tables/x/views/-1", 422, "request/invalid"),
        ("GET", "/api/tables/x/views/" + "9" * 5000, 422, "request/invalid"),
        ("GET", "/api/tables/x/board.svg?theme=pink", 422, "request/invalid"),
        ("GET", "/api/tables/x/live", 404, "request/unknown"),
        ("GET", "/api/positions/2.s", 422, "position/unreadable"),
        ("GET", "/api/positions/" + "x" * 9000, 422, "position/unreadable"),
    ],
)
def test_bad_requests_have_a_code(client: httpx.Client, method: str, path: str, status: int, code: str) -> None:
    problem = refused(client.request(method, path), status, code)
    assert len(problem.message) < 300


def test_a_record_goes_out_and_comes_in_again(client: httpx.Client) -> None:
    record = Record.from_game(random_game(2, 3), Seat0="Ann", Seat1="Zoë")
    made = client.post("/api/records", content=write_record(record))
    assert made.status_code == 201
    info = made.json()
    assert (info["origin"], info["status"], info["version"]) == ("import", "over", len(record.moves))
    path = f"/api/tables/{info['id']}/record"
    out = read_record(client.get(f"{path}.aqr").content)
    assert (out.moves, out.names, out.result) == (record.moves, record.names, record.result)
    again = client.post("/api/records", content=client.get(f"{path}.json").content)
    assert again.json()["points"] == list(record.result or ())


def test_a_broken_record_is_told_with_its_place_and_nothing_is_kept(client: httpx.Client) -> None:
    before = len(client.get("/api/tables").json())
    problem = refused(client.post("/api/records", content=b'[Players "2"]\n0. C@12 C@12'), 422, "path/occupied")
    assert (problem.clause, problem.args["line"], problem.args["column"], problem.args["ply"]) == ("R2.5", 2, 9, 1)
    refused(client.post("/api/records", content=b"\xff\xd8\xff\xe0 a photo"), 422, "record/file-type")
    refused(client.post("/api/records", content=b""), 422, "record/empty")
    refused(client.post("/api/records", content=b'[Players "2"]\n0. C@12 %0123456789abcdef'), 422, "record/wrong-hash")
    refused(client.post("/api/records?game=0", content=b"x"), 422, "request/invalid")
    assert len(client.get("/api/tables").json()) == before


def test_a_body_over_the_limit_is_refused_told_or_not(served: Served, client: httpx.Client) -> None:
    limit = served.settings.body_size

    def pieces() -> Any:
        for _ in range(limit // 65_536 + 2):
            yield b" " * 65_536

    for content in (b" " * (limit + 1), pieces()):
        answer = client.post("/api/records", content=content)
        assert refused(answer, 413, "request/too-large").args == {"limit": limit}


@pytest.mark.slow
def test_a_large_record_is_read_beside_the_server(client: httpx.Client) -> None:
    record = Record.from_game(random_game(2, 3)).annotated(3, comment="long " * 20_000)
    made = client.post("/api/records", content=write_record(record))
    assert made.status_code == 201
    assert made.json()["version"] == len(record.moves)


def test_a_position_is_a_view(client: httpx.Client) -> None:
    game = random_game(3, 9, 50)
    assert msgspec.json.decode(client.get(f"/api/positions/{game}").content, type=View) == views.view(game.position)


@pytest.mark.slow
def test_the_game_goes_on_where_an_imported_record_stopped(served: Served, client: httpx.Client) -> None:
    game = Game(players=2)
    game.play("C@12")
    table = client.post("/api/records", content=write_record(Record.from_game(game))).json()["id"]
    with served.live(table) as socket:
        say(socket, type="play", id="1", version=1, seat=1, moves=["D@13"])
        assert hear(socket, "accepted", "refused")["type"] == "accepted"
    record = read_record(client.get(f"/api/tables/{table}/record.aqr").content)
    assert list(map(str, record.moves)) == ["C@12", "D@13"]
