"""How people get to tables: links, claims, rematches, the lobby; and what their cookies are like (S2, S4)."""

import asyncio
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from aquaromana.server.api import joining_routes, tokens
from aquaromana.server.app import create_app
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware import logs
from aquaromana.server.protocol.events import Sat
from aquaromana.server.table import outcomes as table_outcomes
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.ids import taking_id
from tests.server.api.test_table_routes import refused
from tests.server.api.test_table_socket import closed
from tests.support.served import Served, hear, say
from tests.support.sizes import LongSize
from tests.support.visitors import OPEN, PERSON, Visitor, secret_of, shared_settings

BEN_ONCE, EVE_ONCE = "b1f0" * 6, "e7e7" * 6
CLAIMS = LongSize("claims", ci=50, long=500)
BOT = {"kind": "bot", "bot": "greedy"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for many."""
    with Served(shared_settings(tmp_path_factory.mktemp("club"))) as server:
        yield server


@pytest.fixture
def host(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor


@pytest.fixture
def guest(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor


@pytest.fixture
def stranger(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor


def names(visitor: Visitor, table: str) -> list[str]:
    return [player.get("name", "") for player in visitor.client.get(f"/api/tables/{table}").json()["players"]]


# Making a table.


def test_whoever_makes_a_table_is_its_host_and_plays_there(host: Visitor) -> None:
    table = host.create({"kind": "person", "name": "Ann"}, OPEN, BOT)
    with host.live(table, hello=False) as socket:
        say(socket, type="hello")
        state = hear(socket, "state")
    assert (state["yours"], state["host"], state["table"]["status"]) == ([0], True, "waiting")
    assert [player["kind"] for player in state["table"]["players"]] == ["person", "open", "bot"]


def test_a_cookie_is_for_one_table_and_out_of_reach_for_scripts(host: Visitor) -> None:
    answer = host.client.post("/api/tables", json={"players": [PERSON, OPEN]})
    table = answer.json()["id"]
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    for cookie, path in zip(cookies, (f"/api/tables/{table}", "/api/tables"), strict=True):
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert parts == {"httponly", f"max-age={tokens.AGE}", f"path={path}", "samesite=strict"}
    other = host.create()
    assert "aq=" in host.cookies(f"/api/tables/{table}/live")
    assert host.cookies(f"/api/tables/{table}").count("aq=") == 1, "each request carries only that table's"
    assert host.cookies(f"/api/tables/{other}") != host.cookies(f"/api/tables/{table}")
    assert "aq=" not in host.cookies("/api/tables")
    assert host.cookies("/") == ""


def test_cookies_are_for_encryption_alone_where_the_server_is_reached_so(tmp_path: Path) -> None:
    settings = shared_settings(tmp_path, public_url="https://aqua.example.org")

    async def made() -> httpx.Response:
        app = create_app(settings)
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="https://aqua.example.org") as client,
        ):
            return await client.post("/api/tables", json={"players": [PERSON, OPEN]})

    for cookie in asyncio.run(made()).headers.get_list("set-cookie"):
        assert "; secure" in cookie.lower()


def test_with_local_access_nobody_needs_a_cookie(served: Served, client: httpx.Client) -> None:
    answer = client.post("/api/tables", json={"players": [PERSON, PERSON]})
    assert "set-cookie" not in answer.headers
    table = answer.json()["id"]
    refused(client.post("/api/tables", json={"players": [PERSON, OPEN]}), 403, "access/local")
    refused(client.post(f"/api/tables/{table}/join", json={"secret": "x"}), 403, "access/local")
    refused(client.post(f"/api/tables/{table}/claim", json={"seat": 1}), 403, "access/local")
    with served.live(table) as socket:
        say(socket, type="links", id="1")
        assert hear(socket, "refused")["code"] == "access/local"


# Links.


def test_a_link_lets_one_take_the_open_seat(host: Visitor, guest: Visitor) -> None:
    table = host.create()
    links = host.links(table)
    assert [(each["chair"], each["seat"], each.get("invite", False)) for each in links["chairs"]] == [
        (0, 0, False),
        (1, 1, True),
    ]
    assert all(re.fullmatch(rf"#/join/{table}/[\w-]{{22,}}", each["link"]) for each in links["chairs"])
    with host.live(table) as socket:
        answer = guest.join(table, secret_of(links["chairs"][1]["link"]), "Ben")
        assert answer.status_code == 200
        assert answer.json()["status"] == "playing"
        news = hear(socket, "state")["news"]
    assert [each["event"]["what"] for each in news] == ["sat", "began"]
    assert names(guest, table) == ["", "Ben"]
    with guest.live(table, hello=False) as socket:
        say(socket, type="hello")
        state = hear(socket, "state")
    assert (state["yours"], state.get("host", False)) == ([1], False)


def test_an_invitation_is_good_once_but_for_whoever_used_it(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create()
    secret = secret_of(host.links(table)["chairs"][1]["link"])
    assert guest.join(table, secret, "Ben").status_code == 200
    refused(stranger.join(table, secret, "Eve"), 409, "access/taken")
    assert guest.join(table, secret, "Benjamin").status_code == 200, "the same browser may open it again"
    assert names(guest, table) == ["", "Ben"]
    refused(stranger.client.get(f"/api/tables/{table}"), 403, "access/needed")


def test_a_seat_is_not_lost_with_an_answer(
    host: Visitor, guest: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Random, "shuffle", lambda _self, order: order.reverse())
    table = host.create(PERSON, OPEN, options={"lots": True})
    secret = secret_of(host.links(table)["chairs"][1]["link"])
    assert guest.join(table, secret, "Ben", id=BEN_ONCE).status_code == 200
    guest.client.cookies.clear()  # as if it had never come
    refused(stranger.join(table, secret, "Eve", id=EVE_ONCE), 409, "access/taken")
    refused(stranger.join(table, secret, "Eve"), 409, "access/taken")
    for wrong in ("no id\0", "short", f"{BEN_ONCE}\n"):
        refused(stranger.join(table, secret, "Eve", id=wrong), 422, "request/invalid")
    assert guest.join(table, secret, "Ben", id=BEN_ONCE).status_code == 200
    assert guest.client.get(f"/api/tables/{table}/state").json()["yours"] == [0]
    host.change(table, type="revoke", what="chair", chair=1)
    refused(guest.join(table, secret, "Ben", id=BEN_ONCE), 403, "access/revoked")
    new = secret_of(next(each["link"] for each in host.links(table)["chairs"] if each["chair"] == 1))
    assert stranger.join(table, new, "Eve", id=EVE_ONCE).status_code == 200
    refused(guest.join(table, new, "Ben", id=BEN_ONCE), 409, "access/taken")


def test_what_gave_somebody_his_seat_gives_him_no_other(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create(PERSON, OPEN, OPEN, options={"public": True})
    links = [secret_of(each["link"]) for each in host.links(table)["chairs"][1:]]
    assert guest.join(table, links[0], "Ben", id=BEN_ONCE).status_code == 200
    assert stranger.join(table, links[1], "Eve", id=EVE_ONCE).status_code == 200
    stranger.client.cookies.clear()
    refused(stranger.join(table, links[0], "Eve", id=EVE_ONCE), 409, "access/taken")
    for seat in (0, 1):
        refused(stranger.claim(table, seat, "Eve", id=EVE_ONCE), 409, "access/taken")
    assert stranger.claim(table, 2, "Eve", id=EVE_ONCE).status_code == 200, "but his own"
    assert stranger.client.get(f"/api/tables/{table}/state").json()["yours"] == [2]


def test_no_message_passes_for_the_taking_of_a_seat(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create(PERSON, OPEN, OPEN, options={"public": True})
    assert guest.claim(table, 1, "Ben").status_code == 200
    for chair in (0, 1):
        for own in (taking_id(chair, 0, EVE_ONCE), f"take:0:{EVE_ONCE}"):
            answer = guest.change(table, type="rename", id=own, seat=1, name="Ben")
            assert (answer["type"] == "accepted") == own.startswith("take"), "the others are the server's own"
        refused(stranger.claim(table, chair, "Eve", id=EVE_ONCE), 409, "access/taken")


def test_a_player_gets_the_link_to_his_own_seat_for_another_device(host: Visitor, guest: Visitor, club: Served) -> None:
    table = host.create()
    guest.joined(table, host.links(table)["chairs"][1]["link"])
    links = guest.links(table)
    assert [each["seat"] for each in links["chairs"]] == [1]
    assert "watch" not in links
    assert "host" not in links
    with Visitor(club) as phone:
        phone.joined(table, links["chairs"][0]["link"])
        assert host.play(table, 0, "C@12")["type"] == "accepted"
        assert phone.play(table, 1, "D@13")["type"] == "accepted"
    assert guest.play(table, 0, "S@14")["code"] == "table/foreign-seat"


def test_spectators_and_the_host_have_links_of_their_own(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create(PERSON, BOT)
    links = host.links(table)
    guest.joined(table, links["watch"])
    assert guest.client.get(f"/api/tables/{table}/state").json()["yours"] == []
    assert guest.play(table, 0, "C@12")["code"] == "access/seat"
    refused(guest.client.delete(f"/api/tables/{table}"), 403, "access/host")
    stranger.joined(table, links["host"])
    assert stranger.client.get(f"/api/tables/{table}/state").json()["host"] is True
    assert stranger.play(table, 0, "C@12")["code"] == "access/seat"
    assert stranger.client.delete(f"/api/tables/{table}").status_code == 204


def test_joining_again_adds_passes(host: Visitor, guest: Visitor) -> None:
    table = host.create(PERSON, OPEN, OPEN)
    links = host.links(table)
    guest.joined(table, links["watch"]).joined(table, links["chairs"][1]["link"])
    guest.joined(table, links["chairs"][2]["link"])
    assert guest.client.get(f"/api/tables/{table}/state").json()["yours"] == [1, 2]


def test_a_chair_stays_with_its_player_when_lots_are_drawn(
    host: Visitor, guest: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Random, "shuffle", lambda _self, order: order.reverse())
    table = host.create({"kind": "person", "name": "Ann"}, OPEN, options={"lots": True})
    guest.joined(table, host.links(table)["chairs"][1]["link"], "Ben")
    assert names(host, table) == ["Ben", "Ann"]
    assert host.client.get(f"/api/tables/{table}/state").json()["yours"] == [1]
    assert guest.client.get(f"/api/tables/{table}/state").json()["yours"] == [0]
    assert [(each["chair"], each["seat"]) for each in guest.links(table)["chairs"]] == [(1, 0)]
    host.change(table, type="revoke", what="chair", chair=1)
    refused(guest.client.get(f"/api/tables/{table}"), 403, "access/revoked")
    assert host.client.get(f"/api/tables/{table}/state").json()["yours"] == [1]


@pytest.mark.parametrize("secret", ["", "x", "A" * 24, "\0", "\u202e" * 30, "../..", "x" * 5000])
def test_what_opens_nothing_is_refused(host: Visitor, guest: Visitor, secret: str) -> None:
    table = host.create()
    refused(guest.join(table, secret), 403, "access/invalid")
    assert "set-cookie" not in guest.join(table, secret).headers


def test_a_link_tells_where_it_leads_before_it_is_used(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    def look(visitor: Visitor, link: str) -> httpx.Response:
        return visitor.client.post(f"/api/tables/{table}/invitation", json={"secret": secret_of(link)})

    clock = {"per": "stretch", "seconds": 60}
    table = host.create({"kind": "person", "name": "Ann"}, OPEN, BOT, options={"clock": clock})
    links = host.links(table)
    chair, invite = (each["link"] for each in links["chairs"])
    told = look(guest, invite)
    assert told.headers.get_list("set-cookie") == [], "nothing is handed out"
    found = told.json()
    assert (found["what"], found["seat"], found["hosts"]) == ("invite", 1, ["Ann"])
    assert found["table"]["options"]["clock"] == clock
    assert [player["kind"] for player in found["table"]["players"]] == ["person", "open", "bot"], "nothing is taken"
    assert [look(guest, link).json()["what"] for link in (chair, links["watch"], links["host"])] == [
        *("chair", "watch", "host")
    ]
    guest.joined(table, invite, "Ben")
    assert look(guest, invite).json()["hosts"] == ["Ann"]
    refused(look(stranger, invite), 409, "access/taken")
    host.change(table, type="revoke", what="watch")
    refused(look(stranger, links["watch"]), 403, "access/revoked")
    refused(look(stranger, "x/y"), 403, "access/invalid")


def test_a_link_of_another_table_is_refused(host: Visitor, guest: Visitor) -> None:
    one, other = host.create(), host.create()
    refused(guest.join(one, secret_of(host.links(other)["chairs"][1]["link"])), 403, "access/invalid")
    refused(guest.join("nothing", "x"), 404, "table/unknown")


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"secret":7}', b'{"secret":"x","more":1}', b"\xff", b"[" * 9999]
)
def test_what_is_no_request_to_join(host: Visitor, content: bytes) -> None:
    table = host.create()
    for action in ("invitation", "join", "claim", "follow"):
        refused(host.client.post(f"/api/tables/{table}/{action}", content=content), 422, "request/invalid")


def test_a_name_that_is_too_long_takes_no_seat(host: Visitor, guest: Visitor) -> None:
    table = host.create()
    secret = secret_of(host.links(table)["chairs"][1]["link"])
    refused(guest.join(table, secret, "x" * 41), 422, "table/name")
    assert guest.join(table, secret, "\u202eB\0en").status_code == 200
    assert names(guest, table) == ["", "Ben"]


# Void links and cookies (S2).


def test_a_chair_that_is_revoked_is_closed_to_whoever_had_it(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create()
    invitation = host.links(table)["chairs"][1]["link"]
    guest.joined(table, invitation, "Ben")
    device = guest.links(table)["chairs"][0]["link"]
    with guest.live(table) as socket:
        assert host.change(table, type="revoke", what="chair", chair=1)["type"] == "accepted"
        assert hear(socket, "bye") == {"type": "bye", "code": "access/revoked"}
        assert closed(socket) == (4403, "access/revoked")
    path = f"/api/tables/{table}"
    for address in (path, f"{path}/state", f"{path}/record.aqr"):
        refused(guest.client.get(address), 403, "access/revoked")
    with pytest.raises(InvalidStatus) as barred, guest.live(table):
        pass
    assert barred.value.response.status_code == 403
    assert b"access/revoked" in barred.value.response.body
    assert guest.client.get("/api/tables").json() == []
    for link in (invitation, device):
        refused(stranger.join(table, secret_of(link)), 403, "access/revoked")
    new = host.links(table)["chairs"][1]
    assert new["invite"]
    stranger.joined(table, new["link"], "Cleo")
    assert names(stranger, table) == ["", "Cleo"]
    refused(guest.client.get(path), 403, "access/revoked")


def test_spectators_can_be_revoked_too(host: Visitor, guest: Visitor) -> None:
    table = host.create(PERSON, BOT)
    links = host.links(table)
    guest.joined(table, links["watch"])
    host.change(table, type="revoke", what="watch")
    refused(guest.client.get(f"/api/tables/{table}"), 403, "access/revoked")
    refused(guest.join(table, secret_of(links["watch"])), 403, "access/revoked")
    assert host.client.get(f"/api/tables/{table}/state").json()["host"] is True


@pytest.mark.parametrize("kind", ["none", "expired", "tampered", "another table's", "another server's", "garbage"])
def test_a_cookie_that_is_not_good_opens_nothing(
    host: Visitor, stranger: Visitor, club: Served, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = host.create(PERSON, BOT), host.create(PERSON, BOT)
    good = host.cookies(f"/api/tables/{table}").partition("aq=")[2].partition(";")[0]
    code = "access/invalid"
    if kind == "none":
        cookie, code = "", "access/needed"
    elif kind == "expired":
        monkeypatch.setattr(tokens, "AGE", -1)
        cookie, code = good, "access/expired"
    elif kind == "tampered":
        cookie = ("B" if good[0] == "A" else "A") + good[1:]
    elif kind == "another table's":
        cookie = host.cookies(f"/api/tables/{other}").partition("aq=")[2].partition(";")[0]
    elif kind == "another server's":
        cookie = tokens.TokenSigner("x" * 40).seal(table, Credentials.maker({0: 0}))
    else:
        cookie = Random(3).randbytes(300).hex()
    headers = {"Cookie": f"aq={cookie}"} if cookie else {}
    path = f"/api/tables/{table}"
    for address in (path, f"{path}/state", f"{path}/steps", f"{path}/record.json", f"{path}/board.svg"):
        refused(stranger.client.get(address, headers=headers), 403, code)
    refused(stranger.client.delete(path, headers=headers), 403, code)
    with pytest.raises(InvalidStatus) as barred, club.live(table, hello=False, additional_headers=headers):
        pass
    assert barred.value.response.status_code == 403
    assert barred.value.response.headers["content-type"] == "application/json"
    assert code.encode() in barred.value.response.body


@pytest.mark.usefixtures("loggers")
def test_no_secret_gets_into_a_log(tmp_path: Path) -> None:
    settings = shared_settings(tmp_path, log_level="debug")
    with Served(settings) as server, Visitor(server) as host, Visitor(server) as guest:
        logs.set_up(settings, tmp_path / "log")
        table = host.create()
        link = host.links(table)["chairs"][1]["link"]
        guest.joined(table, link, "Ben")
        refused(guest.join(table, secret_of(link)[:-1]), 403, "access/invalid")
        guest.play(table, 0, "C@12")
        cookies = [word.partition("=")[2] for word in guest.cookies(f"/api/tables/{table}").split("; ")]
    written = (tmp_path / "log").read_text()
    assert "/api/tables/{id}/join" in written
    for secret in (secret_of(link), *cookies):
        assert secret[:16] not in written


@pytest.fixture
def loggers() -> Iterator[None]:
    """What is set about logging is as before in the end."""
    found = [logging.getLogger(name) for name in (logs.OURS, *logs.OTHERS)]
    before = [(each.handlers, each.propagate, each.level) for each in found]
    yield
    for each, (handlers, propagates, level) in zip(found, before, strict=True):
        for handler in set(each.handlers) - set(handlers):
            handler.close()
        each.handlers, each.propagate = handlers, propagates
        each.setLevel(level)


# Claims.


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


def test_without_cookies_the_address_counts(tmp_path: Path) -> None:
    """Whoever throws his cookies away between two claims is a new visitor, but comes from the same address."""
    with Served(shared_settings(tmp_path, claims_per_hour=2)) as served, Visitor(served) as host:
        tables = [host.create(PERSON, OPEN, OPEN, options={"public": True}) for _ in range(2)]
        answers = []
        for table in tables:
            for seat in (1, 2):
                with Visitor(served) as guest:
                    answers.append(guest.client.post(f"/api/tables/{table}/claim", json={"seat": seat}))
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
        refused(answers[-1], 429, "request/too-many")


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


def test_whoever_may_see_a_game_may_go_on_from_it(host: Visitor, stranger: Visitor) -> None:
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


def test_everybody_sees_the_tables_of_his_own(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    one, two = host.create(), host.create()
    guest.joined(one, host.links(one)["chairs"][1]["link"])
    assert {info["id"] for info in host.client.get("/api/tables").json()} == {one, two}
    assert [info["id"] for info in guest.client.get("/api/tables").json()] == [one]
    assert stranger.client.get("/api/tables").json() == []
    host.client.delete(f"/api/tables/{one}")
    assert [info["id"] for info in host.client.get("/api/tables").json()] == [two]
    assert guest.client.get("/api/tables").json() == []
    assert "aq=" not in host.cookies(f"/api/tables/{one}")


def test_a_record_that_is_brought_in_belongs_to_whoever_brought_it(host: Visitor, stranger: Visitor) -> None:
    table = host.client.post("/api/records", content=b'[Players "2"]\n0. C@12').json()["id"]
    state = host.client.get(f"/api/tables/{table}/state").json()
    assert (state["yours"], state["host"]) == ([0, 1], True)
    refused(stranger.client.get(f"/api/tables/{table}"), 403, "access/needed")


@pytest.mark.parametrize("public", [False, True])
def test_without_a_lobby_nothing_is_public(tmp_path: Path, public: bool) -> None:
    with Served(shared_settings(tmp_path, lobby=False)) as server, Visitor(server) as visitor:
        wanted = {"players": [PERSON, OPEN], "options": {"public": public}}
        answer = visitor.client.post("/api/tables", json=wanted)
        if public:
            refused(answer, 422, "table/options")
        assert visitor.client.get("/api/lobby").json() == []


def test_a_hall_lets_nobody_in_with_a_link_that_has_just_been_replaced(club: Served, host: Visitor) -> None:
    """A revocation between the look at the link and the seat: the link counts no more."""
    table = host.create()
    host.change(table, type="revoke", what="chair", chair=1)
    with pytest.raises(Refusal) as late:
        club.inside(lambda: club.service.take(table, 1, "Late", 0))
    assert late.value.code == "access/revoked"
    assert club.inside(lambda: club.service.members(table)).players[1].kind == "open"
