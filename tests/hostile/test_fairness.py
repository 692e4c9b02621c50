"""Fairness: bots and long records of one address do not keep others waiting."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from aquaromana.records import read_record
from aquaromana.server.bots import fair_queue
from aquaromana.server.bots import pool as bot_pool
from aquaromana.server.bots.client import BotWorker
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.pictures.workers import WorkQueue
from aquaromana.server.settings import Settings
from aquaromana.server.storage.store import Store
from aquaromana.server.table import exports
from benchmarks._attacks import BYSTANDER, HELLO, TEXT, Client, frame, large_record
from tests.support.served import Served, settings_in

ATTACKER = "127.0.0.2"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(settings_in(tmp_path, access="shared")) as server:
        yield server


# Bots.


class Thinking:
    """Places that are taken for as long as one says, in a pool whose processes never start."""

    def __init__(self, workers: int = 1) -> None:
        self.pool = BotPool(Settings(workers=workers))
        self.begun: list[str] = []

    def ask(self, name: str, owner: str, bot: str = "b") -> tuple[asyncio.Event, asyncio.Task[None]]:
        """Begin to wait for a place, and then to think until the event is set."""
        done = asyncio.Event()

        async def think() -> None:
            async with self.pool.place(name, urgent=True, owner=owner, bot=bot):
                self.begun.append(name)
                await done.wait()

        return done, asyncio.ensure_future(think())


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_another_address_does_not_wait_for_many_tables_of_one() -> None:
    async def run() -> None:
        thinking = Thinking()
        many = [thinking.ask(f"many {number}", ATTACKER) for number in range(58)]
        await settled()
        assert thinking.begun == ["many 0"], "one process, and the spare is not for whoever has it"
        other, task = thinking.ask("other", BYSTANDER)
        await settled()
        assert thinking.begun[1:] == ["other"], "the spare thinks for whoever has nobody"
        third, last = thinking.ask("third", "127.0.0.3")
        many[0][0].set()
        await settled()
        assert thinking.begun[2:] == ["third"], "before the 57 others"
        other.set()
        third.set()
        for done, _ in many:
            done.set()
        await asyncio.gather(task, last, *(each for _, each in many))
        assert (thinking.pool.busy, thinking.pool.waiting) == (0, 0)

    asyncio.run(run())


def test_without_owners_it_would_wait_for_all_of_them() -> None:
    """As if all came from one address."""

    async def run() -> None:
        thinking = Thinking()
        many = [thinking.ask(f"many {number}", "") for number in range(58)]
        other, task = thinking.ask("other", "")
        await settled()
        assert "other" not in thinking.begun
        other.set()
        for done, _ in many:
            done.set()
        await asyncio.gather(task, *(each for _, each in many))
        assert thinking.begun.index("other") > 40

    asyncio.run(run())


def test_the_table_that_had_least_comes_first_and_then_the_quickest_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    for module in (bot_pool, fair_queue):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))

    async def run() -> None:
        nonlocal now
        thinking = Thinking()
        for name, bot, seconds in (("a", "slow", 9), ("b", "quick", 1)):
            done, task = thinking.ask(name, "one", bot)
            await settled()
            now += seconds
            done.set()
            await task
        first, task = thinking.ask("c", "one", "slow")
        await settled()
        asked = [thinking.ask(name, "one", bot) for name, bot in (("a", "quick"), ("d", "slow"), ("b", "quick"))]
        for done, _ in asked:
            done.set()
        first.set()
        await asyncio.gather(task, *(each for _, each in asked))
        assert thinking.begun[3:] == ["b", "d", "a"]

    asyncio.run(run())


def test_a_cancelled_waiter_is_skipped_when_a_slot_is_released() -> None:
    """At the end of the server all of them leave at once."""

    async def run() -> None:
        thinking = Thinking()
        asked = [thinking.ask(f"table {number}", "one") for number in range(3)]
        other, last = thinking.ask("last", "one")
        await settled()
        for _, task in asked:
            task.cancel()
        assert thinking.pool.waiting == 1
        ends = await asyncio.gather(*(task for _, task in asked), return_exceptions=True)
        assert {type(end) for end in ends} == {asyncio.CancelledError}
        await settled()
        assert thinking.begun == ["table 0", "last"]
        other.set()
        await last
        assert (thinking.pool.busy, thinking.pool.waiting) == (0, 0)

    asyncio.run(run())


def test_a_spare_process_ends_when_nobody_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[BotWorker] = []
    monkeypatch.setattr(BotWorker, "end", lambda worker: ended.append(worker))  # noqa: PLW0108 - a method
    monkeypatch.setattr(bot_pool, "SPARE_REST", 0.01)

    async def run() -> None:
        thinking = Thinking()
        one, first = thinking.ask("a", "one")
        other, second = thinking.ask("b", "another")
        await settled()
        other.set()
        await second
        await asyncio.sleep(0.05)
        assert ended == [thinking.pool._spare]
        left, third = thinking.ask("c", "one")
        await settled()
        third.cancel()
        await settled()
        assert thinking.pool.waiting == 0
        one.set()
        left.set()
        await first

    asyncio.run(run())


def test_bots_think_for_the_address_that_plays(served: Served) -> None:
    client = Client(served.port)
    bots = [{"kind": "bot", "bot": "random"}] * 2
    table = client.create({"kind": "person"}, *bots)
    owners = served.service._bots._owners
    assert owners[table] == ATTACKER
    again = Client(served.port, BYSTANDER)
    again.cookies = client.cookies
    with again.upgrade(table) as line:
        line.sendall(frame(TEXT, HELLO))
        line.recv(100)
    assert owners[table] == BYSTANDER
    watched = Client(served.port, "127.0.0.4")
    assert watched.ask("GET", f"/api/tables/{table}")[0] == 403
    _, body = again.ask("POST", "/api/records", large_record(2000))
    assert owners[json.loads(body)["id"]] == BYSTANDER


# Records.


class Counted:
    """Counts what is written in the server's own process, and what is handed to others."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here = self.beside = 0
        read, run = read_record, WorkQueue.run

        def read_here(text: str) -> object:
            self.here += 1
            return read(text)

        def counted(queue: WorkQueue, *arguments: object) -> object:
            self.beside += 1
            return run(queue, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(exports, "read_record", read_here)
        monkeypatch.setattr(WorkQueue, "run", counted)


def test_long_records_are_written_beside_the_server_and_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(served.port)
    status, body = client.ask("POST", "/api/records", large_record(60_000))
    assert status == 201, body
    table = json.loads(body)["id"]
    counted = Counted(monkeypatch)
    cookie = client.cookies[table]
    answers = [
        client.ask("GET", f"/api/tables/{table}/{name}", cookie=cookie)
        for name in ("record.aqr", "record.json", "board.svg", "thumbnail.svg")
        for _ in range(3)
    ]
    assert [status for status, _ in answers] == [200] * 12
    assert answers[0][1] == answers[2][1]
    assert len(answers[0][1]) > 40_000
    assert (counted.here, counted.beside) == (0, 4)


def test_a_long_record_that_is_cached_is_not_read_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight clients who asked for it again and again took twenty megabytes."""
    client = Client(served.port)
    _, body = client.ask("POST", "/api/records", large_record(60_000))
    table = json.loads(body)["id"]
    read, source = 0, Store.source

    async def counted(store: Store, table: str) -> str | None:
        nonlocal read
        read += 1
        return await source(store, table)

    monkeypatch.setattr(Store, "source", counted)
    for name in ("record.aqr", "thumbnail.svg"):
        answers = {client.ask("GET", f"/api/tables/{table}/{name}", cookie=client.cookies[table]) for _ in range(3)}
        assert [status for status, _ in answers] == [200]
    assert read == 2, "once for each"


def test_without_the_bound_they_would_be_written_here(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(served.port)
    _, body = client.ask("POST", "/api/records", large_record(60_000))
    table = json.loads(body)["id"]
    monkeypatch.setattr(exports, "SMALL", 1 << 30)
    counted = Counted(monkeypatch)
    client.ask("GET", f"/api/tables/{table}/record.aqr", cookie=client.cookies[table])
    assert (counted.here, counted.beside) == (1, 0)
