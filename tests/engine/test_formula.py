"""The evaluation in Python is the core's."""

from dataclasses import replace

import pytest

from aquaromana import Game
from aquaromana.engine import Params, native
from aquaromana.engine.dice import Dice
from aquaromana.engine.formula import evaluate, glance, looks, result, sensible, utilities
from aquaromana.rules import Decision, Phase
from aquaromana.rules.actions import EXTRA
from tests.support.random_play import CUSTOM, sampled

ODD = Params(
    grow_base=1.41371693,
    grow_room=0.59113377,
    grow_sight=0.61730959,
    grow_empty=0.01129741,
    grow_tempo=2.4719,
    rival_weight=0.7,
)
"""Like the usual ones, but expected lengths do not meet podiums exactly, where single precision would decide."""

HOPELESS = Params(
    grow_base=-3.01371693,
    grow_room=0.72113377,
    grow_sight=0.30730959,
    grow_empty=0,
    grow_tempo=0.5,
    spread_start=4,
    spread_end=9,
)
"""With these some aqueducts have no hope."""


def near(values: tuple[float, ...] | list[float]) -> object:
    """Equal to these but for single precision."""
    return pytest.approx(values, rel=1e-5, abs=1e-4)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("params", [ODD, HOPELESS])
def test_evaluation_is_the_cores(params: Params) -> None:
    from aquaromana import _core

    for game in [*sampled(350), *sampled(70, layouts=(None, None, CUSTOM))]:
        points, shares = _core.evaluate(native.core_state(game.position), native.core_params(params))
        estimate = evaluate(game.position, params)
        assert estimate.points == near(points), str(game)
        assert estimate.shares == near(shares), str(game)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("params", [ODD, HOPELESS])
def test_a_glance_is_the_cores(params: Params) -> None:
    from aquaromana import _core

    for seed, game in enumerate(sampled(210)):
        gains = _core.glance(native.core_state(game.position), native.core_params(params), seed)
        assert len(gains) == len(game.legal_moves())
        if gains:
            assert glance(game.position, params, game.legal_moves(), Dice(seed)) == near(gains), str(game)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
def test_what_looks_best_to_quick_play_is_the_cores() -> None:
    from aquaromana import _core

    params = replace(ODD, rollout_noise=0, rollout_fountain=1.7, rollout_watch=2.3)
    games = [*sampled(210), *sampled(70, layouts=(None, None, CUSTOM))]
    choices = [game for game in games if len(game.legal_moves()) > 1]
    builds = [game for game in choices if game.phase is Phase.BUILD and game.legal_moves()[0] < EXTRA]
    closings = [game for game in choices if game.phase is Phase.CLOSE]
    assert min(len(builds), len(closings)) > 20
    for game in [*builds, *closings]:
        legal = game.legal_moves()
        chosen = _core.sensible(native.core_state(game.position), native.core_params(params), 1)
        gains = looks(game.position, params, legal)
        assert gains[legal.index(Decision(chosen))] == pytest.approx(max(gains), rel=1e-5, abs=1e-4), str(game)


@pytest.mark.slow
def test_shares_of_the_win_add_up() -> None:
    for game in sampled(140):
        assert sum(evaluate(game.position, Params()).shares) == pytest.approx(1)


@pytest.mark.slow
def test_when_the_game_is_over_the_result_counts() -> None:
    over = [game for game in sampled(140) if game.is_over]
    assert over
    for game in over:
        estimate = evaluate(game.position, Params())
        assert estimate == result(game.position)
        assert estimate.points == game.scores()
        assert [seat for seat, share in enumerate(estimate.shares) if share] == list(game.winners())


@pytest.mark.slow
def test_a_better_result_has_the_higher_utility() -> None:
    games = [game for game in sampled(140) if game.is_over and len(game.winners()) == 1]
    for game in games:
        values = utilities(result(game.position), Params())
        assert max(values) == values[game.winners()[0]]


@pytest.mark.slow
def test_sensible_decisions_are_legal_in_every_phase() -> None:
    dice = Dice(3)
    games = [game for game in sampled(140) if not game.is_over]
    assert {game.phase for game in games} == set(Phase) - {Phase.OVER}
    for game in games:
        assert sensible(game.position, Params(), game.legal_moves(), dice) in game.legal_moves()


def test_dice_are_even_and_within_bounds() -> None:
    dice = Dice(2**64 - 1)
    throws = [dice.below(6) for _ in range(6000)]
    assert set(throws) == set(range(6))
    assert 850 < min(map(throws.count, range(6))) <= max(map(throws.count, range(6))) < 1150
    units = [dice.unit() for _ in range(1000)]
    assert 0 <= min(units) < 0.1
    assert 0.9 < max(units) < 1


def test_judging_leaves_the_position_alone() -> None:
    game = Game(3)
    before = game.copy()
    glance(game.position, Params(), game.legal_moves(), Dice(1))
    evaluate(game.position, Params())
    game.check()
    assert game == before
