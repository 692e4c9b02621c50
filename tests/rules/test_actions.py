"""The integers of decisions: their arithmetic is frozen, records and networks rely on it."""

import hashlib
import re

import pytest

from aquaromana.rules import Game, actions
from aquaromana.rules.actions import ACTIONS, half_turn, mask
from aquaromana.rules.geometry import OUTSIDE, half_turn_path, half_turn_port, half_turn_square
from aquaromana.rules.moves import DECISIONS, Build, Close, Decision, Extra, Move, Place, Take
from aquaromana.rules.tiles import HALF_TURN_FACE


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("A1n.1.Cw", 0),
        ("D1e.12.Cs", 319),
        ("D1s.4.Ce", 336),
        ("D1s.27.De", 350),
        ("F4w.35.Ds", 3740),
        ("F4w.15.Sw", 3730),
        ("K8w.31.Bw", 8447),
        ("+Cne@A1", 8448),
        ("+Dnw@F4", 8795),
        ("+B@K8", 9239),
        ("C@1", 9240),
        ("J@38", 9429),
        (">1", 9430),
        (">38", 9467),
        ("xA1n", 9468),
        ("xK8w", 9819),
        ("-", 9820),
        ("*C", 9821),
        ("*J", 9825),
    ],
)
def test_the_integers_are_frozen(text: str, action: int) -> None:
    assert int(Decision(text)) == action


def test_all_texts_are_frozen() -> None:
    assert ACTIONS == 9826
    whole = "\n".join(map(str, DECISIONS)).encode()
    assert hashlib.sha256(whole).hexdigest() == "c8656508add869b37e14d6e851526372a1b41d9ab5e7b775be3b19be80624d74"


def test_the_table_in_the_docstring_is_the_arithmetic() -> None:
    rows = re.findall(r"^(\d+) +([a-z ]+?)  ", actions.__doc__ or "", re.MULTILINE)
    assert [int(first) for first, _ in rows] == [
        actions.BUILD,
        actions.EXTRA,
        actions.PLACE,
        actions.MOVE,
        actions.CLOSE,
        actions.PASS,
        actions.TAKE,
    ]
    assert [name for _, name in rows] == [
        *("build", "extra tile", "place builder", "move builder", "close", "close nothing", "take")
    ]


def test_the_functions_agree_with_the_parts() -> None:
    for decision in DECISIONS:
        if isinstance(decision, Build):
            made = actions.build(decision.workman, decision.look, decision.lay)
        elif isinstance(decision, Extra):
            made = actions.extra(decision.square, decision.face)
        elif isinstance(decision, Place):
            made = actions.place(decision.kind, decision.path)
        elif isinstance(decision, Move):
            made = actions.move(decision.path)
        elif isinstance(decision, Close):
            made = actions.close(decision.workman)
        elif isinstance(decision, Take):
            made = actions.take(decision.kind)
        else:
            made = actions.PASS
        assert made == int(decision)


def test_lays_turn_left_and_right_as_seen_with_the_water() -> None:
    # the workman at F4e lays on G4: the water runs east
    port = Decision("xF4e").action - actions.CLOSE
    laid = [str(DECISIONS[actions.build(port, 0, lay)]) for lay in range(actions.LAYS)]
    assert laid == ["F4e.6.Cn", "F4e.6.Cs", "F4e.6.Dn", "F4e.6.Ds", "F4e.6.Se", "F4e.6.Be"]


def test_half_turn_is_a_permutation_and_its_own_inverse() -> None:
    turned = [half_turn(action) for action in range(ACTIONS)]
    assert sorted(turned) == list(range(ACTIONS))
    assert [half_turn(action) for action in turned] == list(range(ACTIONS))


def test_half_turn_turns_every_part() -> None:
    for decision in DECISIONS:
        turned = decision.half_turn()
        assert type(turned) is type(decision)
        if isinstance(decision, Build) and isinstance(turned, Build):
            assert turned.workman == half_turn_port(decision.workman)
            assert turned.builder == half_turn_path(decision.builder)
            assert (turned.kind, turned.lay) == (decision.kind, decision.lay)
            assert turned.exit == decision.exit ^ 2
            assert turned.face == HALF_TURN_FACE[decision.face]
            if decision.square != OUTSIDE:
                assert turned.square == half_turn_square(decision.square)
        elif isinstance(decision, Extra) and isinstance(turned, Extra):
            assert turned.square == half_turn_square(decision.square)
            assert turned.face == HALF_TURN_FACE[decision.face]
        elif isinstance(decision, Place) and isinstance(turned, Place):
            assert (turned.kind, turned.path) == (decision.kind, half_turn_path(decision.path))
        elif isinstance(decision, Move) and isinstance(turned, Move):
            assert turned.path == half_turn_path(decision.path)
        elif isinstance(decision, Close) and isinstance(turned, Close):
            assert turned.workman == half_turn_port(decision.workman)
        else:
            assert turned is decision


def test_the_mask_has_a_byte_for_every_action() -> None:
    game = Game(3)
    marked = game.mask()
    assert len(marked) == ACTIONS
    assert [action for action, flag in enumerate(marked) if flag] == [int(move) for move in game.legal_moves()]
    assert set(marked) == {0, 1}
    assert mask([]) == bytearray(ACTIONS)
