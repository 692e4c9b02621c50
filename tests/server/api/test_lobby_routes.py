"""The lobby, claims of seats, rematches, and the list of tables of a visitor (S2, S4)."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from aquaromana.server.api import joining_routes, tokens
from aquaromana.server.app import create_app
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Sat
from aquaromana.server.table import outcomes as table_outcomes
from aquaromana.server.table.credentials import Credentials
from tests.server.api.test_table_routes import refused
from tests.support.served import Served
from tests.support.sizes import LongSize
from tests.support.visitors import OPEN, PERSON, Visitor, shared_settings

BEN_ONCE, EVE_ONCE = "b1f0" * 6, "e7e7" * 6
CLAIMS = LongSize("claims", ci=50, long=500)
BOT = {"kind": "bot", "bot": "greedy"}


def names(visitor: Visitor, table: str) -> list[str]:
    return [player.get("name", "") for player in visitor.client.get(f"/api/tables/{table}").json()["players"]]


# Claims.


@pytest.mark.slow
def test_a_public_table_is_in_the_lobby_until_it_is_full(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create({"kind": "person", "name": "Ann"}, OPEN, options={"public": True})
    private = host.create()
    listed = {info["id"]: info for info in stranger.client.get("/api/lobby").json()}
    assert table in listed
    assert private not in listed
    assert listed[table]["players"][0]["name"] == "Ann"
    assert "secret" not in stranger.client.get("/api/lobby").text
    answer = guest.client.post(f"/api/tables/{table}/claim", json={"seat": 1, "name": "Ben"})
    assert answer.json()["players"][1]["name"] == "Ben"
    assert table not in [info["id"] for info in stranger.client.get("/api/lobby").json()]
    assert guest.client.get(f"/api/tables/{table}/state").json()["yours"] == [1]
    assert stranger.client.get(f"/api/tables/{table}/state").json()["yours"] == [], "anybody may watch"
    refused(stranger.client.post(f"/api/tables/{table}/claim", json={"seat": 1}), 409, "access/taken")
    refused(stranger.client.post(f"/api/tables/{private}/claim", json={"seat": 1}), 403, "access/needed")


def test_a_table_at_which_nobody_waits_any_more_leaves_the_lobby(
    host: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = host.create(PERSON, OPEN, options={"public": True})
    assert table in [info["id"] for info in stranger.client.get("/api/lobby").json()]
    monkeypatch.setattr(joining_routes, "LISTED", -1)
    assert stranger.client.get("/api/lobby").json() == []


def test_one_visitor_does_not_take_all_seats_of_a_public_table(host: Visitor, guest: Visitor) -> None:
    table = host.create(PERSON, OPEN, OPEN, options={"public": True})
    for seat in (1, 2):
        assert guest.client.post(f"/api/tables/{table}/claim", json={"seat": seat}).status_code == 200
    assert guest.client.get(f"/api/tables/{table}/state").json()["yours"] == [1]


@pytest.mark.slow
def test_without_cookies_the_address_counts(tmp_path: Path) -> None:
    """A client that deletes its cookies between two claims is a new visitor from the same address."""
    with Served(shared_settings(tmp_path, claims_per_hour=2)) as served, Visitor(served) as host:
        tables = [host.create(PERSON, OPEN, OPEN, options={"public": True}) for _ in range(2)]
        answers = []
        for table in tables:
            for seat in (1, 2):
                with Visitor(served) as guest:
                    answers.append(guest.client.post(f"/api/tables/{table}/claim", json={"seat": seat}))
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
        refused(answers[-1], 429, "request/too-many")


@pytest.mark.slow
def test_rematches_are_tables_too(tmp_path: Path) -> None:
    with Served(shared_settings(tmp_path, tables_per_hour=2)) as served, Visitor(served) as host:
        first = host.create(PERSON, BOT)
        host.change(first, type="resign", seat=0)
        for _ in range(2):
            assert host.change(first, type="rematch")["type"] == "accepted", "the same one again is none"
        second = host.client.get(f"/api/tables/{first}").json()["next"]
        host.client.post(f"/api/tables/{second}/follow", json={"from": first})
        host.change(second, type="resign", seat=1)
        answer = host.change(second, type="rematch")
        assert answer["code"] == "request/too-many"
        assert answer["args"]["seconds"] > 0


def test_another_cookie_hides_none(host: Visitor, stranger: Visitor, club: Served) -> None:
    """A page under our name, or a part of it, can add cookies for our addresses, and choose which comes first."""
    table = host.create()
    bad = tokens.TokenSigner("x" * 40)
    for name, path, forged in (
        ("aq", f"/api/tables/{table}", bad.seal(table, Credentials.maker({0: 7}))),
        ("aq_tables", "/api/tables", bad.seal_visited({table: Credentials.maker({0: 7})})),
    ):
        good = host.cookies(path)
        for text in (f"{name}={forged}; {good}", f"{good}; {name}={forged}", f"{name}=; {good}; {name}=x"):
            answer = stranger.client.get(path, headers={"Cookie": text})
            assert answer.status_code == 200, answer.text
            assert table in answer.text
    # Of two good ones the passes add up.
    link = host.links(table)["watch"]
    with Visitor(club) as guest:
        watching = guest.joined(table, link).cookies(f"/api/tables/{table}")
    for text in (f"{watching}; {host.cookies(f'/api/tables/{table}')}", watching):
        state = stranger.client.get(f"/api/tables/{table}/state", headers={"Cookie": text}).json()
        assert state.get("host", False) == (text != watching)


@pytest.mark.parametrize("seat", [-1, 2, 9, 2**70, -(2**70)])
def test_a_seat_that_is_not_there_cannot_be_claimed(host: Visitor, guest: Visitor, seat: int) -> None:
    table = host.create(PERSON, OPEN, options={"public": True})
    refused(guest.client.post(f"/api/tables/{table}/claim", json={"seat": seat}), 422, "table/seat")


async def race(folder: Path, races: int) -> list[list[int]]:
    """Let two people go for the last seat at once, again and again; the statuses that they get."""
    app = create_app(shared_settings(folder))
    transport = httpx.ASGITransport(app)

    def browser() -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:7483")

    outcomes = []
    async with app.router.lifespan_context(app), browser() as host:
        for number in range(races):
            made = await host.post("/api/tables", json={"players": [PERSON, OPEN], "options": {"public": True}})
            table = made.json()["id"]
            members = await app.state.service.members(table)
            secret = app.state.tokens.secret(table, tokens.invite(1), members.generation("chair:1"))
            async with browser() as one, browser() as two:
                wants: dict[str, Any] = {"seat": 1} if number % 2 else {"secret": secret}
                action = "claim" if number % 2 else "join"
                answers = await asyncio.gather(
                    *(
                        client.post(f"/api/tables/{table}/{action}", json={**wants, "name": name})
                        for client, name in ((one, "One"), (two, "Two"))
                    )
                )
                outcomes.append(sorted(answer.status_code for answer in answers))
                for client, name, answer in ((one, "One", answers[0]), (two, "Two", answers[1])):
                    won = answer.status_code == 200
                    assert ("set-cookie" in answer.headers) == won
                    state = (await client.get(f"/api/tables/{table}/state")).json()
                    assert (state["yours"] == [1]) == won
                    if won:
                        assert state["table"]["players"][1]["name"] == name
                    else:
                        assert answer.json()["code"] == "access/taken"
    return outcomes


@pytest.mark.slow
@CLAIMS.mark
def test_of_two_claims_of_the_last_seat_one_wins(tmp_path: Path) -> None:
    """S4."""
    assert asyncio.run(race(tmp_path, CLAIMS.value)) == [[200, 409]] * CLAIMS.value


def test_a_server_that_gives_a_seat_twice_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_outcomes, "taken", lambda _table, seat, name: [Sat(seat=seat, kind="person", name=name)])
    with pytest.raises(AssertionError):
        assert asyncio.run(race(tmp_path, 5)) == [[200, 409]] * 5


# Coming along to a rematch, forks, and the list.


@pytest.mark.slow
def test_everybody_comes_along_to_a_rematch(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create({"kind": "person", "name": "Ann"}, OPEN)
    guest.joined(table, host.links(table)["chairs"][1]["link"], "Ben")
    assert guest.change(table, type="resign", seat=1)["type"] == "accepted"
    assert host.change(table, type="rematch")["type"] == "accepted"
    new = host.client.get(f"/api/tables/{table}").json()["next"]
    refused(guest.client.get(f"/api/tables/{new}"), 403, "access/needed")
    for visitor, yours, is_host in ((host, [1], True), (guest, [0], False)):
        assert visitor.client.post(f"/api/tables/{new}/follow", json={"from": table}).status_code == 200
        state = visitor.client.get(f"/api/tables/{new}/state").json()
        assert (state["yours"], state.get("host", False)) == (yours, is_host)
    assert names(guest, new) == ["Ben", "Ann"]
    refused(stranger.client.post(f"/api/tables/{new}/follow", json={"from": table}), 403, "access/needed")
    other = host.create()
    refused(host.client.post(f"/api/tables/{other}/follow", json={"from": table}), 403, "access/invalid")


def test_a_game_can_be_continued_by_anyone_who_may_see_it(host: Visitor, stranger: Visitor) -> None:
    table = host.create(PERSON, PERSON)
    host.play(table, 0, "C@12")
    wanted = {"players": [PERSON, OPEN], "from": {"table": table, "ply": 1}}
    refused(stranger.client.post("/api/tables", json=wanted), 403, "access/needed")
    refused(host.client.post("/api/tables", json={**wanted, "from": {"table": table, "ply": 2}}), 404, "table/ply")
    refused(host.client.post("/api/tables", json={**wanted, "from": {"table": "no", "ply": 1}}), 404, "table/unknown")
    refused(
        host.client.post("/api/tables", json={**wanted, "from": {"table": table, "ply": -1}}), 422, "request/invalid"
    )
    refused(host.client.post("/api/tables", json={**wanted, "position": "x"}), 422, "request/invalid")
    made = host.client.post("/api/tables", json=wanted).json()
    assert (made["origin"], made["parent"], made["start"], made["mover"]) == ("fork", table, 1, 1)


def test_everybody_sees_their_own_tables(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    one, two = host.create(), host.create()
    guest.joined(one, host.links(one)["chairs"][1]["link"])
    assert {info["id"] for info in host.client.get("/api/tables").json()} == {one, two}
    assert [info["id"] for info in guest.client.get("/api/tables").json()] == [one]
    assert stranger.client.get("/api/tables").json() == []
    host.client.delete(f"/api/tables/{one}")
    assert [info["id"] for info in host.client.get("/api/tables").json()] == [two]
    assert guest.client.get("/api/tables").json() == []
    assert "aq=" not in host.cookies(f"/api/tables/{one}")


def test_an_imported_record_belongs_to_its_importer(host: Visitor, stranger: Visitor) -> None:
    table = host.client.post("/api/records", content=b'[Players "2"]\n0. C@12').json()["id"]
    state = host.client.get(f"/api/tables/{table}/state").json()
    assert (state["yours"], state["host"]) == ([0, 1], True)
    refused(stranger.client.get(f"/api/tables/{table}"), 403, "access/needed")


@pytest.mark.slow
@pytest.mark.parametrize("public", [False, True])
def test_without_a_lobby_nothing_is_public(tmp_path: Path, public: bool) -> None:
    with Served(shared_settings(tmp_path, lobby=False)) as server, Visitor(server) as visitor:
        wanted = {"players": [PERSON, OPEN], "options": {"public": public}}
        answer = visitor.client.post("/api/tables", json=wanted)
        if public:
            refused(answer, 422, "table/options")
        assert visitor.client.get("/api/lobby").json() == []


def test_a_link_that_has_just_been_replaced_admits_nobody(club: Served, host: Visitor) -> None:
    """A revocation between the look at the link and the seat: the link counts no more."""
    table = host.create()
    host.change(table, type="revoke", what="chair", chair=1)
    with pytest.raises(Refusal) as late:
        club.inside(lambda: club.service.take(table, 1, "Late", 0))
    assert late.value.code == "access/revoked"
    assert club.inside(lambda: club.service.members(table)).players[1].kind == "open"
