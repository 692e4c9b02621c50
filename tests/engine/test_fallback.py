"""What only the fallback in Python promises."""

import pytest

from aquaromana import Game
from aquaromana.engine import Budget, Params, Search, fallback
from aquaromana.engine.backend import Settings
from aquaromana.engine.fallback import FallbackSearch


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_whole_legal_games(players: int) -> None:
    game, search = Game(players), Search(core="python", evaluator="formula", seed=players)
    while not game.is_over:
        game.play(search.think(game, Budget(playouts=4)).best)
        assert len(game.moves) < 2000
    assert game.winners()


def test_a_full_tree_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "_MOST_NODES", 20)
    tree = FallbackSearch(Game(2).position, Settings(Params(), "even", 0, 1))
    tree.run(0, 100)
    report = tree.report()
    assert report.nodes == 20
    assert report.visits == 100
    assert sum(report.shares) == pytest.approx(1)


@pytest.mark.slow
def test_moving_on_counts_the_nodes_that_are_left() -> None:
    tree = FallbackSearch(Game(2).position, Settings(Params(), "even", 0, 1))
    tree.run(0, 200)
    first = tree.report()
    tree.advance(first.best)
    later = tree.report()
    assert 1 < later.nodes < first.nodes
    assert later.visits == first.choices[0].visits
