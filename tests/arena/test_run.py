"""Whole matches."""

from pathlib import Path

import pytest

from aquaromana.arena import (
    ArenaError,
    GameResult,
    MatchLog,
    PoolRunner,
    SerialRunner,
    Sprt,
    Standings,
    check_bots,
    match_line,
    run_match,
)
from aquaromana.bots import bot_names
from tests.arena.fakes import make, match_of


def test_an_unknown_bot_fails_before_the_first_game() -> None:
    check_bots(match_of("random", bot_names()[0]))
    with pytest.raises(ArenaError, match="unknown"):
        check_bots(match_of("random", "unknown"), make)
    with pytest.raises(ArenaError, match="nobody"):
        check_bots(match_of("random", "nobody"))


def test_a_line_says_what_is_played() -> None:
    line = match_line(match_of("random", "eager", players=4, sets=2))
    assert line == "random – eager: 4 players, 8 games in 2 sets of 4, seed 1"


@pytest.mark.slow
def test_a_planted_weakness_fails_and_a_gain_passes_in_real_games() -> None:
    for bots, verdict in ((("lazy", "random"), "failed"), (("eager", "lazy"), "passed")):
        match = match_of(*bots, sets=2000)
        standings = run_match(match, standings=Standings(match, Sprt(0, 150)), runner=PoolRunner(2, make=make))
        assert standings.sprt is not None
        assert standings.sprt.verdict == verdict
        assert standings.games < 600


@pytest.mark.slow
def test_an_interrupted_match_resumes(tmp_path: Path) -> None:
    match = match_of("random", "eager", sets=6)
    seen: list[int] = []

    def interrupt(_: Standings, result: GameResult) -> None:
        seen.append(result.fixture.number)
        if len(seen) == 5:
            raise KeyboardInterrupt

    standings = Standings(match)
    with MatchLog(tmp_path, match) as log, pytest.raises(KeyboardInterrupt):
        run_match(match, standings=standings, runner=PoolRunner(2, make=make), log=log, on_result=interrupt)
    assert standings.games == 5
    with MatchLog(tmp_path, match) as log:
        assert sorted(log.results) == sorted(seen)
        seen += (number for number in range(match.games) if number not in log.results)
        whole = run_match(match, runner=SerialRunner(make=make), log=log)
        assert log.games == 12
    assert sorted(seen) == list(range(12))
    straight = run_match(match, runner=SerialRunner(make=make))
    assert [row.share for row in whole.rows] == [row.share for row in straight.rows]
