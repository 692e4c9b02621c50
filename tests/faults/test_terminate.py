"""F7: the server is asked to end: nothing acknowledged is lost, and everybody is told to come back."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from aquaromana.server.settings import DATABASE
from tests.faults.clients import Crowd
from tests.faults.history import History, Kept, faults
from tests.support.server_process import ServerProcess
from tests.support.sizes import LongSize

ENDS = LongSize("terminate", ci=2, long=50)
TABLES = 8
WITHIN = 5.0 * 5
"""Seconds for the end: five times the promise, for the cores are noisy."""
RESTART = 1012

RUDE = """
from aquaromana.server.service.table_service import TableService

TableService.begin_shutdown = lambda self: None
"""
"""A server that ends without a word."""

SLOW = """
import time
from aquaromana.server.pictures.workers import WorkerPools

def close(self, close=WorkerPools.close):
    print("closing", flush=True)
    time.sleep(1)
    close(self)

WorkerPools.close = close
"""
"""A server that takes its time after everybody has left."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(signal.SIGTERM not in signal.valid_signals(), reason="this system has no such signal"),
]


async def end_once(crowd: Crowd, folder: Path, rng: Random, mutant: str = "") -> tuple[int, float]:
    """Let clients play and end the server at a random moment; its exit code, and the seconds that it took.

    It says nothing but where it is.
    """
    server = ServerProcess(folder, mutant)
    await asyncio.to_thread(server.start)
    try:
        await crowd.seat(server, TABLES)
        playing = crowd.play(server)
        await crowd.until_accepted(rng.randrange(TABLES, 60), playing)
        code, seconds = await asyncio.to_thread(server.terminate)
        await playing
    finally:
        server.__exit__(None, None, None)
    assert len(server.said) == 1, server.said
    return code, seconds


def told(crowd: Crowd) -> list[tuple[bool, int]]:
    """Of each client whose game went on: whether it heard a Bye, and how its socket was closed."""
    return [(player.said_goodbye, player.closed_with) for player in crowd.players if player.closed_with]


@ENDS.mark
def test_the_end_is_told_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    async def test() -> History:
        rng = Random(3)
        crowd = Crowd(History(), rng)
        for _ in range(ENDS.value):
            code, seconds = await end_once(crowd, tmp_path, rng)
            assert code == 0
            assert seconds < WITHIN
            assert set(told(crowd)) == {(True, RESTART)}
        return crowd.history

    history = asyncio.run(test())
    assert faults(history, Kept.in_file(tmp_path / DATABASE)) == []
    assert history.count("acknowledged") > TABLES * ENDS.value


async def test_a_server_that_ends_without_a_word_is_noticed(tmp_path: Path) -> None:
    rng = Random(4)
    crowd = Crowd(History(), rng)
    await end_once(crowd, tmp_path, rng, RUDE)
    assert (True, RESTART) not in told(crowd)


def test_more_signals_change_nothing_while_everything_is_closed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, SLOW) as server:
        server.send(signal.SIGTERM)
        server.until_said("closing")
        server.send(signal.SIGINT)
        assert server.terminate()[0] == 0
        assert server.said[1:] == ["closing\n"]
    assert not (tmp_path / "server.json").exists()
