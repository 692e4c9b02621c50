"""Where the reservoirs lie and who owns them: the standard layouts, and a loader for others (R1.6, R2.1–R2.4).

A layout is data. Its *aqueducts* are numbered 0 to 11: the outlets of the reservoirs in the order yellow, red,
blue, green, and within a reservoir in the order the layout lists them. There are always twelve.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Self, get_args

from aquaromana.rules.errors import LayoutError, PlayersError, Reason
from aquaromana.rules.geometry import (
    CORNERS,
    NEIGHBOR,
    OUTSIDE,
    SQUARES,
    column_of,
    half_turn_port,
    parse_port,
    parse_square,
    port_name,
    row_of,
    square_name,
)
from aquaromana.rules.tiles import CORNER_FACES, RESERVOIR

if TYPE_CHECKING:
    from os import PathLike

COLOR_NAMES: Final = ("yellow", "red", "blue", "green")
COLOR_LETTERS: Final = "YRBG"
MAX_TEXT: Final = 1000
"""Characters of a position or layout that are read at most; every real one is much shorter."""

AQUEDUCTS: Final = 12
"""Three outlets on each of four reservoirs, or four on each of three (R1.6)."""

SEAT_COLORS: Final = {
    2: ((0, 2), (1, 3)),
    3: ((0,), (1,), (2,)),
    4: ((0,), (1,), (2,), (3,)),
}
"""The colors of each seat, by number of players (R2.3)."""


@dataclass(frozen=True, slots=True)
class Reservoir:
    """One starting tile: its two squares and its outlets, as ports (R1.6)."""

    squares: tuple[int, int]
    outlets: tuple[int, ...]

    def __str__(self) -> str:
        """The text used in position strings and records: ``C1D1-C1w-D1s-D1e``."""
        squares = "".join(map(square_name, self.squares))
        return "-".join([squares, *map(port_name, self.outlets)])

    @classmethod
    def parse(cls, text: str) -> Self:
        """The reservoir with this text; LayoutError if there is none."""
        squares, *outlets = text[:MAX_TEXT].split("-")
        try:
            return cls((parse_square(squares[:2]), parse_square(squares[2:])), tuple(map(parse_port, outlets)))
        except KeyError:
            raise _unreadable(f"{text[:40]!r} does not read like C1D1-C1w-D1s-D1e") from None


@dataclass(frozen=True)
class Layout:
    """The reservoirs of a game, one a color in the order yellow, red, blue, green (R2.2).

    Two layouts are equal if they have the same number of players and the same reservoirs; the name is only a name.
    Making an invalid one raises LayoutError.
    """

    players: int
    reservoirs: tuple[Reservoir, ...]
    name: str = "custom"

    def __post_init__(self) -> None:
        if self.players not in SEAT_COLORS:
            raise PlayersError(Reason("players/impossible", {"players": str(self.players)}))
        flaw = _flaw(self)
        if flaw:
            raise LayoutError(Reason("layout/invalid", {"why": flaw}))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self is other or (self.players == other.players and self.reservoirs == other.reservoirs)

    def __hash__(self) -> int:
        return hash((self.players, self.reservoirs))

    @classmethod
    def parse(cls, players: int, text: str) -> Self:
        """The layout whose reservoirs are written like ``C1D1-C1w-D1s-D1e~…``; LayoutError if there is none."""
        return cls(players, tuple(map(Reservoir.parse, text[:MAX_TEXT].split("~"))))

    @property
    def text(self) -> str:
        """The reservoirs in one text, for position strings and records; see `parse`."""
        return "~".join(map(str, self.reservoirs))

    @cached_property
    def outlets(self) -> tuple[int, ...]:
        """The outlet each aqueduct starts from, as a port."""
        return tuple(port for reservoir in self.reservoirs for port in reservoir.outlets)

    @cached_property
    def colors(self) -> tuple[int, ...]:
        """The color of each aqueduct."""
        return tuple(color for color, reservoir in enumerate(self.reservoirs) for _ in reservoir.outlets)

    @cached_property
    def color_seats(self) -> tuple[int, ...]:
        """The seat that owns each color."""
        pairs = [(color, seat) for seat, colors in enumerate(SEAT_COLORS[self.players]) for color in colors]
        return tuple(seat for _, seat in sorted(pairs))

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seat that owns each aqueduct."""
        return tuple(self.color_seats[color] for color in self.colors)

    @cached_property
    def owned(self) -> tuple[int, ...]:
        """For each seat a bit mask of its aqueducts."""
        return tuple(
            sum(1 << aqueduct for aqueduct in range(AQUEDUCTS) if self.seats[aqueduct] == seat)
            for seat in range(self.players)
        )

    @cached_property
    def start_board(self) -> bytes:
        """The content of each square before the first tile: printed corners and reservoirs."""
        board = bytearray(SQUARES)
        for square, face in CORNER_FACES.items():
            board[square] = face
        for color, reservoir in enumerate(self.reservoirs):
            for square in reservoir.squares:
                board[square] = RESERVOIR + color
        return bytes(board)

    @cached_property
    def is_standard(self) -> bool:
        """Whether this is the standard layout for its number of players."""
        return self == standard_layout(self.players)

    @cached_property
    def known_as(self) -> str | None:
        """The name under which `named_layout` finds it; None for any other layout."""
        names = (name for name in LAYOUT_NAMES if self == named_layout(name, self.players))
        return next(names, None)

    def half_turn_aqueducts(self) -> tuple[int, ...] | None:
        """The aqueduct that a half-turn of the board makes of each, or None if the layout is not symmetric."""
        index = {port: aqueduct for aqueduct, port in enumerate(self.outlets)}
        turned = tuple(index.get(half_turn_port(port), -1) for port in self.outlets)
        return None if -1 in turned else turned


def _flaw(layout: Layout) -> str | None:
    """What is wrong with a layout (R1.6, R2.2), or None."""
    wanted = 3 if layout.players == 3 else 4
    if len(layout.reservoirs) != wanted:
        return f"{layout.players} players need {wanted} reservoirs, not {len(layout.reservoirs)}"
    taken: dict[int, str] = {}
    for color, reservoir in zip(COLOR_NAMES, layout.reservoirs, strict=False):
        a, b = reservoir.squares
        if abs(column_of(a) - column_of(b)) + abs(row_of(a) - row_of(b)) != 1:
            return f"the {color} reservoir's squares {square_name(a)} and {square_name(b)} do not touch"
        for square in reservoir.squares:
            if square in CORNERS:
                return f"the {color} reservoir lies on the printed corner {square_name(square)}"
            if square in taken:
                return f"the {color} and the {taken[square]} reservoir both lie on {square_name(square)}"
            taken[square] = color
    faced: dict[int, int] = {}
    for color, reservoir in zip(COLOR_NAMES, layout.reservoirs, strict=False):
        count = AQUEDUCTS // wanted
        if len(reservoir.outlets) != count:
            return f"the {color} reservoir needs {count} outlets, not {len(reservoir.outlets)}"
        if len(set(reservoir.outlets)) != count:
            return f"the {color} reservoir lists an outlet twice"
        for port in reservoir.outlets:
            if port >> 2 not in reservoir.squares:
                return f"outlet {port_name(port)} is not on the {color} reservoir"
            beyond = NEIGHBOR[port]
            if beyond == OUTSIDE:
                return f"outlet {port_name(port)} faces the edge of the board"
            if beyond >> 2 in taken:
                return f"outlet {port_name(port)} faces a reservoir"
            if beyond >> 2 in CORNERS:
                return f"outlet {port_name(port)} faces a printed corner"
            faced[beyond >> 2] = faced.get(beyond >> 2, 0) + 1
    closed = [square_name(square) for square, outlets in faced.items() if outlets == 4]
    if closed:
        return f"four outlets face {closed[0]}, so they are closed at the start (R3.5)"
    return None


LayoutName = Literal["standard", "balanced"]
STANDARD: Final = "standard"
BALANCED: Final = "balanced"

_FOUR_CORNERS: Final = ("C1 D1 C1w D1s D1e", "H1 I1 H1w H1s I1e", "H8 I8 I8e H8n H8w", "C8 D8 D8e D8n C8w")
_NAMED: Final[dict[str, dict[int, tuple[str, ...]]]] = {
    STANDARD: {
        2: _FOUR_CORNERS,
        3: ("F8 G8 G8e G8n F8n F8w", "A4 A5 A4n A4e A5e A5s", "G1 H1 G1w G1s H1s H1e"),
        4: _FOUR_CORNERS,
    },
    BALANCED: {
        2: ("E1 F1 E1w F1e F1s", "J5 J6 J5e J5w J6s", "F8 G8 G8e F8w F8n", "B3 B4 B4w B4e B3n"),
    },
}
"""The tables of R2.2: two squares, then the outlets."""

LAYOUT_NAMES: Final[tuple[LayoutName, ...]] = get_args(LayoutName)


@cache
def named_layout(name: str, players: int) -> Layout:
    """The layout with this name for 2, 3 or 4 players (R2.2); LayoutError if there is none.

    `balanced` is the fairest one that was measured, and the standard layout where none was clearly fairer.
    """
    if name not in _NAMED:
        raise _unreadable(f"{name[:40]!r} is not one of {', '.join(LAYOUT_NAMES)}")
    rows = _NAMED[name].get(players) or _NAMED[STANDARD].get(players)
    if rows is None:
        raise PlayersError(Reason("players/impossible", {"players": str(players)}))
    reservoirs = []
    for row in rows:
        first, second, *outlets = row.split()
        reservoirs.append(
            Reservoir((parse_square(first), parse_square(second)), tuple(parse_port(outlet) for outlet in outlets))
        )
    return Layout(players, tuple(reservoirs), name=name if players in _NAMED[name] else STANDARD)


def standard_layout(players: int) -> Layout:
    """The standard layout for 2, 3 or 4 players (R2.2)."""
    return named_layout(STANDARD, players)


USUAL_LAYOUT: Final[LayoutName] = BALANCED
"""Where people play if they say nothing. Positions and programs that name no layout mean the standard one."""


def _unreadable(why: str) -> LayoutError:
    return LayoutError(Reason("layout/unreadable", {"why": why}))


def _names(table: dict[str, Any], key: str, where: str) -> list[str]:
    value = table.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _unreadable(f"{where} needs {key} = a list of names")
    return [str(item) for item in value]


def _reservoir(table: object, color: str) -> Reservoir:
    where = f"the {color} reservoir"
    if not isinstance(table, dict):
        raise _unreadable(f"[{color}] must be a table with squares and outlets")
    unknown = sorted(set(table) - {"squares", "outlets"})
    if unknown:
        raise _unreadable(f"{where} has an unknown key {unknown[0]!r}")
    squares, outlets = _names(table, "squares", where), _names(table, "outlets", where)
    if len(squares) != 2:
        raise _unreadable(f"{where} needs two squares, not {len(squares)}")
    try:
        first, second = map(parse_square, squares)
        return Reservoir((first, second), tuple(map(parse_port, outlets)))
    except KeyError as error:
        raise _unreadable(f"{where} names {error.args[0]!r}, which is not on the board") from None


def parse_layout(text: str) -> Layout:
    """Read a layout from TOML: ``players``, an optional ``name``, and one table a color with squares and outlets.

    Raises LayoutError, naming what is wrong, for anything that is not a valid layout.
    """
    import tomllib  # not needed by most users of the rules, and slow to load

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(str(error).lower()) from None
    except (RecursionError, ValueError):  # nested too deep, or a number too long for Python
        raise _unreadable("it goes beyond all bounds") from None
    players = data.pop("players", None)
    name = data.pop("name", "custom")
    if type(players) is not int:
        raise _unreadable("players must be 2, 3 or 4")
    if not isinstance(name, str):
        raise _unreadable("name must be a text")
    if players not in SEAT_COLORS:
        raise PlayersError(Reason("players/impossible", {"players": str(players)}))
    wanted = COLOR_NAMES[: 3 if players == 3 else 4]
    unknown = sorted(set(data) - set(wanted))
    if unknown:
        raise _unreadable(f"unknown key {unknown[0]!r}; {players} players use {', '.join(wanted)}")
    missing = [color for color in wanted if color not in data]
    if missing:
        raise _unreadable(f"the {missing[0]} reservoir is missing")
    return Layout(players, tuple(_reservoir(data[color], color) for color in wanted), name)


def load_layout(path: str | PathLike[str]) -> Layout:
    """Read a layout from a TOML file; see `parse_layout`."""
    from pathlib import Path  # like tomllib above

    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise _unreadable(f"{path} is not UTF-8 text") from None
    return parse_layout(text)
