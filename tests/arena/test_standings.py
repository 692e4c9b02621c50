"""Standings: what counts, and how."""

import json
from random import Random

import pytest

from aquaromana.arena import Sprt, Standings, standings_lines
from tests.arena.fakes import match_of, result_of


def test_a_bot_that_wins_everything() -> None:
    match = match_of("a", "b", sets=3)
    standings = Standings(match)
    for number in range(6):
        standings.add(result_of(match, number, (30, 10) if match.fixture(number).seating[0] == 0 else (10, 30)))
    first, second = standings.rows
    assert (first.games, first.share, first.points) == (6, 1, 30)
    assert (second.games, second.share, second.points) == (6, 0, 10)
    assert first.seconds == pytest.approx(0.1)
    assert first.high == 1
    assert first.low == pytest.approx(1 - second.high)
    assert standings.elo is not None
    assert standings.elo.value == float("inf")
    assert standings.is_decided


def test_a_winning_seat_favors_no_bot() -> None:
    match = match_of("a", "b", "c", players=3, sets=4)
    standings = Standings(match)
    standings.add_all(result_of(match, number, (9, 5, 1)) for number in range(match.games))
    assert [row.share for row in standings.rows] == [pytest.approx(1 / 3)] * 3
    assert [row.points for row in standings.rows] == [5, 5, 5]
    assert standings.elo is None


def test_the_share_is_that_of_a_seat() -> None:
    match = match_of("a", "b", players=4, sets=2)
    standings = Standings(match)
    for number in range(8):
        mine = match.fixture(number).seating.index(0)
        standings.add(result_of(match, number, tuple(9 if seat == mine else 3 for seat in range(4))))
    first, second = standings.rows
    assert (first.share, second.share) == (1, 0)
    assert (first.games, second.games) == (8, 8)
    assert second.high == pytest.approx((1 - first.low) / 3)


def test_only_whole_sets_count() -> None:
    match = match_of("a", "b", sets=3)
    standings = Standings(match)
    standings.add_all(result_of(match, number, (9, 1)) for number in (0, 1, 4))
    assert (standings.games, standings.sets) == (3, 1)
    assert standings.rows[0].games == 2
    assert standings.rows[0].share == 0.5
    assert standings_lines(standings)[-1] == "1 game of incomplete sets not counted"
    assert not standings.is_decided


def test_the_order_of_arrival_changes_nothing() -> None:
    match = match_of("a", "b", sets=30)
    random = Random(1)
    results = [result_of(match, n, (random.randrange(5), random.randrange(5))) for n in range(match.games)]
    straight, shuffled = Standings(match, Sprt(0, 300)), Standings(match, Sprt(0, 300))
    straight.add_all(results)
    random.shuffle(results)
    shuffled.add_all(results)
    assert shuffled.sprt is not None
    assert straight.sprt is not None
    assert straight.sprt.to_json() == shuffled.sprt.to_json()
    assert straight.rows[0].share == pytest.approx(shuffled.rows[0].share)


def test_the_test_waits_for_the_sets_that_began_earlier() -> None:
    match = match_of("a", "b", sets=5)
    standings = Standings(match, Sprt(0, 10))
    assert standings.sprt is not None
    standings.add_all(result_of(match, number, (9, 1)) for number in range(2, 10))
    assert (standings.sets, standings.sprt.sets) == (4, 0)
    standings.add_all(result_of(match, number, (9, 1)) for number in range(2))
    assert (standings.sets, standings.sprt.sets) == (5, 5)


def test_the_test_ends_the_match() -> None:
    match = match_of("a", "b", sets=5000)
    standings = Standings(match, Sprt(0, 200))
    while not standings.is_decided:
        number = standings.games
        standings.add(result_of(match, number, (9, 1) if match.fixture(number).seating[0] == 0 else (1, 9)))
    assert standings.sprt is not None
    assert standings.sprt.verdict == "passed"
    assert standings.sets < 100


def test_forfeits_are_counted_and_listed() -> None:
    match = match_of("a", "b", sets=1)
    standings = Standings(match)
    standings.add(result_of(match, 0, None, loser=0))
    standings.add(result_of(match, 1, (7, 5)))
    first, second = standings.rows
    assert (first.forfeits, second.forfeits) == (1, 0)
    assert (first.share, first.points, second.points) == (0, 5, 7)
    lines = standings_lines(standings)
    assert "faults" in lines[0]
    assert "game 0: a loses, for a test" in lines


def test_many_forfeits_are_summarized() -> None:
    match = match_of("a", "b", sets=10)
    standings = Standings(match)
    standings.add_all(result_of(match, number, None, loser=0) for number in range(20))
    assert standings_lines(standings)[-1] == "and 15 more like that"


def test_the_summary_is_json_also_before_the_first_game() -> None:
    match = match_of("a", "b")
    standings = Standings(match, Sprt(0, 10))
    empty = json.loads(json.dumps(standings.to_json(), allow_nan=False))
    assert (empty["games"], empty["elo"], empty["finished"]) == (0, None, False)
    assert empty["bots"][0]["share"] is None
    assert standings_lines(standings)[0].startswith("bot")
    for number in range(4):
        standings.add(result_of(match, number, (30, 10) if match.fixture(number).seating[0] == 0 else (10, 30)))
    full = json.loads(json.dumps(standings.to_json(), allow_nan=False))
    assert full["elo"]["value"] is None
    assert full["elo"]["low"] is not None
    assert full["sprt"]["sets"] == 2
