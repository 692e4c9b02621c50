"""A position as a small, simplified picture of the board, with a few dozen elements and no symbols.

It is for places where many boards are shown at once: a browser reads the whole drawing of a board for longer than it
may be busy. Whatever is many is one path: dots and squares are strokes of no length, drawn by their caps alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aquaromana.drawing.ids import own_ids
from aquaromana.drawing.lettering import write
from aquaromana.drawing.pencil import Attributes, circle, element, group, line, number, rect, shape
from aquaromana.drawing.places import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    FRAMED,
    MIDDLES,
    OUTWARD,
    Point,
    fountain_middles,
    path_box,
    path_middle,
    square_corner,
    square_middle,
)
from aquaromana.drawing.shown import Shown, state_of
from aquaromana.drawing.streams import Stream, streams
from aquaromana.drawing.theme import FRAME, LIGHT, PATH_DEPTH, SQUARE, Theme, theme_named
from aquaromana.rules.geometry import COLUMN_NAMES, COLUMNS, CORNERS, NORTH, PATH, ROWS
from aquaromana.rules.layout import COLOR_LETTERS, COLOR_NAMES
from aquaromana.rules.position import Position
from aquaromana.rules.tiles import BRIDGE, CHANNELS, EMPTY, RESERVOIR, Kind

WIDTH: Final = 345
"""Nominal, in pixels."""

# An aqueduct from the outside in; all is broader than in the large drawing, to be seen from afar.
WALLS: Final = 48
BED: Final = 26
EDGE: Final = 36
WATER: Final = 20
REACH: Final = 30
"""How far its water is drawn into a reservoir."""
HALF: Final = SQUARE // 2

_SIGNS: Final = {
    Kind.CURVE: "m0-19a19 19 0 0 0 19 19",
    Kind.DOUBLE: "m0-19a19 19 0 0 0 19 19m-19 19a19 19 0 0 0-19-19",
    Kind.STRAIGHT: "m0-19v38",
    Kind.BRIDGE: "m0-19v38m-19-19h38",
    Kind.JOKER: "m0-15v30m-14-22l28 14m-28 0l28-14",
}
"""The channels that a builder can lay, from the middle of his sign."""


def sketch(position: Shown, *, theme: Theme | str = LIGHT) -> str:
    """A position, its text, a game as it stands or a record as it ends, as a small SVG document."""
    state, _ = state_of(position)
    x, y, width, height = FRAMED
    return element(
        "svg",
        own_ids(sketched(state, theme_named(theme))),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=WIDTH * height / width,
        viewBox=" ".join(map(number, (x, y, width, height))),
    )


def sketched(position: Position, theme: Theme) -> str:
    """The board as seen from afar."""
    flows = streams(position)
    return (
        _ground(theme)
        + _land(theme, position)
        + _aqueducts(theme, position, flows)
        + _fountains(theme)
        + _builders(theme, position)
        + _workmen(theme, flows)
    )


def coordinates(theme: Theme) -> str:
    """The names of columns, rows and path squares, for typing decisions."""
    x, y, width, height = FRAMED
    middle = FRAME / 2
    frame: list[tuple[float, float, str]] = [
        (column * SQUARE + HALF, line + 11, COLUMN_NAMES[column])
        for column in range(COLUMNS)
        for line in (y + middle, y + height - middle)
    ]
    frame += [
        (line, row * SQUARE + HALF + 11, str(row + 1))
        for row in range(ROWS)
        for line in (x + middle, x + width - middle)
    ]
    back = "".join(circle(u, v - 11, 20, theme.paint("frame-dark")) for u, v, _ in frame)
    names = "".join(
        write(name, u, v, 22, theme.paint("frame-ink"), anchor="middle", weight=1.2) for u, v, name in frame
    )
    for path in range(1, PATH + 1):
        left, top, _, _ = path_box(path)
        names += write(str(path), left + 7, top + 27, 19, theme.paint("slab-ink"), weight=1.2)
    return back + names


def _points(places: Iterable[Point]) -> str:
    """Strokes of no length at these places."""
    return "".join(f"M{number(x)} {number(y)}h0" for x, y in places)


def _dots(places: Iterable[Point], diameter: float, color: str) -> str:
    points = _points(places)
    return line(points, color, diameter, stroke_linecap="round") if points else ""


def _squares(squares: list[int], size: float, color: str) -> str:
    points = _points(map(square_middle, squares))
    return line(points, color, size, stroke_linecap="square") if points else ""


def _ground(theme: Theme) -> str:
    """Frame, path and land, with nothing on them."""
    paint = theme.paint
    x, y, width, height = FRAMED
    half, near = FRAME / 2, PATH_DEPTH // 2
    # Lines across a band are the dashes of a single stroke, as broad as the band.
    level = f"M-2 {-near}h{BOARD_WIDTH + 4}M-2 {BOARD_HEIGHT + near}h{BOARD_WIDTH + 4}"
    upright = f"M{-near}-2v{BOARD_HEIGHT + 4}M{BOARD_WIDTH + near}-2v{BOARD_HEIGHT + 4}"
    grid: Attributes = {"stroke_dasharray": "3 97", "stroke_dashoffset": 1.5, "opacity": 0.5}
    return (
        rect(x, y, width, height, paint("frame"))
        + rect(
            *(x + half, y + half, width - FRAME, height - FRAME, "none", 8),
            stroke=paint("frame-light"),
            stroke_width=9,
            stroke_dasharray="26 17",
        )
        + rect(
            *(x + FRAME, y + FRAME, width - 2 * FRAME, height - 2 * FRAME, paint("slab")),
            stroke=paint("frame-dark"),
            stroke_width=10,
        )
        + line(level + upright, paint("mortar"), PATH_DEPTH, stroke_dasharray="4 96")
        + rect(0, 0, BOARD_WIDTH, BOARD_HEIGHT, paint("land"))
        + line(f"M0 {BOARD_HEIGHT // 2}h{BOARD_WIDTH}", paint("land-line"), BOARD_HEIGHT, **grid)
        + line(f"M{BOARD_WIDTH // 2} 0v{BOARD_HEIGHT}", paint("land-line"), BOARD_WIDTH, **grid)
    )


def _land(theme: Theme, position: Position) -> str:
    """Meadows and trees on empty squares, and the tiles without their channels."""
    paint = theme.paint
    free = [square for square, content in enumerate(position.board) if content == EMPTY]
    tiles = [square for square, content in enumerate(position.board) if EMPTY < content < RESERVOIR]
    trees = [_tree(square) for square in free if square * 5 % 7 < 3]
    return (
        _squares([square for square in free if square * 7 % 5 < 2], SQUARE - 3, paint("land-light"))
        + _dots([(x + 2, y + 3) for x, y in trees], 31, paint("leaf-dark"))
        + _dots(trees, 26, paint("leaf"))
        + _dots([(x - 4, y - 5) for x, y in trees], 11, paint("leaf-light"))
        + _squares([square for square in tiles if square in CORNERS], SQUARE - 2, paint("plate-printed"))
        + _plates(theme, [square for square in tiles if square not in CORNERS])
    )


def _tree(square: int) -> Point:
    """A place for a tree, another one on every square."""
    x, y = square_middle(square)
    return x - 26 + square * 13 % 52, y - 22 + square * 29 % 44


def _plates(theme: Theme, laid: list[int]) -> str:
    """The tiles that were laid, with their shadows."""
    if not laid:
        return ""
    plates = element("use", href="#laid", transform="translate(6 7)", stroke=theme.paint("shadow"), stroke_opacity=0.3)
    plates += element("use", href="#laid", stroke=theme.paint("plate"))
    shared = element("defs", element("path", id="laid", d=_points(map(square_middle, laid))))
    return group(shared + plates, stroke_width=97, stroke_linecap="square")


# Courses are written in halves of a square and relative to where they begin, which makes them short.


def _ways() -> dict[tuple[int, int], str]:
    """A channel from side to side, by the sides."""
    found = {}
    for a, (ax, ay) in enumerate(MIDDLES):
        for b, (bx, by) in enumerate(MIDDLES):
            dx, dy = number((bx - ax) / HALF), number((by - ay) / HALF)
            if a ^ b == 2:
                found[a, b] = f"h{dx}" if ay == by else f"v{dy}"
            elif a != b:
                found[a, b] = f"a1 1 0 0 {int((b - a) % 4 == 1) ^ 1} {dx} {dy}"
    return found


_WAYS: Final = _ways()


def _at(port: int, back: float = 0) -> str:
    """The beginning of a course in the middle of a port's side, or so far inside."""
    x, y = square_corner(port >> 2)
    (mx, my), (ux, uy) = MIDDLES[port & 3], OUTWARD[port & 3]
    return f"M{number((x + mx - ux * back) / HALF)} {number((y + my - uy * back) / HALF)}"


def _passes(passes: Iterable[tuple[int, int, int]]) -> str:
    return "".join(_at(square * 4 + enter) + _WAYS[enter, leave] for square, enter, leave in passes)


def _course(stream: Stream) -> str:
    """From the water of the reservoir to the end."""
    x, y = (number(value * REACH / HALF) for value in OUTWARD[stream.outlet & 3])
    return f"{_at(stream.outlet, REACH)}l{x} {y}" + "".join(_WAYS[enter, leave] for _, enter, leave in stream.passes)


def _aqueducts(theme: Theme, position: Position, flows: tuple[Stream, ...]) -> str:
    """Channels with their water, the decks of bridges above them, and the reservoirs."""
    channels = [(square, *sides) for square, content in enumerate(position.board) for sides in CHANNELS[content]]
    decks = [(square, a, b) for square, a, b in channels if position.board[square] == BRIDGE and a == NORTH]
    upper = [(stream, _passes(stream.passes[index] for index in stream.upper)) for stream in flows]
    courses = (
        _masonry(theme, "channels", _passes(each for each in channels if each not in decks))
        + _water(theme, [(stream, _course(stream)) for stream in flows])
        + _masonry(theme, "decks", _passes(decks))
        + _water(theme, upper)
    )
    basins = (_reservoir(theme, position, color) for color in range(len(position.layout.reservoirs)))
    return group(courses, transform=f"scale({HALF})", fill="none") + "".join(basins)


def _masonry(theme: Theme, name: str, course: str) -> str:
    if not course:
        return ""
    strokes = ("wall-line", WALLS + 5), ("wall", WALLS), ("bed", BED)
    return element("defs", element("path", id=name, d=course)) + "".join(
        element("use", href=f"#{name}", stroke=theme.paint(color), stroke_width=width / HALF)
        for color, width in strokes
    )


def _water(theme: Theme, courses: Iterable[tuple[Stream, str]]) -> str:
    """Edges in the colors of the owners, and the water between them, which stands still where an aqueduct is closed."""
    edges: dict[str, str] = {}
    water: dict[str, str] = {}
    for stream, course in courses:
        if course:
            name, kind = COLOR_NAMES[stream.color], "water" if stream.is_open else "water-still"
            edges[name] = edges.get(name, "") + course
            water[kind] = water.get(kind, "") + course
    return "".join(
        element("path", d=course, stroke=theme.paint(color), stroke_width=width / HALF)
        for strokes, width in ((edges, EDGE), (water, WATER))
        for color, course in strokes.items()
    )


def _reservoir(theme: Theme, position: Position, color: int) -> str:
    """A basin with its owner's color and letter around the water."""
    paint = theme.paint
    name = COLOR_NAMES[color]
    corners = [square_corner(square) for square in position.layout.reservoirs[color].squares]
    (left, top), (right, bottom) = min(corners), max(corners)
    width, height = right - left + SQUARE, bottom - top + SQUARE
    x, y = left + width / 2, top + height / 2

    def basin(inset: float, fill: str, rx: float, stroke: str, edge: float) -> str:
        box = left + inset, top + inset, width - 2 * inset, height - 2 * inset
        return rect(*box, paint(fill), rx, stroke=paint(stroke), stroke_width=edge)

    return (
        basin(10, "wall", 20, "wall-line", 4)
        + basin(24, "water", 9, name, 9)
        + circle(x, y, 29, paint(name), stroke=paint("wall-light"), stroke_width=5)
        + write(COLOR_LETTERS[color], x, y + 16, 32, paint(f"{name}-ink"), anchor="middle", weight=1.25)
    )


def _fountains(theme: Theme) -> str:
    middles = fountain_middles()
    return "".join(
        _dots(middles, width, theme.paint(color))
        for width, color in ((88, "wall-line"), (82, "wall-light"), (64, "water"), (26, "water-light"), (12, "water"))
    )


def _builders(theme: Theme, position: Position) -> str:
    """A head, shoulders, and the sign of the builder's kind."""
    paint = theme.paint
    there = [(path_middle(path), Kind(position.path[path])) for path in range(1, PATH + 1) if position.path[path]]
    if not there:
        return ""
    middles = [middle for middle, _ in there]
    shoulders = "".join(f"M{number(x - 36)} {number(y + 44)}v-12c0-44 72-44 72 0v12z" for x, y in middles)
    jokers = [middle for middle, kind in there if kind == Kind.JOKER]
    signs = "".join(f"M{number(x)} {number(y + 20)}{_SIGNS[kind]}" for (x, y), kind in there)
    return (
        shape(shoulders, paint("toga"), stroke=paint("sign-line"), stroke_width=4)
        + _dots([(x, y - 20) for x, y in middles], 40, paint("sign-line"))
        + _dots([(x, y - 20) for x, y in middles], 33, paint("skin"))
        + _dots([(x, y - 27) for x, y in jokers], 28, paint("trim-joker"))
        + line(signs, paint("sign-ink"), 9)
    )


def _workmen(theme: Theme, flows: tuple[Stream, ...]) -> str:
    """Those at open ends: a body in their color and a head, with a light edge all around."""
    paint = theme.paint
    bodies: dict[int, list[Point]] = {}
    for stream in flows:
        if stream.is_open:
            bodies.setdefault(stream.color, []).append(_standing(stream))
    all_bodies = [body for places in bodies.values() for body in places]
    heads = [(x, y - 28) for x, y in all_bodies]
    return (
        _dots(all_bodies, 62, paint("outline"))
        + _dots(heads, 44, paint("outline"))
        + "".join(_dots(places, 52, paint(COLOR_NAMES[color])) for color, places in bodies.items())
        + _dots(heads, 34, paint("sign-line"))
        + _dots(heads, 28, paint("skin"))
    )


def _standing(stream: Stream) -> Point:
    """As in the large drawing; on a reservoir farther out, to leave its letter in sight."""
    if stream.passes:
        return stream.standing_place()
    x, y = square_corner(stream.outlet >> 2)
    mx, my = MIDDLES[stream.outlet & 3]
    return x + mx, y + my
