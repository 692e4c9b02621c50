"""Ratings: they find the strengths that made the results, with honest intervals."""

import sys
from random import Random

import pytest

from aquaromana.arena import ArenaError, Entry, GameResult, Match, Ratings, rating_lines, rating_plot
from aquaromana.arena.rated import MISSING
from aquaromana.arena.result import Thinking

TRUE = {"strong": 300.0, "good": 100.0, "fair": -100.0, "weak": -300.0}


def pool(players: int, sets: int, names: tuple[str, ...] = tuple(TRUE)) -> Match:
    return Match(tuple(map(Entry, names)), players, sets, seed=players, draw="lot")


def made_up(match: Match, random: Random) -> list[GameResult]:
    """Games whose winner is drawn in proportion to the true strengths."""
    results = []
    for number in range(match.games):
        fixture = match.fixture(number)
        odds = [10 ** (TRUE[match.names[entry]] / 400) for entry in fixture.seating]
        (winner,) = random.choices(range(match.players), odds)
        scores = tuple(20 + (seat == winner) for seat in range(match.players))
        results.append(GameResult(fixture, scores, None, (Thinking(),) * match.players))
    return results


def rated(sets: int = 150) -> Ratings:
    ratings, random = Ratings(tuple(TRUE)), Random(5)
    for players in (2, 3, 4):
        match = pool(players, sets)
        for result in made_up(match, random):
            ratings.add(match, result)
    return ratings


@pytest.mark.slow
def test_the_true_strengths_are_found_within_the_intervals() -> None:
    rows = rated().rows()
    assert [row.name for row in rows] == list(TRUE)
    for row in rows:
        assert row.elo.low < row.elo.value < row.elo.high
        assert abs(row.elo.value - TRUE[row.name]) < 1.7 * (row.elo.high - row.elo.value)
        assert row.elo.high - row.elo.low < 120
        assert row.by_size.keys() == {2, 3, 4}
        assert all(abs(each.value - TRUE[row.name]) < 130 for each in row.by_size.values())
        assert row.skill is not None
    assert [row.name for row in sorted(rows, key=lambda row: -row.skill.value if row.skill else 0)] == list(TRUE)


@pytest.mark.slow
def test_more_games_make_narrower_intervals() -> None:
    few, many = (ratings.rows()[0].elo for ratings in (rated(20), rated(150)))
    assert many.high - many.low < (few.high - few.low) * 0.7


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    match = pool(2, 6, ("strong", "weak"))
    ratings = Ratings(match.names)
    for number in range(match.games):
        fixture = match.fixture(number)
        scores = tuple(30 - entry for entry in fixture.seating)
        ratings.add(match, GameResult(fixture, scores, None, (Thinking(),) * 2))
    first, last = ratings.rows()
    assert (first.name, first.share, last.share) == ("strong", 1.0, 0.0)
    assert 100 < first.elo.value - last.elo.value < 2000


def test_shared_wins_rate_alike() -> None:
    match = pool(3, 10, ("strong", "good", "fair"))
    ratings = Ratings(match.names)
    for number in range(match.games):
        ratings.add(match, GameResult(match.fixture(number), (9, 9, 9), None, (Thinking(),) * 3))
    assert all(row.elo.value == pytest.approx(0, abs=1) for row in ratings.rows())


def test_the_order_in_which_games_end_does_not_matter() -> None:
    match = pool(3, 12)
    results = made_up(match, Random(1))
    told = []
    for order in (results, results[::-1]):
        ratings = Ratings(match.names)
        for result in order:
            ratings.add(match, result)
        told.append(ratings.to_json())
    assert told[0] == told[1]


def test_a_pool_of_one_or_without_games_is_refused() -> None:
    with pytest.raises(ArenaError, match="two bots or more"):
        Ratings(["alone"])
    with pytest.raises(ArenaError, match="no games"):
        Ratings(["one", "other"]).rows()


def test_the_table_and_the_summary_say_the_same() -> None:
    ratings = rated(20)
    head, *lines = rating_lines(ratings)
    assert head.split()[:4] == ["bot", "games", "win", "share"]
    assert head.endswith("openskill")
    told = ratings.to_json()
    assert [line.split()[0] for line in lines] == [bot["name"] for bot in told["bots"]] == list(TRUE)
    assert told["tables"] == [2, 3, 4]
    assert told["games"] == ratings.games == 20 * 9


def test_without_openskill_its_column_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    ratings = rated(10)
    lines = rating_lines(ratings)
    assert lines[-1] == MISSING
    assert "openskill" not in lines[0]
    assert {bot["openskill"] for bot in ratings.to_json()["bots"]} == {None}


def test_the_plot_has_a_line_for_every_bot() -> None:
    picture = rating_plot(rated(10))
    assert all(f">{name}</text>" in picture for name in TRUE)
    assert ">all tables</text>" in picture
    assert ">4 players</text>" in picture
