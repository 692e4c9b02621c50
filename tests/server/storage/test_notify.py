"""What processes with one database hear of each other, also after the line was cut."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.server.errors import StartError
from aquaromana.server.settings import Settings
from aquaromana.server.storage.database import make_engine
from aquaromana.server.storage.notify import EVERYTHING, GONE, Notification, Notifications, notify
from tests.support.postgres import CUT, Postgres, asked
from tests.support.server_play import run


async def say(url: str, *notifications: Notification, commit: bool = True) -> None:
    engine = make_engine(url, busy=5)
    async with engine.connect() as connection:
        await connection.run_sync(notify, notifications)
        await (connection.commit() if commit else connection.rollback())
    await engine.dispose()


def log(table: str, version: int) -> Notification:
    return Notification("log", table, version)


def test_what_is_committed_is_heard(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new(empty=True)

    async def test() -> None:
        async with Notifications.open(Settings(data=tmp_path, database=url)) as notifications:
            assert notifications.shared
            await say(url, log("never", 1), commit=False)
            await say(url, log("a", 1), Notification("chat", "a", 7))
            assert [await anext(notifications), await anext(notifications)] == [
                log("a", 1),
                Notification("chat", "a", 7),
            ]
            await say(url, log("a", 2))
            await say(url, log("b", GONE), log("a", 3))
            await asked(url, "SELECT pg_notify('aqua_log', 'nonsense'), pg_notify('aqua_log', 'c:x')")
            await say(url, log("last", 1))
            while ("log", "last") not in notifications._waiting:  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(0.01)
            assert [await anext(notifications) for _ in range(3)] == [log("a", 3), log("b", GONE), log("last", 1)]

    run(test())


def test_after_a_cut_everything_has_to_be_read_again(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new(empty=True)

    async def test() -> None:
        async with Notifications.open(Settings(data=tmp_path, database=url)) as notifications:
            for number in range(3):
                assert await asked(url, CUT) == [(True,)]
                assert await anext(notifications) == EVERYTHING
                await say(url, log("a", number))
                assert await anext(notifications) == log("a", number)

    run(test())


def test_a_line_that_is_cut_answers_nothing_and_then_again(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new(empty=True)

    async def test() -> None:
        async with Notifications.open(Settings(data=tmp_path, database=url)) as notifications:
            assert await notifications.ask("SELECT 1 + $1::int", 2) == [(3,)]
            with pytest.raises(OSError, match="terminating connection"):
                await notifications.ask("SELECT pg_terminate_backend(pg_backend_pid())")
            assert await anext(notifications) == EVERYTHING
            assert await notifications.ask("SELECT 1") == [(1,)]
            with pytest.raises(OSError, match="division by zero"):
                await notifications.ask("SELECT 1 / 0")
            assert await notifications.ask("SELECT 1") == [(1,)]

    run(test())


async def test_a_file_is_shared_with_nobody(tmp_path: Path) -> None:
    async with Notifications.open(Settings(data=tmp_path)) as notifications:
        assert not notifications.shared
        engine = make_engine("sqlite://", busy=1)
        async with engine.connect() as connection:
            await connection.run_sync(notify, [log("a", 1)])
        await engine.dispose()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(notifications), 0.01)
        with pytest.raises(OSError, match="nobody shares"):
            await notifications.ask("SELECT 1")


def test_a_missing_server_is_not_found(tmp_path: Path) -> None:
    url = f"postgresql://me:secret@/tables?host={tmp_path}"

    async def test() -> None:
        async with Notifications.open(Settings(data=tmp_path, database=url)):
            pass

    with pytest.raises(StartError, match="cannot be shared") as caught:
        run(test())
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
