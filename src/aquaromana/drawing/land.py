"""Symbols of the landscape.

Every square has its own plants, drawn by a generator that starts from the square's name: the land is the same in every
picture, and what stood on a square comes back when a tile is undone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from aquaromana.drawing.path_data import tight
from aquaromana.drawing.pencil import (
    Attributes,
    boxes,
    circle,
    element,
    ellipse,
    group,
    line,
    oval,
    rect,
    shape,
    use,
)
from aquaromana.drawing.places import BOARD_HEIGHT, BOARD_WIDTH, Box, Point
from aquaromana.drawing.theme import SQUARE, Theme
from aquaromana.rules.geometry import COLUMNS, CORNERS, ROWS, SQUARES, square_name


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
        "vines": group(
            line("M-13 -10h26M-13 -4.4h26M-13 1.2h26", paint("earth"), 1.4)
            + line(_vines(0, -2.2), paint("leaf"), 4.4)
            + line(_vines(-0.6, -3), paint("leaf-light"), 2.2),
            stroke_linecap="round",
        ),
        "flowers": "".join(
            circle(x, y, 1.5, paint(color))
            for x, y, color in ((-4, -2, "petal"), (0, -4.4, "petal-warm"), (3.8, -1.6, "petal"), (0.4, 0.6, "petal"))
        ),
    }
    low = {f"land-{name}": group(content, id=f"land-{name}", transform="scale(.93)") for name, content in drawn.items()}
    return low | {f"{name}-tall": group(use(name), id=f"{name}-tall", transform="scale(1.2)") for name in low}


MIDDLING: Final = 1.02
"""Of a size between 0.85 and 1.2: what is larger is drawn in the tall version."""


def _vines(dx: float, dy: float) -> str:
    """Dots along three rows, moved by so much."""
    return "".join(f"M{x + dx} {y + dy:.1f}h0" for y in (-10, -4.4, 1.2) for x in (-10, -5, 0, 5, 10))


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
        "field": group(rect(0, 0, BOARD_WIDTH, BOARD_HEIGHT, theme.paint("mortar")), id="field"),
        "grid": group(_grid(theme), id="grid"),
    }
    for square in range(SQUARES):
        if square not in CORNERS:
            name = f"ground-{square_name(square)}"
            symbols[name] = group(landscape(theme, {square: (0, 0)}, is_symbol=True), id=name)
    for color in ("blade", "blade-light"):
        symbols[color] = element(
            "marker", _tufts(theme, color, f"M0 0{_TUFT}"), id=color, markerUnits="userSpaceOnUse", overflow="visible"
        )
    return symbols | _plant_symbols(theme)


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a square has; places are seen from its corner."""

    tone: str
    patches: tuple[tuple[str, float, float, float, float], ...]
    """Color, middle and radii."""
    furrows: tuple[Point, ...]
    blades: tuple[tuple[str, Point], ...]
    """Tufts of grass, by color."""
    plants: tuple[tuple[str, Point, float], ...]
    """Name, foot and size, from the rear to the front."""


@cache
def _ground(square: int) -> _Ground:
    """What grows on a square."""
    dice = random.Random(f"land {square_name(square)}")
    tone = dice.choice(("land", "land", "land-light", "land-dark"))
    patches = []
    for _ in range(2):
        x, y, rx = dice.uniform(25, 75), dice.uniform(25, 75), dice.uniform(12, 24)
        ry = rx * dice.uniform(0.4, 0.6)
        color = dice.choice(("land-light", "land-dark", "land-light"))
        patches.append((color, x, y, rx, ry))
    furrows: tuple[Point, ...] = ()
    if dice.random() < 0.16:
        left, top = dice.uniform(14, 30), dice.uniform(14, 30)
        furrows = tuple((left + step * 2, top + step * 8) for step in range(5))
    blades = []
    for _ in range(dice.randrange(5, 9)):
        place = dice.uniform(8, 90), dice.uniform(10, 94)
        blades.append(("blade" if dice.random() < 0.7 else "blade-light", place))
    plants = []
    for _ in range(dice.choice((0, 1, 1, 1, 2, 2, 3))):
        place = dice.uniform(16, 84), dice.uniform(34, 92)
        size = dice.uniform(0.85, 1.2)
        (plant,) = dice.choices(tuple(PLANTS), tuple(PLANTS.values()))
        plants.append((plant, place, size))
    plants.sort(key=lambda plant: plant[1][1])
    return _Ground(tone, tuple(patches), furrows, tuple(blades), tuple(plants))


def landscape(theme: Theme, corners: Mapping[int, Point], *, is_symbol: bool = False) -> str:
    """The ground of squares whose corners are there, and what grows on them; what is alike is one path."""
    paint = theme.paint
    grounds = [(_ground(square), x, y) for square, (x, y) in corners.items()]
    parts = [shape(boxes(_rows(corners.values())), paint("land"))]
    for tone in ("land-light", "land-dark"):
        toned = boxes(_rows((x, y) for ground, x, y in grounds if ground.tone == tone))
        parts.append(shape(toned, paint(tone), opacity=0.5) if toned else "")
    patches = []
    for tone in ("land-dark", "land-light"):
        outlines = "".join(
            oval(round(x + u), round(y + v), round(rx), round(ry), step=1)
            for ground, x, y in grounds
            for color, u, v, rx, ry in ground.patches
            if color == tone
        )
        patches.append(shape(outlines, paint(tone)) if outlines else "")
    rows = "".join(f"M{x + u:.1f} {y + v:.1f}q14 -3 28 0t26 0" for ground, x, y in grounds for u, v in ground.furrows)
    patches.append(line(tight(rows, 0), paint("earth"), 3, stroke_linecap="round") if rows else "")
    parts.append(group(patches, opacity=0.6))
    for color in ("blade-light", "blade"):
        feet = [(x + u, y + v) for ground, x, y in grounds for tint, (u, v) in ground.blades if tint == color]
        parts.append(_grass(theme, color, feet, is_symbol=is_symbol))
    parts += [
        use(f"land-{plant}" + ("-tall" if size > MIDDLING else ""), round(x + u), round(y + v))
        for ground, x, y in grounds
        for plant, (u, v), size in ground.plants
    ]
    return "".join(parts)


def _rows(corners: Iterable[Point]) -> list[Box]:
    """Squares, those that lie side by side as one."""
    found: list[Box] = []
    for x, y in corners:
        left, top, width, height = found[-1] if found else (0, -1, 0, 0)
        if top == y and left + width == x:
            found[-1] = left, top, width + SQUARE, height
        else:
            found.append((x, y, SQUARE, SQUARE))
    return found


def _grass(theme: Theme, color: str, feet: Sequence[Point], *, is_symbol: bool) -> str:
    """Tufts of grass: those of one square are drawn; the many of a picture are markers on a line that nobody sees."""
    if not feet:
        return ""
    places = [f"{x:.0f} {y:.0f}" for x, y in feet]
    if is_symbol:
        return _tufts(theme, color, "".join(f"M{place}{_TUFT}" for place in places))
    return element("path", d=tight(f"M0 0 {' '.join(places)} 0 0", 0), fill="none", marker_mid=f"url(#{color})")


def _tufts(theme: Theme, color: str, data: str) -> str:
    return line(data, theme.paint(color), 1.3, stroke_linecap="round")


def _grid(theme: Theme) -> str:
    """The lines between the squares."""
    marks = [f"M{column * SQUARE} 0V{BOARD_HEIGHT}" for column in range(1, COLUMNS)]
    marks += [f"M0 {row * SQUARE}H{BOARD_WIDTH}" for row in range(1, ROWS)]
    return line(
        "".join(marks), theme.paint("land-line"), 1.3, opacity=0.75, stroke_dasharray="5 5", stroke_dashoffset=2.5
    )
