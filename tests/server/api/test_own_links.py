"""New links in the place of one's own: what has leaked stops working, and whoever asked for it stays."""

import pytest

from aquaromana.server.service.writer import Writer
from tests.server.api.test_table_routes import refused
from tests.server.api.test_table_socket import closed
from tests.support.served import hear
from tests.support.visitors import PERSON, Visitor, secret_of

BOT = {"kind": "bot", "bot": "greedy"}
ONCE, OTHER = "a1f0" * 6, "b2e1" * 6


def renew(visitor: Visitor, table: str, **wanted: object) -> int:
    return visitor.client.post(f"/api/tables/{table}/link", json=wanted).status_code


@pytest.mark.slow
def test_a_host_replaces_their_own_links_and_stays(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    """A leaked link gave its finder the table forever."""
    table = host.create({"kind": "person", "name": "Ann"}, BOT)
    before, address = host.links(table), f"/api/tables/{table}"
    guest.joined(table, before["host"]).joined(table, before["chairs"][0]["link"])
    with guest.live(table) as socket:
        assert renew(host, table, what="host", id=ONCE) == 200
        assert renew(host, table, what="chair", chair=0, id=ONCE) == 200
        assert hear(socket, "bye") == {"type": "bye", "code": "access/revoked"}
        assert closed(socket) == (4403, "access/revoked")
    refused(guest.client.get(address), 403, "access/revoked")
    for link in (before["host"], before["chairs"][0]["link"]):
        refused(stranger.join(table, secret_of(link)), 403, "access/revoked")
    state = host.client.get(f"{address}/state").json()
    assert (state["yours"], state["host"]) == ([0], True)
    now = host.links(table)
    assert now["watch"] == before["watch"]
    stranger.joined(table, now["chairs"][0]["link"])
    answer = stranger.client.post(f"{address}/invitation", json={"secret": secret_of(now["host"])})
    assert answer.json()["hosts"] == ["Ann"], "they still are who opened the table"
    assert [each["id"] for each in host.client.get("/api/tables").json()] == [table]


def test_players_replace_the_link_to_their_own_chair_alone(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create()
    links = host.links(table)
    guest.joined(table, links["chairs"][1]["link"], "Ben")
    own = guest.links(table)["chairs"][0]["link"]
    stranger.joined(table, links["watch"])
    for visitor, chair in ((guest, 0), (host, 1), (stranger, 0), (guest, 3)):
        answer = visitor.client.post(f"/api/tables/{table}/link", json={"what": "chair", "chair": chair})
        refused(answer, 403, "access/seat")
    for visitor in (guest, stranger):
        refused(visitor.client.post(f"/api/tables/{table}/link", json={"what": "host"}), 403, "access/host")
    assert renew(guest, table, what="watch") == 422
    assert renew(guest, table, what="chair", chair=1, id=ONCE) == 200
    refused(stranger.join(table, secret_of(own)), 403, "access/revoked")
    assert guest.client.get(f"/api/tables/{table}/state").json()["yours"] == [1]


def test_no_seat_is_lost_with_the_answer(host: Visitor, guest: Visitor) -> None:
    table = host.create(PERSON, BOT)
    guest.joined(table, host.links(table)["chairs"][0]["link"])
    old = host.cookies(f"/api/tables/{table}")
    assert renew(host, table, what="chair", chair=0, id=ONCE) == 200
    path = f"/api/tables/{table}/link"
    wanted = {"what": "chair", "chair": 0, "id": ONCE}
    with Visitor(host.served) as again:
        answer = again.client.post(path, json=wanted, headers={"Cookie": old})
        assert answer.status_code == 200
        assert again.client.get(f"/api/tables/{table}/state").json()["yours"] == [0]
    refused(guest.client.post(path, json={**wanted, "id": OTHER}), 403, "access/seat")
    refused(guest.client.post(path, json={"what": "chair"}), 403, "access/seat")
    assert renew(host, table, what="chair", chair=0, id=OTHER) == 200
    with Visitor(host.served) as late:
        refused(late.client.post(path, json=wanted, headers={"Cookie": old}), 403, "access/seat")


def test_a_link_that_could_not_be_replaced_is_as_good_as_before(
    host: Visitor, guest: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aquaromana.server.errors import Refusal

    table = host.create()
    link = host.links(table)["host"]

    async def fails(*_: object) -> None:
        raise Refusal.of("server/storage")

    with monkeypatch.context() as broken:
        broken.setattr(Writer, "persist", fails)
        assert renew(host, table, what="host") == 503
    guest.joined(table, link)


def test_links_cannot_be_replaced_without_end(host: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    from aquaromana.server.table import outcomes

    monkeypatch.setattr(outcomes, "MAX_EVENTS", 2)
    table = host.create(PERSON, BOT)
    answers = [renew(host, table, what="host") for _ in range(3)]
    assert answers == [200, 200, 422]
