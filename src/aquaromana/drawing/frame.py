"""Symbols of the frame with its meander and coordinates, and the paved path."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final

from aquaromana.drawing.lettering import Label, write_all
from aquaromana.drawing.path_data import tight
from aquaromana.drawing.pencil import Attributes, circle, element, group, line, number, oval, rect, shape, use
from aquaromana.drawing.places import BOARD_HEIGHT, BOARD_WIDTH, FRAMED, RIM, Point, path_box
from aquaromana.drawing.theme import FRAME, PATH_DEPTH, SQUARE, Theme
from aquaromana.rules.geometry import COLUMN_NAMES, COLUMNS, PATH, ROWS

_KEY: Final = 21
"""Width of one turn of the meander."""

MIDLINE: Final = RIM - 18.5
"""From the squares to the middle of the frame, where its ornaments stand."""


def _frame(theme: Theme) -> str:
    """The terracotta frame with its meander and the coordinates, and the mortar under the path."""
    paint = theme.paint
    x, y, width, height = FRAMED
    inner = FRAME - 7
    parts = [
        rect(x + 7, y + 10, width, height, paint("shadow"), 22, opacity=0.16),
        rect(x + 4, y + 6, width, height, paint("shadow"), 21, opacity=0.22),
        rect(x, y, width, height, paint("frame-dark"), 20),
        rect(x, y, width - 3, height - 3.5, paint("frame-light"), 20),
        rect(x + 2.5, y + 2.5, width - 5.5, height - 6, "url(#frame-glaze)", 18),
        rect(x + inner, y + inner, width - 2 * inner, height - 2 * inner, paint("frame-dark"), 9),
        rect(x + inner + 2, y + inner + 2, width - 2 * inner - 2, height - 2 * inner - 2, paint("frame-light"), 8),
        rect(x + FRAME - 3, y + FRAME - 3, width - 2 * FRAME + 6, height - 2 * FRAME + 6, paint("mortar"), 6),
        _meander(theme),
        _coordinates(theme),
    ]
    return "".join(parts)


def _frame_glaze(theme: Theme) -> str:
    """The gradient of the frame."""
    stops = "".join(
        element("stop", offset=offset, stop_color=theme.paint(color))
        for offset, color in ((0, "frame-light"), (0.3, "frame"), (0.75, "frame"), (1, "frame-dark"))
    )
    return element("linearGradient", stops, id="frame-glaze", x1=0, y1=0, x2=1, y2=1)


def frame_symbols(theme: Theme) -> dict[str, str]:
    """The frame, every path square with its upper left corner at 0, 0, and what they are made of."""
    keys = "".join(
        f"M{number((step - 1.5) * _KEY)} 6.5h{_KEY}m{-_KEY} 0v-13h{_KEY - 5}v8.5h-9.5v-4.2" for step in range(3)
    )
    symbols = {
        "frame-glaze": _frame_glaze(theme),
        "frame": group(_frame(theme) + _corner_stones(), id="frame"),
        "key": element("path", d=tight(keys), id="key"),
        "rosette": group(_rosette(theme), id="rosette"),
    }
    for count in (COLUMNS, ROWS):
        strip = "".join(use("key", gap * SQUARE) for gap in range(count + 1))
        symbols[f"meander-{count}"] = group(strip, id=f"meander-{count}")
    for way, (width, height) in _STONES.items():
        for tone in ("slab", "slab-dark"):
            name = f"{tone}-{way}"
            symbols[name] = group(_slab(theme, width, height, tone), id=name)
    for path in range(1, PATH + 1):
        symbols[f"path-{path}"] = group(pavement(theme, {path: (0, 0)}), id=f"path-{path}")
    return symbols


def _meander(theme: Theme) -> str:
    """A running key along the four sides between the coordinates, and a rosette in each corner."""
    lengths = (COLUMNS, ROWS, COLUMNS, ROWS)
    starts = (
        (0, -MIDLINE),
        (BOARD_WIDTH + MIDLINE, 0),
        (BOARD_WIDTH, BOARD_HEIGHT + MIDLINE),
        (-MIDLINE, BOARD_HEIGHT),
    )
    strips = [
        element("use", href=f"#meander-{count}", transform=f"translate({number(x)} {number(y)})rotate({side * 90})")
        for side, ((x, y), count) in enumerate(zip(starts, lengths, strict=True))
    ]
    rosettes = "".join(
        use("rosette", x, y) for x in (-MIDLINE, BOARD_WIDTH + MIDLINE) for y in (-MIDLINE, BOARD_HEIGHT + MIDLINE)
    )
    pen: Attributes = {"fill": "none", "stroke": theme.paint("frame-ink"), "stroke_width": 2.2, "stroke_opacity": 0.42}
    return group(strips, **pen) + rosettes


def _rosette(theme: Theme) -> str:
    turns = [math.radians(turn) for turn in range(0, 360, 45)]
    petals = "".join(oval(7 * math.sin(t), -7 * math.cos(t), 5, 2.6, math.degrees(t) - 90) for t in turns)
    return (
        circle(0, 0, 15, theme.paint("frame-dark"))
        + shape(petals, theme.paint("frame-ink"), opacity=0.75)
        + circle(0, 0, 3, theme.paint("frame-ink"))
    )


def _coordinates(theme: Theme) -> str:
    """The names of columns and rows, each on a disc, on both sides."""
    columns = [(name, column * SQUARE + 50, 6) for column, name in enumerate(COLUMN_NAMES)]
    rows = [(str(row + 1), 0, row * SQUARE + 56) for row in range(ROWS)]
    top, left = group(_discs(theme, columns), id="columns"), group(_discs(theme, rows), id="rows")
    return (
        element("defs", top + left)
        + "".join(use("columns", 0, y) for y in (-MIDLINE, BOARD_HEIGHT + MIDLINE))
        + "".join(use("rows", x) for x in (-MIDLINE, BOARD_WIDTH + MIDLINE))
    )


def _discs(theme: Theme, names: Sequence[Label]) -> str:
    discs = "".join(f"M{number(x)} {number(y - 6)}h0" for _, x, y in names)
    return line(discs, theme.paint("frame-dark"), 25, stroke_linecap="round") + write_all(
        names, 12, theme.paint("frame-ink"), anchor="middle", weight=1.1
    )


_STONES: Final = {"h": (SQUARE, PATH_DEPTH), "v": (PATH_DEPTH, SQUARE), "corner": (PATH_DEPTH, PATH_DEPTH)}
"""Width and height of the path squares above and below the board, beside it, and in its corners."""


def pavement(theme: Theme, corners: Mapping[int, Point]) -> str:
    """Path squares whose corners are there: worn flagstones with a small number at the outer edge."""
    paint = theme.paint
    stones, seams = "", ""
    names: list[Label] = []
    ends: list[Label] = []
    for path, (x, y) in corners.items():
        left, _, width, height = path_box(path)
        dice = random.Random(f"path {path}")
        tone = dice.choice(("slab", "slab", "slab-dark"))
        stones += use(f"{tone}-{'h' if width == SQUARE else 'v'}", x, y)
        seams += _joints(x, y, width, height, dice)
        if left > BOARD_WIDTH / 2 and width < SQUARE:
            ends.append((str(path), x + width - 8, y + 19))
        else:
            names.append((str(path), x + 8, y + 19))
    ink = paint("slab-ink")
    return (
        stones
        + _carved(theme, seams, "seams" if len(corners) > 1 else "")
        + (write_all(names, 11, ink) if names else "")
        + (write_all(ends, 11, ink, anchor="end") if ends else "")
    )


def _carved(theme: Theme, seams: str, name: str) -> str:
    """Seams with a light edge; many of them are defined once."""
    data = tight(seams, 0)
    dark: Attributes = {"stroke_width": 1.6, "stroke_opacity": 0.55, "stroke": theme.paint("mortar")}
    light: Attributes = {"stroke_width": 1, "stroke_opacity": 0.7, "stroke": theme.paint("slab-light")}
    if not name:
        lines = (element("path", d=data, **dark), element("path", d=data, transform="translate(1.2 1.3)", **light))
        return group(lines, fill="none")
    defined = element("defs", element("path", id=name, d=data))
    return group(defined + use(name, **dark) + use(name, 1.2, 1.3, **light), fill="none")


def _slab(theme: Theme, width: float, height: float, tone: str) -> str:
    return rect(2, 2, width - 4, height - 4, theme.paint("slab-light"), 7) + rect(
        3.2, 3.4, width - 5.2, height - 5.4, theme.paint(tone), 6
    )


def _joints(left: float, top: float, width: float, height: float, dice: random.Random) -> str:
    """Three cuts that make four flagstones of a path square."""
    x, y = width * dice.uniform(0.3, 0.7), height * dice.uniform(0.34, 0.66)
    cut = dice.uniform(0.25, 0.75)
    near, right, low = 3.0, width - 3, height - 3
    if dice.random() < 0.5:
        ends = (near, y, right, y), (x, near, x, y), (width * cut, y, width * cut, low)
    else:
        ends = (x, near, x, low), (near, y, x, y), (x, height * cut, right, height * cut)
    return "".join(f"M{left + a:.1f} {top + b:.1f}L{left + c:.1f} {top + d:.1f}" for a, b, c, d in ends)


def _corner_stones() -> str:
    """The stones under the fountains."""
    return "".join(
        use("slab-dark-corner", x, y) for x in (-PATH_DEPTH, BOARD_WIDTH) for y in (-PATH_DEPTH, BOARD_HEIGHT)
    )
