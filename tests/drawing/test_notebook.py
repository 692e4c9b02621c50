"""What games, positions and records show of themselves in notebooks and terminals."""

import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from aquaromana import Game
from aquaromana.drawing import DARK, LIGHT, extract, gif, png, sketch, svg, text_board
from aquaromana.drawing.notebook import picture
from aquaromana.records import Record, read_record
from aquaromana.rules import display
from tests.drawing.positions import parsed
from tests.support.random_play import finished, sampled

SMALL = 100_000
"""Bytes that a picture in a notebook may have."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_showed_nothing_but_its_position_string_in_a_notebook(players: int) -> None:
    game = finished(players, 1)
    record = Record.from_game(game, Seat0="Ann")
    for shown in (Game(players), game, game.position, record):
        drawn = shown._repr_svg_()
        assert drawn is not None
        parsed(drawn)
        assert len(drawn.encode()) <= SMALL
    assert record._repr_svg_() != game._repr_svg_() == game.position._repr_svg_(), "the record knows names"


@pytest.mark.slow
def test_no_position_is_too_large_for_a_notebook() -> None:
    assert max(len(picture(game.position).encode()) for game in sampled(24)) <= SMALL


def test_a_long_name_fits_the_picture() -> None:
    name = "Marcus Vipsanius Agrippa the Elder" * 9
    drawn = picture(Record.from_game(Game(4), **{f"Seat{seat}": name for seat in range(4)}))
    parsed(drawn)
    assert name not in drawn
    assert len(drawn.encode()) <= SMALL


def test_print_shows_a_readable_board() -> None:
    """`str` stays the position string, which `from_position` reads; `text` is what to print."""
    game = finished(2, 1)
    assert Game.from_position(str(game)) == game
    assert game.text() == text_board(game)
    assert game.position.text(compact=True, ascii=True) == text_board(game.position, compact=True, ascii=True)
    assert "Ann" in Record.from_game(game, Seat0="Ann").text()


def test_the_rules_alone_draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_artists", [])
    game = Game(2)
    assert game._repr_svg_() is None
    assert game.text() == str(game)


def test_drawing_modules_are_loaded_only_when_needed() -> None:
    code = "import sys, aquaromana; g = aquaromana.Game(2); print('aquaromana.drawing' in sys.modules); g.text()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# records


def test_a_record_could_not_be_drawn() -> None:
    record = Record.from_game(finished(3, 2), Seat0="Ann", Seat1="Ben", Seat2="Eva")
    drawn = svg(record)
    assert extract(drawn.encode()) is not None
    assert svg(record, record=None, names=()) != drawn
    assert svg(record.game(), names=record.names, record=extract(drawn.encode())) == drawn
    assert sketch(record) == sketch(record.game())
    assert text_board(record) == text_board(record.game(), names=record.names)


@pytest.mark.parametrize("draw", [png, gif])
def test_a_record_could_not_be_filmed(draw: Callable[..., bytes]) -> None:
    game = Game(2)
    for move in ["S@38", "C@12", "B@27"]:
        game.play(move)
    record = Record.from_game(game, Seat0="Ann")
    text = extract(draw(record, width=64))
    assert text is not None
    assert read_record(text) == record


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(TypeError, match="A position, its text, a game or a record can be drawn, not 7"):
        svg(7)  # type: ignore[arg-type]


# several pictures in one page


def ids(drawn: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', drawn))


@pytest.mark.parametrize("draw", [svg, sketch])
def test_two_pictures_in_one_page_shared_their_ids(draw: Callable[..., str]) -> None:
    """The second one was drawn with the symbols of the first, in its colors."""
    game = finished(2, 1)
    light, dark = draw(game, theme=LIGHT), draw(game, theme=DARK)
    assert ids(light)
    assert not ids(light) & ids(dark)
    assert not ids(light) & ids(draw(Game(2)))
    assert draw(game, theme=LIGHT) == light, "the same picture has the same ids"
