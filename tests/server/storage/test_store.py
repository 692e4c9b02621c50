"""What is kept: the log, group commit, conflicts, and storage that fails."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from aquaromana.rules import Game
from aquaromana.rules.notation import position_text
from aquaromana.server.errors import StartError
from aquaromana.server.protocol.events import Followed, Resigned
from aquaromana.server.protocol.messages import Play
from aquaromana.server.protocol.table_info import Clock, Options
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.database import make_engine
from aquaromana.server.storage.store import Store
from aquaromana.server.storage.table_rows import DamagedError
from aquaromana.server.table.changes import Change
from aquaromana.server.table.chat import Remark
from aquaromana.server.table.exports import Export
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.support.random_play import never_closing
from tests.support.server_faults import ERRORS, Faults, When, faulty
from tests.support.server_party import BOT, OPEN, PERSON, Follower, Party
from tests.support.server_play import bot, play, run, stretch
from tests.support.storages import Storage


@asynccontextmanager
async def store_in(where: Path | Storage, busy: float = 5.0) -> AsyncIterator[Store]:
    storage = where if isinstance(where, Storage) else Storage(where)
    async with Store.open(storage.url, busy=busy) as store:
        yield store


def new(id: str, players: int = 2, against: str = "") -> Table:  # noqa: A002
    others = [Seating("bot", "", against) if against else Seating("person", "Ben")] * (players - 1)
    return Table(id, [Seating("person", "Ann"), *others], Game(players).position, created=1000.0)


def proposed(on: Table, rng: Random, at: float = 2000.0, **other: Any) -> Change:
    wanted = play(on, stretch(on.position, rng, never_closing), **other)
    found = on.propose(wanted, range(4), at=at, by=bot(on))
    assert isinstance(found, Change)
    return found


async def kept(store: Store, on: Table, rng: Random, at: float = 2000.0) -> Change:
    added = proposed(on, rng, at)
    await store.append(on.id, added)
    on.accept(added)
    return added


def rows(
    where: Path | Storage, query: str = "SELECT table_id, ply, move FROM log ORDER BY table_id, ply"
) -> list[tuple[Any, ...]]:
    return (where if isinstance(where, Storage) else Storage(where)).rows(query)


def same(one: Table, other: Table | None) -> bool:
    return other is not None and one.state(None, ()) == other.state(None, ())


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_whole_game_comes_back_as_it_was(storage: Storage, players: int) -> None:
    rng, on = Random(players), new("a", players, "search:1")
    async with store_in(storage) as store:
        await store.add(on)
        while not on.is_over:
            await kept(store, on, rng, at=on.changed + 1)
        assert same(on, await store.load("a"))
        (info,) = await store.infos()
        assert info == on.info()
    async with store_in(storage) as store:
        again = await store.load("a")
        assert same(on, again)
        assert again is not None
        assert Export.of(again).record() == Export.of(on).record()


async def test_what_is_not_there_is_none(storage: Storage) -> None:
    async with store_in(storage) as store:
        assert await store.load("none") is None
        assert await store.since("none", 0) is None
        assert await store.source("none") is None
        assert await store.delete("none") is False
        assert await store.infos() == []
        assert await store.count() == 0


async def test_an_intent_is_known_after_a_restart(storage: Storage) -> None:
    on = new("a")
    first = play(on, ["C@12"], id="mine")
    async with store_in(storage) as store:
        await store.add(on)
        added = on.propose(first, {0}, at=1.0)
        assert isinstance(added, Change)
        await store.append("a", added)
    async with store_in(storage) as store:
        again = await store.load("a")
        assert again is not None
        answer = again.propose(first, {0}, at=9.0)
        assert not isinstance(answer, Change)
        assert answer.version == 1


async def test_stretches_that_wait_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with faulty(monkeypatch) as faults:
        async with store_in(tmp_path) as store:
            tables = [new(f"t{number}") for number in range(50)]
            for on in tables:
                await store.add(on)
            before = faults.calls
            await asyncio.gather(*(kept(store, on, Random(1)) for on in tables))
            assert faults.calls - before < 50
            assert len(rows(tmp_path)) == 50


async def test_a_conflict_refuses_that_stretch_alone(storage: Storage) -> None:
    rng = Random(2)
    async with store_in(storage) as store:
        tables = [new(f"t{number}") for number in range(5)]
        for on in tables:
            await store.add(on)
        rivals = [proposed(tables[2], rng, id="one"), proposed(tables[2], rng, id="other")]
        others = [proposed(on, rng) for on in tables if on is not tables[2]]
        answers = await asyncio.gather(
            *(store.append("t2", each) for each in rivals),
            *(store.append(on.id, each) for on, each in zip([*tables[:2], *tables[3:]], others, strict=True)),
            store.append("gone", rivals[0]),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [type(None), Conflict, *[type(None)] * 4, Conflict]
        assert len(rows(storage)) == 5
        again = await store.load("t2")
        assert again is not None
        assert again.log.has(rivals[0])
        assert not again.log.has(rivals[1])


async def test_a_stretch_that_overlaps_leaves_no_line_behind(storage: Storage) -> None:
    """It begins before the end of the log and goes beyond: none of it may be kept."""
    rng = Random(1)
    async with store_in(storage) as store:
        on = new("a")
        await store.add(on)
        while len(longer := proposed(on, rng).entries) < 2:
            await kept(store, on, rng)
        await store.append("a", Change(longer[:1], on.snapshot, on.snapshot))
        before = rows(storage)
        for entries in (longer, longer[::-1]):  # the lines that fit come after the one that does not, or before it
            with pytest.raises(Conflict):
                await store.append("a", Change(entries, on.snapshot, on.snapshot))
            assert rows(storage) == before


async def test_a_deleted_table_leaves_nothing(storage: Storage) -> None:
    async with store_in(storage) as store:
        for id_ in "ab":
            on = new(id_)
            await store.add(on)
            await kept(store, on, Random(1))
        assert await store.delete("a")
        assert await store.load("a") is None
        assert {row[0] for row in rows(storage)} == {"b"}
        assert {row[0] for row in rows(storage, "SELECT table_id FROM seats")} == {"b"}


@pytest.mark.slow
async def test_tables_that_wait_for_bots_and_old_tables_are_found(storage: Storage) -> None:
    rng = Random(1)
    async with store_in(storage) as store:
        person, bot, done = (new(id_, against="random") for id_ in ("person", "bot", "done"))
        for on in (person, bot, done):
            await store.add(on)
        await kept(store, bot, rng)
        while not done.is_over:
            await kept(store, done, rng, at=5000.0)
        assert await store.waiting_for_bots() == ["bot"]
        assert await store.finished_before(5000.0) == []
        assert await store.finished_before(5001.0) == ["done"]


@pytest.mark.slow
async def test_a_log_that_breaks_the_rules_is_told_and_can_be_deleted(storage: Storage) -> None:
    async with store_in(storage) as store:
        for id_, move in (("illegal", "J@1"), ("unreadable", "???")):
            on = new(id_)
            await store.add(on)
            await kept(store, on, Random(1))
            storage.rows(f"UPDATE log SET move = '{move}' WHERE table_id = '{id_}'")
            with pytest.raises(DamagedError, match=id_):
                await store.load(id_)
            assert await store.delete(id_)


# Events, and what else is kept.


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
async def test_whatever_people_do_is_loaded_as_it_was(tmp_path: Path, seed: int) -> None:
    """After every change, and a client with an earlier version knows the table after the next message."""
    rng = Random(seed)
    seatings = [rng.choice((PERSON, PERSON, OPEN, BOT)) for _ in range(rng.choice((2, 3, 4)))]
    clock = rng.choice((None, Clock(per="stretch", seconds=20), Clock(per="game", seconds=90, increment=3)))
    party = Party(*seatings, clock=clock, lots=seed % 2 > 0)
    followers = [Follower() for _ in range(3)]
    async with store_in(tmp_path) as store:
        await store.add(party.table)
        for _ in range(40):
            kept = len(party.changes)
            party.something(rng)
            for change in party.changes[kept:]:
                await store.append("test", change)
                again = await store.load("test")
                assert same(party.table, again)
                assert again is not None
                assert again.snapshot == party.table.snapshot
                assert await store.infos() == [party.table.info()]
                follower = rng.choice(followers)
                follower.hear(again)
                assert follower.agrees(party.table)
        assert party.changes


async def test_lists_of_some_tables(storage: Storage) -> None:
    async with store_in(storage) as store:
        for number, (seating, public) in enumerate([(OPEN, True), (PERSON, True), (OPEN, False)]):
            options = Options(public=public)
            on = Table(f"t{number}", [PERSON, seating], Game(2).position, created=1000.0 - number, options=options)
            await store.add(on)
        assert [info.id for info in await store.lobby(0, 100)] == ["t0"]
        assert [info.id for info in await store.infos(["t2", "t1", "none"])] == ["t1", "t2"]
        assert await store.infos([]) == []
        assert len(await store.infos()) == 3


async def test_tables_out_of_time_are_found(storage: Storage) -> None:
    async with store_in(storage) as store:
        for number, clock in enumerate((None, Clock(per="game", seconds=60), Clock(per="game", seconds=70))):
            options = Options(clock=clock)
            await store.add(Table(f"t{number}", [PERSON, PERSON], Game(2).position, created=1000.0, options=options))
        assert await store.due(1059.0) == []
        assert await store.due(1060.0) == ["t1"]
        party = Party(PERSON, PERSON, clock=Clock(per="game", seconds=1))
        await store.add(party.table)
        party.happens([Resigned(seat=0)])
        await store.append("test", party.changes[0])
        assert await store.due(2000.0) == ["t1", "t2"]


async def test_a_change_and_the_table_that_comes_of_it_are_one(storage: Storage) -> None:
    async with store_in(storage) as store:
        party = Party(PERSON, PERSON)
        await store.add(party.table)
        change = party.table.propose_events([Followed(table="next")], seat=0, at=1.0, intent="a")
        await store.append("test", change, new("next"))
        assert await store.load("next") is not None
        assert (await store.infos(["test"]))[0].next == "next"
        with pytest.raises(Conflict):  # somebody else was first
            await store.append("test", change, new("another"))
        assert await store.load("another") is None


def test_chat_is_kept_in_order_and_goes_with_its_table(storage: Storage) -> None:
    async def test() -> None:
        text = "Grüß dich 🏛"
        words = [Remark(number=each, chair=each % 2, at=1.5, text=text, intent=f"{each}") for each in range(3)]
        async with store_in(storage) as store:
            await store.add(new("a"))
            for remark in words:
                await store.say("a", remark)
            with pytest.raises(Conflict):
                await store.say("a", words[1])
            with pytest.raises(Conflict):
                await store.say("none", words[1])
            assert await store.remarks("a") == words
            assert await store.remarks("a", 2) == words[2:]
            await store.delete("a")
            for part in ("log", "seats", "chat"):
                assert rows(storage, f"SELECT * FROM {part}") == []

    run(test())


@pytest.mark.slow
async def test_an_event_that_cannot_be_read_is_told(storage: Storage) -> None:
    async with store_in(storage) as store:
        party = Party(PERSON, PERSON)
        await store.add(party.table)
        party.happens([Resigned(seat=0)])
        await store.append("test", party.changes[0])
        for event in ('{"what": "danced"}', '{"what": "resigned", "seat": 9}', '{"what": "resigned"}', "{}"):
            storage.rows(f"UPDATE log SET event = '{event}'")
            with pytest.raises(DamagedError, match="test"):
                await store.load("test")


# Storage that fails.


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("error", ERRORS)
def test_every_call_of_the_driver_may_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: str, when: When
) -> None:
    """Whatever is not acknowledged may be there or not, but whole; whatever is acknowledged is there."""

    async def test(faults: Faults) -> None:
        rng, on = Random(7), new("a")
        async with store_in(tmp_path) as store:
            await store.add(on)
            unknown = 0
            for number in range(1, 5):  # begin, two statements, commit
                for _ in range(9):
                    added = proposed(on, rng)
                    faults.nth(number)
                    try:
                        await store.append("a", added)
                    except StorageFault as fault:
                        assert error in str(fault)  # noqa: PT017 (it may succeed too)
                        faults.none()
                        entries = await store.since("a", on.version)
                        assert entries is not None
                        assert tuple(entries) in ((), added.entries)
                        if not entries:
                            await store.append("a", added)
                        unknown += bool(entries)
                    faults.none()
                    on.accept(added)
            assert faults.failed == 36
            assert (unknown > 0) == (when == "after")
            assert same(on, await store.load("a"))

    with faulty(monkeypatch) as faults:
        faults.error, faults.when = error, when
        run(test(faults))
    assert len(rows(tmp_path)) >= 36


def limit(connection: sa.Connection) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count=1")


async def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    rng = Random(1)
    async with store_in(tmp_path) as store:
        on = new("a")
        await store.add(on)
        await kept(store, on, rng)
        await store._commits.write(limit)
        refused = 0
        for number in range(400):
            try:
                await store.add(new(f"more {number}"))
            except StorageFault as fault:
                assert "full" in str(fault)  # noqa: PT017 (most of them fit)
                refused += 1
                break
        assert refused
        await kept(store, on, rng)  # by a new connection, which has no limit
        assert same(on, await store.load("a"))


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_was_removed_or_replaced_takes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, replaced: bool
) -> None:
    """What SQLite still wrote to it was acknowledged, and gone with the process."""
    file, away = tmp_path / "tables.db", tmp_path / "away.db"
    async with store_in(tmp_path) as store:
        await store.add(new("a"))
        await store.check()
        file.rename(away)
        if replaced:
            file.write_bytes(away.read_bytes())
        for id_ in "bc":
            with pytest.raises(StorageFault, match=r"^tables\.db was removed or replaced"):
                await store.add(new(id_))
        assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
        assert not any(record.exc_info for record in caplog.records)
        with pytest.raises(StorageFault, match="was removed or replaced"):
            await store.check()
        assert file.exists() is replaced, "no new one is made"
        away.replace(file)
        await store.check()
        await store.add(new("b"))
    assert rows(tmp_path, "SELECT id FROM tables ORDER BY id") == [("a",), ("b",)]


async def test_a_database_that_somebody_else_occupies(tmp_path: Path) -> None:
    rng = Random(1)
    async with store_in(tmp_path, busy=0.1) as store:
        on = new("a")
        await store.add(on)
        added = proposed(on, rng)
        with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StorageFault, match="locked"):
                await store.append("a", added)
            assert same(on, await store.load("a"))  # reading goes on
            other.execute("ROLLBACK")
        await store.append("a", added)
        on.accept(added)
        assert same(on, await store.load("a"))


# Opening.


@pytest.mark.parametrize("url", ["nonsense", "oracle+none://x", "sqlite+nothing:///x"])
def test_a_malformed_url_is_refused(url: str) -> None:
    with pytest.raises(StartError, match="cannot be used") as caught:
        make_engine(url, busy=1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_that_keeps_nothing_is_refused(url: str) -> None:
    async def test() -> None:
        async with Store.open(url):
            pass

    with pytest.raises(StartError, match="keeps nothing"):
        run(test())


def test_a_password_is_never_told() -> None:
    with pytest.raises(StartError) as caught:
        make_engine("mysql+nothing://me:secret@host/x", busy=1)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("This is a text, and a rather long one. " * 100)

    async def test() -> None:
        async with store_in(tmp_path):
            pass

    with pytest.raises(StartError, match="not a database"):
        run(test())


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    async def test() -> None:
        async with store_in(tmp_path / "file" / "folder"):
            pass

    with pytest.raises(StartError, match="cannot be opened"):
        run(test())


async def test_a_folder_with_odd_characters(tmp_path: Path) -> None:
    for name in ("50% of #1?", "mit Ünïcode &c"):
        async with store_in(tmp_path / name) as store:
            await store.add(new("a"))
        assert rows(tmp_path / name, "SELECT id FROM tables") == [("a",)]


# Copies.


async def test_a_backup_is_a_database_of_its_own(tmp_path: Path) -> None:
    rng, on = Random(1), new("a")
    async with store_in(tmp_path) as store:
        await store.add(on)
        for _ in range(5):
            await kept(store, on, rng)
        copy = tmp_path / "copy" / "tables.db"
        copy.parent.mkdir()
        saved = position_text(on.position)
        await store.backup(copy)
        await kept(store, on, rng)
    async with store_in(copy.parent) as store:
        again = await store.load("a")
        assert again is not None
        assert position_text(again.position) == saved


@pytest.mark.slow
async def test_the_source_of_a_table_is_kept(storage: Storage) -> None:
    async with store_in(storage) as store:
        await store.add(new("a"), source="the record")
        await store.add(new("b"))
        assert [await store.source(id_) for id_ in "ab"] == ["the record", None]


def test_play_is_a_message_with_an_id() -> None:
    """The column has room for the longest id that a table accepts."""
    on = new("a")
    longest = Play(id="x" * 64, version=0, seat=0, moves=["C@12"])
    added = on.propose(longest, {0}, at=1.0)
    assert isinstance(added, Change)
    assert added.entries[0].intent == longest.id
