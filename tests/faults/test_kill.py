"""F1: the server is killed at a random moment, again and again, and no acknowledged decision is lost or doubled."""

import asyncio
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from typing import cast

import pytest

from aquaromana.server.settings import DATABASE
from tests.faults.clients import Crowd
from tests.faults.history import History, Intent, Kept, Outcome, faults
from tests.support.server_process import ServerProcess
from tests.support.sizes import LongSize

KILLS = LongSize("kill", ci=5, long=200)
TABLES = 8
ACCEPTING = 2.0 * 5
"""Seconds after which a server that was killed accepts again: five times the promise, for the cores are noisy."""

HASTY = """
import asyncio
from aquaromana.server.storage.commits import Commits, Writing

async def write(self, *what):
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    done.add_done_callback(lambda done: done.exception())
    loop.call_later(0.05, self._changes.put_nowait, Writing(done, *what))

Commits.write = write
"""
"""A server that acknowledges before it commits, so long before that a kill comes between the two."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal"),
]


async def kill_often(folder: Path, kills: int, seed: int, mutant: str = "") -> AsyncIterator[tuple[History, float]]:
    """Let clients play at many tables and kill the server, so often; after each kill what they went through.

    With it the seconds from the start of the server to the first stretch that it acknowledged.
    """
    rng = Random(seed)
    crowd = Crowd(History(), rng)
    for _ in range(kills):
        server = ServerProcess(folder, mutant)
        begun = time.monotonic()
        try:
            await asyncio.to_thread(server.start)
            await crowd.seat(server, TABLES)
            playing = crowd.play(server)
            await crowd.until_accepted(1, playing)
            accepting = time.monotonic() - begun
            await crowd.until_accepted(rng.randrange(1, 80), playing)
            await asyncio.sleep(rng.random() * 0.02)
        finally:
            await asyncio.to_thread(server.kill)
        await playing
        yield crowd.history, accepting


@KILLS.mark
def test_no_acknowledged_decision_is_lost_doubled_or_invented(tmp_path: Path) -> None:
    async def test() -> tuple[History, list[float]]:
        history, times = History(), []
        async for history, accepting in kill_often(tmp_path, KILLS.value, seed=1):  # noqa: B007
            times.append(accepting)
        return history, times

    history, times = asyncio.run(test())
    assert faults(history, Kept.in_file(tmp_path / DATABASE)) == []
    assert history.count("acknowledged") > 10 * KILLS.value
    assert history.count("refused") > KILLS.value
    if KILLS.value == KILLS.long:  # a time says nothing while other tests share the cores
        assert median(times[1:]) < ACCEPTING, sorted(times)


def test_a_server_that_acknowledges_before_it_commits_is_noticed(tmp_path: Path) -> None:
    async def test() -> list[str]:
        async for history, _ in kill_often(tmp_path, 10, seed=2, mutant=HASTY):
            if found := [
                fault for fault in faults(history, Kept.in_file(tmp_path / DATABASE)) if "acknowledged" in fault
            ]:
                return found
        return []

    assert asyncio.run(test())


# The checker itself.


def kept(folder: Path, lines: list[tuple[int, int, str, str]], version: int | None = None) -> Path:
    """A database in which these lines were kept for the table `t`."""
    database = folder / DATABASE
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE tables (id, version)")
        connection.execute("CREATE TABLE log (table_id, ply, seat, move, intent)")
        connection.execute("INSERT INTO tables VALUES ('t', ?)", (len(lines) if version is None else version,))
        connection.executemany("INSERT INTO log VALUES ('t', ?, ?, ?, ?)", lines)
    return database


GOOD = [(0, 0, "C@12", "a"), (1, 1, "D@13", "b")]


@pytest.mark.parametrize(
    ("lines", "outcomes", "fault"),
    [
        (GOOD, "acknowledged acknowledged", ""),
        (GOOD, "acknowledged unknown", ""),
        (GOOD[:1], "acknowledged unknown", ""),
        (GOOD[:1], "acknowledged refused", ""),
        (GOOD[:1], "acknowledged acknowledged", "b was acknowledged, but is not there"),
        (GOOD, "acknowledged refused", "b was refused, but is there"),
        ([*GOOD, (2, 0, "S@14", "c")], "acknowledged acknowledged", "c that nobody sent"),
        ([GOOD[0], (1, 1, "D@14", "b")], "acknowledged unknown", "otherwise than it was sent"),
        ([GOOD[0], (1, 1, "C@12", "b")], "acknowledged unknown", "A builder already stands"),
        ([GOOD[0], (2, 1, "D@13", "b")], "acknowledged unknown", "has gaps"),
        ([GOOD[0], (1, 0, "D@13", "b")], "acknowledged unknown", "seat 0 decided, but 1 was asked"),
        ([GOOD[0], GOOD[0]], "acknowledged unknown", "is there twice"),
    ],
)
def test_the_checker_finds_what_is_wrong(
    tmp_path: Path, lines: list[tuple[int, int, str, str]], outcomes: str, fault: str
) -> None:
    history = History(tables={"t": 2})
    for (ply, seat, move, intent), outcome in zip(GOOD, outcomes.split(), strict=True):
        tried = history.tries(Intent("t", intent, seat, ply, [move], told=ply + 1))
        tried.outcome = cast(Outcome, outcome)
    found = faults(history, Kept.in_file(kept(tmp_path, lines)))
    assert fault in " ".join(found)
    assert bool(found) == bool(fault)


def test_the_checker_finds_a_lost_table_and_a_wrong_version(tmp_path: Path) -> None:
    found = faults(History(tables={"t": 2, "u": 2}), Kept.in_file(kept(tmp_path, [], version=1)))
    assert found == ["table u is lost", "table t says version 1, but its log has 0 lines"]
