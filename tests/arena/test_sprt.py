"""The sequential test: known values, and its errors by simulation."""

import math
from random import Random

import pytest

from aquaromana.arena import ArenaError, Sprt
from aquaromana.arena.intervals import share_of_elo
from tests.support.sizes import LongSize

SIMULATED = LongSize("sprt", ci=150, long=2000)


def simulated(sprt: Sprt, elo: float, random: Random, ties: float = 0.05) -> Sprt:
    """Feed sets of two games until it is decided; in each set the opening favours one side."""
    chance = (share_of_elo(elo) - ties / 2) / (1 - ties)
    while sprt.verdict is None:
        luck = random.uniform(-0.2, 0.2)
        score = 0.0
        for side in (luck, -luck):
            score += 0.5 if random.random() < ties else random.random() < chance + side
        sprt.add(score / 2)
    return sprt


def test_the_bounds_are_walds() -> None:
    sprt = Sprt(0, 10)
    assert sprt.upper == pytest.approx(math.log(19)) == pytest.approx(-sprt.lower)
    assert (sprt.llr, sprt.verdict, sprt.sets) == (0, None, 0)


def test_the_ratio_of_a_worked_example() -> None:
    """100 sets, mean 0.55, variance 0.0825 and 0.00125 for the imagined one; scores 0.5 and 0.514387 expected."""
    sprt = Sprt(0, 10)
    for score, times in ((0.0, 10), (0.25, 10), (0.5, 40), (0.75, 30), (1.0, 10)):
        for _ in range(times):
            sprt.add(score)
    spread = 0.0725 + 0.00125
    expected = 50 * math.log((spread + 0.05**2) / (spread + (0.55 - 0.5143871) ** 2))
    assert sprt.llr == pytest.approx(expected, rel=1e-5)
    usual = 100 * (0.5143871 - 0.5) * (2 * 0.55 - 1.0143871) / (2 * 0.0725)
    assert sprt.llr == pytest.approx(usual, rel=0.05), "close to the ratio that chess engines are tested with"
    assert sprt.verdict is None


def test_nothing_counts_after_the_verdict() -> None:
    sprt = Sprt(0, 200)
    while sprt.verdict is None:
        sprt.add(1.0)
    sets, llr = sprt.sets, sprt.llr
    sprt.add(0.0)
    assert (sprt.verdict, sprt.sets, sprt.llr) == ("passed", sets, llr)


def test_the_first_sets_decide_nothing() -> None:
    for score in (0.0, 0.5, 1.0):
        sprt = Sprt(0, 10)
        for _ in range(20):
            sprt.add(score)
        assert sprt.verdict is None


def test_sets_that_always_cancel_out_fail_in_the_end() -> None:
    sprt = Sprt(0, 10)
    for _ in range(1000):
        sprt.add(0.5)
    assert sprt.verdict == "failed"


@SIMULATED.mark
def test_a_against_a_does_not_pass() -> None:
    random = Random(1)
    runs = [simulated(Sprt(0, 25), 0, random) for _ in range(SIMULATED.value)]
    passed = sum(run.verdict == "passed" for run in runs)
    assert passed / SIMULATED.value <= 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / SIMULATED.value)


@SIMULATED.mark
def test_a_real_gain_passes() -> None:
    random = Random(2)
    runs = [simulated(Sprt(0, 25), 25, random) for _ in range(SIMULATED.value)]
    failed = sum(run.verdict == "failed" for run in runs)
    assert failed / SIMULATED.value <= 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / SIMULATED.value)


@pytest.mark.parametrize("elo", [-30.0, -200.0])
def test_a_planted_weakness_fails(elo: float) -> None:
    random = Random(3)
    assert {simulated(Sprt(0, 10), elo, random).verdict for _ in range(40)} == {"failed"}
    assert {simulated(Sprt(-10, 0), elo, random).verdict for _ in range(40)} == {"failed"}


def test_four_seats_count_from_an_even_share() -> None:
    sprt = Sprt(0, 50, seats=(1, 3))
    random = Random(4)
    while sprt.verdict is None:
        sprt.add(sum(random.random() < 0.25 for _ in range(4)) / 4)
    assert sprt.verdict == "failed"


@pytest.mark.parametrize(
    ("elo0", "elo1"), [(10, 0), (5, 5), (0, math.nan), (math.nan, 1), (0, math.inf), (-math.inf, 0), (0, 5000)]
)
def test_bad_bounds_are_refused(elo0: float, elo1: float) -> None:
    with pytest.raises(ArenaError, match="no sequential test of"):
        Sprt(elo0, elo1)


@pytest.mark.parametrize("error", [0, 0.5, 1, math.nan])
def test_bad_errors_are_refused(error: float) -> None:
    with pytest.raises(ArenaError, match=r"between 0 and 0\.5"):
        Sprt(0, 10, alpha=error)
    with pytest.raises(ArenaError, match=r"between 0 and 0\.5"):
        Sprt(0, 10, beta=error)
