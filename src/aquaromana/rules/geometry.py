"""The board's constant geometry: squares, sides, ports, the path, its fountains and lines of sight (R1.1, R1.2, R4.2).

Everything here is a plain int with a name, and a table computed once:

- a *square* is ``row * 11 + column``, 0 (A1) to 87 (K8);
- a *side* is 0 north, 1 east, 2 south, 3 west;
- a *port* is ``square * 4 + side``: one side of one square, seen from inside that square;
- a *path square* keeps its printed number, 1 to 38.
"""

from __future__ import annotations

from typing import Final

COLUMNS: Final = 11
ROWS: Final = 8
SQUARES: Final = COLUMNS * ROWS
PORTS: Final = SQUARES * 4
PATH: Final = 38
"""Number of path squares; they are numbered 1 to PATH."""

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
SIDE_NAMES: Final = "nesw"
COLUMN_NAMES: Final = "ABCDEFGHIJK"

OUTSIDE: Final = -1
"""In NEIGHBOR: beyond the edge of the board."""

CORNERS: Final = (0, COLUMNS - 1, SQUARES - COLUMNS, SQUARES - 1)
"""A1, K1, A8, K8: the squares with a printed curve (R1.1)."""


def square_at(column: int, row: int) -> int:
    """The square in a column (0 = A) and a row (0 = the top row, printed 1)."""
    return row * COLUMNS + column


def column_of(square: int) -> int:
    """The column of a square, 0 to 10."""
    return square % COLUMNS


def row_of(square: int) -> int:
    """The row of a square, 0 to 7."""
    return square // COLUMNS


def square_name(square: int) -> str:
    """The square in notation: ``D1``."""
    return f"{COLUMN_NAMES[square % COLUMNS]}{square // COLUMNS + 1}"


def port_name(port: int) -> str:
    """The port in notation: ``D1e``."""
    return square_name(port >> 2) + SIDE_NAMES[port & 3]


_SQUARES_BY_NAME: Final = {square_name(square): square for square in range(SQUARES)}
_PORTS_BY_NAME: Final = {port_name(port): port for port in range(PORTS)}


def parse_square(text: str) -> int:
    """The square with this name; KeyError if there is none."""
    return _SQUARES_BY_NAME[text]


def parse_port(text: str) -> int:
    """The port with this name; KeyError if there is none."""
    return _PORTS_BY_NAME[text]


def _neighbor(port: int) -> int:
    column, row, side = column_of(port >> 2), row_of(port >> 2), port & 3
    column += (0, 1, 0, -1)[side]
    row += (-1, 0, 1, 0)[side]
    if 0 <= column < COLUMNS and 0 <= row < ROWS:
        return square_at(column, row) * 4 + (side ^ 2)
    return OUTSIDE


NEIGHBOR: Final = tuple(_neighbor(port) for port in range(PORTS))
"""For each port the port of the next square that touches it, or OUTSIDE."""


def _sight(square: int) -> tuple[int, int, int, int]:
    column, row = column_of(square), row_of(square)
    return (1 + column, 12 + row, 30 - column, 38 - row)


SIGHT: Final = tuple(_sight(square) for square in range(SQUARES))
"""For each square the path squares seen to the north, east, south and west (R4.2)."""

NEXT: Final = (0, *range(2, PATH + 1), 1)
"""The next path square clockwise; index 0 is unused."""

FOUNTAINS: Final = (11, 19, 30, 38)
"""The path squares after which, going clockwise, a fountain lies (R1.2)."""


def path_place(path: int) -> tuple[int, int]:
    """Column and row of a path square on the grid that extends the board by one on each side (A1 is 0, 0)."""
    if path <= 11:
        return path - 1, -1
    if path <= 19:
        return COLUMNS, path - 12
    if path <= 30:
        return 30 - path, ROWS
    return -1, 38 - path


def half_turn_square(square: int) -> int:
    """The square that a half-turn of the board brings this one to."""
    return SQUARES - 1 - square


def half_turn_port(port: int) -> int:
    """The port that a half-turn of the board brings this one to."""
    return (SQUARES - 1 - (port >> 2)) * 4 + ((port & 3) ^ 2)


def half_turn_path(path: int) -> int:
    """The path square that a half-turn of the board brings this one to."""
    return (path + PATH // 2 - 1) % PATH + 1
