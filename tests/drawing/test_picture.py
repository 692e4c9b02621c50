"""PNG: the right size, not blank, and light to import."""

import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from aquaromana.drawing import LIGHT, DrawingError, extract, png
from aquaromana.drawing.picture import render
from aquaromana.rules import Game
from tests.drawing.positions import game_after


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "players"), [("light", 4), ("dark", 3)])
def test_a_picture_has_its_size_and_many_colors(theme: str, players: int) -> None:
    with Image.open(BytesIO(png(game_after(players, 60), width=320, theme=theme))) as image:
        assert image.format == "PNG"
        assert image.width == 320
        assert 200 < image.height < 250
        colors = image.convert("RGB").getcolors(320 * 250)
    assert colors is not None
    assert len(colors) > 1000
    assert max(count for count, _ in colors) < 320 * 250 * 0.5


@pytest.mark.slow
def test_a_closed_and_an_open_aqueduct_look_different_and_players_show_their_color() -> None:
    with Image.open(BytesIO(png(Game(4), width=700, board_only=True))) as image:
        seen = {color for _, color in image.convert("RGB").getcolors(700 * 700) or ()}
    for expected in ((0xF0, 0xAC, 0x12), (0xC6, 0x2F, 0x2B), (0x2B, 0x4E, 0xA8), (0x2C, 0x7A, 0x3F)):
        assert expected in seen


def test_a_picture_carries_a_record_if_one_is_given() -> None:
    assert extract(png(Game(2), width=64)) is None
    assert extract(png(Game(2), width=64, region="D4", record="1. a game")) == "1. a game"


def test_a_theme_of_variables_is_drawn_in_its_colors() -> None:
    assert png(Game(2), width=64, theme=LIGHT.as_variables()) == png(Game(2), width=64)


@pytest.mark.parametrize("width", [0, -5, 15, 8001])
def test_impossible_widths_are_refused(width: int) -> None:
    with pytest.raises(DrawingError, match=f"A picture can be 16 to 8000 pixels wide, not {width}"):
        png(Game(2), width=width)


def test_invalid_svg_is_rejected() -> None:
    with pytest.raises(DrawingError, match="cannot be rendered"):
        render("<svg", 100)


def test_the_package_is_light_to_import() -> None:
    code = "import sys, aquaromana.drawing; print([m for m in ('PIL', 'resvg_py') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
