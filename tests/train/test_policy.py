"""Fitting the policy: it finds what the visits follow."""

from __future__ import annotations

import numpy as np
import pytest

from aquaromana.train.errors import TrainingError
from aquaromana.train.policy import PolicySettings, fit_policy
from tests.train.samples import make_decisions

ROWS = 7
QUICK = PolicySettings(steps=150, test=0.2, device="cpu")


def test_it_learns_the_weights_behind_the_visits() -> None:
    fitted = fit_policy([make_decisions(600, ROWS, seed=seed) for seed in (1, 2)], ROWS, QUICK)
    assert fitted.weights.shape == (ROWS,)
    assert fitted.floor <= fitted.after < fitted.floor + 0.02
    assert fitted.before > fitted.floor + 0.2
    assert np.diff(fitted.weights) == pytest.approx(0.5, abs=0.1)


def test_games_that_are_held_back_do_not_teach() -> None:
    one = make_decisions(400, ROWS)
    held = np.random.default_rng(QUICK.seed).random(int(one["game"].max()) + 1) < QUICK.test
    other = {**one, "visits": one["visits"].copy()}
    other["visits"][np.repeat(held[one["game"]], one["counts"])] = 1.0
    assert held.any()
    assert np.array_equal(fit_policy(one, ROWS, QUICK).weights, fit_policy(other, ROWS, QUICK).weights)


def test_without_decisions_it_says_so() -> None:
    with pytest.raises(TrainingError, match="no decisions"):
        fit_policy(make_decisions(0, ROWS), ROWS, QUICK)
