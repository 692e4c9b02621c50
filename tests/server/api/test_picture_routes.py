"""Records as files, and pictures: what they show, carry and cost."""

import asyncio
import json
import re
import socket
import threading
from typing import Any

import httpx
import pytest

from aquaromana.drawing import extract, sketch
from aquaromana.engine.decided import decided
from aquaromana.engine.solve import Effort
from aquaromana.records import Record, read_record, write_record
from aquaromana.rules import Game
from aquaromana.server.api.picture_routes import PictureCache
from aquaromana.server.api.table_routes import LASTING
from aquaromana.server.middleware.origin import FILE_POLICY
from aquaromana.server.pictures.workers import WorkQueue
from aquaromana.server.table.decided import NODES
from tests.cli.conftest import random_game
from tests.server.api.test_table_routes import refused
from tests.support.core import need_core
from tests.support.house import ROOT, load_script
from tests.support.random_play import finished
from tests.support.served import Served

GAME = random_game(2, 3, 30)


@pytest.fixture(scope="module")
def table(served: object) -> str:
    client: httpx.Client = served.client  # type: ignore[attr-defined]
    record = write_record(Record.from_game(GAME, Seat0="Ann <script>", Seat1="Ben"))
    return str(client.post("/api/records", content=record).json()["id"])


@pytest.mark.slow
def test_record_files_have_a_name_and_can_do_nothing(client: httpx.Client, table: str) -> None:
    for kind, media_type in (("aqr", "text/plain; charset=utf-8"), ("json", "application/json")):
        answer = client.get(f"/api/tables/{table}/record.{kind}")
        assert answer.headers["content-type"] == media_type
        assert answer.headers["content-disposition"] == f'inline; filename="aqua-romana-{table}.{kind}"'
        assert answer.headers["content-security-policy"] == FILE_POLICY


def brought(client: httpx.Client, game: Game) -> str:
    """The address of what says when a game was decided, after it was imported."""
    table = client.post("/api/records", content=write_record(Record.from_game(game))).json()["id"]
    return f"/api/tables/{table}/decided"


@pytest.mark.slow
def test_a_finished_game_says_from_where_on_it_was_decided_and_is_looked_at_once(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_core()
    game, run, looked = finished(2, 5), WorkQueue.run, []
    known = decided(game, Effort(nodes=NODES))
    assert known.ply < len(game.moves)

    async def counted(queue: WorkQueue, who: str, *work: Any) -> Any:
        looked.append(who)
        return await run(queue, who, *work)

    monkeypatch.setattr(WorkQueue, "run", counted)
    address = brought(client, game)
    answers = [client.get(address) for _ in range(3)]
    assert [answer.json() for answer in answers] == [
        {"ply": known.ply, "turn": known.turn, "seats": list(known.winners)}
    ] * 3
    assert answers[0].headers["cache-control"] == LASTING["Cache-Control"]
    assert len(looked) == 1
    never = finished(2, 0)
    assert decided(never, Effort(nodes=NODES)).ply == len(never.moves)
    assert client.get(brought(client, never)).json() == {"ply": None, "turn": None, "seats": None}


def test_only_finished_games_of_known_tables_are_decided(client: httpx.Client, table: str) -> None:
    refused(client.get(f"/api/tables/{table}/decided"), 422, "table/playing")
    refused(client.get("/api/tables/k7Qm2xRtY4/decided"), 404, "table/unknown")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "media_type"), [("svg", "image/svg+xml"), ("png", "image/png")])
def test_a_picture_carries_the_record_up_to_where_it_shows_the_game(
    client: httpx.Client, table: str, kind: str, media_type: str
) -> None:
    path = f"/api/tables/{table}/board.{kind}"
    shown = client.get(f"{path}?ply=12&theme=dark")
    assert shown.headers["content-type"] == media_type
    assert shown.headers["content-security-policy"] == FILE_POLICY
    text = extract(shown.content)
    assert text is not None
    assert read_record(text).moves == GAME.moves[:12]
    again = client.get(f"{path}?ply=12&theme=dark", headers={"If-None-Match": shown.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(f"{path}?ply=12")
    assert other.headers["etag"] != shown.headers["etag"]
    refused(client.get(f"{path}?ply=31"), 404, "table/ply")


def test_names_are_text_in_a_picture(client: httpx.Client, table: str) -> None:
    assert "<script" not in client.get(f"/api/tables/{table}/board.svg").text


def test_a_thumbnail_is_small_and_the_same_until_something_changes(client: httpx.Client, table: str) -> None:
    path = f"/api/tables/{table}/thumbnail.svg"
    light, dark, early = (client.get(path + query) for query in ("?v=30", "?v=30&theme=dark", "?ply=3"))
    assert light.headers["content-type"] == "image/svg+xml"
    assert light.headers["content-security-policy"] == FILE_POLICY
    assert light.text == sketch(GAME)
    assert dark.text == sketch(GAME, theme="dark")
    assert len({answer.headers["etag"] for answer in (light, dark, early)}) == 3
    again = client.get(path, headers={"If-None-Match": light.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    refused(client.get(f"{path}?ply=31"), 404, "table/ply")


@pytest.mark.slow
def test_a_film_shows_the_whole_game(client: httpx.Client, table: str) -> None:
    answer = client.get(f"/api/tables/{table}/game.gif?width=160")
    assert answer.headers["content-type"] == "image/gif"
    text = extract(answer.content)
    assert text is not None
    assert read_record(text).moves == GAME.moves


def test_a_position_or_a_part_of_it_as_a_picture(client: httpx.Client) -> None:
    path = f"/api/positions/{GAME}/board.svg"
    whole, part, alone = (client.get(path + more).text for more in ("", "?region=C2-F4", "?alone=true"))
    assert len(part) < len(alone) < len(whole)
    for region in ("nothing", "C2-Z9", "<b>"):
        problem = refused(client.get(path, params={"region": region}), 422, "request/region")
        assert problem.args["region"] == region
    refused(client.get(path, params={"region": "C" * 30}), 422, "request/invalid")


@pytest.mark.parametrize(
    "query", ["board.png?width=15", "board.png?width=99999", "game.gif?width=5000", "game.gif?width=639"]
)
def test_sizes_have_limits(client: httpx.Client, table: str, query: str) -> None:
    refused(client.get(f"/api/tables/{table}/{query}"), 422, "request/invalid")


def test_nobody_draws_the_same_picture_twice() -> None:
    drawn: list[str] = []

    async def draw(name: str) -> bytes:
        drawn.append(name)
        await asyncio.sleep(0.01)
        return name.encode() * 10

    async def run() -> None:
        picture_cache = PictureCache(room=25)
        asked = [asyncio.ensure_future(picture_cache.get("a", lambda: draw("a"))) for _ in range(3)]
        await asyncio.sleep(0)
        asked[0].cancel()  # who leaves takes nothing from the others
        assert await asked[1] == await asked[2] == b"a" * 10
        assert await picture_cache.get("a", lambda: draw("a")) == b"a" * 10
        assert drawn == ["a"]
        await picture_cache.get("b", lambda: draw("b"))
        await picture_cache.get("a", lambda: draw("a"))
        await picture_cache.get("c", lambda: draw("c"))
        assert drawn == ["a", "b", "c"]
        await picture_cache.get("a", lambda: draw("a"))
        assert drawn == ["a", "b", "c"], "the last used ones stay"
        await picture_cache.get("b", lambda: draw("b"))
        assert drawn == ["a", "b", "c", "b"], "there is no room for all"

    asyncio.run(run())


def test_drawing_stops_when_the_last_client_leaves() -> None:
    async def run() -> None:
        picture_cache, begun, dropped = PictureCache(), asyncio.Event(), asyncio.Event()

        async def draw() -> bytes:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                dropped.set()
            return b""

        asked = [asyncio.ensure_future(picture_cache.get("a", draw)) for _ in range(2)]
        await begun.wait()
        asked[0].cancel()
        await asyncio.sleep(0)
        assert not dropped.is_set(), "somebody still wants it"
        asked[1].cancel()
        async with asyncio.timeout(30):
            await dropped.wait()

    asyncio.run(run())


def test_a_disconnect_cancels_the_drawing(served: Served, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, dropped = threading.Event(), threading.Event()

    async def draw(*_: object) -> bytes:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            dropped.set()
        return b""

    monkeypatch.setattr(WorkQueue, "run", draw)
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall(f"GET /api/tables/{table}/game.gif HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        assert begun.wait(30)
        assert not dropped.is_set()
    assert dropped.wait(30)


@pytest.mark.parametrize(
    ("query", "queue"), [("game.gif", "slow"), ("board.png?width=2001", "slow"), ("board.png?width=2000", "quick")]
)
def test_films_are_not_in_the_way_of_pictures(
    served: Served, client: httpx.Client, table: str, monkeypatch: pytest.MonkeyPatch, query: str, queue: str
) -> None:
    async def draw(used: WorkQueue, *_: object) -> bytes:
        return b"slow" if used is served.app.state.worker_pools.slow else b"quick"

    monkeypatch.setattr(WorkQueue, "run", draw)
    served.app.state.picture_cache = PictureCache()
    assert client.get(f"/api/tables/{table}/{query}").text == queue
    served.app.state.picture_cache = PictureCache()


def test_a_picture_that_cannot_be_drawn_is_tried_again() -> None:
    async def fail() -> bytes:
        raise ValueError("no")

    async def draw() -> bytes:
        return b"x"

    async def run() -> None:
        picture_cache = PictureCache()
        with pytest.raises(ValueError, match="no"):
            await picture_cache.get("a", fail)
        assert await picture_cache.get("a", draw) == b"x"

    asyncio.run(run())


@pytest.mark.slow
def test_the_examples_in_the_browser_point_out_what_those_of_the_docs_do(client: httpx.Client) -> None:
    examples = json.loads((ROOT / "src/aquaromana/web/rules/examples.json").read_text("utf-8"))
    pictures = load_script("pictures").rule_pictures()
    marks = re.compile(r'data-(?:square|path|beam|walk)="[^"]*"')
    for name, example in examples.items():
        query = {key: example[key] for key in ("region", "marks", "move") if key in example}
        answer = client.get(f"/api/positions/{example['position']}/board.svg", params=query)
        assert answer.status_code == 200, answer.text
        drawn = pictures[f"rules/{name}.svg"]().decode()
        assert sorted(marks.findall(answer.text)) == sorted(marks.findall(drawn)), name


@pytest.mark.parametrize(
    ("query", "code"),
    [("marks=Z9", "request/invalid"), ("marks=D2,,", "request/invalid"), ("move=nothing", "notation/unreadable")],
)
def test_what_cannot_be_pointed_out_is_refused(client: httpx.Client, query: str, code: str) -> None:
    refused(client.get(f"/api/positions/{GAME}/board.svg?{query}"), 422, code)
