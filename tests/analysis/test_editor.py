"""The editor of positions: one change at a time, and a clause for everything that cannot be."""

import pytest

from aquaromana.analysis.editor import if_turn_of, with_mounted, with_tile, with_workman
from aquaromana.rules import Game, IllegalMove, Phase, PositionError

START = Game(2).position
CORNER, CURVE = 0, 1


def test_a_corner_takes_no_tile() -> None:
    with pytest.raises(IllegalMove) as caught:
        with_tile(START, CORNER, CURVE)
    assert caught.value.code == "square/corner"


def test_a_podium_takes_no_more_workmen_than_it_has_room_for() -> None:
    once = with_mounted(START, 5, 0, stands=True)
    with pytest.raises(PositionError) as caught:
        with_mounted(once, 5, 1, stands=True)
    assert "room for 1" in str(caught.value)
    assert with_mounted(once, 5, 0, stands=False).podiums[5] == ()
    assert with_mounted(once, 5, 1, stands=False).podiums[5] == (0,), "nobody of that color stands there"


def test_a_game_that_is_over_has_no_other_turn() -> None:
    position = START
    for aqueduct in range(12):
        position = with_workman(position, aqueduct, stands=False)
    assert position.phase is Phase.OVER
    with pytest.raises(PositionError):
        if_turn_of(position, 1)
    with pytest.raises(PositionError):
        if_turn_of(START, 1)
