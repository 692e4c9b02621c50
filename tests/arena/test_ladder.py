"""Neighbors on a ladder."""

import pytest

from aquaromana.arena import ArenaError, Entry, GameResult, Ladder, Match, ladder_lines, ladder_plot
from aquaromana.arena.result import Thinking

NAMES = ("low", "middle", "high")


def ladder(players: int, sets: int = 4) -> tuple[Ladder, Match]:
    """Games in which the upper bot wins on seat 0 alone."""
    match = Match(tuple(map(Entry, NAMES)), players, sets, draw="next")
    found = Ladder(NAMES)
    for number in range(match.games):
        fixture = match.fixture(number)
        upper = fixture.seating.index(max(fixture.seating))
        winner = upper if upper == 0 else (upper + 1) % players
        scores = tuple(int(seat == winner) for seat in range(players))
        found.add(match, GameResult(fixture, scores, None, (Thinking(),) * players))
    return found, match


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_pair_of_neighbors_has_its_share(players: int) -> None:
    found, match = ladder(players)
    pairs = found.pairs()
    assert [(pair.upper, pair.lower) for pair in pairs] == [("middle", "low"), ("high", "middle")]
    for pair in pairs:
        step = pair.steps[players]
        assert step.share == pytest.approx(1 / players)
        assert step.games == match.games / 2
        assert step.low <= step.share <= step.high


def test_sets_that_are_not_whole_are_not_counted() -> None:
    match = Match(tuple(map(Entry, NAMES)), 2, 2, draw="next")
    found = Ladder(NAMES)
    found.add(match, GameResult(match.fixture(0), (1, 0), None, (Thinking(),) * 2))
    assert found.pairs()[0].steps[2].games == 0
    assert "0" in ladder_lines(found)[1]


def test_table_summary_and_plot() -> None:
    found, _ = ladder(3)
    head, *lines = ladder_lines(found)
    assert head.split()[:4] == ["bot", "against", "3", "players"]
    assert [line.split()[:3] for line in lines] == [["middle", "low", "33.3%"], ["high", "middle", "33.3%"]]
    assert [pair["upper"] for pair in found.to_json()["pairs"]] == ["middle", "high"]
    assert ">high – middle</text>" in ladder_plot(found)


def test_a_ladder_needs_two_bots() -> None:
    with pytest.raises(ArenaError, match="two bots or more"):
        Ladder(["alone"])
