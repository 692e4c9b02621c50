"""F2: two server processes with one PostgreSQL; one is killed, the database stops, or they do not hear each other."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.faults.crew import Crew
from tests.faults.history import faults
from tests.faults.test_kill import HASTY
from tests.faults.test_storage import BLIND
from tests.support.postgres import CUT, Postgres, asked
from tests.support.sizes import LongSize

KILLS = LongSize("processes-kill", ci=4, long=100)
STOPS = LongSize("processes-stop", ci=4, long=50)
CUTS = LongSize("processes-cut", ci=5, long=100)
TABLES = 5
SEEN = 2.0
"""Seconds after which players at the other process see a decision."""
NOISE = 5
"""Times the promise: the cores are noisy."""

FORGETFUL = """
from aquaromana.server.storage.notify import EVERYTHING, PostgresNotifications

hear = PostgresNotifications._hear
PostgresNotifications._hear = lambda self, each: None if each == EVERYTHING else hear(self, each)
"""
"""A server that goes on after a cut as if nothing could have happened meanwhile."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal"),
]


async def verdict(crew: Crew, within: float = SEEN * NOISE) -> list[str]:
    """Everything that is wrong at the end."""
    apart = await crew.rest(within)
    late = [f"a decision was seen after {lag:.1f} seconds" for lag in crew.lags() if lag > within]
    return apart + late + faults(crew.history, await crew.kept())


async def kill(crew: Crew, which: int) -> None:
    """Kill a process in the middle of a game; its players go to the other one, and come back when it is there again."""
    await crew.until_acknowledged(crew.rng.randrange(1, 2 * TABLES))
    await asyncio.sleep(crew.rng.random() * 0.02)
    await crew.kill(which)
    await crew.until_acknowledged(TABLES)
    await crew.start(which)
    await crew.seat(TABLES)


@KILLS.mark
async def test_one_process_is_killed_and_the_other_plays_on(tmp_path: Path, database: str) -> None:
    async with Crew.playing(tmp_path, database, tables=TABLES, seed=1) as crew:
        for number in range(KILLS.value):
            await kill(crew, number % 2)
        assert await verdict(crew) == []
        assert crew.history.count("acknowledged") > TABLES * KILLS.value


async def stop(crew: Crew, postgres: Postgres) -> None:
    """Stop the database at once in the middle of a game, and start it again."""
    await crew.until_acknowledged(crew.rng.randrange(1, 6 * TABLES))
    await asyncio.sleep(crew.rng.random() * 0.02)
    await asyncio.to_thread(postgres.stop)
    await asyncio.sleep(crew.rng.random() * 0.2)
    await asyncio.to_thread(postgres.start)


@STOPS.mark
async def test_the_database_stops_at_once_and_comes_back(tmp_path: Path, postgres: Postgres, database: str) -> None:
    async with Crew.playing(tmp_path, database, tables=TABLES, seed=2) as crew:
        for _ in range(STOPS.value):
            await stop(crew, postgres)
            await crew.until_acknowledged(TABLES)
            await crew.seat(TABLES)
        assert await verdict(crew) == []
        assert crew.history.count("acknowledged") > TABLES * STOPS.value


async def cut(crew: Crew) -> None:
    """Cut the lines on which both processes hear each other, in the middle of a game."""
    await crew.until_acknowledged(crew.rng.randrange(1, 4 * TABLES))
    await asked(crew.database, CUT)
    await crew.until_acknowledged(1)


@CUTS.mark
async def test_the_lines_between_the_processes_are_cut(tmp_path: Path, database: str) -> None:
    async with Crew.playing(tmp_path, database, tables=TABLES, seed=3) as crew:
        for _ in range(CUTS.value):
            await cut(crew)
            await crew.seat(TABLES)
        assert await verdict(crew) == []
        assert crew.history.count("acknowledged") > CUTS.value


# Broken servers.


async def lost(crew: Crew) -> list[str]:
    """What was acknowledged by now and is not there, or shown and gone again; meanwhile people play on."""
    told = [f"{each.table} {each.id}" for each in crew.history.intents.values() if each.outcome == "acknowledged"]
    found = faults(crew.history, await crew.kept())
    return crew.history.complaints + [name for name in told if f"{name} was acknowledged, but is not there" in found]


def test_a_server_that_acknowledges_before_it_commits_is_noticed(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        async with Crew.playing(tmp_path, database, tables=TABLES, seed=4, mutant=HASTY) as crew:
            for number in range(10):
                await kill(crew, number % 2)
                if await lost(crew):
                    return
        pytest.fail("nobody noticed")

    asyncio.run(test())


def test_a_server_that_acknowledges_what_it_could_not_keep_is_noticed(
    tmp_path: Path, postgres: Postgres, database: str
) -> None:
    async def test() -> None:
        async with Crew.playing(tmp_path, database, tables=TABLES, seed=5, mutant=BLIND) as crew:
            for _ in range(10):
                await stop(crew, postgres)
                if await lost(crew):
                    return
        pytest.fail("nobody noticed")

    asyncio.run(test())


async def test_a_server_that_does_not_read_again_after_a_cut_is_noticed(tmp_path: Path, database: str) -> None:
    async with Crew.playing(tmp_path, database, tables=TABLES, seed=6, mutant=FORGETFUL) as crew:
        for _ in range(10):
            await asked(crew.database, CUT)
            await asyncio.sleep(0.02)
        assert await verdict(crew, SEEN) != []
