"""Tables in memory, shutdown and restart."""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from aquaromana.rules import Game
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Accepted, Bye, State
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table.seating import Seating
from tests.support.server_play import (
    PEOPLE,
    heard,
    play,
    play_stretch,
    service_in,
    stretch,
)
from tests.support.storages import Storage


async def refused(work: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await work  # type: ignore[misc]
    return caught.value


# Memory and time.


def sweep(service: TableService) -> None:
    service._cache.sweep(service.settings.idle, service._bots.__contains__)


async def test_an_idle_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    rng = Random(1)
    async with service_in(tmp_path, idle=0) as service:
        made, watched = await service.create(PEOPLE), await service.create(PEOPLE)
        async with service.watch(watched.id) as changes:
            for version in range(1, 4):
                sweep(service)
                assert service.peek(made.id) is None
                assert service.peek(watched.id) is not None
                assert (await play_stretch(service, made.id, rng)).version == version
            await play_stretch(service, watched.id, rng)
            while (await heard(changes, State)).version < 1:
                pass


async def test_a_table_is_loaded_once_for_all_who_want_it(tmp_path: Path) -> None:
    async with service_in(tmp_path, idle=0) as service:
        made = await service.create(PEOPLE)
        sweep(service)
        await asyncio.gather(*(service.info(made.id) for _ in range(10)))
        answers = await asyncio.gather(
            *(play_stretch(service, made.id, Random(1), id="same", seat=0, version=0) for _ in range(3))
        )
        assert {answer.version for answer in answers} == {1}


# The end.


async def test_the_end_is_told_and_nothing_is_lost(storage: Storage) -> None:
    rng = Random(1)
    async with service_in(storage) as service:
        tables = [(await service.create(PEOPLE)).id for _ in range(8)]
        async with service.watch(tables[0]) as changes:
            plays = [asyncio.create_task(play_stretch(service, table, rng)) for table in tables]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            service.begin_shutdown()
            assert await heard(changes, Bye) == Bye(code="server/restart")
        answers = await asyncio.gather(*plays, return_exceptions=True)
        for work in (play_stretch(service, tables[0], rng), service.create(PEOPLE), service.delete(tables[0])):
            assert (await refused(work)).code == "server/restart"
        async with service.watch(tables[1]) as late:
            assert await heard(late, Bye) == Bye(code="server/restart")
    async with service_in(storage) as service:
        for table, answer in zip(tables, answers, strict=True):
            version = (await service.info(table)).version
            if isinstance(answer, Accepted):
                assert version == answer.version
            else:
                assert isinstance(answer, Refusal)
                assert version == 0


async def test_a_service_that_cannot_open_starts_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be used"):
        async with service_in(tmp_path, database="nonsense"):
            raise AssertionError("opened")


@pytest.mark.parametrize("seed", range(3))
async def test_random_play_at_many_tables_is_what_the_rules_say(tmp_path: Path, seed: int) -> None:
    """Right and wrong plays at once at several tables: what was accepted is the game, in order, and legal."""
    rng = Random(seed)
    async with service_in(tmp_path) as service:
        tables = [(await service.create([Seating()] * rng.choice((2, 3, 4)))).id for _ in range(5)]
        made: dict[str, list[str]] = {table: [] for table in tables}

        async def play_some(service: TableService, table: str) -> None:
            async with service.using(table) as loaded:
                on = loaded.table
                if on.is_over:
                    return
                wanted = play(on, stretch(on.position, rng), id=f"{rng.random()}")
            if rng.random() < 0.3:
                wrong = rng.choice(({"version": 10_000}, {"moves": wanted.moves[:-1]}, {"moves": ["x"]}))
                refusal = await refused(service.play(table, msgspec.structs.replace(wanted, **wrong)))
                assert refusal.code in {"table/stale", "table/incomplete", "notation/unreadable"}
            try:
                await service.play(table, wanted)
            except Refusal as refusal:
                assert refusal.code in {"table/stale", "table/not-your-turn"}  # noqa: PT017 (a rival was faster)
            else:
                made[table] += wanted.moves

        for _ in range(25):
            await asyncio.gather(*(play_some(service, rng.choice(tables)) for _ in range(8)))
        for table in tables:
            record = await service.record(table)
            assert [str(move) for move in record.moves] == made[table]
            game = Game(record.players)
            for move in made[table]:
                game.play(move)
            assert (await service.state(table)).view.position == str(game)
