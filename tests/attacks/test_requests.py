"""B1 and B3 over HTTP: damaged records, nonsense in every place, and whatever schemathesis makes of the description."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from aquaromana.records import Record, write_record
from aquaromana.records.errors import CATALOGUE as RECORDS
from aquaromana.rules import Game, Position
from aquaromana.rules.errors import CATALOGUE as RULES
from aquaromana.server.app import create_app
from aquaromana.server.errors import CATALOGUE as SERVER
from aquaromana.server.host.secret import DEMO
from aquaromana.server.settings import Settings
from tests.attacks.asgi import no_errors
from tests.attacks.messages import JUNK, RAW, Mutator
from tests.cli.conftest import random_game
from tests.support.served import Served, settings_in
from tests.support.sizes import LongSize
from tests.support.visitors import shared_settings

REQUESTS = LongSize("attacks", ci=900, long=50_000)
EXAMPLES = LongSize("schemathesis", ci=8, long=500)
DOCUMENTED = {*RULES, *RECORDS, *SERVER} - {"server/failed", "server/storage"}
OPTIONS = ("clock", "grace", "lots", "auto", "public", "more")
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
GAME = random_game(2, 4)
RECORD = write_record(Record.from_game(GAME, Seat0="Ann")).encode()


# Nonsense of our own.


def requests(folder: Path, count: int, *, shared: bool = False) -> None:
    """Send so many requests; no answer is a failure, and every refusal has a code."""
    rng, mutator = Random(4), Mutator(4)
    settings = shared_settings(folder, webhooks=True, body_size=4 << 20) if shared else settings_in(folder)

    async def run() -> None:
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:7483") as client:
                players = [{"kind": "person"}, {"kind": "open" if shared else "person"}]
                made = await client.post("/api/tables", json={"players": players})
                table = made.json()["id"]
                for _ in range(count):
                    answer = await _request(client, rng, mutator, rng.choice((table, table, "nothing")))
                    assert answer.status_code < 500, answer.text
                    if answer.status_code >= 400:
                        assert answer.json()["code"] in DOCUMENTED, answer.text
                        assert len(answer.text) < 3000

    with no_errors():
        asyncio.run(run())


async def _request(client: httpx.AsyncClient, rng: Random, mutator: Mutator, table: str) -> httpx.Response:
    chance = rng.random()
    if chance < 0.25:
        return await _entering(client, rng, table)
    if chance < 0.4:
        return await client.post("/api/records", content=_damaged(RECORD, rng))
    if chance < 0.6:
        kind = rng.choice(("person", "bot", rng.choice(JUNK)))
        player = {"kind": kind, "name": rng.choice(JUNK), "bot": rng.choice((*JUNK, "greedy"))}
        position = rng.choice((*JUNK, str(GAME), str(GAME)[:-3]))
        body = {"players": [player] * rng.randrange(6), "position": position}
        if rng.random() < 0.4:
            body["options"] = {rng.choice(OPTIONS): rng.choice((*JUNK, {"per": "game", "seconds": rng.choice(JUNK)}))}
        if rng.random() < 0.3:
            body["from"] = {"table": rng.choice((table, "nothing")), "ply": rng.choice(JUNK)}
        return await client.post("/api/tables", content=json.dumps(body))
    if chance < 0.7:
        return await client.post("/api/tables", content=mutator.message(GAME).encode("utf-8", "replace"))
    text = rng.choice((*RAW, *map(str, JUNK), _damaged(str(GAME).encode(), rng).decode("latin-1")))
    if chance < 0.85:
        return await client.get(f"/api/positions/{quote(text, safe='')}")
    path = rng.choice(("state", "views/1", "board.svg", f"views/{quote(text, safe='')}"))
    return await client.get(f"/api/tables/nothing/{path}", params={"since": text, "ply": text, "region": text})


async def _entering(client: httpx.AsyncClient, rng: Random, table: str) -> httpx.Response:
    """Somebody wants to come in, with a cookie of our making or of their own."""
    cookie = rng.choice(
        ("", "aq=", "aq=x.y.z", f"aq={rng.randbytes(40).hex()}", 'aq="\\012"; aq_tables=;;=', "aq_tables=a.b.c")
    )
    headers = {"Cookie": cookie} if cookie else {}
    path = f"/api/tables/{table}"
    how = rng.choice(("join", "claim", "follow", "webhook", "list", "look"))
    if how == "webhook":
        url = rng.choice((*JUNK, "http://127.0.0.1/", "https://example.org/", "http://[::1]/"))
        where = f"{path}/chairs/{rng.choice((0, 1, 3, 4, -1, 'x'))}/webhook"
        return await client.put(where, content=json.dumps({"url": url}), headers=headers)
    if how in ("list", "look"):
        return await client.get("/api/tables" if how == "list" else f"{path}/state", headers=headers)
    body = {rng.choice(("secret", "seat", "from", "name")): rng.choice(JUNK) for _ in range(rng.randrange(4))}
    return await client.post(f"{path}/{how}", content=json.dumps(body), headers=headers)


def _damaged(data: bytes, rng: Random) -> bytes:
    """Some bytes are others, gone, or there twice."""
    damaged = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(damaged) or 1)
        how = rng.random()
        if how < 0.5:
            damaged[at : at + 1] = rng.choice(b' \n@.:-x*%(){}[]"0123456789ABCDnesw\xff\0').to_bytes()
        elif how < 0.8:
            del damaged[at : at + rng.randrange(1, 30)]
        else:
            damaged[at:at] = damaged[at : at + rng.randrange(1, 30)]
    return bytes(damaged)


@pytest.mark.slow
@REQUESTS.mark
@pytest.mark.parametrize("shared", [False, True], ids=["local", "shared"])
def test_no_request_breaks_anything(tmp_path: Path, shared: bool) -> None:
    requests(tmp_path, REQUESTS.value // 2, shared=shared)


def test_a_server_that_fails_at_bad_positions_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    careful = Game.from_position

    def careless(text: str | Position) -> Game:
        if isinstance(text, str):
            raise IndexError(text.split(".")[7])
        return careful(text)

    monkeypatch.setattr(Game, "from_position", careless)
    with pytest.raises(AssertionError):
        requests(tmp_path, 300)


# What schemathesis makes of the description.


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[Served, str]]]:
    """One for its own machine and one for many, each with a table that is there."""
    local = settings_in(tmp_path_factory.mktemp("local"))
    shared = shared_settings(tmp_path_factory.mktemp("shared"), webhooks=True)
    with Served(local) as one, Served(shared) as other:
        yield [(one, _short(one)), (other, _short(other))]


def _short(server: Served) -> str:
    """A table that is short enough for films of it."""
    game = Game(players=2)
    game.play("C@12")
    return str(server.client.post("/api/records", content=write_record(Record.from_game(game))).json()["id"])


schema = schemathesis.openapi.from_dict(create_app(Settings(data=Path(), secret=DEMO)).openapi())


@pytest.mark.slow
@EXAMPLES.mark
@schema.parametrize()
@hypothesis.settings(
    max_examples=EXAMPLES.value,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_what_is_described_is_so_and_never_a_server_error(case: Any, servers: list[tuple[Served, str]]) -> None:
    parameters = case.path_parameters or {}
    wanted = str(parameters.get("id", case.body))
    server, table = servers[len(wanted) // 2 % 2]
    if len(wanted) % 2:  # half of them are about a table that is there
        parameters["id"] = table
    query = case.query or {}
    if str(query.get("width", "")).isdecimal():
        query["width"] = min(int(query["width"]), 200)  # what is drawn need not be large
    cookies = server.client.build_request("GET", f"/api/tables/{table}").headers.get("cookie", "")
    headers = {"Cookie": cookies} if cookies and len(wanted) % 3 else {}
    answer = case.call(base_url=server.url, timeout=120, headers=headers)  # the cores may be busy
    case.validate_response(answer, checks=CHECKS)
