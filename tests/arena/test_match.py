"""Matches: who sits where in which game."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.arena import ArenaError, Entry, Match
from aquaromana.rules import Phase, standard_layout
from tests.arena.fakes import match_of

matches = st.builds(
    lambda bots, players, sets, seed: Match(tuple(Entry(f"bot{n}") for n in range(bots)), players, sets, seed),
    st.integers(2, 6),
    st.integers(2, 4),
    st.integers(1, 12),
    st.integers(0, 99),
)


@given(matches)
def test_every_bot_sits_everywhere_equally_often_in_every_set(match: Match) -> None:
    for set_ in range(match.sets):
        games = [match.fixture(set_ * match.set_size + within) for within in range(match.set_size)]
        assert {game.set for game in games} == {set_}
        for entry in range(len(match.entries)):
            seats = Counter(seat for game in games for seat, other in enumerate(game.seating) if other == entry)
            assert len(seats) == match.players
            assert len(set(seats.values())) == 1


@given(matches)
def test_games_are_numbered_through(match: Match) -> None:
    fixtures = [match.fixture(number) for number in range(match.games)]
    assert [fixture.number for fixture in fixtures] == list(range(match.games))
    assert fixtures[-1].set == match.sets - 1


def test_two_bots_at_four_seats_are_one_against_three() -> None:
    match = match_of("a", "b", players=4, sets=1)
    assert [match.fixture(n).seating for n in range(4)] == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert match.seats == (1, 3)


def test_three_bots_at_two_seats_meet_in_pairs() -> None:
    match = match_of("a", "b", "c", sets=1)
    assert [match.fixture(n).seating for n in range(6)] == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


def test_neighbours_change_from_set_to_set() -> None:
    match = match_of("a", "b", "c", "d", players=4, sets=6)
    assert len({match.fixture(4 * set_).seating for set_ in range(6)}) == 6


def test_all_games_of_a_set_share_the_opening_and_no_two_sets_do() -> None:
    match = match_of("a", "b", sets=20)
    starts = [match.start(set_) for set_ in range(20)]
    assert all(len(game.moves) == 12 and game.phase is Phase.BUILD for game in starts)
    assert len({game.moves for game in starts}) == 20
    assert match.start(3).moves == starts[3].moves
    assert match_of("a", "b", seed=2).start(0).moves != starts[0].moves


def test_chance_may_begin_the_set_up() -> None:
    match = Match((Entry("a"), Entry("b")), 2, 20, opening="half")
    starts = [match.start(set_) for set_ in range(20)]
    assert all(len(game.moves) == 6 and game.phase is Phase.SETUP for game in starts)
    assert len({game.moves for game in starts}) == 20


def test_without_opening_the_bots_set_up() -> None:
    match = Match((Entry("a"), Entry("b")), 3, 1, opening="none")
    assert match.start(0).moves == ()


def test_every_seat_of_every_game_has_a_seed_of_its_own() -> None:
    match = match_of("a", "b", sets=50)
    seeds = {match.bot_seed(match.fixture(n), seat) for n in range(match.games) for seat in range(2)}
    assert len(seeds) == 200
    assert match.bot_seed(match.fixture(0), 0) == 741723635, "seeds are the same on every machine"


@pytest.mark.parametrize(
    ("bots", "players", "sets", "said"),
    [
        (2, 1, 1, "2, 3 or 4 players, not 1"),
        (2, 5, 1, "2, 3 or 4 players, not 5"),
        (1, 2, 1, "two bots or more"),
        (2, 2, 0, "sets, not 0"),
    ],
)
def test_impossible_matches_are_refused(bots: int, players: int, sets: int, said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        Match((Entry("a"),) * bots, players, sets)


def test_a_layout_is_for_its_number_of_players() -> None:
    with pytest.raises(ArenaError, match="layout is for 3 players, not 2"):
        Match((Entry("a"), Entry("b")), 2, 1, layout=standard_layout(3))


def test_what_decides_the_games_is_in_the_json() -> None:
    match = match_of("a@800", "b")
    assert match.to_json() == {
        "bots": ["a@800", "b"],
        "players": 2,
        "sets": 2,
        "seed": 1,
        "budget": None,
        "opening": "setup",
        "layout": "standard",
    }


def test_neighbors_meet_one_seat_against_the_others() -> None:
    match = Match(tuple(map(Entry, "abc")), 3, 1, draw="next")
    seatings = [match.fixture(number).seating for number in range(match.games)]
    assert seatings == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_by_lot_every_set_is_one_table_in_all_rotations(players: int) -> None:
    match = Match(tuple(map(Entry, "abcdef")), players, 200, draw="lot")
    assert match.set_size == players
    tables = set()
    for set_ in range(match.sets):
        games = [match.fixture(set_ * players + turned).seating for turned in range(players)]
        assert all(len(set(seating)) == players for seating in games)
        assert len({frozenset(seating) for seating in games}) == 1
        assert {seating[0] for seating in games} == set(games[0])
        tables.add(frozenset(games[0]))
    assert len(tables) >= 15
    assert match == Match(tuple(map(Entry, "abcdef")), players, 200, draw="lot")


def test_a_lot_needs_as_many_bots_as_seats() -> None:
    with pytest.raises(ArenaError, match="3 bots do not fill a table of 4"):
        Match(tuple(map(Entry, "abc")), 4, 1, draw="lot")


def test_logs_of_earlier_versions_name_no_draw() -> None:
    assert "draw" not in match_of("a", "b").to_json()
    assert Match(tuple(map(Entry, "abc")), 2, 1, draw="next").to_json()["draw"] == "next"
