"""Choosing in steps: a text answers the question that is asked, and nothing else."""

import pytest

from aquaromana.cli.terminal.choices import begun, choice, in_notation
from aquaromana.cli.terminal.listing import in_columns, listing, ranges
from aquaromana.rules import Game
from tests.cli.conftest import random_game

SETUP = ["C@12", "D@14", "S@33", "B@1", "C@2", "D@3", "S@4", "B@5", "C@20", "D@21", "S@22", "B@23"]


def built() -> Game:
    """A game of two in which the first build is asked."""
    game = Game(players=2)
    for text in SETUP:
        game.play(text)
    return game


def test_the_steps_of_a_build() -> None:
    game = built()
    first = choice(game.position, game.legal_moves())
    assert first.question == "Which workman?"
    workmen = [option.key for option in first.listed]
    assert first.find("2") == first.listed[1].left
    assert first.find("d1E") == first.listed[workmen.index("D1e")].left
    assert {str(move)[:2] for move in first.find("D1")} == {"D1"}
    assert first.find("12") == first.find("D2") == first.find("Cs") == ()
    second = choice(game.position, first.find("D1e"))
    assert second.question == "D1e: which builder?"
    assert [option.key for option in second.listed] == ["4", "12"]
    assert second.find("1") == second.find("2") == second.find("D1s") == second.find("S") == ()
    third = choice(game.position, second.find("12"))
    assert third.question == "D1e.12: which tile?"
    assert [str(move) for move in third.find("1")] == ["D1e.12.Cn"]
    assert [str(move) for move in third.find("cs")] == ["D1e.12.Cs"]
    assert third.find("4") == third.find("12") == ()
    assert choice(game.position, second.find("4")).question == "D1e.4: which tile?"


def test_the_steps_of_a_place_and_of_a_close() -> None:
    game = Game(players=2)
    kinds = choice(game.position, game.legal_moves())
    assert kinds.find("12") == ()
    squares = choice(game.position, kinds.find("c"))
    assert squares.question == "C: on which path square?"
    assert [str(move) for move in squares.find("3")] == ["C@3"]
    assert squares.find("D") == ()
    closing = next(
        game
        for seed in range(50)
        for game in [random_game(2, seed, 16)]
        if len(game.legal_moves()) > 1 and "-" in map(str, game.legal_moves())
    )
    closes = choice(closing.position, closing.legal_moves())
    last = closing.legal_moves()[-1]
    assert closes.find(str(last)) == closes.find(str(last).lstrip("x")) == (last,)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("D1e.12.Cs", "D1e.12.Cs"),
        ("d1e.12.cs", "D1e.12.Cs"),
        ("D1e 12 Cs", "D1e.12.Cs"),
        (" d1E, 12,cS ", "D1e.12.Cs"),
        ("c@12", "C@12"),
        ("c 12", "C@12"),
        ("+cne f4", "+Cne@F4"),
        ("x d1E", "xD1e"),
        ("> 14", ">14"),
        ("* j", "*J"),
        ("-", "-"),
        ("d1e 13 cs", "D1e.13.Cs"),
        ("nonsense", "nonsense"),
        ("D1e 12", "D1e 12"),
        ("", ""),
    ],
)
def test_decisions_however_they_are_typed(text: str, meant: str) -> None:
    assert in_notation(text) == meant


def test_beginnings_of_decisions() -> None:
    legal = built().legal_moves()
    assert {str(move) for move in begun(legal, "d1e 12")} == {"D1e.12.Cn", "D1e.12.Cs"}
    assert begun(legal, "D1e.12.") == begun(legal, "D1e.12")
    assert begun(legal, "D1e") == begun(legal, "D1e.13") == ()


@pytest.mark.parametrize(
    ("room", "start", "brief"),
    [(9, "1:C1w yellow, length 0, sees ", False), (2, "1:C1w 0;", True), (1, "1:C1w  2:D1e", False), (0, "", False)],
)
def test_a_list_gets_shorter_with_its_room(room: int, start: str, brief: bool) -> None:
    game = built()
    lines, is_brief = listing(choice(game.position, game.legal_moves()), 77, room)
    assert len(lines) <= room
    assert "\n".join(lines).startswith(start)
    assert is_brief == brief
    assert all(len(line) <= 77 for line in lines)


def test_lists_of_squares_become_ranges() -> None:
    assert ranges(["1", "2", "3", "5", "10", "11"]) == ["1–3", "5", "10–11"]
    assert ranges(["B2", "A3", "A4", "C8"]) == ["A3–4", "B2", "C8"]
    game = Game(players=2)
    squares = choice(game.position, game.legal_moves()[:38])
    assert listing(squares, 77, 1) == (["1–38"], False)


def test_columns() -> None:
    assert in_columns(["a", "bb", "c"], 10) == ["a    c", "bb"]
