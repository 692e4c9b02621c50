"""Lessons in the table service: kept across restarts, answered by the script, refused when they are from yesterday."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.intents import Guide
from aquaromana.server.protocol.messages import Play, State
from aquaromana.server.service.table_service import TableService
from tests.support.server_play import service_in
from tests.support.storages import Storage


async def go(service: TableService, table: str, *ways: str) -> None:
    for way in ways:
        version = (await service.info(table)).version
        await service.apply(table, Guide(id=f"{way} {version}", version=version, go=way))  # type: ignore[arg-type]


async def play(service: TableService, table: str, *moves: str) -> None:
    version = (await service.info(table)).version
    await service.play(table, Play(id=f"play {version}", version=version, seat=0, moves=list(moves)))


def change_version(folder: Path) -> None:
    """As if the lesson had been another one when it was begun."""
    engine = sa.create_engine(f"sqlite:///{next(folder.glob('*.db'))}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE tables SET lesson = 'first:yesterday'"))
    engine.dispose()


async def test_a_lesson_survives_a_restart_in_the_middle_of_a_step(storage: Storage) -> None:
    async with service_in(storage) as service:
        made = await service.create_lesson("first")
        assert (made.origin, made.lesson, made.step, made.version) == ("lesson", "first", 1, 0)
        await play(service, made.id, "D1s.27.Cw", "-")
        await go(service, made.id, "next", "skip")
        await play(service, made.id, "G8n.7.Sn", "-")
        before = await service.state(made.id)
    async with service_in(storage) as service:
        (info,) = await service.tables()
        assert (info.lesson, info.step, info.origin, info.status) == ("first", 3, "lesson", "playing")
        after = await service.state(made.id)
        assert (after.lesson, after.view, after.steps) == (before.lesson, before.view, before.steps)
        assert after.lesson is not None
        assert after.lesson.done
        await go(service, made.id, "next")
        assert (await service.info(made.id)).step == 4


async def test_the_script_answers_without_a_bot(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create_lesson("first")
        await go(service, made.id, *["skip"] * 8)
        await play(service, made.id, "-")
        async with service.watch(made.id) as changes:
            async for each in changes:
                if isinstance(each.message, State) and each.message.lesson and each.message.lesson.done:
                    break
        steps = await service.steps(made.id)
        assert [(step.seat, step.move) for step in steps] == [(0, "-"), (1, "J6s.17.Ss"), (1, "xJ7s"), (1, "*S")]


async def test_progress_from_another_version_is_refused_and_kept(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create_lesson("first")
        await go(service, made.id, "skip")
    change_version(tmp_path)
    async with service_in(tmp_path) as service:
        state = await service.state(made.id)
        assert state.lesson is not None
        assert state.lesson.outdated
        for work in (play(service, made.id, "D2e.13.Se", "-"), go(service, made.id, "skip")):
            with pytest.raises(Refusal) as caught:
                await work
            assert caught.value.code == "lesson/outdated"
        assert await service.state(made.id) == state


async def test_an_unknown_lesson_makes_no_table(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        with pytest.raises(Refusal) as caught:
            await service.create_lesson("second")
        assert caught.value.code == "lesson/unknown"
        assert await service.tables() == []
