"""Goals: made, written and read again, and what they refuse."""

import pytest

from aquaromana.engine.goal import Goal, GoalError, GoalKind

TEXTS = ("win", "share", "share:2", "share:3", "lead:5", "lead:-3", "lead:0", "points:40", "podium:D1e:9")


@pytest.mark.parametrize("text", TEXTS)
def test_a_goal_reads_as_it_is_written(text: str) -> None:
    assert str(Goal.parse(text)) == text
    assert Goal.parse(f"  {text}\n") == Goal.parse(text)


def test_goals_are_made_by_name() -> None:
    assert Goal.parse("win") == Goal.win() == Goal.share(1)
    assert Goal.parse("share") == Goal.share()
    assert Goal.parse("podium:D1e:9") == Goal.podium("D1e", 9)
    assert Goal.parse("lead:-3") == Goal.lead(-3)
    assert Goal.parse("points:40") == Goal.points(40)


@pytest.mark.parametrize(
    "text",
    [
        *("", "victory", "win:1", "win" * 50, "share:0", "share:5", "points:-1", "points:1e3"),
        *("lead", "lead:", "lead:x", "lead:9999", "lead:٣", "lead:D1e:5"),
        *("podium:9", "podium:D1e", "podium:Z9e:4", "podium:D1e:0", "podium:D1e:21"),
    ],
)
def test_nonsense_is_not_a_goal(text: str) -> None:
    with pytest.raises(GoalError):
        Goal.parse(text)


@pytest.mark.parametrize(
    ("kind", "least", "outlet"),
    [
        *(("glory", 1, None), ("win", 1, None), ("points", "4", None)),
        *(("lead", 1.5, None), ("lead", True, None), ("lead", 3, 4)),
        *(("podium", 3, None), ("podium", 3, 352)),
    ],
)
def test_what_cannot_be_is_refused(kind: GoalKind, least: int, outlet: int | None) -> None:
    with pytest.raises(GoalError):
        Goal(kind, least, outlet)


def test_an_outlet_has_a_name() -> None:
    with pytest.raises(GoalError, match="'Z9' does not name an outlet"):
        Goal.podium("Z9", 3)
