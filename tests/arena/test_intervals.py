"""Intervals and Elo, against known values."""

import math
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.arena.intervals import elo_of_share, share_interval, share_of_elo, student


@pytest.mark.parametrize(("freedom", "value"), [(2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_students_quantile_from_the_tables(freedom: int, value: float) -> None:
    assert student(freedom, 0.95) == pytest.approx(value, rel=0.04 if freedom == 2 else 0.003)


@pytest.mark.parametrize(("share", "elo"), [(0.5, 0), (0.64, 100), (0.76, 200), (0.85, 301), (0.91, 402), (0.25, -191)])
def test_the_usual_elo_table(share: float, elo: float) -> None:
    assert elo_of_share(share) == pytest.approx(elo, abs=1)


@given(st.floats(-800, 800), st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 2)]))
def test_elo_and_share_are_inverse(elo: float, seats: tuple[int, int]) -> None:
    assert elo_of_share(share_of_elo(elo, seats), seats) == pytest.approx(elo, abs=1e-6)


def test_an_even_share_is_elo_zero_at_every_table() -> None:
    assert elo_of_share(1 / 4, (1, 3)) == pytest.approx(0)
    assert share_of_elo(0, (1, 2)) == pytest.approx(1 / 3)
    assert elo_of_share(0.8, (1, 3)) == pytest.approx(400 * math.log10(12))
    assert (elo_of_share(0), elo_of_share(1)) == (-math.inf, math.inf)


def test_wilsons_interval_of_independent_games() -> None:
    """60 of 100: 50.2 % to 69.1 % by Wilson."""
    low, high = share_interval([1.0] * 60 + [0.0] * 40, 100)
    assert (low, high) == pytest.approx((0.502, 0.691), abs=0.002)


def test_all_won_is_not_certain() -> None:
    low, high = share_interval([1.0] * 50, 100)
    assert high == 1
    assert 0.95 < low < 0.97
    assert share_interval([0.0] * 50, 100) == pytest.approx((0, 1 - low))


def test_sets_that_cancel_out_do_not_pretend_to_know_everything() -> None:
    low, high = share_interval([0.5] * 50, 100)
    assert (low, high) == pytest.approx((0.402, 0.598), abs=0.003)


def test_one_set_says_nothing() -> None:
    assert share_interval([1.0], 2) == (0, 1)
    assert share_interval([], 0) == (0, 1)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=60))
def test_the_interval_holds_the_mean(scores: list[float]) -> None:
    low, high = share_interval(scores, 2 * len(scores))
    assert 0 <= low <= fmean(scores) + 1e-9
    assert fmean(scores) - 1e-9 <= high <= 1


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("alike", [0.0, 0.6])
def test_the_interval_holds_the_truth_as_often_as_it_says(chance: float, alike: float) -> None:
    """Also where the second game of a set tends to end like the first: games alone would be too sure."""
    random = Random(f"{chance} {alike}")
    held = 0
    for _ in range(600):
        scores = []
        for _ in range(60):
            first = random.random() < chance
            second = first if random.random() < alike else random.random() < chance
            scores.append((first + second) / 2)
        low, high = share_interval(scores, 120)
        held += low <= chance <= high
    assert held / 600 > 0.9
