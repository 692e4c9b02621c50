"""Programs in a match: a fault costs the game, is told in full, and leaves nothing running."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from aquaromana.arena import Entry, Match, MatchLog, PoolRunner, SerialRunner, check_bots, play_game, run_match
from aquaromana.arena.errors import ArenaError
from aquaromana.records import read_record
from tests.support.engines import Scripts, all_gone, running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    return Scripts(tmp_path)


def match_of(command: list[str], sets: int = 1) -> Match:
    return Match((Entry.parse("cmd: " + " ".join(command)), Entry("random")), players=2, sets=sets, seed=1)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("os._exit(7)", "Small ended with exit code 7"),
        ('raise KeyError("lost")', "Small ended with exit code 1 (KeyError: 'lost')"),
        ('print("bestmove C@1")', "Small decided 'C@1': "),
        ('print("bestmove none")', "Small gave no decision"),
        ('print("x" * 10**6)', "Small wrote a line of more than 65536 bytes"),
    ],
)
def test_a_fault_loses_the_game_and_is_told(scripts: Scripts, statement: str, why: str) -> None:
    command = scripts.at_go(statement)
    match = match_of(command)
    result = play_game(match, match.fixture(0))
    assert result.forfeit is not None
    assert (result.forfeit.seat, result.shares) == (0, (0.0, 1.0))
    assert result.forfeit.reason.startswith(why)
    assert why in read_record(result.record).tags["Forfeit"]
    assert "The last lines it was sent:" in result.traceback
    assert all_gone(command[-1])


def test_a_good_program_plays_and_ends_with_its_game(scripts: Scripts) -> None:
    command = scripts.at_go()
    standings = run_match(match_of(command), runner=SerialRunner())
    assert (standings.games, standings.forfeits) == (2, [])
    assert all_gone(command[-1])


@pytest.mark.slow
def test_a_program_that_hangs_is_ended_with_its_process(scripts: Scripts, tmp_path: Path) -> None:
    command = scripts.at_go("time.sleep(100)")
    match = match_of(command)
    with MatchLog(tmp_path / "out", match) as log:
        standings = run_match(match, runner=PoolRunner(1, limit=1.0), log=log)
    assert [result.forfeit.reason for result in standings.forfeits if result.forfeit] == ["no decision within 1 s"] * 2
    assert all_gone(command[-1])


def test_the_last_words_of_a_program_are_kept(scripts: Scripts, tmp_path: Path) -> None:
    command = scripts.at_go('print("my last words", file=sys.stderr, flush=True); os._exit(3)')
    match = match_of(command)
    with MatchLog(tmp_path / "out", match) as log:
        run_match(match, runner=SerialRunner(), log=log)
        assert log.faults is not None
        texts = [file.read_text("utf-8") for file in sorted(log.faults.iterdir())]
    assert len(texts) == 2
    assert all("Small ended with exit code 3 (my last words)" in text for text in texts)


@pytest.mark.slow
def test_a_match_that_is_killed_leaves_nothing_running(scripts: Scripts, tmp_path: Path) -> None:
    command = scripts.at_go("time.sleep(100)")
    arena = [sys.executable, "-m", "aquaromana", "arena", "--bot", "cmd: " + " ".join(command), "--bot", "random"]
    process = subprocess.Popen([*arena, "--games", "2", "--workers", "1"], stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while len(running(command[-1])) < 3:  # the arena itself, a guard and the program
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert all_gone(command[-1])


def test_a_program_that_does_not_speak_the_protocol_fails_before_the_first_game(scripts: Scripts) -> None:
    with pytest.raises(ArenaError, match=r"cannot play: .* ended with exit code 5"):
        check_bots(match_of(scripts("raise SystemExit(5)")))
    command = scripts.at_go()
    check_bots(match_of(command))
    assert all_gone(command[-1])
