"""Layouts to compare: legal, different, and the same for the same seed."""

from collections.abc import Callable

import pytest

from aquaromana import Game
from aquaromana.arena import ArenaError
from aquaromana.arena.candidates import candidates, orders
from aquaromana.rules import Layout, standard_layout
from aquaromana.rules.geometry import half_turn_port
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


@pytest.mark.parametrize(("layout", "count"), [(standard_layout(2), 3), (standard_layout(4), 11), (CUSTOM, 5)])
def test_orders_of_turns_keep_the_board(layout: Layout, count: int) -> None:
    found = orders(layout)
    assert len(found) == count
    assert len({other.text for other in found} | {layout.text}) == count + 1
    for other in found:
        assert set(other.reservoirs) == set(layout.reservoirs)
        assert other.name.startswith(f"{layout.name}, ")


@pytest.mark.parametrize("players", [2, 4])
def test_no_two_orders_are_the_same_game_after_a_half_turn_of_the_board(players: int) -> None:
    layouts = [standard_layout(players), *orders(standard_layout(players))]
    ways = [_owners(layout) for layout in layouts]
    turned = [_owners(layout, half_turn_port) for layout in layouts]
    for number, way in enumerate(ways):
        assert way not in ways[:number] + turned[:number]


def _owners(layout: Layout, moved: Callable[[int], int] = int) -> dict[int, int]:
    """Whose each outlet is."""
    return {
        moved(port): layout.color_seats[color] for color, each in enumerate(layout.reservoirs) for port in each.outlets
    }
