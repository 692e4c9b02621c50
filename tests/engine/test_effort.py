"""The budget of a solver."""

import pytest

from aquaromana.engine.budget import BudgetError
from aquaromana.engine.effort import Effort


@pytest.mark.parametrize(
    ("text", "effort"),
    [
        ("0.5s", Effort(seconds=0.5)),
        ("200000", Effort(nodes=200_000)),
        ("200000/0.5s", Effort(nodes=200_000, seconds=0.5)),
    ],
)
def test_it_reads_as_it_is_written(text: str, effort: Effort) -> None:
    assert Effort.parse(text) == effort
    assert str(effort) == text


@pytest.mark.parametrize("text", ["", "fast", "2s/stretch", "-1", "0", "1e9s"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BudgetError):
        Effort.parse(text)


def test_it_needs_a_limit_that_can_be() -> None:
    with pytest.raises(BudgetError, match="nodes, seconds or both"):
        Effort()
    for wrong in (0, -1, 10**13):
        with pytest.raises(BudgetError, match="nodes"):
            Effort(nodes=wrong)
    for never in (0.0, -1.0, 1e9):
        with pytest.raises(BudgetError, match="seconds"):
            Effort(seconds=never)
