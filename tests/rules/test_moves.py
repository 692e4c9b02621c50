"""Decisions as values, and their notation."""

import copy
import pickle
import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.rules import Decision, IllegalMove, Kind, NotationError
from aquaromana.rules.actions import ACTIONS
from aquaromana.rules.geometry import OUTSIDE, parse_port, parse_square
from aquaromana.rules.moves import DECISIONS, NOTHING, Build, Close, Extra, Move, Pass, Place, Take
from aquaromana.rules.tiles import FACE_NAMES


@pytest.mark.clause("R7")
def test_every_decision_reads_and_writes() -> None:
    assert len(DECISIONS) == ACTIONS
    assert len(set(map(str, DECISIONS))) == ACTIONS, "two decisions with the same text are the same decision"
    for action, decision in enumerate(DECISIONS):
        assert Decision(str(decision)) is decision
        assert Decision(action) is decision
        assert decision.action == action
        assert type(decision.action) is int


@pytest.mark.clause("R7")
def test_build_has_parts() -> None:
    build = Decision("D1e.12.Cs")
    assert isinstance(build, Build)
    assert (build.workman, build.builder, build.kind) == (parse_port("D1e"), 12, Kind.CURVE)
    assert (build.square, FACE_NAMES[build.face]) == (parse_square("E1"), "Csw")
    assert (build.look, build.entry, build.exit, build.lay) == (1, 3, 2, 1)


def test_a_build_over_the_edge_has_no_square() -> None:
    build = Decision("A1n.1.Sn")
    assert isinstance(build, Build)
    assert build.square == OUTSIDE


@pytest.mark.clause("R7")
def test_the_other_decisions_have_parts() -> None:
    extra, place, move, close, take = map(Decision, ("+Cne@F4", "C@12", ">14", "xD1e", "*J"))
    assert isinstance(extra, Extra)
    assert (extra.square, FACE_NAMES[extra.face], extra.kind) == (parse_square("F4"), "Cne", Kind.CURVE)
    assert isinstance(place, Place)
    assert (place.kind, place.path) == (Kind.CURVE, 12)
    assert isinstance(move, Move)
    assert move.path == 14
    assert isinstance(close, Close)
    assert close.workman == parse_port("D1e")
    assert isinstance(take, Take)
    assert take.kind == Kind.JOKER
    assert isinstance(NOTHING, Pass)
    assert str(NOTHING) == "-"


def test_every_decision_says_its_type() -> None:
    texts = ("D1e.12.Cs", "+B@F4", "C@12", ">14", "xD1e", "-", "*J")
    assert [Decision(text).type for text in texts] == ["build", "extra", "place", "move", "close", "pass", "take"]
    assert Decision.type == ""


@pytest.mark.clause("R7")
@pytest.mark.parametrize(
    "text", ["+Cne@F4", "+Sns@F4", "+B@F4", "+Dnw@F4", "C@12", "D1e.12.Cs", ">14", "xD1e", "-", "*J"]
)
def test_the_examples_of_the_notation(text: str) -> None:
    assert str(Decision(text)) == text


@pytest.mark.parametrize("value", [319, "D1e.12.Cs", "-", 0])
def test_decisions_are_interned(value: int | str) -> None:
    decision = Decision(value)
    assert pickle.loads(pickle.dumps(decision)) is decision
    assert copy.copy(decision) is decision
    assert copy.deepcopy(decision) is decision
    assert decision, "also the decision 0 is one"


def test_decisions_are_integers_and_look_like_notation() -> None:
    decision = Decision("D1e.12.Cs")
    assert decision == 319
    assert hash(decision) == hash(319)
    assert repr(decision) == "Decision('D1e.12.Cs')"
    assert eval(repr(decision)) is decision
    assert f"{decision}|{decision:>12}" == "D1e.12.Cs|   D1e.12.Cs"
    assert sorted([Decision("*J"), Decision("-"), decision]) == [decision, Decision("-"), Decision("*J")]


def test_a_class_makes_only_its_own_decisions() -> None:
    assert Build("D1e.12.Cs") is Decision("D1e.12.Cs")
    with pytest.raises(NotationError, match="not of type Take"):
        Take("D1e.12.Cs")


@pytest.mark.parametrize("number", [-1, ACTIONS, 1 << 70])
def test_other_integers_are_not_decisions(number: int) -> None:
    with pytest.raises(NotationError, match="from 0 to 9825"):
        Decision(number)


UNREADABLE = {
    "": "no form of R7",
    "pass": "no form of R7",
    " -": "no form of R7",
    "--": "no form of R7",
    "C@0": "like C@12",
    "C@39": "1 to 38",
    "C@012": "like C@12",
    "c@12": "write C@12",
    "D1E.12.cs": "write D1e.12.Cs",
    "d1e.5.cs": "write D1e.5.Cs",
    "c@99": "like C@12",
    "X@12": "like C@12",
    "C@１２": "like C@12",
    "C@12\n": "like C@12",
    ">": "like >14",
    ">0": "like >14",
    ">39": "1 to 38",
    ">C": "like >14",
    "x": "like xD1e",
    "xD1": "like xD1e",
    "xL1e": "like xD1e",
    "xD9e": "like xD1e",
    "*": "like *J",
    "*X": "like *J",
    "*CC": "like *J",
    "+": "like +Cne@F4",
    "+C@F4": "one of the ways Cne Ces",
    "+Cen@F4": "one of the ways",
    "+Bns@F4": "one of the ways",
    "+Des@F4": "one of the ways",
    "+J@F4": "one of the ways",
    "+Cne@L4": "like +Cne@F4",
    "D1e.12": "like D1e.12.Cs",
    "D1e.12.C": "like D1e.12.Cs",
    "D1e.12.Js": "like D1e.12.Cs",
    "D1e.0.Cs": "like D1e.12.Cs",
    "D1e.39.Cs": "1 to 38",
    "D1.12.Cs": "like D1e.12.Cs",
    "A1e.3.Cx": "like D1e.12.Cs",
    "A1x.3.C+": "like D1e.12.Cs",
    "xA1.e": "like xD1e",
    "+Cne.F4": "like +Cne@F4",
    "C@x": "like C@12",
    "D1e>": "like >14",
}


@pytest.mark.clause("R7")
@pytest.mark.parametrize(("text", "why"), UNREADABLE.items())
def test_an_invalid_decision_is_rejected_with_a_hint(text: str, why: str) -> None:
    with pytest.raises(NotationError) as caught:
        Decision(text)
    assert why in str(caught.value)
    assert repr(text) in str(caught.value)
    assert caught.value.code == "notation/unreadable"


def test_long_texts_are_shown_shortened() -> None:
    with pytest.raises(NotationError) as caught:
        Decision("z" * 1000)
    assert len(str(caught.value)) < 120
    assert "zzz...'" in str(caught.value)


@pytest.mark.clause("R4.2")
def test_a_build_out_of_sight_is_readable_but_never_legal() -> None:
    with pytest.raises(IllegalMove) as caught:
        Decision("D1e.13.Cs")
    assert caught.value.code == "build/out-of-sight"
    assert caught.value.arguments == {"square": "D1", "path": 13, "paths": "4, 12, 27, 38"}


@pytest.mark.clause("R1.3")
@pytest.mark.parametrize("text", ["D1e.12.Ce", "D1e.12.Cw", "D1e.12.Ss", "A1n.1.Be"])
def test_water_leaves_a_tile_as_its_kind_allows(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        Decision(text)
    assert caught.value.code == "build/wrong-exit"
    assert caught.value.arguments == {"workman": text[:3], "kind": text[-2], "exit": text[-1]}
    assert f"the water of {text[:3]} cannot" in str(caught.value)


def reads_or_refuses(text: str) -> None:
    try:
        decision = Decision(text)
    except (NotationError, IllegalMove) as refused:
        error = refused
    else:
        assert str(decision) == text
        return
    assert str(error).endswith(f"({error.clause})")
    assert isinstance(error, NotationError) or error.code in ("build/out-of-sight", "build/wrong-exit")


@given(st.text())
def test_any_text_reads_or_is_refused(text: str) -> None:
    reads_or_refuses(text)


@given(st.text(alphabet="ABCDEFGHIJKS123456789nesw.@+>x*-"))
def test_any_likely_text_reads_or_is_refused(text: str) -> None:
    reads_or_refuses(text)


@given(st.integers(0, ACTIONS - 1), st.integers(0, 12), st.sampled_from(string.printable + "１é"), st.booleans())
def test_any_slip_of_the_pen_reads_or_is_refused(action: int, place: int, letter: str, replace: bool) -> None:
    text = str(DECISIONS[action])
    reads_or_refuses(text[:place] + letter + text[place + replace :])


@given(st.integers())
def test_any_integer_reads_or_is_refused(number: int) -> None:
    if 0 <= number < ACTIONS:
        assert Decision(number).action == number
    else:
        with pytest.raises(NotationError):
            Decision(number)


def test_integers_of_numpy_are_decisions() -> None:
    for kind in (np.int64, np.int32, np.uint16):
        assert Decision(kind(319)) is Decision("D1e.12.Cs")
        assert Place(kind(Decision("C@12"))) is Decision("C@12")
    with pytest.raises(NotationError, match="actions go from 0 to 9825"):
        Decision(np.int64(-1))
    for other in (1.0, np.float64(1), None, b"-", np.array([1, 2])):
        with pytest.raises(TypeError, match="by its text or its integer"):
            Decision(other)  # type: ignore[arg-type]  # somebody does not care about types
