"""How games, positions and records are displayed: a small picture in notebooks, and a text to print."""

from __future__ import annotations

from typing import Final

from aquaromana.drawing.ids import own_ids
from aquaromana.drawing.lettering import text_width, write
from aquaromana.drawing.pencil import element, number, rect
from aquaromana.drawing.places import FRAMED
from aquaromana.drawing.shown import Shown, state_of
from aquaromana.drawing.sketch import coordinates, sketched
from aquaromana.drawing.text import text_board
from aquaromana.drawing.theme import LIGHT
from aquaromana.drawing.words import question, seat_names
from aquaromana.rules.scoring import scores

WIDTH: Final = 560
"""Nominal, in pixels."""

_LINE: Final = 62
"""The height of a line of the caption, and the size of its letters, in units of the drawing."""
_LETTERS: Final = 30


def picture(shown: Shown) -> str:
    """A small picture: the board with its names, who has how many points, and what is asked."""
    position, names = state_of(shown)
    x, y, width, height = FRAMED
    points = zip(seat_names(position.players, names), scores(position), strict=True)
    lines = [", ".join(f"{name[:24]} {own}" for name, own in points), question(position, names)]
    caption = "".join(
        write(line, x + 20, y + height + _LINE * (index + 0.75), _fitting(line, width - 40), LIGHT.paint("ink"))
        for index, line in enumerate(lines)
    )
    high = height + _LINE * len(lines) + 16
    return element(
        "svg",
        own_ids(
            rect(x, y, width, high, LIGHT.paint("page")) + sketched(position, LIGHT) + coordinates(LIGHT) + caption
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=WIDTH * high / width,
        viewBox=" ".join(map(number, (x, y, width, high))),
    )


def _fitting(line: str, width: float) -> float:
    """How large a line may be written."""
    return min(_LETTERS, _LETTERS * width / text_width(line, _LETTERS))


def text(shown: Shown, *, color: bool = False, compact: bool = False, ascii: bool = False) -> str:  # noqa: A002
    """The board as text; what the last decision changed is marked."""
    return text_board(shown, color=color, compact=compact, ascii=ascii)
