"""The files on the disk: private, watched, and without what gives somebody else's seat."""

import asyncio
import contextlib
import sqlite3
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa

from aquaromana.server.protocol.events import Renamed
from aquaromana.server.storage import database, transactions
from aquaromana.server.storage.backup import back_up
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.migrations import migrate
from aquaromana.server.table import ids
from aquaromana.server.table.changes import LogEntry
from aquaromana.server.table.table import Table
from tests.server.storage.test_store import new, store_in
from tests.support.served import Served
from tests.support.server_party import PERSON as PERSON_SEATED
from tests.support.server_party import Party
from tests.support.visitors import OPEN, PERSON, Visitor, secret_of, shared_settings


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_may_read_what_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    async def run() -> None:
        async with store_in(folder) as store:
            await store.add(new("a"))
            assert {mode(each) for each in folder.iterdir()} == {0o600}
            assert len(list(folder.iterdir())) == 3
            await back_up(store, tmp_path / "backup.db")

    asyncio.run(run())
    assert mode(folder) == 0o700
    assert mode(tmp_path / "backup.db") == 0o600


def test_what_others_could_read_before_they_can_read_no_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with store_in(tmp_path):
            pass
        (tmp_path / "tables.db").chmod(0o644)
        async with store_in(tmp_path):
            assert mode(tmp_path / "tables.db") == 0o600

    asyncio.run(run())


def test_what_gives_a_seat_is_kept_as_a_hash(tmp_path: Path) -> None:
    once = "a-secret-of-nobody-else"
    with Served(shared_settings(tmp_path)) as served, Visitor(served) as host, Visitor(served) as guest:
        table = host.create(PERSON, OPEN)
        links = host.links(table)
        secret = secret_of(links["chairs"][1]["link"])
        assert guest.join(table, secret, "Ben", id=once).status_code == 200
        with Visitor(served) as again:
            assert again.join(table, secret, "Ben", id=once).status_code == 200, "after a lost answer"
        files = [path.read_bytes() for path in tmp_path.glob("tables.db*")]
    assert not any(once.encode() in data or secret.encode() in data for data in files)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        kept = {intent for (intent,) in connection.execute("SELECT intent FROM log WHERE intent LIKE '@take:%'")}
    assert kept == {ids.taking_id(1, 0, once)}


def test_what_earlier_releases_kept_becomes_a_hash(tmp_path: Path) -> None:
    """And whoever lost the answer to them still gets their seat."""
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        migrate(connection, "0004")
        table = "INSERT INTO tables (id, origin, start, first, created, changed, version, mover, points)"
        connection.exec_driver_sql(f"{table} VALUES ('t', 'new', '', 0, 0, 0, 0, 0, '0-0')")
        for ply, intent in enumerate(("@take:1:0:some:thing", "@clock:3", "a1", "@take:2:None:x")):
            line = 'INSERT INTO log (table_id, ply, seat, move, "by", at, intent)'
            connection.exec_driver_sql(f"{line} VALUES ('t', {ply}, 0, '', '', 0, '{intent}')")
        migrate(connection)
        kept = connection.exec_driver_sql("SELECT intent FROM log ORDER BY ply").scalars().all()
    engine.dispose()
    assert kept == [ids.taking_id(1, 0, "some:thing"), "@clock:3", "a1", ids.taking_id(2, None, "x")]


@pytest.mark.parametrize("kind", ["-wal", "-shm"])
def test_a_file_that_belongs_to_the_database_is_watched_too(tmp_path: Path, kind: str) -> None:
    """What was acknowledged after it was removed used to be gone with the process; what was before is rescued."""

    async def run() -> None:
        async with store_in(tmp_path) as store:
            for id_ in "ab":
                await store.add(new(id_))
            (tmp_path / f"tables.db{kind}").unlink()
            for id_ in "cd":
                with pytest.raises(StorageFault, match=rf"^tables\.db{kind} was removed or replaced"):
                    await store.add(new(id_))
            with pytest.raises(StorageFault, match="was removed or replaced"):
                await store.check()
            kept = tmp_path / "tables.db"
            with contextlib.closing(sqlite3.connect(f"file:{kept}?immutable=1", uri=True)) as other:
                assert other.execute("SELECT id FROM tables ORDER BY id").fetchall() == [("a",), ("b",)]
        async with store_in(tmp_path) as store:
            assert await store.count() == 2
            await store.add(new("c"))

    asyncio.run(run())


def test_without_the_watch_it_would_be_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "beside", lambda _: ())

    async def run() -> None:
        async with store_in(tmp_path) as store:
            await store.add(new("a"))
            (tmp_path / "tables.db-wal").unlink()
            await store.add(new("b"))

    asyncio.run(run())
    assert database.beside(tmp_path / "x.db") == (tmp_path / "x.db-wal", tmp_path / "x.db-shm")


def test_a_long_log_is_loaded_in_many_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """23,000 lines used to keep everybody waiting for half a second."""
    replayed: list[int] = []
    turns: list[int] = []
    turn = 0
    replay = Table.replay

    def count(table: Table, entries: Sequence[LogEntry]) -> None:
        replayed.append(len(entries))
        turns.append(turn)
        replay(table, entries)

    async def others() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async def run() -> None:
        party = Party(PERSON_SEATED, PERSON_SEATED)
        async with store_in(tmp_path) as store:
            await store.add(party.table)
            for number in range(160):
                party.happens([Renamed(seat=0, name=str(number))], 0)
            for change in party.changes:
                await store.append("test", change)
            monkeypatch.setattr(Table, "replay", count)
            waiting = asyncio.ensure_future(others())
            loaded = await store.load("test")
            waiting.cancel()
            assert loaded is not None
            assert (loaded.version, loaded.players[0].name) == (160, "159")

    asyncio.run(run())
    assert replayed == [50, 50, 50, 10]
    assert turns == sorted(set(turns)), "others have their turn after each"
