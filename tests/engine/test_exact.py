"""Where the rest of a game can be enumerated the search proves it: compared with a solver that tries everything."""

import pytest

from aquaromana.engine import Budget, Search
from aquaromana.engine.search import Core
from aquaromana.rules import Game
from tests.support.core import need_core
from tests.support.max_n import Points, Solver, TooManyError, utility
from tests.support.random_play import PLAYERS, POLICIES, finished
from tests.support.sizes import LongSize

ENDINGS = LongSize("endings", ci=36, long=2_000)


def ending(seed: int, positions: int) -> tuple[Game, frozenset[Points]] | None:
    """The longest end of a random game that the solver manages with so many positions."""
    policy = list(POLICIES.values())[seed // 3 % len(POLICIES)]
    game = finished(PLAYERS[seed % 3], seed, policy)
    found = None
    while game.moves:
        game.pop()
        if len(game.legal_moves()) > 1:
            try:
                found = game.copy(), Solver(positions).results(game)
            except TooManyError:
                break
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("core", "positions", "playouts"), [("native", 150, 100_000), ("python", 30, 1_000)])
@ENDINGS.mark
def test_the_search_proves_what_the_solver_finds(core: Core, positions: int, playouts: int) -> None:
    if core == "native":
        need_core()
    proved = 0
    for seed in range(ENDINGS.value):
        case = ending(seed, positions)
        if case is None:
            continue
        game, results = case
        report = Search(core=core, evaluator="formula", seed=seed).think(game, Budget(playouts=playouts))
        assert report.exact, str(game)
        assert all(choice.exact for choice in report.choices)
        assert len(report.choices) == len(game.legal_moves())
        assert any(report.points == pytest.approx(points) for points in results), str(game)
        seat = game.to_move
        game.push(report.best)
        reached = Solver(10**6).results(game)
        worst = min(utility(points)[seat] for points in results)
        assert max(utility(points)[seat] for points in reached) >= worst - 1e-6, f"{report.best} in {game}"
        proved += 1
    assert proved > ENDINGS.value / 2


@pytest.mark.slow
def test_two_threads_prove_together() -> None:
    need_core()
    for seed in range(12):
        case = ending(seed, 200)
        if case is None:
            continue
        game, results = case
        report = Search(core="native", evaluator="formula", threads=2).think(game, Budget(seconds=20))
        assert report.exact
        assert report.seconds < 10, "who has proved it ends the others"
        assert any(report.points == pytest.approx(points) for points in results)
