"""The processes: they die, hang and come back, and every game is played once."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from aquaromana.arena import ArenaError, GameResult, Match, PoolRunner, SerialRunner
from aquaromana.arena.pool import GRACE, PATIENCE, decision_limit
from aquaromana.engine import Budget
from aquaromana.processes import cores
from aquaromana.records import read_record
from tests.arena.fakes import FAULTY_FROM, Deadly, make, match_of


def played(match: Match, runner: PoolRunner | SerialRunner) -> list[GameResult]:
    results = list(runner.run(match, map(match.fixture, range(match.games))))
    return sorted(results, key=lambda result: result.fixture.number)


@pytest.mark.slow
def test_processes_play_the_same_games_as_one_alone() -> None:
    match = match_of("random", "eager", players=3, sets=4)
    pool, alone = (played(match, runner) for runner in (PoolRunner(2, make=make), SerialRunner(make=make)))
    assert [result.record for result in pool] == [result.record for result in alone]
    assert len(pool) == 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("dies", "its process ended with exit code 3"),
        pytest.param(
            "killed",
            "its process was ended by SIGKILL",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="there are no signals"),
        ),
        ("hangs", "no decision within 0.5 s"),
    ],
)
def test_a_bot_that_crashes_its_process_loses_and_the_match_continues(bot: str, reason: str) -> None:
    match = match_of(bot, "random", sets=2)
    results = played(match, PoolRunner(2, limit=0.5, make=make))
    assert [result.fixture.number for result in results] == [0, 1, 2, 3]
    for result in results:
        if result.forfeit:
            assert result.fixture.seating[result.forfeit.seat] == 0
            assert result.forfeit.reason == reason
            assert len(read_record(result.record).moves) >= FAULTY_FROM
    assert sum(result.forfeit is not None for result in results) >= 3


@pytest.mark.slow
def test_a_fault_that_only_raises_costs_no_process() -> None:
    match = match_of("raises", "illegal", sets=3)
    results = played(match, PoolRunner(1, make=make))
    assert len(results) == 6
    assert all(result.forfeit for result in results)


@pytest.mark.slow
def test_processes_that_die_by_themselves_end_the_match() -> None:
    match = match_of("random", "random")
    with pytest.raises(ArenaError, match="game 0 cannot be played: its process ended with exit code 7"):
        played(match, PoolRunner(1, make=Deadly()))


@pytest.mark.slow
def test_closing_stops_games_that_are_under_way() -> None:
    match = match_of("random", "random", "hangs", sets=1)
    runner = PoolRunner(2, limit=600, make=make).run(match, map(match.fixture, range(match.games)))
    next(runner)
    begun = time.monotonic()
    runner.close()
    assert time.monotonic() - begun < 300


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
def test_a_process_goes_with_its_master_also_when_its_bot_hangs() -> None:
    code = """
from aquaromana.arena import PoolRunner
from tests.arena.fakes import make, match_of
match = match_of("hangs", "hangs")
next(PoolRunner(1, limit=600, make=make).run(match, [match.fixture(0)]))
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as master:
        assert master.stdout is not None
        assert master.stdout.readline() == "hanging\n"
        master.kill()
        said, _ = master.communicate(timeout=10)  # the pipe closes when the last process is gone
    assert said == ""


def test_the_limit_is_generous() -> None:
    assert decision_limit(match_of("a", "b")) == PATIENCE
    assert decision_limit(match_of("a", "b", budget=Budget(seconds=2))) == GRACE + 20
    assert decision_limit(match_of("a@5s", "b", budget=Budget(seconds=2))) == GRACE + 50
    assert decision_limit(match_of("a", "b@800", budget=Budget(seconds=2))) == PATIENCE


def test_a_number_of_processes() -> None:
    assert PoolRunner().workers == cores() >= 1
    for workers in (0, -1, 5000):
        with pytest.raises(ArenaError, match="processes, not"):
            PoolRunner(workers)


WORKER = """
import pathlib, sys
from aquaromana.arena import pool
from multiprocessing import context
if __name__ == "__main__":
    started = []
    begin = context.SpawnProcess.start
    context.SpawnProcess.start = lambda process: (begin(process), started.append(process.pid))[0]
    worker = pool._Worker(None, None)
    status = pathlib.Path(f"/proc/{started[0]}/status").read_text()
    blocked = next(line for line in status.splitlines() if line.startswith("SigBlk")).split()[1]
    print(int(blocked, 16) >> 1 & 1)
    worker._process.kill()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it is read from /proc")
def test_the_first_worker_of_a_program_wrote_a_traceback_on_ctrl_c(tmp_path: Path) -> None:
    """Python's resource tracker, which starts with the first process, lets interrupts through again."""
    script = tmp_path / "worker.py"
    script.write_text(WORKER, "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "1\n"
