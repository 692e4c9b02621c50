"""Budgets for a stretch, divided over its decisions."""

import pytest

from aquaromana import Game
from aquaromana.engine import Allowance, Budget, Report
from aquaromana.engine.allowance import portion
from aquaromana.rules import Phase
from tests.support.random_play import POLICIES, played, sampled

STRETCH = Budget(seconds=2, playouts=1000, per="stretch")


def took(granted: Budget) -> Report:
    """The report of a search that used all it was granted."""
    assert granted.seconds is not None
    assert granted.playouts is not None
    return Report(granted.playouts, 1, 1, 1, granted.seconds, exact=False, shares=(), points=(), choices=())


def test_a_budget_for_a_decision_is_handed_on() -> None:
    budget = Budget(playouts=7)
    assert Allowance().grant(Game(2), budget) is budget


def test_a_set_up_builder_gets_everything() -> None:
    assert Allowance().grant(Game(2), STRETCH) == Budget(seconds=2, playouts=1000)


@pytest.mark.slow
def test_a_part_never_exceeds_what_is_left() -> None:
    games = [game for game in sampled(200) if not game.is_over]
    assert {game.phase for game in games} == set(Phase) - {Phase.OVER}
    assert all(0 < portion(game.position) <= 1 for game in games)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["anything", "never closing"])
def test_no_stretch_takes_more_than_its_budget(players: int, policy: str) -> None:
    allowances = [Allowance() for _ in range(players)]
    stretches: list[list[float]] = []
    last, built = -1, False
    for game in played(Game(players), players, POLICIES[policy]):
        if game.is_over:
            break
        if game.to_move != last or (built and game.phase <= Phase.BUILD):  # a seat left alone starts over each turn
            stretches.append([])
            built = False
        granted = allowances[game.to_move].grant(game, STRETCH)
        assert granted.per == "decision"
        allowances[game.to_move].spend(took(granted))
        assert granted.seconds is not None
        stretches[-1].append(granted.seconds)
        last, built = game.to_move, built or game.phase is Phase.BUILD
    assert max(map(len, stretches)) > 2
    for seconds in stretches:
        assert sum(seconds) <= 2 + 0.001 * len(seconds)
        assert min(seconds) > 0.01, "no decision is left without time"


def test_unused_time_is_left_for_the_next_decision() -> None:
    game = Game(2)
    while game.phase is not Phase.BUILD:
        game.play(game.legal_moves()[0])
    frugal, lavish = Allowance(), Allowance()
    frugal.grant(game, STRETCH)
    lavish.spend(took(lavish.grant(game, STRETCH)))
    seat = game.to_move
    game.play(game.legal_moves()[0])
    assert game.to_move == seat
    rich, poor = frugal.grant(game, STRETCH).playouts, lavish.grant(game, STRETCH).playouts
    assert rich is not None
    assert poor is not None
    assert rich > poor


def test_another_game_opens_a_new_account() -> None:
    allowance = Allowance()
    first = allowance.grant(Game(2), STRETCH)
    allowance.spend(took(first))
    assert allowance.grant(Game(3), STRETCH) == first
    assert allowance.grant(Game(3), STRETCH) == first, "nothing was spent"
