"""Positions as text: reading, writing, and every way to be refused."""

import string
from functools import cache
from random import Random
from time import process_time
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aquaromana.rules import Game, PositionError
from aquaromana.rules.notation import parse_position, position_text
from tests.support.positions import built, drawing_of
from tests.support.random_play import CUSTOM, PLAYERS, played, sampled
from tests.support.sizes import LongSize

FUZZ = LongSize("fuzz", ci=300, long=50_000)

PATH12 = "CCCDDDSSSBBB26"
WORKMEN = "ooo-ooo-ooo-ooo"
GONE = "xxx-xxx-xxx-xxx"


def text(**changes: str) -> str:
    """The text of a position of four players in the phase of building, with other fields where asked."""
    fields = {
        "players": "4",
        "phase": "b",
        "clock": "0d0",
        "board": "88",
        "path": PATH12,
        "hands": "---",
        "workmen": WORKMEN,
        "podiums": "-",
    }
    assert changes.keys() <= fields.keys()
    return ".".join((fields | changes).values())


@cache
def valid() -> tuple[str, ...]:
    return tuple(str(game) for game in sampled(210, layouts=(None, None, None, CUSTOM)))


@pytest.mark.clause("R7")
@pytest.mark.parametrize(
    ("players", "start"),
    [
        (2, "2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-"),
        (3, "3.s.0d0.88.38.--.oooo-oooo-oooo.-"),
        (4, "4.s.0d0.88.38.---.ooo-ooo-ooo-ooo.-"),
    ],
)
def test_the_text_of_the_start(players: int, start: str) -> None:
    assert str(Game(players)) == start
    assert parse_position(start) == Game(players).position


def test_every_field_is_written() -> None:
    game = built(
        """
        ┌│YY·─·RR·┐
        └┌┐┘╲╱│─┼··
        ···········
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        phase="t",
        turn=2,
        due="0101",
        builders="C@2 J@38 D@3",
        rest=range(10, 30),
        hands="B---S",
        gone="C1w D1s H1s I8e",
        podiums="3Y 3R 12B",
    )
    assert str(game) == ("4.t.2d0t0101.1I3H5LFQJNWIHX68.1CD6CCDDSSSBBB18J.B---S.xxo-oxo-xoo-ooo.3Y3R12B")


@pytest.mark.parametrize("players", PLAYERS)
def test_texts_are_safe_in_an_address(players: int) -> None:
    for game in played(Game(players), 1):
        assert quote(str(game), safe="") == str(game)


def test_valid_texts_read_as_they_were_written() -> None:
    for each in valid():
        position = parse_position(each)
        assert position_text(position) == each
        assert len(drawing_of(position)) == 8 * 11 + 7
        position.check()


UNREADABLE = {
    "": "it needs 8 fields, not 1",
    text() + ".": "it needs 8 fields, not 9",
    text(players="5"): "not '5'",
    text(players=""): "not ''",
    text(players="04"): "not '04'",
    text(players="x" * 100): f"not '{'x' * 20}'",
    text(players="4~"): "'' does not read like C1D1-C1w-D1s-D1e",
    text(players="4~C1D9"): "'C1D9' does not read like",
    text(players="4~C1D1-C1w-D1x"): "'C1D1-C1w-D1x' does not read like",
    text(players="4~C1D1E1"): "'C1D1E1' does not read like",
    text(phase=""): "'' is not a valid phase",
    text(phase="x"): "'x' is not a valid phase",
    text(phase="e"): "'e' is not a valid phase",
    text(phase="eJ"): "'eJ' is not a valid phase",
    text(phase="bb"): "'bb' is not a valid phase",
    text(clock=""): "does not say whose turn",
    text(clock="0"): "does not say whose turn",
    text(clock="4d0"): "does not say whose turn",
    text(clock="0d5"): "does not say whose turn",
    text(clock="0d0t1000"): "does not say whose turn",
    text(phase="t"): "does not say whose turn",
    text(phase="t", clock="0d0t"): "does not say whose turn",
    text(phase="t", clock="0d0t6000"): "does not say whose turn",
    text(phase="t", clock="0d0t100"): "has to say for 4 seats what they take, not for 3",
    text(board="Z87"): "the board is written with the letters LFQJNWIHX",
    text(board="-88"): "the board is written with",
    text(board="0L87"): "the board is written with",
    text(board="87"): "the board needs 88 squares, not 87",
    text(board="88L"): "the board needs 88 squares, not 89",
    text(board="１"): "the board is written with",
    text(path="X37"): "the path is written with the letters CDSBJ",
    text(path="37"): "the path needs 38 squares, not 37",
    text(hands="--"): "it needs 4 hands, not 3",
    text(hands="----"): "it needs 4 hands, not 5",
    text(hands="X---"): "'X' is not a valid hand",
    text(hands="C" * 18 + "---"): "is not a valid hand",
    text(workmen="ooo-ooo-ooo"): "does not say which workmen",
    text(workmen="oooo-oooo-oooo"): "does not say which workmen",
    text(workmen="ooo-ooo-ooo-ooX"): "does not say which workmen",
    text(workmen="o-o-ooo-ooo-ooo"): "does not say which workmen",
    text(podiums=""): "does not say who stands",
    text(podiums="Y"): "does not say who stands",
    text(podiums="0Y"): "does not say who stands",
    text(podiums="3Z"): "does not say who stands",
    text(board="4444"): "",
    text(
        players="4~C1D1-C1w-D1s-D1e~H1I1-H1w-H1s-I1e~H8I8-I8e-H8n-H8w~C8D8-D8e-D8n-C8w"
    ): "written plainly it reads 4.",
    text(path=PATH12.replace("26", "1313")): "",
    text(phase="r", hands="JC---"): "written plainly",
    text(workmen="xxo-ooo-ooo-ooo", podiums="4Y3Y"): "written plainly",
    text(workmen="xoo-xoo-ooo-ooo", podiums="3R3Y"): "written plainly",
}


@pytest.mark.parametrize(("position", "why"), UNREADABLE.items())
def test_an_invalid_position_is_rejected(position: str, why: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(position)
    assert caught.value.code == "position/unreadable"
    assert why in str(caught.value)
    assert len(str(caught.value)) < 400


WALLED = "4J83"
"""E1 leads yellow's D1e to the edge."""

IMPOSSIBLE = {
    text(players="4~C1D1-C1w-D1s-D1e"): "4 players need 4 reservoirs, not 1",
    text(players="3~C1D1-C1w-D1s-D1e-D1n~A4A5-A4n-A4e-A5e-A5s~G1H1-G1w-G1s-H1s-H1e"): "faces the edge of the board",
    text(players="2", clock="2d0", hands="-"): "2d0 does not fit 2 players",
    text(players="2", clock="0d3", hands="-"): "0d3 does not fit 2 players",
    text(phase="t", clock="0d0t0000"): "nobody takes a reserve builder",
    text(board="L87"): "no tile can lie on A1",
    text(board="2L85"): "no tile can lie on C1",
    text(board="22" + "H" * 22 + "44"): "22 tiles of the kind straight lie on the board",
    text(podiums="21Y", workmen="xoo-ooo-ooo-ooo"): "there is no podium 21",
    text(phase="s", path="38", hands="C---"): "nobody holds a reserve builder during the set-up",
    text(phase="s", path="CCCC34"): "too many builders of the kind curve: 4, not at most 3",
    text(phase="s", path="J37", clock="1d0"): "too many builders of the kind joker: 1, not at most 0",
    text(path="CCCCCDDDSSSBBB24"): "too many builders of the kind curve: 5, not at most 4",
    text(path="CCCCDDDSSSBBBJ24", hands="-J--"): "too many builders of the kind joker: 2, not at most 1",
    text(path="CCDDDSSSBBB27"): "too few builders of the kind curve have been set up: 2, not 3",
    text(phase="s", path=PATH12): "the set-up has another number of builders",
    text(phase="s", path="C37"): "the set-up has another number of builders",
    text(phase="s", path="C37", clock="1d1"): "the set-up has another number of builders",
    text(phase="s", path="38", board="30L57"): "nothing is built during the set-up",
    text(phase="s", path="38", workmen="xoo-ooo-ooo-ooo"): "nothing is built during the set-up",
    text(phase="o"): "the game is over, but workmen are on the board",
    text(board=WALLED): "an aqueduct that cannot be extended still has its workman",
    text(workmen=GONE): "no workman is on the board, but the game goes on",
    text(clock="0d4"): "too many turns without a tile",
    text(phase="r", clock="0d4", hands="C---"): "too many turns without a tile",
    text(phase="r"): "the player to move holds no reserve builder",
    text(phase="r", hands="-C--"): "the player to move holds no reserve builder",
    text(hands="C---"): "reserve builders are placed before anything is built",
    text(phase="c", hands="C---"): "reserve builders are placed before anything is built",
    text(workmen="xxx-ooo-ooo-ooo"): "the player to move has no workman",
    text(phase="c", workmen="xxx-ooo-ooo-ooo"): "the player to move has no workman",
    text(phase="eC", clock="0d1"): "no extra tile can be due",
    text(phase="c", board=WALLED): "a player who closed an aqueduct by building closes none by choice",
    text(phase="t", clock="0d0t3300"): "more reserve builders are due than there are",
    text(workmen="xxo-ooo-ooo-ooo", podiums="5Y5Y"): "podium 5 has room for 1, not for 2",
    text(workmen="xxx-ooo-ooo-ooo", clock="1d0", podiums="3Y3Y3Y"): "podium 3 has room for 2, not for 3",
    text(podiums="5Y"): "1 yellow workmen stand on podiums",
    text(players="3", hands="--", workmen="oooo-oooo-oooo", podiums="5G"): "green does not play with three players",
}


@pytest.mark.parametrize(("position", "why"), IMPOSSIBLE.items())
def test_a_contradictory_position_is_rejected(position: str, why: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(position)
    assert caught.value.code == "position/impossible"
    assert why in str(caught.value)


@pytest.mark.clause("R3.4")
def test_joined_aqueducts_are_refused() -> None:
    with pytest.raises(PositionError, match="the aqueduct from D1s runs into D1e"):
        built(
            """
            ┌·YY┐··RR·┐
            ···└┘······
            ···········
            ···········
            ···········
            ···········
            ···········
            └·GG···BB·┘
            """
        )


@pytest.mark.clause("R4.7")
def test_an_extra_tile_needs_a_square() -> None:
    with pytest.raises(PositionError, match="no extra tile can be due"):
        built(
            """
            ┌·YY·│·RR·┐
            └└└·┘┘┘·┐┐┐
            ───────────
            ┼┼┼┼┼┼┼┼┼┼┼
            ╲╲╲╲╲╲╲╲╲╲╲
            ─────┼┼┼┼┼┼
            └└└·┘┘┘·┐┐┐
            └·GG·│·BB·┘
            """,
            phase="eC",
        )


def test_layouts_in_refusals_keep_the_names_of_squares() -> None:
    with pytest.raises(PositionError, match="outlet C1n faces the edge"):
        parse_position(text(players="4~C1D1-C1n-D1s-D1e~H1I1-H1w-H1s-I1e~H8I8-I8e-H8n-H8w~C8D8-D8e-D8n-C8w"))


@pytest.mark.parametrize("hands", ["CCC---", "-CCCDDDSSSBBB--"])
def test_a_hand_holds_no_builders_of_the_set_up(hands: str) -> None:
    """There is one builder of each kind in reserve, so no two of a kind can be in hand."""
    path = "".join(letter for letter in "CCCDDDSSSBBB" if letter not in hands)
    with pytest.raises(PositionError):
        parse_position(text(phase="r" if hands[0] == "C" else "b", path=f"{path}{38 - len(path)}", hands=hands))


@pytest.mark.parametrize("field", ["board", "path"])
def test_a_long_wrong_text_is_refused_in_time(field: str) -> None:
    """A row of digits can be read in as many ways as there are Fibonacci numbers; trying them all takes forever."""
    for count in (32, 10_000):
        before = process_time()
        with pytest.raises(PositionError):
            parse_position(text(**{field: "1" * count + "!"}))
        assert process_time() - before < 0.2


@pytest.mark.parametrize("field", ["board", "path"])
def test_a_long_row_of_digits_is_not_a_number_of_squares(field: str) -> None:
    """It must not be taken for one number and written out."""
    with pytest.raises(PositionError):
        parse_position(text(**{field: "9" * 40}))


def reads_or_refuses(position: str) -> bool:
    """Nothing but PositionError, and what is read is written the same and can be played to its end."""
    try:
        read = parse_position(position)
    except PositionError:
        return False
    assert position_text(read) == position
    read.check()
    for game in played(Game.from_position(read), len(position)):
        game.check()
    return True


@given(st.text())
def test_any_text_is_refused(position: str) -> None:
    assert not reads_or_refuses(position)


@FUZZ.mark
@settings(max_examples=FUZZ.value)
@given(
    st.integers(0, 209),
    st.lists(
        st.tuples(
            st.integers(0, 150), st.sampled_from(string.ascii_letters + string.digits + "-~.é"), st.integers(0, 2)
        ),
        max_size=3,
    ),
)
def test_slips_of_the_pen_are_refused_or_read(number: int, slips: list[tuple[int, str, int]]) -> None:
    position = valid()[number]
    for place, letter, dropped in slips:
        position = position[:place] + letter + position[place + dropped :]
    reads_or_refuses(position)


@pytest.mark.slow
@FUZZ.mark
def test_mixed_fields_are_refused_or_read() -> None:
    """Fields of different games that fit each other more often than not by chance."""
    rng = Random(8)
    accepted = 0
    for _ in range(FUZZ.value * 3):
        one, other = (valid()[int(rng.random() * 210)].split(".") for _ in range(2))
        mixed = [b if rng.random() < 0.15 else a for a, b in zip(one, other, strict=True)]
        accepted += reads_or_refuses(".".join(mixed))
    assert accepted > FUZZ.value // 10
