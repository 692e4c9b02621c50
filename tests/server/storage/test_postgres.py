"""Tables in PostgreSQL: how it is reached, how its tables are made, and what happens when it is restarted."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from aquaromana.server.errors import StartError
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.database import make_engine, prepare, redacted
from aquaromana.server.storage.migrations import migrate, revision
from aquaromana.server.storage.postgres import connect
from aquaromana.server.storage.schema import HEAD, metadata
from aquaromana.server.storage.store import Store
from tests.server.storage.test_migrations import FIRST
from tests.server.storage.test_store import kept, new, proposed, same
from tests.support.postgres import Postgres, asked
from tests.support.server_play import run

# Its tables.


def test_several_processes_that_start_at_once_make_the_tables_once(postgres: Postgres) -> None:
    url = postgres.new(empty=True)

    async def start() -> None:
        engine = make_engine(url, busy=5)
        await prepare(engine)
        await engine.dispose()

    async def test() -> None:
        await asyncio.gather(*(start() for _ in range(6)))

    run(test())
    assert postgres.ask(url, "SELECT version_num FROM alembic_version") == [(HEAD,)]


def test_the_tables_have_the_shape_of_the_schema(database: str) -> None:
    def look(connection: sa.Connection) -> None:
        assert revision(connection) == HEAD
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []

    async def test() -> None:
        engine = make_engine(database, busy=5)
        async with engine.connect() as connection:
            await connection.run_sync(look)
        await engine.dispose()

    run(test())


def test_tables_of_the_first_revision_become_those_of_this_one(tmp_path: Path, postgres: Postgres) -> None:
    """The games that the first release wrote in a file, in a database of the same revision."""
    url = postgres.new(empty=True)
    with closing(sqlite3.connect(":memory:")) as old:
        old.executescript(FIRST.read_text("utf-8"))
        old.row_factory = sqlite3.Row
        rows = {
            name: [dict(row) for row in old.execute(f"SELECT * FROM {name}")] for name in ("tables", "seats", "log")
        }
    for row in rows["tables"]:
        row["over"] = bool(row["over"])

    def first(connection: sa.Connection) -> None:
        migrate(connection, "0001")
        found = sa.MetaData()
        found.reflect(connection)
        for name, values in rows.items():
            connection.execute(sa.insert(found.tables[name]), values)

    async def test() -> None:
        engine = make_engine(url, busy=5)
        async with engine.begin() as connection:
            await connection.run_sync(first)
        await engine.dispose()
        async with Store.open(url) as store:
            for info in await store.infos():
                loaded = await store.load(info.id)
                assert loaded is not None
                assert loaded.info() == info
                assert loaded.version == sum(line["table_id"] == info.id for line in rows["log"]) > 0

    run(test())


def test_tables_of_a_later_release_are_refused(postgres: Postgres, database: str) -> None:
    postgres.ask(database, "UPDATE alembic_version SET version_num = '9999'")
    assert "later release" in refusal(database)


# How it is reached.


def refusal(url: str) -> str:
    """Why a store does not open there."""

    async def test() -> None:
        async with Store.open(url):
            pass

    with pytest.raises(StartError) as caught:
        run(test())
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg", "postgresql+psycopg"])
def test_every_spelling_is_understood(database: str, scheme: str) -> None:
    async def test() -> None:
        async with Store.open(f"{scheme}:{database.partition(':')[2]}&sslmode=disable") as store:
            assert await store.count() == 0

    run(test())


def test_an_unreachable_database_is_one_line(tmp_path: Path, postgres: Postgres) -> None:
    socket = postgres.folder
    assert "No such file" in refusal(f"postgresql://me:secret@/tables?host={tmp_path}")
    assert "Connect" in refusal("postgresql://me:secret@127.0.0.1:1/tables?password=secret")
    assert '"nowhere" does not exist' in refusal(f"postgresql://postgres:secret@/nowhere?host={socket}")
    assert 'unrecognized configuration parameter "color"' in refusal(
        f"postgres://postgres@/postgres?color=red&host={socket}"
    )


def test_without_the_driver_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StartError, match=r"pip install .*\[postgres\]"):
        make_engine("postgresql://me@host/tables", busy=1)


def test_a_password_is_shown_nowhere() -> None:
    for url in ("postgresql://me:secret@host/x", "postgres://host/x?password=secret", "postgresql://me:secret@[host/x"):
        assert "secret" not in redacted(url)


# What happens there.


@pytest.mark.slow
async def test_a_restart_is_noticed_by_nobody_who_waited(postgres: Postgres, database: str) -> None:
    rng, on = Random(1), new("a")
    async with Store.open(database) as store:
        await store.add(on)
        for _ in range(2):
            await kept(store, on, rng)
            assert same(on, await store.load("a"))
            await asyncio.to_thread(postgres.stop)
            with pytest.raises(StorageFault):
                await store.append("a", proposed(on, rng))
            with pytest.raises(StorageFault):
                await store.load("a")
            await asyncio.to_thread(postgres.start)
        await kept(store, on, rng)
        assert same(on, await store.load("a"))


async def test_connections_that_were_cut_are_replaced(postgres: Postgres, database: str) -> None:
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
    rng, on = Random(2), new("a")
    async with Store.open(database) as store:
        await store.add(on)
        for _ in range(3):
            await asyncio.gather(*(store.load("a") for _ in range(4)))
            assert len(await asked(database, cut)) >= 2
            await asyncio.sleep(0.05)  # for the news to arrive
            await kept(store, on, rng)
            assert same(on, await store.load("a"))


async def test_a_table_is_read_as_of_one_moment(database: str) -> None:
    async with Store.open(database) as store, store._reading() as connection:
        level = await connection.exec_driver_sql("SHOW transaction_isolation")
        assert level.scalar() == "repeatable read"


async def test_a_table_that_somebody_else_locks(database: str) -> None:
    rng, on = Random(3), new("a")
    other = make_engine(database, busy=5)
    async with Store.open(database, busy=0.1) as store:
        await store.add(on)
        async with other.connect() as connection:
            await connection.execute(sa.text("LOCK TABLE log IN EXCLUSIVE MODE"))
            with pytest.raises(StorageFault, match="lock timeout"):
                await store.append("a", proposed(on, rng))
            assert same(on, await store.load("a"))  # reading goes on
        await kept(store, on, rng)
    await other.dispose()


@pytest.mark.slow
def test_of_two_who_wait_for_each_other_one_tries_again(postgres: Postgres, database: str) -> None:
    postgres.ask(database, f"ALTER DATABASE {sa.make_url(database).database} SET deadlock_timeout = '2s'")

    async def test() -> None:
        on = new("a")
        async with Store.open(database) as store:
            await store.add(on)
            other = await connect(sa.make_url(database), busy=5)
            await other.execute("SET deadlock_timeout = '1min'")  # so that it is not the one that is ended
            transaction = other.transaction()
            await transaction.start()
            await other.execute("SELECT * FROM tables WHERE id = 'a' FOR NO KEY UPDATE")
            keeping = asyncio.create_task(kept(store, on, Random(4)))
            while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)  # nobody tells
            # waits for the store, which waits for it; the lock is its own as soon as the store is ended, so the store's
            # second attempt comes after it, however slow this connection is
            await other.execute("LOCK TABLE log IN EXCLUSIVE MODE")
            assert not keeping.done()
            await transaction.rollback()
            await keeping
            await other.close()
            assert same(on, await store.load("a"))

    run(test())
