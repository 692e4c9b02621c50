"""Databases of every revision open in this release, and a new one has the shape that the code expects."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from aquaromana.rules.notation import position_text
from aquaromana.server.errors import StartError
from aquaromana.server.protocol.intents import Rename
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.storage import migrations
from aquaromana.server.storage.migrations import FOLDER, migrate, revision, upgrade
from aquaromana.server.storage.schema import HEAD, metadata
from aquaromana.server.storage.store import Store
from tests.support.server_play import next_play, play_stretch, run, service_in

DATA = Path(__file__).parent / "data"
FIRST = DATA / "first.sql"
"""A database as the first release wrote it: two tables, one of them in the middle of a game with a bot."""
SECOND = DATA / "second.sql"
"""One with friends: lots, a clock, a seat handed over, decisions taken back, chat; an open table; a rematch; a fork."""
HASHES = {
    FIRST: "53e57ca4002c6efe",
    SECOND: "130097d53daa1342",
}
"""Of all games in it."""


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return ScriptDirectory.from_config(config)


def test_the_newest_revision_is_the_one_that_the_code_expects() -> None:
    assert scripts().get_heads() == [HEAD]
    assert scripts().get_bases() == ["0001"]


@pytest.mark.slow
def test_a_migrated_database_has_the_shape_of_the_schema(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.begin() as connection:
        upgrade(connection, None, HEAD)
        assert revision(connection) == HEAD
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        made = shape(connection)
    engine.dispose()
    assert shape_of_new() == made


def test_a_new_database_is_made_without_going_through_the_revisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "upgrade", lambda *_: pytest.fail("it was empty"))
    assert set(shape_of_new()) == {*metadata.tables, "alembic_version"}


def test_a_database_with_tables_and_no_revision_goes_through_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[object, ...]] = []
    monkeypatch.setattr(migrations, "upgrade", lambda *how: taken.append(how[1:]))
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE others (id INTEGER)")
        migrate(connection)
    engine.dispose()
    assert taken == [(None, HEAD)]


def shape_of_new() -> dict[str, object]:
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        assert revision(connection) == HEAD
        found = shape(connection)
    engine.dispose()
    return found


def shape(connection: sa.Connection) -> dict[str, object]:
    """What SQLite itself says about columns, keys and rules."""
    inspector = sa.inspect(connection)
    return {
        name: (
            [
                (column["name"], str(column["type"]), column["nullable"], column["default"])
                for column in inspector.get_columns(name)
            ],
            inspector.get_pk_constraint(name),
            inspector.get_foreign_keys(name),
            inspector.get_indexes(name),
        )
        for name in inspector.get_table_names()
    }


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    engine = sa.create_engine(f"sqlite:///{path}")
    dumps = []
    for _ in range(2):
        with engine.begin() as connection:
            migrate(connection)
        with closing(sqlite3.connect(path)) as file:
            dumps.append(list(file.iterdump()))
    engine.dispose()
    assert any("CREATE TABLE log" in line for line in dumps[0])
    assert dumps[0] == dumps[1]


def restored(folder: Path, dump: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / "tables.db")
    connection.executescript(dump.read_text("utf-8"))
    return connection


@pytest.mark.parametrize("dump", HASHES, ids=lambda dump: dump.stem)
def test_databases_of_every_release_replay_to_the_same_hash(tmp_path: Path, dump: Path) -> None:
    restored(tmp_path, dump).close()

    async def test() -> str:
        games = []
        async with Store.open(Settings(data=tmp_path).url) as store:
            for info in await store.infos():
                table = await store.load(info.id)
                assert table is not None
                assert table.info() == info
                moves = " ".join(map(str, table.moves))
                games.append(f"{info.id} {info.status} {info.version} {position_text(table.position)} {moves}")
        return hashlib.sha256("\n".join(sorted(games)).encode()).hexdigest()[:16]

    assert run(test()) == HASHES[dump]


async def test_a_database_with_friends_is_as_it_was(tmp_path: Path) -> None:
    restored(tmp_path, SECOND).close()
    async with Store.open(Settings(data=tmp_path).url) as store:
        (played,) = [info for info in await store.infos() if len(info.players) == 4]
        assert [player.name for player in sorted(played.players, key=lambda each: each.chair)][:3] == [
            "Ann",
            "Ben",
            "Clio",
        ]
        table = await store.load(played.id)
        assert table is not None
        assert table.members.pending is not None
        assert table.members.pending.what == "takeback"
        assert table.members.generations == {"chair:2": 1}
        assert table.options.clock is not None
        assert [said.text or said.phrase for said in await store.remarks(played.id)] == ["Schön gebaut!", "thanks"]
        assert [info.options.public for info in await store.lobby(0, 100)] == [True]


async def test_a_database_of_the_first_revision_is_played_on(tmp_path: Path) -> None:
    """Every game is there, decision by decision, and goes on; also after another start."""
    with closing(restored(tmp_path, FIRST)) as connection:
        query = "SELECT table_id, move FROM log ORDER BY table_id, ply"
        kept = [(str(table), str(move)) for table, move in connection.execute(query)]
    moves = {table: [move for other, move in kept if other == table] for table, _ in kept}

    async def told(service: TableService, table: str, count: int) -> list[str]:
        """The first decisions; a bot may have made more."""
        return [step.move for step in await service.steps(table)][:count]

    async with service_in(tmp_path) as service:
        infos = {info.id: info for info in await service.tables()}
        assert set(infos) == set(moves)
        assert {info.origin for info in infos.values()} == {"new", "import"}
        for table, info in infos.items():
            assert await told(service, table, len(moves[table])) == moves[table]
            assert info == await service.info(table)
            assert (info.status, info.options, info.parent) == ("playing", Options(), "")
            assert [player.chair for player in info.players] == list(range(len(info.players)))
            assert (await service.record(table)).players == len(info.players)
            moves[table] += (await next_play(service, table, Random(1))).moves
            await play_stretch(service, table, Random(1))
            await service.apply(table, Rename(id="name", version=info.version, seat=0, name="Nero"))
    async with service_in(tmp_path) as service:
        for table in infos:
            assert await told(service, table, len(moves[table])) == moves[table]
            assert (await service.info(table)).players[0].name == "Nero"


def test_a_database_of_a_later_release_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with service_in(tmp_path):
            pass

    run(test())
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StartError, match="later release"):
        run(test())


def test_a_migration_that_is_cut_off_leaves_the_old_database(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'new.db'}")

    @sa.event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    connection = engine.connect()
    connection.begin()
    migrate(connection)
    connection.close()  # without a commit, as when the process ends
    with engine.begin() as connection:
        assert sa.inspect(connection).get_table_names() == []
    engine.dispose()
