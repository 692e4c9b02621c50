"""Where a finished game was decided."""

import pytest

from aquaromana.engine.decided import decided
from aquaromana.engine.solve import Effort, Goal, Proven, Refuted, SolveError, Solver
from aquaromana.rules import Game
from tests.support.core import need_core
from tests.support.random_play import PLAYERS, finished

EFFORT = Effort(nodes=3_000)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_the_win_is_certain_there_and_never_open_again(players: int) -> None:
    need_core()
    solver, early = Solver(), 0
    for seed in range(5):
        game = finished(players, seed)
        found = decided(game, EFFORT)
        assert found.winners == game.winners()
        early += len(game.moves) - found.ply
        goal = Goal.share(len(found.winners))
        line = Game(players)
        for ply, decision in enumerate(game.moves):
            verdicts = [solver.force(line.position, seat, goal, EFFORT) for seat in found.winners]
            if ply == found.ply:
                assert found.turn == line.to_move
                assert all(isinstance(verdict, Proven) for verdict in verdicts)
            if ply >= found.ply:
                assert not any(isinstance(verdict, Refuted) for verdict in verdicts)
            line.play(decision)
    assert early > 5, "some were decided before their last decision"


def test_a_game_that_goes_on_is_not_decided() -> None:
    with pytest.raises(SolveError, match="not over"):
        decided(Game(2), EFFORT)
