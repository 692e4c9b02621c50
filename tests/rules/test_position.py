"""The state: equality, copies, and the check that recomputes it."""

import copy
import pickle

import pytest

from aquaromana.rules import Game, Phase, Position, standard_layout
from aquaromana.rules.geometry import parse_square
from aquaromana.rules.position import DEFINING
from aquaromana.rules.tiles import Kind
from tests.support.positions import built
from tests.support.random_play import sampled


@pytest.mark.clause("R2.4", "R2.5")
def test_the_position_before_the_first_builder() -> None:
    position = Position(standard_layout(3))
    assert (position.phase, position.mover, position.turn, position.dry) == (Phase.SETUP, 0, 0, 0)
    assert position.players == 3
    assert list(position.stock) == [0, 21, 21, 21, 21]
    assert list(position.reserve) == [0, 1, 1, 1, 1, 1]
    assert [position.setup_left(kind) for kind in Kind] == [3, 3, 3, 3, 0]
    assert not any(position.holds(seat) for seat in range(3))
    position.check()


def test_nothing_is_left_to_set_up_later() -> None:
    assert [built().position.setup_left(kind) for kind in Kind] == [0, 0, 0, 0, 0]


def test_open_aqueducts_and_what_they_face() -> None:
    position = built(gone="C1w I8e", players=2).position
    assert position.open_aqueducts(0) == [1, 2, 7, 8]
    assert position.open_aqueducts(1) == [3, 4, 5, 9, 10, 11]
    assert position.facing(1) == parse_square("D2")
    closed = built(
        """
        ┌·YY┘··RR·┐
        ···········
        ···········
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        gone="D1e",
    ).position
    assert closed.facing(2) == -1


def test_copies_are_equal_and_independent() -> None:
    for game in sampled(28):
        position = game.position
        for twin in (
            position.copy(),
            copy.deepcopy(position),
            pickle.loads(pickle.dumps(position)),
            Game.from_position(position).position,
        ):
            assert twin == position
            assert hash(twin) == hash(position)
            twin.check()
            for name in Position.__slots__:
                value = getattr(twin, name)
                if isinstance(value, bytearray | list):
                    value[1] ^= 1
                    assert value != getattr(position, name), name
            position.check()


def test_positions_differ_by_every_defining_field() -> None:
    game = built()
    changed = {
        "layout": standard_layout(2),
        "phase": Phase.CLOSE,
        "mover": 1,
        "turn": 1,
        "dry": 1,
        "laid": 1,
        "on_board": 1,
        "podiums": ((), (0,), *((),) * 19),
    }
    for name in DEFINING:
        twin = game.position.copy()
        if name in changed:
            setattr(twin, name, changed[name])
        else:
            getattr(twin, name)[1] += 1
        assert twin != game.position, name
        assert game.position != twin
    assert game.position != "something else"


@pytest.mark.parametrize("name", sorted(set(Position.__slots__) - set(DEFINING)))
def test_the_check_finds_every_wrong_field(name: str) -> None:
    position = built().position.copy()
    position.check()
    if name in ("blocked", "hash"):
        setattr(position, name, getattr(position, name) ^ 1)
    else:
        getattr(position, name)[1] ^= 1
    with pytest.raises(AssertionError, match=name):
        position.check()
