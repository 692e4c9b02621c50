"""How people get to tables by links, and what their cookies are like (S2, S4)."""

import asyncio
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from aquaromana.server.api import tokens
from aquaromana.server.app import create_app
from aquaromana.server.middleware import logs
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.ids import taking_id
from tests.server.api.test_table_routes import refused
from tests.server.api.test_table_socket import closed
from tests.support.served import Served, hear, say
from tests.support.visitors import OPEN, PERSON, Visitor, secret_of, shared_settings

BEN_ONCE, EVE_ONCE = "b1f0" * 6, "e7e7" * 6
BOT = {"kind": "bot", "bot": "greedy"}


def names(visitor: Visitor, table: str) -> list[str]:
    return [player.get("name", "") for player in visitor.client.get(f"/api/tables/{table}").json()["players"]]


# Making a table.


def test_the_creator_of_a_table_is_its_host_and_plays_there(host: Visitor) -> None:
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_an_invitation_works_once_except_for_its_user(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
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


def test_a_used_join_id_gives_no_other_seat(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create(PERSON, OPEN, OPEN, options={"public": True})
    links = [secret_of(each["link"]) for each in host.links(table)["chairs"][1:]]
    assert guest.join(table, links[0], "Ben", id=BEN_ONCE).status_code == 200
    assert stranger.join(table, links[1], "Eve", id=EVE_ONCE).status_code == 200
    stranger.client.cookies.clear()
    refused(stranger.join(table, links[0], "Eve", id=EVE_ONCE), 409, "access/taken")
    for seat in (0, 1):
        refused(stranger.claim(table, seat, "Eve", id=EVE_ONCE), 409, "access/taken")
    assert stranger.claim(table, 2, "Eve", id=EVE_ONCE).status_code == 200, "but their own"
    assert stranger.client.get(f"/api/tables/{table}/state").json()["yours"] == [2]


def test_no_message_passes_for_the_taking_of_a_seat(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create(PERSON, OPEN, OPEN, options={"public": True})
    assert guest.claim(table, 1, "Ben").status_code == 200
    for chair in (0, 1):
        for own in (taking_id(chair, 0, EVE_ONCE), f"take:0:{EVE_ONCE}"):
            answer = guest.change(table, type="rename", id=own, seat=1, name="Ben")
            assert (answer["type"] == "accepted") == own.startswith("take"), "the others are the server's own"
        refused(stranger.claim(table, chair, "Eve", id=EVE_ONCE), 409, "access/taken")


@pytest.mark.slow
def test_players_get_the_link_to_their_own_seat_for_another_device(host: Visitor, guest: Visitor, club: Served) -> None:
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


@pytest.mark.slow
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


def test_joining_again_adds_credentials(host: Visitor, guest: Visitor) -> None:
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
def test_malformed_join_requests_are_refused(host: Visitor, content: bytes) -> None:
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


@pytest.mark.slow
def test_a_revoked_chair_is_closed_to_its_former_owner(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
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


@pytest.mark.slow
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
