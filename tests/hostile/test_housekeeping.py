"""What a server with strangers has to see to by itself: room, unread answers, deleted words, its own database."""

import asyncio
import contextlib
import shutil
import socket
import sqlite3
import time
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aquaromana.cli import aqua
from aquaromana.server import launch
from aquaromana.server.errors import Refusal, StartError
from aquaromana.server.host.data_folder import database_lock
from aquaromana.server.middleware.origin import suspicion
from aquaromana.server.pictures.workers import WorkerProcess, WorkQueue
from aquaromana.server.protocol.intents import Rename
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.storage import transactions
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.migrations import migrate, revision
from aquaromana.server.table.credentials import LOCAL
from aquaromana.server.table.seating import Seating
from benchmarks._attacks import BYSTANDER, Client
from tests.server.storage.test_store import new, store_in
from tests.support.served import Served, settings_in
from tests.support.visitors import OPEN, PERSON, Visitor, shared_settings


def test_the_disk_is_known_to_be_full_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")  # noqa: PYI024 - as the library has it

    async def run() -> None:
        async with store_in(tmp_path) as store:
            await store.check()
            monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1, 1, transactions.MIN_FREE_DISK - 1))
            with pytest.raises(StorageFault, match="the disk is full"):
                await store.check()

    asyncio.run(run())
    monkeypatch.undo()
    with Served(settings_in(tmp_path)) as served:
        assert served.client.get("/ready").status_code == 200
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1, 1, transactions.MIN_FREE_DISK - 1))
        answer = served.client.get("/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
        assert served.create(), "there is room for what people do meanwhile"


def test_deleted_words_are_gone_from_the_files(tmp_path: Path) -> None:
    word = "unrepeatable-nonsense"

    def is_there() -> bool:
        return any(word.encode() in path.read_bytes() for path in tmp_path.glob("tables.db*"))

    async def run() -> None:
        async with TableService.open(settings_in(tmp_path)) as service:
            made = await service.create([Seating("person", word), Seating("person")])
            assert is_there()
            await service.delete(made.id)
            assert not is_there(), "while the server runs"

    asyncio.run(run())


def test_tables_that_nobody_used_make_room(tmp_path: Path) -> None:
    """One address could use up all tables forever."""

    def age(*tables: str) -> None:
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
            for table in tables:
                connection.execute("UPDATE tables SET changed = changed - 100000 WHERE id = ?", (table,))

    async def run() -> None:
        people, bots = [Seating("person"), Seating("person")], [Seating("bot", bot="random")] * 2
        async with TableService.open(settings_in(tmp_path, tables=2)) as service:
            first, second = await service.create(people), await service.create(people)
            with pytest.raises(Refusal, match="There are 2 tables already"):
                await service.create(people)
            age(first.id)
            third = await service.create(bots)
            assert {info.id for info in await service.tables()} == {second.id, third.id}
            async with asyncio.timeout(60):
                while (await service.info(third.id)).status != "over":  # noqa: ASYNC110 - nothing is heard of it
                    await asyncio.sleep(0.05)
            age(third.id)
            fourth = await service.create(people)
            assert {info.id for info in await service.tables()} == {second.id, fourth.id}

    asyncio.run(run())


def test_an_address_over_its_share_of_tables_makes_room(tmp_path: Path) -> None:
    """One address played a move at each of its tables, so that none was unused, and kept all of them forever."""

    async def run() -> None:
        people = [Seating("person"), Seating("person")]
        settings = settings_in(tmp_path, access="shared", secret="x" * 40, tables=21)
        async with TableService.open(settings) as service:

            async def made(owner: str) -> str:
                table = (await service.create(people, owner=owner)).id
                await service.apply(table, Rename(id="a", version=0, seat=0, name="used"), LOCAL)
                return table

            honest = [await made(address) for address in ("127.0.0.3", BYSTANDER, BYSTANDER)]
            many = [await made("127.0.0.2") for _ in range(18)]
            honest.append(await made("127.0.0.4"))
            many.append(await made("127.0.0.2"))
            kept = {info.id for info in await service.tables()}
            assert kept == {*honest, *many[2:]}, "their own, which they used longest ago, and nobody else's"
            assert b"127.0.0.2" not in (tmp_path / "tables.db-wal").read_bytes()

    asyncio.run(run())


def test_without_anybody_above_their_share_there_is_no_more_room(tmp_path: Path) -> None:
    async def run() -> None:
        people = [Seating("person"), Seating("person")]
        settings = settings_in(tmp_path, access="shared", secret="x" * 40, tables=10)
        async with TableService.open(settings) as service:
            for number in range(10):
                await service.create(people, owner=f"127.0.1.{number}")
            with pytest.raises(Refusal, match="There are 10 tables already"):
                await service.create(people, owner="127.0.0.9")

    asyncio.run(run())


def test_the_lobby_reads_no_more_than_it_shows(tmp_path: Path) -> None:
    async def run() -> None:
        open_one = [Seating("person"), Seating("open")]
        settings = settings_in(tmp_path, access="shared", secret="x" * 40, lobby=True)
        async with TableService.open(settings) as service:
            made = [await service.create(open_one, options=Options(public=True)) for _ in range(4)]
            assert [info.id for info in await service.lobby(0, 2)] == [made[3].id, made[2].id]
            assert await service.lobby(time.time() + 1, 2) == []

    asyncio.run(run())


def test_a_client_that_reads_no_answers_is_disconnected(tmp_path: Path) -> None:
    """200 pictures that nobody reads took 350 MB for a minute."""
    free = {"work_per_address": 0, "requests_per_minute": 0}
    server = Served(settings_in(tmp_path, access="shared", unread_per_address=1 << 20, **free))
    server._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with server as served:
        client = Client(served.port)
        lines = [client.dial(reads=False) for _ in range(20)]
        ask = f"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode()
        limits, connections = served.app.state.limits, served.listener.server_state.connections
        end = time.monotonic() + 30
        while len(connections) < len(lines) and time.monotonic() < end:
            time.sleep(0.01)
        for line in lines:
            line.sendall(ask)
        while len(connections) == len(lines) and time.monotonic() < end:
            assert limits.unread.all <= 1 << 20
            time.sleep(0.01)
        assert 0 < len(connections) < len(lines), "those that are too many"
        assert Client(served.port, BYSTANDER).ask("GET", "/api/openapi.json")[0] == 200
        for line in lines:
            line.close()
        while limits.unread.all and time.monotonic() < end:
            time.sleep(0.01)
        assert not limits.unread.all


def test_another_address_finds_a_process_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imports of one address delayed another one's picture by many seconds."""
    begun: list[str] = []
    ends: dict[str, asyncio.Event] = {}

    async def hold(_process: WorkerProcess, name: str) -> str:
        begun.append(name)
        await ends[name].wait()
        return name

    monkeypatch.setattr(WorkerProcess, "run", hold)

    async def run() -> None:
        queue = WorkQueue(2, 32, 8, 30.0)
        names = [*(f"one {number}" for number in range(6)), "two", "three"]
        ends.update({name: asyncio.Event() for name in names})
        work: Any = queue.run
        tasks = [asyncio.ensure_future(work(name.split()[0], name)) for name in names]
        await asyncio.sleep(0.01)
        assert begun == ["one 0", "two"]
        ends["one 0"].set()
        await asyncio.sleep(0.01)
        assert begun[2:] == ["three"], "in turn with those of one address"
        for task in (tasks[7], tasks[4], tasks[5]):  # one that is done, and two that wait
            task.cancel()
        for end in ends.values():
            end.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        queue._hand_out()
        assert not queue._waiting
        assert not queue._running
        assert len(queue._free) == 2
        alone = WorkQueue(2, 32, 32, 30.0)
        assert alone._most == 2, "where there is but one"

    asyncio.run(run())


def test_two_servers_do_not_share_a_database_file(tmp_path: Path) -> None:
    file = tmp_path / "shared.db"
    assert Settings(database=f"sqlite:///{file}").database_file == file
    assert Settings(database="sqlite+aiosqlite:///x.db?a=b").database_file == Path("x.db")
    assert Settings(database="postgresql://a/b").database_file is None
    assert Settings(database="sqlite:///file:x.db?uri=true").database_file == Path("x.db")
    own = settings_in(tmp_path / "first").database_file
    assert own == tmp_path / "first" / "tables.db", "that of a data folder can be named by another server, too"
    linked = tmp_path / "linked.db"
    linked.symlink_to(file)
    for named in (file, linked):
        settings = settings_in(tmp_path / "second", database=f"sqlite:///{named}")
        with database_lock(file), pytest.raises(StartError, match=r"^Another server uses the database .*shared\.db\.$"):
            launch.launch(settings, print, print)
    with database_lock(file), database_lock(None):
        pass


def test_a_server_holds_the_database_of_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one with `--database` on it started beside it."""
    held: list[str] = []

    def serve(settings: Settings, *_: object) -> None:
        with pytest.raises(StartError), database_lock(settings.data / "tables.db"):
            pass
        held.append("yes")

    monkeypatch.setattr(launch, "serve", serve)
    launch.launch(settings_in(tmp_path, port=0), print, print)
    assert held == ["yes"]


def test_pages_of_a_site_with_https_come_by_https() -> None:
    def scope(origin: str) -> dict[str, object]:
        headers = [(b"host", b"aqua.example.org"), (b"origin", origin.encode())]
        return {"type": "http", "method": "POST", "scheme": "http", "server": ("127.0.0.1", 7483), "headers": headers}

    names = {"aqua.example.org", "other.example.org"}
    assert suspicion(scope("https://aqua.example.org"), names, "aqua.example.org") == ""
    assert suspicion(scope("http://aqua.example.org"), names, "aqua.example.org") == "request/origin"
    assert suspicion(scope("http://aqua.example.org"), names) == "", "where no https was told"


def test_a_host_deletes_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    with Served(shared_settings(tmp_path)) as served, Visitor(served) as host, Visitor(served) as other:
        table = host.create(PERSON, OPEN)

        async def damage() -> None:
            served.service._cache.drop(table)

        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
            connection.execute("UPDATE tables SET start = 'nonsense' WHERE id = ?", (table,))
        served.inside(damage)
        assert host.client.get(f"/api/tables/{table}").json()["code"] == "table/damaged"
        assert other.client.delete(f"/api/tables/{table}").json()["code"] == "access/host"
        assert host.client.delete(f"/api/tables/{table}").status_code == 204
        assert host.client.get(f"/api/tables/{table}").status_code == 404


def test_tools_leave_the_database_of_an_earlier_release_as_it_is(tmp_path: Path) -> None:
    """A server of that release may be running on it."""
    import sqlalchemy as sa

    async def fill() -> None:
        async with store_in(tmp_path) as store:
            await store.add(new("a"))

    asyncio.run(fill())
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0004'")
        for column in ("lesson", "step", "owner"):  # of later ones
            connection.exec_driver_sql(f"ALTER TABLE tables DROP COLUMN {column}")
        for table in ("reviews", "review_jobs"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
    for arguments in (["list"], ["backup", str(tmp_path / "copy.db")], ["export", "a"]):
        done = CliRunner().invoke(aqua, ["tables", *arguments, "--data", str(tmp_path)])
        assert done.exit_code == 0, done.output
    with engine.begin() as connection:
        assert revision(connection) == "0004"
        migrate(connection)
        assert revision(connection) != "0004"
    engine.dispose()
