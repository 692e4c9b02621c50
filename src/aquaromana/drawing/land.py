"""Symbols of the background: the frame with its meander and coordinates, the paved path, the landscape.

Every square has its own plants, drawn by a generator that starts from the square's name: the land is the same in every
picture, and what stood on a square comes back when a tile is undone.
"""

from __future__ import annotations

import random
from typing import Final

from aquaromana.drawing.lettering import write
from aquaromana.drawing.pencil import Attributes, circle, element, ellipse, group, line, moved, number, rect, shape, use
from aquaromana.drawing.places import BOARD_HEIGHT, BOARD_WIDTH, FRAMED, RIM, path_box
from aquaromana.drawing.theme import FRAME, PATH_DEPTH, SQUARE, Theme
from aquaromana.rules.geometry import COLUMN_NAMES, COLUMNS, CORNERS, PATH, ROWS, SQUARES, square_name

_KEY: Final = 21
"""Width of one turn of the meander."""

MIDLINE: Final = RIM - 18.5
"""From the squares to the middle of the frame, where its ornaments stand."""


def _plant_symbols(theme: Theme) -> dict[str, str]:
    """Plants, stones, buildings and animals; the foot of each is at 0, 0."""
    paint = theme.paint
    shade: Attributes = {"opacity": 0.22}
    drawn = {
        "cypress": ellipse(6, 1.5, 9, 3, paint("shadow"), **shade)
        + rect(-1.2, -5, 2.4, 6, paint("wood"))
        + shape("M0 -31C6.4 -20 7 -8 4.4 -3.4Q0 -1 -4.4 -3.4C-7 -8 -6.4 -20 0 -31Z", paint("leaf-dark"))
        + shape("M0 -31C1.6 -20 1 -8 -1 -2.4Q-3.4 -2.6 -4.4 -3.4C-7 -8 -6.4 -20 0 -31Z", paint("leaf")),
        "olive": ellipse(5, 1.5, 11, 3.2, paint("shadow"), **shade)
        + line("M0 1Q-1 -4 -3.4 -8M0 1Q0.6 -4 3 -7", paint("wood"), 1.8, stroke_linecap="round")
        + circle(4, -10, 6.2, paint("leaf-dark"))
        + circle(-3.4, -10.6, 6.6, paint("leaf"))
        + circle(0.6, -14.6, 6, paint("leaf"))
        + circle(-3.4, -13.4, 3.6, paint("leaf-light"))
        + circle(1.8, -16.4, 2.6, paint("leaf-light")),
        "shrub": ellipse(3, 0.8, 8, 2.6, paint("shadow"), **shade)
        + circle(3.4, -3.2, 4.4, paint("leaf-dark"))
        + circle(-2.6, -3.4, 4.8, paint("leaf"))
        + circle(-3.4, -4.8, 2.6, paint("leaf-light")),
        "stones": ellipse(3, 1, 8, 2.6, paint("shadow"), **shade)
        + shape("M-6 0Q-7 -5 -2 -6Q4 -6 4 0Q-1 2 -6 0Z", paint("pebble-dark"))
        + shape("M-6 -1Q-6 -5 -2 -5.6Q2 -5.6 2 -2Q-2 -1.4 -6 -1Z", paint("pebble"))
        + shape("M4 1Q3.6 -3 6.6 -3Q9.6 -2.6 9 1Z", paint("pebble-dark"))
        + shape("M4.4 0Q4.4 -2.6 6.4 -2.6Q8 -2 7.6 -0.6Z", paint("pebble")),
        "sheep": ellipse(2, 1, 9, 2.6, paint("shadow"), **shade)
        + line("M-4 -2V1M-1 -2V1.4M3 -2V1M5 -2V1.4", paint("hair"), 1.2, stroke_linecap="round")
        + circle(4, -5, 4, paint("pebble"))
        + circle(-3.4, -5, 4.2, paint("petal"))
        + circle(0.6, -6.4, 4.2, paint("petal"))
        + circle(3.6, -5.6, 3.2, paint("petal"))
        + ellipse(-7.4, -6.4, 2.3, 2.8, paint("hair"))
        + line("M-5.8 -8.4l2 -0.6", paint("hair"), 1.4, stroke_linecap="round"),
        "villa": ellipse(7, 1.2, 17, 3.6, paint("shadow"), **shade)
        + rect(-12, -9, 24, 10, paint("wall"), 0.6)
        + rect(3, -9, 9, 10, paint("plate-dark"), 0.6)
        + rect(-6.4, -5.4, 4.2, 6.4, paint("wood"))
        + rect(-10.4, -5.4, 2.6, 3, paint("lamp"))
        + rect(6, -5.4, 2.6, 3, paint("lamp"))
        + shape("M-14.4 -8L-9.6 -17H9.4L14.4 -8Z", paint("frame"))
        + shape("M2.4 -8L4.4 -17H9.4L14.4 -8Z", paint("frame-dark"))
        + line("M-9.6 -17H9.4M-8 -8L-5.4 -17M-3 -8L-1.4 -17", paint("frame-light"), 1.2),
        "ruin": ellipse(5, 1.2, 13, 3, paint("shadow"), **shade)
        + rect(-11, -0.6, 21, 2.4, paint("pebble-dark"), 1)
        + rect(-9, -18, 4.8, 18, paint("wall"))
        + rect(-5.8, -18, 1.6, 18, paint("plate-dark"))
        + rect(-10.2, -20.4, 7.2, 2.8, paint("wall-light"), 0.8)
        + shape("M2.4 0V-9L4.4 -8L5.6 -10.4L7.2 -8.4V0Z", paint("wall"))
        + rect(5.6, -8.4, 1.6, 8.4, paint("plate-dark"))
        + ellipse(11.6, 0.6, 3.6, 2.4, paint("wall"))
        + ellipse(13.4, 0.6, 1.6, 2.2, paint("pebble-dark")),
        "vines": "".join(
            line(f"M-13 {y}h26", paint("earth"), 1.4, stroke_linecap="round")
            + "".join(circle(x, y - 2.2, 2.2, paint("leaf")) for x in (-10, -5, 0, 5, 10))
            + "".join(circle(x - 0.6, y - 3, 1.1, paint("leaf-light")) for x in (-10, -5, 0, 5, 10))
            for y in (-10, -4.4, 1.2)
        ),
        "flowers": "".join(
            circle(x, y, 1.5, paint(color))
            for x, y, color in ((-4, -2, "petal"), (0, -4.4, "petal-warm"), (3.8, -1.6, "petal"), (0.4, 0.6, "petal"))
        ),
    }
    return {f"land-{name}": group(content, id=f"land-{name}") for name, content in drawn.items()}


_TUFT: Final = "q-1-3-3-4.4m3 4.4q0-4 .3-6m-.3 6q1-3 3-4"

PLANTS: Final = {
    "cypress": 5,
    "olive": 5,
    "shrub": 6,
    "stones": 4,
    "flowers": 4,
    "sheep": 2,
    "vines": 2,
    "villa": 1,
    "ruin": 1,
}
"""How often each of them is found."""


def land_symbols(theme: Theme) -> dict[str, str]:
    """The background; squares and path squares have their upper left corner at 0, 0."""
    symbols = {
        "frame-glaze": _frame_glaze(theme),
        "frame": group(_frame(theme) + _corner_stones(theme), id="frame"),
        "field": group(rect(0, 0, BOARD_WIDTH, BOARD_HEIGHT, theme.paint("mortar")), id="field"),
        "grid": group(_grid(theme), id="grid"),
    }
    symbols |= {f"path-{path}": group(_slab(theme, path), id=f"path-{path}") for path in range(1, PATH + 1)}
    for square in range(SQUARES):
        if square not in CORNERS:
            name = f"ground-{square_name(square)}"
            symbols[name] = group(_ground(theme, square), id=name)
    return symbols | _plant_symbols(theme)


def _ground(theme: Theme, square: int) -> str:
    """The ground of a square, and what grows there."""
    paint = theme.paint
    dice = random.Random(f"land {square_name(square)}")
    tone = dice.choice(("land", "land", "land-light", "land-dark"))
    parts = [rect(0, 0, SQUARE, SQUARE, paint("land"))]
    if tone != "land":
        parts.append(rect(0, 0, SQUARE, SQUARE, paint(tone), opacity=0.5))
    patches = []
    for _ in range(2):
        x, y, rx = dice.uniform(25, 75), dice.uniform(25, 75), dice.uniform(12, 24)
        ry = rx * dice.uniform(0.4, 0.6)
        color = paint(dice.choice(("land-light", "land-dark", "land-light")))
        patches.append(ellipse(round(x, 1), round(y, 1), round(rx, 1), round(ry, 1), color))
    if dice.random() < 0.16:
        patches.append(_furrows(theme, dice))
    blades, light = "", ""
    for _ in range(dice.randrange(5, 9)):
        x, y = dice.uniform(8, 90), dice.uniform(10, 94)
        tuft = f"M{number(round(x, 1))} {number(round(y, 1))}{_TUFT}"
        if dice.random() < 0.7:
            blades += tuft
        else:
            light += tuft
    plants: list[tuple[float, str]] = []
    for _ in range(dice.choice((0, 1, 1, 1, 2, 2, 3))):
        x, y = dice.uniform(16, 84), dice.uniform(34, 92)
        size = dice.uniform(0.85, 1.2)
        (plant,) = dice.choices(tuple(PLANTS), tuple(PLANTS.values()))
        plants.append((y, use(f"land-{plant}", round(x, 1), round(y, 1), round(size, 2))))
    pen: Attributes = {"stroke_linecap": "round"}
    return (
        "".join(parts)
        + group(patches, opacity=0.6)
        + (line(light, paint("blade-light"), 1.3, **pen) if light else "")
        + (line(blades, paint("blade"), 1.3, **pen) if blades else "")
        + "".join(drawn for _, drawn in sorted(plants, key=lambda plant: plant[0]))
    )


def _furrows(theme: Theme, dice: random.Random) -> str:
    """A small ploughed field."""
    left, top = dice.uniform(14, 30), dice.uniform(14, 30)
    rows = "".join(f"M{left + step * 2:.1f} {top + step * 8:.1f}q14 -3 28 0t26 0" for step in range(5))
    return line(rows, theme.paint("earth"), 3, stroke_linecap="round")


def _grid(theme: Theme) -> str:
    """The lines between the squares."""
    marks = [f"M{column * SQUARE} 0V{BOARD_HEIGHT}" for column in range(1, COLUMNS)]
    marks += [f"M0 {row * SQUARE}H{BOARD_WIDTH}" for row in range(1, ROWS)]
    return line(
        "".join(marks), theme.paint("land-line"), 1.3, opacity=0.75, stroke_dasharray="5 5", stroke_dashoffset=2.5
    )


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


def _meander(theme: Theme) -> str:
    """A running key along the four sides between the coordinates, and a rosette in each corner."""
    strips = []
    lengths = (COLUMNS, ROWS, COLUMNS, ROWS)
    starts = (
        (0, -MIDLINE),
        (BOARD_WIDTH + MIDLINE, 0),
        (BOARD_WIDTH, BOARD_HEIGHT + MIDLINE),
        (-MIDLINE, BOARD_HEIGHT),
    )
    for side, ((x, y), count) in enumerate(zip(starts, lengths, strict=True)):
        keys = "".join(
            f"M{number(gap * SQUARE + (step - 1.5) * _KEY)} 6.5h{_KEY}m{-_KEY} 0v-13h{_KEY - 5}v8.5h-9.5v-4.2"
            for gap in range(count + 1)
            for step in range(3)
        )
        strips.append(element("path", d=keys, transform=f"translate({number(x)} {number(y)})rotate({side * 90})"))
    rosettes = "".join(
        moved(_rosette(theme), x, y)
        for x in (-MIDLINE, BOARD_WIDTH + MIDLINE)
        for y in (-MIDLINE, BOARD_HEIGHT + MIDLINE)
    )
    pen: Attributes = {"fill": "none", "stroke": theme.paint("frame-ink"), "stroke_width": 2.2, "stroke_opacity": 0.42}
    return group(strips, **pen) + rosettes


def _rosette(theme: Theme) -> str:
    petals = "".join(
        element("ellipse", cx=0, cy=-7, rx=2.6, ry=5, transform=f"rotate({turn})") for turn in range(0, 360, 45)
    )
    return (
        circle(0, 0, 15, theme.paint("frame-dark"))
        + group(petals, fill=theme.paint("frame-ink"), fill_opacity=0.75)
        + circle(0, 0, 3, theme.paint("frame-ink"))
    )


def _coordinates(theme: Theme) -> str:
    names: list[tuple[float, float, str]] = [
        (column * SQUARE + 50, y, COLUMN_NAMES[column])
        for column in range(COLUMNS)
        for y in (-MIDLINE, BOARD_HEIGHT + MIDLINE)
    ]
    names += [(x, row * SQUARE + 50, str(row + 1)) for row in range(ROWS) for x in (-MIDLINE, BOARD_WIDTH + MIDLINE)]
    return "".join(_cartouche(theme, x, y, name) for x, y, name in names)


def _cartouche(theme: Theme, x: float, y: float, name: str) -> str:
    return circle(x, y, 12.5, theme.paint("frame-dark")) + write(
        name, x, y + 6, 12, theme.paint("frame-ink"), anchor="middle", weight=1.1
    )


def _slab(theme: Theme, path: int) -> str:
    """A path square: worn flagstones with a small number at the outer edge."""
    paint = theme.paint
    left, _, width, height = path_box(path)
    dice = random.Random(f"path {path}")
    tone = paint(dice.choice(("slab", "slab", "slab-dark")))
    seams = _joints(width, height, dice)
    right = left > BOARD_WIDTH / 2 and width < SQUARE
    name = write(
        str(path),
        width - 8 if right else 8,
        19,
        11,
        paint("slab-ink"),
        anchor="end" if right else "start",
    )
    return (
        rect(2, 2, width - 4, height - 4, paint("slab-light"), 7)
        + rect(3.2, 3.4, width - 5.2, height - 5.4, tone, 6)
        + line(seams, paint("mortar"), 1.6, opacity=0.55)
        + line(seams, paint("slab-light"), 1, transform="translate(1.2 1.3)", opacity=0.7)
        + name
    )


def _joints(width: float, height: float, dice: random.Random) -> str:
    """Three cuts that make four flagstones of a path square."""
    x, y = width * dice.uniform(0.3, 0.7), height * dice.uniform(0.34, 0.66)
    cut = dice.uniform(0.25, 0.75)
    near, right, low = 3.0, width - 3, height - 3
    if dice.random() < 0.5:
        ends = (near, y, right, y), (x, near, x, y), (width * cut, y, width * cut, low)
    else:
        ends = (x, near, x, low), (near, y, x, y), (x, height * cut, right, height * cut)
    return "".join(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for a, b, c, d in ends)


def _corner_stones(theme: Theme) -> str:
    """The stones under the fountains."""
    parts = []
    for x in (-PATH_DEPTH, BOARD_WIDTH):
        for y in (-PATH_DEPTH, BOARD_HEIGHT):
            parts.append(rect(x + 2, y + 2, PATH_DEPTH - 4, PATH_DEPTH - 4, theme.paint("slab-light"), 7))
            parts.append(rect(x + 3.2, y + 3.4, PATH_DEPTH - 5.2, PATH_DEPTH - 5.4, theme.paint("slab-dark"), 6))
    return "".join(parts)
