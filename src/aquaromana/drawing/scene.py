"""A position as SVG: the whole picture, only the board, or a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypedDict, Unpack

from aquaromana.drawing.aliases import short_variables
from aquaromana.drawing.board import board
from aquaromana.drawing.crop import Crop
from aquaromana.drawing.ids import own_ids
from aquaromana.drawing.lettering import fitted, write
from aquaromana.drawing.marks import Highlights, last_move
from aquaromana.drawing.metadata import metadata_element
from aquaromana.drawing.panel import panel
from aquaromana.drawing.pencil import element, group, moved, number, rect
from aquaromana.drawing.places import FRAMED, RIM, Box
from aquaromana.drawing.shown import Shown, named, played
from aquaromana.drawing.stairs import stairs
from aquaromana.drawing.symbols import defs, references, symbol_names
from aquaromana.drawing.theme import GAP, LIGHT, MARGIN, PANEL, STAIRS, Theme, theme_named
from aquaromana.records import Record, write_record
from aquaromana.rules.game import Game
from aquaromana.rules.position import Position

WHOLE: Final[Box] = (0, 0, MARGIN * 2 + FRAMED[2] + GAP + PANEL, MARGIN * 2 + STAIRS + FRAMED[3])
ALONE: Final[Box] = (FRAMED[0] - 12, FRAMED[1] - 12, FRAMED[2] + 26, FRAMED[3] + 28)
BOARD_AT: Final = (MARGIN + RIM, MARGIN + STAIRS + RIM)
TITLE: Final = "AQUA ROMANA"
TITLE_SIZE: Final = 52
TITLE_SPACING: Final = 12
NAME_LENGTH: Final = 60
LARGEST: Final = 99_000
"""Characters that a picture should have at most: letters are drawn, and where there are too many, texts are cut."""
LETTERS: Final = (NAME_LENGTH, 20, 14, 9, 5, 0)
"""The most letters of a name, from one attempt to the next."""


class Look(TypedDict, total=False):
    """What `svg`, `png` and `gif` draw, and how."""

    theme: Theme | str
    """LIGHT or DARK, another theme, or "light" or "dark"."""
    board_only: bool
    """Leave out title, stairs and panel."""
    region: str | None
    """That part of the board alone, "C2-F4" or "D1", with the path where it touches the edge; not for films."""
    highlights: Highlights | None
    """What is pointed out; for a game its last move unless this is given; not for films."""
    title: str
    names: Sequence[str]
    """The players' names, by seat; those of a record unless others are given."""
    caption: str | None
    """What is asked, in words; not for films."""


def svg(position: Shown, *, width: int | None = None, record: str | None = None, **look: Unpack[Look]) -> str:
    """A position, its text, a game as it stands or a record as it ends, as an SVG document.

    `width` is the nominal width, SVG scales anyway. `record` travels along as metadata; see `extract`. A `Record`
    brings itself and the names of its seats. Several pictures may stand in one page: they share no ids.
    """
    record, names = carried(position, record), look.get("names", named(position))
    position = played(position)
    state = position.position if isinstance(position, Game) else position
    theme = theme_named(look.get("theme", LIGHT))
    highlights = look.get("highlights")
    if highlights is None:
        highlights = last_move(position) if isinstance(position, Game) else Highlights()
    region, board_only = look.get("region"), look.get("board_only", False)
    if region is not None:
        crop = Crop.named(region)
        view = crop.view
        body = rect(*view, theme.paint("page")) + board(state, theme, highlights, within=view) + crop.border(theme)
        return document(theme, view, body, width=width, record=record, own=True)
    view = ALONE if board_only else WHOLE
    middle = placed(board(state, theme, highlights), board_only=board_only)
    title, caption = look.get("title", TITLE), look.get("caption")
    drawn = ""
    for most in LETTERS:
        body = back(theme, _cut(title, max(most, len(TITLE))), board_only=board_only) + middle
        if not board_only:
            body += surroundings(
                state, theme, [_cut(name, most) for name in names], caption and _cut(caption, 2 * most)
            )
        drawn = document(theme, view, body, width=width, record=record, own=True)
        if len(drawn) <= LARGEST:
            break
    return drawn


def _cut(text: str, most: int) -> str:
    """The first letters of a text, with full stops for the rest."""
    return text if len(text) <= most else text[:most].rstrip() + "..." if most else ""


def carried(shown: Shown, record: str | None) -> str | None:
    """The text of the record that a picture carries: the one that is given, or that of the record it shows."""
    return write_record(shown) if record is None and isinstance(shown, Record) else record


def document(
    theme: Theme, view: Box, body: str, *, width: int | None = None, record: str | None = None, own: bool = False
) -> str:
    """An SVG document with the definitions that its body needs; with ids of its `own` if others may be beside it."""
    x, y, w, h = view
    wide = w if width is None else width
    content = defs(theme, references(body)) + body
    style = None
    if own:
        content, style = short_variables(own_ids(content, symbol_names()))
    return element(
        "svg",
        (metadata_element(record) if record is not None else "") + content,
        xmlns="http://www.w3.org/2000/svg",
        width=wide,
        height=h * wide / w,
        viewBox=" ".join(map(number, (x, y, w, h))),
        style=style,
    )


def back(theme: Theme, title: str, *, board_only: bool) -> str:
    """The background of the board."""
    if board_only:
        return rect(*ALONE, theme.paint("page"))
    x, y, width, height = WHOLE
    shown = fitted(title, TITLE_SIZE, FRAMED[2] - MARGIN, spacing=TITLE_SPACING)
    drawn = write(shown, MARGIN + 6, MARGIN + 62, TITLE_SIZE, theme.paint("ink"), spacing=TITLE_SPACING)
    return (
        rect(x, y, width, height, theme.paint("page-edge"))
        + rect(x + 10, y + 10, width - 20, height - 20, theme.paint("page"), 26)
        + (group(drawn, id="title") if title else "")
    )


def placed(layers: str, *, board_only: bool) -> str:
    """The board in its place."""
    return layers if board_only else group(layers, id="board", transform=f"translate({BOARD_AT[0]} {BOARD_AT[1]})")


def surroundings(position: Position, theme: Theme, names: Sequence[str], caption: str | None = None) -> str:
    """Stairs and panel in their places."""
    steps = stairs(position, theme, FRAMED[2] - 8, STAIRS - 12)
    beside = panel(position, theme, PANEL, STAIRS + FRAMED[3], [name[:NAME_LENGTH] for name in names], caption)
    return group(moved(steps, MARGIN + 4, MARGIN), id="stairs") + group(
        moved(beside, MARGIN + FRAMED[2] + GAP, MARGIN), id="panel"
    )
