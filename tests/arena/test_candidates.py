"""Layouts to compare: legal, different, and the same for the same seed."""

import pytest

from aquaromana import Game
from aquaromana.arena import ArenaError
from aquaromana.arena.candidates import candidates, orders
from aquaromana.rules import Layout, standard_layout
from tests.support.random_play import CUSTOM


@pytest.mark.parametrize("players", [2, 3, 4])
def test_candidates_are_legal_and_different(players: int) -> None:
    found = candidates(players, 40, seed=1)
    assert len({layout.text for layout in found}) == 40
    for layout in found:
        assert Layout.parse(players, layout.text) == layout
        assert Game(layout=layout).legal_moves()
        if players != 3:
            assert layout.half_turn_aqueducts() is not None
    assert [layout.text for layout in candidates(players, 40, seed=1)] == [layout.text for layout in found]
    assert candidates(players, 1, seed=2) != found[:1]


@pytest.mark.parametrize(("players", "count"), [(2, 0), (2, 501), (5, 3)])
def test_impossible_wishes_are_refused(players: int, count: int) -> None:
    with pytest.raises(ArenaError, match=r"not \d"):
        candidates(players, count)


@pytest.mark.parametrize(("layout", "count"), [(standard_layout(2), 5), (standard_layout(4), 23), (CUSTOM, 5)])
def test_orders_of_turns_keep_the_board(layout: Layout, count: int) -> None:
    found = orders(layout)
    assert len(found) == count
    assert len({other.text for other in found} | {layout.text}) == count + 1
    for other in found:
        assert set(other.reservoirs) == set(layout.reservoirs)
        assert other.name.startswith(f"{layout.name}, ")
