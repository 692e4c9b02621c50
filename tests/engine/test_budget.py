"""Budgets: what is one, and that every one reads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.engine import Budget, BudgetError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("2s", Budget(seconds=2)),
        ("500ms", Budget(seconds=0.5)),
        ("0.25s", Budget(seconds=0.25)),
        ("800", Budget(playouts=800)),
        ("800/2s", Budget(seconds=2, playouts=800)),
        (" 2s/stretch ", Budget(seconds=2, per="stretch")),
        ("800/stretch", Budget(playouts=800, per="stretch")),
        ("800/2s/stretch", Budget(seconds=2, playouts=800, per="stretch")),
    ],
)
def test_texts(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "0s", "-1", "s", "2m", "2s/800", "800/", "/2s", "stretch", "/stretch", "800s2", "8002s/x", "1e3"),
        *("٣", "nan", "inf", "99999999s", "9" * 40, "800/2s/stretch/stretch", "8 00"),
    ],
)
def test_an_invalid_budget_is_one_line(text: str) -> None:
    with pytest.raises(BudgetError) as caught:
        Budget.parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf"), 86401])
def test_impossible_seconds(seconds: float) -> None:
    with pytest.raises(BudgetError, match="seconds"):
        Budget(seconds=seconds)


@pytest.mark.parametrize("playouts", [0, -5, 10**13])
def test_impossible_playouts(playouts: int) -> None:
    with pytest.raises(BudgetError, match="playouts"):
        Budget(playouts=playouts)


def test_a_budget_limits_something_for_a_decision_or_a_stretch() -> None:
    with pytest.raises(BudgetError, match="needs"):
        Budget()
    with pytest.raises(BudgetError, match="decision or a stretch"):
        Budget(playouts=1, per="game")  # type: ignore[arg-type]


@given(
    st.none() | st.integers(1, 86_400_000_000).map(lambda micros: micros / 1e6),
    st.none() | st.integers(1, 10**12),
    st.booleans(),
)
def test_every_budget_reads_back(seconds: float | None, playouts: int | None, stretch: bool) -> None:
    if seconds is None and playouts is None:
        playouts = 1
    budget = Budget(seconds=seconds, playouts=playouts, per="stretch" if stretch else "decision")
    assert Budget.parse(str(budget)) == budget
