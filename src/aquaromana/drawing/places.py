"""Coordinates: the corner of A1 is at 0, 0; the path and the frame surround the board."""

from __future__ import annotations

import math
from typing import Final

from aquaromana.drawing.pencil import number
from aquaromana.drawing.theme import FRAME, PATH_DEPTH, SQUARE
from aquaromana.rules.geometry import COLUMNS, ROWS, column_of, path_place, row_of

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""

BOARD_WIDTH: Final = COLUMNS * SQUARE
BOARD_HEIGHT: Final = ROWS * SQUARE
RIM: Final = PATH_DEPTH + FRAME
"""From the outer edge of the frame to the squares."""

FRAMED: Final[Box] = (-RIM, -RIM, BOARD_WIDTH + 2 * RIM, BOARD_HEIGHT + 2 * RIM)

MIDDLES: Final[tuple[Point, ...]] = ((50, 0), (100, 50), (50, 100), (0, 50))
"""The middle of each side of a square."""

OUTWARD: Final[tuple[Point, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))


def square_corner(square: int) -> Point:
    """The upper left corner of a square."""
    return column_of(square) * SQUARE, row_of(square) * SQUARE


def square_middle(square: int) -> Point:
    """The middle of a square."""
    x, y = square_corner(square)
    return x + 50, y + 50


def path_box(path: int) -> Box:
    """A path square."""
    column, row = path_place(path)
    if column in (-1, COLUMNS):
        return (-PATH_DEPTH if column < 0 else BOARD_WIDTH), row * SQUARE, PATH_DEPTH, SQUARE
    return column * SQUARE, (-PATH_DEPTH if row < 0 else BOARD_HEIGHT), SQUARE, PATH_DEPTH


def path_middle(path: int) -> Point:
    """The middle of a path square."""
    x, y, width, height = path_box(path)
    return x + width / 2, y + height / 2


def fountain_middles() -> tuple[Point, ...]:
    """The four corners of the path, from the upper left one clockwise."""
    near, right, low = -PATH_DEPTH / 2, BOARD_WIDTH + PATH_DEPTH / 2, BOARD_HEIGHT + PATH_DEPTH / 2
    return (near, near), (right, near), (right, low), (near, low)


def channel(a: int, b: int, *, at: Point = (0, 0), offset: float = 0, reach: float = 0, start: bool = True) -> str:
    """The middle line of a channel from side a to side b of the square whose corner is `at`.

    Moved by `offset` to the outside of a curve, or right or down in a straight one; `reach` lengthens both ends.
    """
    x, y = at
    (ax, ay), (bx, by) = MIDDLES[a], MIDDLES[b]
    if a ^ b == 2:
        dx, dy = (offset, 0) if ax == bx else (0, offset)
        ends = (ax + dx, ay + dy), (bx + dx, by + dy)
        bend = f"L{number(x + ends[1][0])} {number(y + ends[1][1])}"
    else:
        cx, cy = ax + bx - 50, ay + by - 50
        radius = 50 + offset
        ends = (
            (cx + (ax - cx) * radius / 50, cy + (ay - cy) * radius / 50),
            (cx + (bx - cx) * radius / 50, cy + (by - cy) * radius / 50),
        )
        sweep = int((ax - cx) * (by - cy) - (ay - cy) * (bx - cx) > 0)
        bend = f"A{number(radius)} {number(radius)} 0 0 {sweep} {number(x + ends[1][0])} {number(y + ends[1][1])}"
    begin = f"M{number(x + ends[0][0])} {number(y + ends[0][1])}" if start else ""
    if reach:
        (ux, uy), (vx, vy) = OUTWARD[a], OUTWARD[b]
        first = f"M{number(x + ends[0][0] + ux * reach)} {number(y + ends[0][1] + uy * reach)}"
        begin = first + f"L{number(x + ends[0][0])} {number(y + ends[0][1])}"
        bend += f"L{number(x + ends[1][0] + vx * reach)} {number(y + ends[1][1] + vy * reach)}"
    return begin + bend


def channel_length(a: int, b: int) -> float:
    """The length of a channel's middle line."""
    return SQUARE if a ^ b == 2 else math.pi * 25


def channel_point(a: int, b: int, before_end: float) -> Point:
    """The point of a channel's middle line that lies this far before side b."""
    (ax, ay), (bx, by) = MIDDLES[a], MIDDLES[b]
    if a ^ b == 2:
        share = before_end / SQUARE
        return bx + (ax - bx) * share, by + (ay - by) * share
    cx, cy = ax + bx - 50, ay + by - 50
    turn = before_end / 50
    return (
        cx + (bx - cx) * math.cos(turn) + (ax - cx) * math.sin(turn),
        cy + (by - cy) * math.cos(turn) + (ay - cy) * math.sin(turn),
    )
