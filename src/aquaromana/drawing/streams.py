"""Water in the aqueducts, with its owner's colored and dashed edge along the whole course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from aquaromana.drawing.basins import REACH
from aquaromana.drawing.path_data import tight
from aquaromana.drawing.pencil import Attributes, element, group, number, traced
from aquaromana.drawing.places import MIDDLES, OUTWARD, Point, channel, channel_length, channel_point, square_corner
from aquaromana.drawing.theme import EDGE, GLINT, PATTERNS, WATER, Theme
from aquaromana.rules.geometry import NEIGHBOR, NORTH, port_name, square_name
from aquaromana.rules.layout import AQUEDUCTS, COLOR_NAMES
from aquaromana.rules.position import Position
from aquaromana.rules.tiles import BRIDGE
from aquaromana.rules.water import course


@dataclass(frozen=True)
class Stream:
    """The course of one aqueduct: its outlet, and the passes through squares as (square, side in, side out)."""

    aqueduct: int
    color: int
    outlet: int
    passes: tuple[tuple[int, int, int], ...]
    upper: tuple[int, ...]
    """Which passes run over a bridge."""
    is_open: bool

    @property
    def end(self) -> int:
        """The port by which the water leaves."""
        if not self.passes:
            return self.outlet
        square, _, leave = self.passes[-1]
        return square * 4 + leave

    @property
    def squares(self) -> tuple[int, ...]:
        """The reservoir's square with the outlet, and the squares that the water passes."""
        return (self.outlet >> 2, *(square for square, _, _ in self.passes))

    @cached_property
    def course(self) -> str:
        """The middle line from the reservoir's basin to the end."""
        x, y = square_corner(self.outlet >> 2)
        side = self.outlet & 3
        (mx, my), (ux, uy) = MIDDLES[side], OUTWARD[side]
        start = f"M{number(x + mx - ux * REACH)} {number(y + my - uy * REACH)}L{number(x + mx)} {number(y + my)}"
        return start + "".join(
            channel(enter, leave, at=square_corner(square), start=False) for square, enter, leave in self.passes
        )

    def standing_place(self) -> Point:
        """Where the workman stands: on the last square, near the side that the water leaves by."""
        if self.passes:
            square, enter, leave = self.passes[-1]
            dx, dy = channel_point(enter, leave, 25)
        else:
            square, side = self.outlet >> 2, self.outlet & 3
            dx, dy = (m - u * 28 for m, u in zip(MIDDLES[side], OUTWARD[side], strict=True))
        x, y = square_corner(square)
        return x + dx, y + dy


def trace(position: Position, aqueduct: int) -> Stream:
    """Follow an aqueduct from its outlet (R3.1)."""
    board = position.board
    outlet = port = position.layout.outlets[aqueduct]
    passes: list[tuple[int, int, int]] = []
    upper: list[int] = []
    for leave in course(board, outlet, position.ends[aqueduct]):
        square, enter = leave >> 2, NEIGHBOR[port] & 3
        if board[square] == BRIDGE and enter in (NORTH, NORTH ^ 2):
            upper.append(len(passes))
        passes.append((square, enter, leave & 3))
        port = leave
    color = position.layout.colors[aqueduct]
    is_open = bool(position.on_board >> aqueduct & 1)
    return Stream(aqueduct, color, outlet, tuple(passes), tuple(upper), is_open)


def streams(position: Position) -> tuple[Stream, ...]:
    """All aqueducts of a position."""
    return tuple(trace(position, aqueduct) for aqueduct in range(AQUEDUCTS))


def water(theme: Theme, flows: Sequence[Stream]) -> str:
    """The water of aqueducts, under the decks of bridges: their courses, and the strokes that paint them all."""
    parts = []
    for state in ("open", "closed"):
        shown = [stream for stream in flows if stream.is_open == (state == "open")]
        colors = sorted({stream.color for stream in shown})
        courses = "".join(
            group((_course(stream) for stream in shown if stream.color == color), id=f"{state}-{COLOR_NAMES[color]}")
            for color in colors
        )
        if shown:
            parts.append(element("defs", group(courses, id=state)))
            parts.append(_strokes(theme, state, {color: f"{state}-{COLOR_NAMES[color]}" for color in colors}, state, 0))
    return group(parts, fill="none")


def _course(stream: Stream) -> str:
    return element(
        "path",
        id=f"aqueduct-{port_name(stream.outlet)}",
        d=tight(stream.course),
        data_color=COLOR_NAMES[stream.color],
        data_squares=" ".join(square_name(square) for square, _, _ in stream.passes),
    )


def upper_water(theme: Theme, stream: Stream) -> str:
    """The water that runs over bridges, on their decks; dashes go on where they were."""
    parts = []
    run = float(REACH)
    state = "open" if stream.is_open else "closed"
    for index, (square, enter, leave) in enumerate(stream.passes):
        if index in stream.upper:
            course = "over-ns" if enter < leave else "over-sn"
            x, y = square_corner(square)
            strokes = _strokes(theme, state, {stream.color: course}, course, run)
            parts.append(group(strokes, transform=f"translate({x} {y})", data_square=square_name(square)))
        run += channel_length(enter, leave)
    return group(parts, fill="none") if parts else ""


def _strokes(theme: Theme, state: str, colored: Mapping[int, str], every: str, run: float) -> str:
    """What water is painted with: strokes along the courses of each color, and along every course."""
    paint = theme.paint
    is_open = state == "open"
    edge = EDGE - 1.6
    parts = [traced(every, paint("edge" if is_open else "wall"), edge)]
    for color, courses in colored.items():
        pattern = PATTERNS[color]
        dashes: Attributes = {
            "stroke_dasharray": pattern or None,
            "stroke_dashoffset": -run if pattern and run else None,
        }
        parts.append(traced(courses, paint(COLOR_NAMES[color]), edge, opacity=None if is_open else 0.9, **dashes))
    if not is_open:
        parts += [traced(every, paint("bed-dark"), WATER + 2.2), traced(every, paint("water-still"), WATER)]
        return "".join(parts)
    parts += [traced(courses, paint(f"{COLOR_NAMES[color]}-dark"), WATER + 2.2) for color, courses in colored.items()]
    glint: Attributes = {"stroke_linecap": "round", "stroke_dasharray": "13 8 5 9"}
    parts += [
        traced(every, paint("water-deep"), WATER),
        traced(every, paint("water"), WATER - 4, 1, 1.2),
        traced(every, paint("water-light"), GLINT, stroke_dashoffset=-run if run else None, **glint),
    ]
    return "".join(parts)
