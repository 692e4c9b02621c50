"""Webhooks: who is notified of their turn and when, and that play never waits for it."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from aquaromana.server.webhooks import notifier, outbound
from tests.server.api.test_table_routes import refused
from tests.server.webhooks.test_outbound import Listening, listening
from tests.support.served import Served
from tests.support.visitors import OPEN, PERSON, Visitor, shared_settings


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("club")
    more: dict[str, Any] = {"webhooks": True, "webhook_private": True, "public_url": "http://aqua.example.org"}
    with Served(shared_settings(folder, **more)) as server:
        yield server


@pytest.fixture
def ann(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor


@pytest.fixture
def ben(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor


@pytest.fixture
def table(ann: Visitor, ben: Visitor) -> str:
    """A game of Ann and Ben, in which Ann is to decide."""
    made = ann.create(PERSON, OPEN)
    ben.joined(made, ann.links(made)["chairs"][1]["link"])
    return made


def put(visitor: Visitor, table: str, chair: int, url: str) -> Any:
    return visitor.client.put(f"/api/tables/{table}/chairs/{chair}/webhook", json={"url": url})


def told(server: Listening, count: int) -> list[dict[str, Any]]:
    """What a listener was told, when it has been told so much."""
    deadline = time.monotonic() + 30
    while len(server.heard) < count and time.monotonic() < deadline:
        time.sleep(0.01)
    return [json.loads(heard.partition(b"\r\n\r\n")[2]) for heard in server.heard]


@pytest.mark.slow
def test_absent_players_are_notified_of_their_turn(ann: Visitor, ben: Visitor, table: str) -> None:
    with listening() as server:
        assert put(ben, table, 1, server.url).status_code == 204
        ann.play(table, 0, "C@12")
        home = "http://aqua.example.org"
        turn = {"table": table, "seat": 1, "event": "your-turn", "url": f"{home}/#/table/{table}"}
        assert told(server, 1) == [turn]
        ben.play(table, 1, "D@13")
        ann.play(table, 0, "S@14")
        assert told(server, 2) == [turn, turn], "and Ann, who wants to hear nothing, hears nothing"


def test_present_players_are_not_notified(ann: Visitor, ben: Visitor, table: str) -> None:
    with listening() as server:
        put(ben, table, 1, server.url)
        with ben.live(table):
            ann.play(table, 0, "C@12")
            ben.play(table, 1, "D@13")
        ann.play(table, 0, "S@14")
        assert len(told(server, 1)) == 1


def test_words_between_two_turns_tell_nobody(ann: Visitor, ben: Visitor, table: str) -> None:
    with listening() as server:
        put(ben, table, 1, server.url)
        ann.play(table, 0, "C@12")
        ann.change(table, type="rename", seat=0, name="Anna")
        ann.change(table, type="switch", chat=False)
        ben.play(table, 1, "D@13")
        ann.play(table, 0, "S@14")
        assert len(told(server, 2)) == 2


@pytest.mark.slow
def test_an_address_can_be_taken_back(ann: Visitor, ben: Visitor, table: str) -> None:
    with listening() as old, listening() as new:
        put(ben, table, 1, old.url)
        put(ben, table, 1, new.url)
        ann.play(table, 0, "C@12")
        assert len(told(new, 1)) == 1
        ben.play(table, 1, "D@13")
        assert put(ben, table, 1, "").status_code == 204
        ann.play(table, 0, "S@14")
        ben.play(table, 1, "B@15")
    assert old.heard == []
    assert len(new.heard) == 1


def test_former_players_are_no_longer_notified(ann: Visitor, ben: Visitor, club: Served, table: str) -> None:
    with listening() as former, listening() as later:
        put(ben, table, 1, former.url)
        ann.change(table, type="revoke", what="chair", chair=1)
        with Visitor(club) as cleo:
            cleo.joined(table, ann.links(table)["chairs"][1]["link"])
            refused(put(ben, table, 1, former.url), 403, "access/revoked")
            ann.play(table, 0, "C@12")
            cleo.play(table, 1, "D@13")
            put(cleo, table, 1, later.url)
            ann.play(table, 0, "S@14")
            assert len(told(later, 1)) == 1
    assert former.heard == []


def test_only_the_player_of_a_chair_says_where(ann: Visitor, ben: Visitor, club: Served, table: str) -> None:
    with Visitor(club) as eve:
        refused(put(eve, table, 1, "https://example.org"), 403, "access/needed")
    refused(put(ann, table, 1, "https://example.org"), 403, "access/seat")
    refused(put(ben, table, 3, "https://example.org"), 403, "access/seat")
    refused(put(ben, table, 9, "https://example.org"), 422, "request/invalid")
    refused(put(ben, table, 1, "file:///etc/passwd"), 422, "webhook/address")


def test_without_the_setting_there_are_none(served: Served) -> None:
    table = served.create()
    answer = served.client.put(f"/api/tables/{table}/chairs/0/webhook", json={"url": "https://example.org"})
    refused(answer, 403, "webhook/off")


def test_notification_is_retried_while_it_is_still_their_turn(
    ann: Visitor, ben: Visitor, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "PAUSES", (0.05, 0.05))
    with listening(b"HTTP/1.1 503 Busy\r\n\r\n") as server:
        put(ben, table, 1, server.url)
        ann.play(table, 0, "C@12")
        assert len(told(server, 3)) == 3
        monkeypatch.setattr(notifier, "PAUSES", (0.3, 0.3))
        ben.play(table, 1, "D@13")
        ann.play(table, 0, "S@14")
        assert len(told(server, 4)) == 4
        ben.play(table, 1, "B@15")
        time.sleep(0.5)
        assert len(server.heard) == 4, "then it is not"


@pytest.mark.slow
def test_play_goes_on_while_nobody_answers(
    ann: Visitor, ben: Visitor, club: Served, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener that keeps silent, and a queue that is full, cost nobody at the table anything."""
    monkeypatch.setattr(outbound, "TIMEOUT", 0.5)
    moves = ["C@12", "D@13", "S@14", "B@15", "C@16", "D@17"]
    with listening(None) as server:
        put(ann, table, 0, server.url)
        put(ben, table, 1, server.url)
        for number, move in enumerate(moves):
            visitor = (ann, ben)[number % 2]
            assert visitor.play(table, number % 2, move)["type"] == "accepted"
    assert ann.client.get(f"/api/tables/{table}/state").json()["ply"] == len(moves)


class Hooks(notifier.Webhooks):
    """Turns of tables that are only names; `calls` are those that were told."""

    def __init__(self, club: Served, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(club.service, club.settings)
        self.calls: asyncio.Queue[notifier.Turn] = asyncio.Queue()
        monkeypatch.setattr(notifier.Turn, "at", lambda turn: turn)

    def begin(self, table: str, moved: int = 0) -> None:
        self.begins(notifier.Turn(table, 0, 0, moved))  # type: ignore[arg-type]

    async def _is_due(self, _turn: notifier.Turn) -> bool:
        return True

    async def _notify(self, turn: notifier.Turn) -> None:
        self.calls.put_nowait(turn)
        if turn.table.startswith("silent"):
            raise outbound.Undelivered("no answer in time", again=True)


def test_a_queue_that_is_full_takes_no_more(club: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def many() -> int:
        hooks = Hooks(club, monkeypatch)
        for number in range(notifier.WAITING + 20):
            hooks.begin(str(number))
        hooks._client.close()
        return hooks._due.qsize()

    assert club.inside(many) == notifier.WAITING


def test_nobody_waits_for_those_who_do_not_answer(club: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "PAUSES", (1000.0, 1000.0))

    async def run() -> list[tuple[str, int]]:
        hooks = Hooks(club, monkeypatch)
        working = asyncio.ensure_future(hooks._work())
        for number in range(20):
            hooks.begin(f"silent {number}")
        hooks.begin("other")
        hooks.begin("other", 1)
        async with asyncio.timeout(30):
            told = [await hooks.calls.get() for _ in range(21)]
            hooks.begin("silent 0", 1)
            told.append(await hooks.calls.get())
        working.cancel()
        hooks._client.close()
        for errand in hooks._deliveries.values():
            if errand.pause:
                errand.pause.cancel()
        return [(turn.table, turn.moved) for turn in told[-2:]]

    assert club.inside(run) == [("other", 1), ("silent 0", 1)], "a later turn is told at once, and instead"
