"""A position as bytes, seen from the seat to move: what a network reads. docs/observation.md has a line for each plane.

The core writes the same (`cpp/observe.cpp`), a few hundred times faster; the tests compare the two. First come the
planes over the board, row by row, then those over the path, then single bytes. Seats are relative: 0 is the mover, 1
the next in turn order. Seats that do not play have zeros, so the shape is the same for any number of players. Colors
do not appear: with two players nothing depends on which of his two colors a workman of a seat has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from aquaromana.rules import Phase, Position, scoring
from aquaromana.rules.geometry import (
    COLUMNS,
    FOUNTAINS,
    NEIGHBOR,
    NEXT,
    PATH,
    ROWS,
    SIDE_NAMES,
    SIGHT,
    SQUARES,
)
from aquaromana.rules.position import HAND, PODIUM_ROOM
from aquaromana.rules.tiles import (
    EMPTY,
    FACE_NAMES,
    FACES,
    RESERVOIR,
    THROUGH,
    TILE_KINDS,
    TILES_PER_KIND,
    Kind,
)
from aquaromana.rules.turn import destination, podium_for
from aquaromana.rules.water import TWO_SIDES, follow, loose_loop

if TYPE_CHECKING:
    import numpy.typing as npt

VERSION: Final = 1
"""Raised with every change of what a byte means. A model states the one it was trained for; see `network`."""

SEATS: Final = 4
_MOST_WORKMEN: Final = 6
_LONGEST: Final = 124
"""All 78 free squares of three players, 42 of them crossed twice, and the four corners."""
_MOST_POINTS: Final = 114
"""Six workmen on the six highest podiums, with the bonuses."""


@dataclass(frozen=True, slots=True)
class Plane:
    """One plane over the board or the path, or one single byte."""

    name: str
    most: int
    """The highest value it can have: what to divide by."""
    meaning: str


_SEATS: Final = tuple((str(seat), f"seat {seat}") for seat in range(SEATS))
_SIDES: Final = tuple(zip(SIDE_NAMES, ("north", "east", "south", "west"), strict=True))
_KINDS: Final = tuple((kind.letter, kind.label) for kind in Kind)
_TILES: Final = tuple((kind.letter, kind.label) for kind in TILE_KINDS)
_FACES: Final = tuple((FACE_NAMES[face], FACE_NAMES[face]) for face in FACES)
_PODIUMS: Final = tuple((str(value), f"podium {value}") for value in range(1, len(PODIUM_ROOM)))
_RANKS: Final = tuple(
    (
        str(rank),
        ("the longest", "the second longest", "the third longest", "the fourth", "the fifth", "the sixth")[rank],
    )
    for rank in range(_MOST_WORKMEN)
)

_Axis = tuple[tuple[str, str], ...]
"""What a group runs over: a short name for the plane's name, and words for its meaning."""
_Group = tuple[str, int, str, tuple[_Axis, ...]]

_BOARD: Final[tuple[_Group, ...]] = (
    ("empty", 1, "the square is empty", ()),
    ("face", 1, "a tile lies as {0}", (_FACES,)),
    ("reservoir", 1, "a reservoir of {0}", (_SEATS,)),
    ("outlet", 1, "the reservoir has an outlet to the {0}", (_SIDES,)),
    ("water", 1, "an aqueduct of {0} passes the {1} side of the square", (_SEATS, _SIDES)),
    ("workman", 1, "a workman of {0} stands here; his aqueduct ends at the {1} side", (_SEATS, _SIDES)),
    ("stuck", 1, "the aqueduct of the workman at the {0} side cannot be extended (R3.5)", (_SIDES,)),
    ("length", _LONGEST, "the length of the aqueduct of the workman at the {0} side", (_SIDES,)),
    ("podium", 20, "the podium that aqueduct would earn now, 0 for none (R5.2), {0} side", (_SIDES,)),
    ("fed", 1, "empty, and an open aqueduct of {0} faces it from the {1}", (_SEATS, _SIDES)),
    ("fed-scored", 1, "empty, and an aqueduct already scored faces it from the {0}", (_SIDES,)),
    ("fed-length", _LONGEST, "empty: the length of the open aqueduct that faces it from the {0}", (_SIDES,)),
    ("loose", _LONGEST, "empty: loose squares that water leaving it to the {0} would pass", (_SIDES,)),
    ("shut", 1, "empty: such water would then face the edge, a wall or a tile without a channel, {0}", (_SIDES,)),
    ("loop", 1, "empty, two sides fed, the two others joined by loose tiles (R3.4)", ()),
    ("bare", 1, "empty, and no aqueduct faces it: an extra tile may lie here (R4.7)", ()),
    ("sees", 1, "a workman here sees a {0} builder to the {1} (R4.2)", (_KINDS, _SIDES)),
    ("sees-crossing", 1, "the builder seen in the {0} would pass a fountain if he moved (R4.6)", (_SIDES,)),
)

_PATH: Final[tuple[_Group, ...]] = (
    ("builder", 1, "a {0} builder", (_KINDS,)),
    ("free", 1, "no builder", ()),
    ("before-fountain", 1, "a fountain follows clockwise; constant", ()),
    ("after-fountain", 1, "a fountain precedes; constant", ()),
    ("edge", 1, "the path square lies {0} of the board; constant", (_SIDES,)),
    ("crosses", 1, "the builder here would pass a fountain if he moved (R4.6)", ()),
    ("walk", 17, "path squares the builder here would advance", ()),
    ("watched", _MOST_WORKMEN, "workmen of {0} who see this path square", (_SEATS,)),
)

_GLOBALS: Final[tuple[_Group, ...]] = (
    ("players", 1, "a game of {0}", (tuple((str(count), str(count)) for count in (2, 3, 4)),)),
    ("phase", 1, "the phase is {0}", (tuple((phase.name.lower(), phase.name) for phase in Phase),)),
    ("turn", 1, "it is the turn of {0}", (_SEATS,)),
    ("dry", 4, "turns in a row without a tile (R6.1)", ()),
    ("laid", 1, "a {0} was just laid and an extra tile is due", (_TILES,)),
    ("stock", TILES_PER_KIND, "{0} tiles in stock", (_TILES,)),
    ("reserve", 1, "{0} builders in the reserve", (_KINDS,)),
    ("setup", 3, "{0} builders still to be set up", (_TILES,)),
    ("held", 1, "reserve builders in the hand of {0}: {1}", (_SEATS, _KINDS)),
    ("due", 5, "reserve builders that {0} may still take in this turn (R5.3)", (_SEATS,)),
    ("workmen", _MOST_WORKMEN, "workmen of {0} on the board", (_SEATS,)),
    ("on-podium", 2, "workmen of {0} on {1}", (_SEATS, _PODIUMS)),
    ("points", _MOST_POINTS, "points of {0} as the podiums stand, with bonus (R6.3)", (_SEATS,)),
    ("points-if-ended", _MOST_POINTS, "points of {0} if the game ended now (R6.2)", (_SEATS,)),
    ("lengths", _LONGEST + 1, "1 + the length of {1} open aqueduct of {0}, 0 for none", (_SEATS, _RANKS)),
    ("empty-squares", 78, "empty squares", ()),
    ("bare-squares", 78, "empty squares that no aqueduct faces", ()),
)


def _planes(groups: Sequence[_Group]) -> Iterator[Plane]:
    for name, most, meaning, axes in groups:
        for choice in product(*axes):
            yield Plane(
                " ".join([name, *(short for short, _ in choice)]), most, meaning.format(*(w for _, w in choice))
            )


def _firsts(groups: Sequence[_Group]) -> dict[str, int]:
    firsts, number = {}, 0
    for name, _, _, axes in groups:
        firsts[name] = number
        number += len(list(product(*axes)))
    return firsts


BOARD_PLANES: Final = tuple(_planes(_BOARD))
PATH_PLANES: Final = tuple(_planes(_PATH))
GLOBALS: Final = tuple(_planes(_GLOBALS))
SIZE: Final = len(BOARD_PLANES) * SQUARES + len(PATH_PLANES) * PATH + len(GLOBALS)
"""Bytes of an observation."""

_AT: Final = _firsts(_BOARD)
_BESIDE: Final = _firsts(_PATH)
_WITH: Final = _firsts(_GLOBALS)


class Views(NamedTuple):
    """The parts of observations, as views of one array."""

    board: npt.NDArray[Any]
    """(…, planes, 8, 11)"""
    path: npt.NDArray[Any]
    """(…, planes, 38)"""
    globals: npt.NDArray[Any]
    """(…, bytes)"""


def views(observations: npt.NDArray[Any]) -> Views:
    """The parts of one or many observations, an array of shape (…, SIZE); nothing is copied."""
    if observations.shape[-1:] != (SIZE,):
        raise ValueError(f"Observations have the shape (…, {SIZE}), not {observations.shape}.")
    path = len(BOARD_PLANES) * SQUARES
    single = path + len(PATH_PLANES) * PATH
    shape = observations.shape[:-1]
    return Views(
        observations[..., :path].reshape(*shape, len(BOARD_PLANES), ROWS, COLUMNS),
        observations[..., path:single].reshape(*shape, len(PATH_PLANES), PATH),
        observations[..., single:],
    )


def observe(position: Position, seat: int | None = None) -> bytes:
    """The observation of a position, seen from the mover or from another seat; see the module."""
    writer = _Writer(position, position.mover if seat is None else seat)
    writer.squares()
    writer.aqueducts()
    writer.empty_squares()
    writer.builders()
    writer.counts()
    writer.podiums()
    return bytes(writer.board + writer.path + writer.globals)


class _Writer:
    """One observation being written."""

    def __init__(self, position: Position, viewer: int) -> None:
        self.position = position
        self.viewer = viewer
        self.board = bytearray(len(BOARD_PLANES) * SQUARES)
        self.path = bytearray(len(PATH_PLANES) * PATH)
        self.globals = bytearray(len(GLOBALS))

    def relative(self, seat: int) -> int:
        return (seat - self.viewer) % self.position.players

    def at(self, group: str, offset: int, square: int, value: int = 1) -> None:
        self.board[(_AT[group] + offset) * SQUARES + square] = value

    def beside(self, group: str, offset: int, path: int, value: int = 1) -> None:
        self.path[(_BESIDE[group] + offset) * PATH + path - 1] = value

    def single(self, group: str, offset: int, value: int = 1) -> None:
        self.globals[_WITH[group] + offset] = value

    def squares(self) -> None:
        layout = self.position.layout
        for square, content in enumerate(self.position.board):
            if content == EMPTY:
                self.at("empty", 0, square)
            elif content < RESERVOIR:
                self.at("face", content - 1, square)
            else:
                self.at("reservoir", self.relative(layout.color_seats[content - RESERVOIR]), square)
        for port in layout.outlets:
            self.at("outlet", port & 3, port >> 2)

    def aqueducts(self) -> None:
        position, watched = self.position, [[0] * (PATH + 1) for _ in range(SEATS)]
        for aqueduct, port in enumerate(position.layout.outlets):
            seat, end, length = self.relative(position.layout.seats[aqueduct]), position.ends[aqueduct], 0
            passed = [port]
            while passed[-1] != end:
                beyond = NEIGHBOR[passed[-1]]
                passed += [beyond, beyond & ~3 | THROUGH[position.board[beyond >> 2] << 2 | beyond & 3]]
                length += 1
            for crossed in passed:
                self.at("water", seat * 4 + (crossed & 3), crossed >> 2)
            if position.on_board >> aqueduct & 1:
                square, side = divmod(end, 4)
                self.at("workman", seat * 4 + side, square)
                self.at("stuck", side, square, position.blocked >> aqueduct & 1)
                self.at("length", side, square, length)
                self.at("podium", side, square, podium_for(position, length))
                for path in SIGHT[square]:
                    watched[seat][path] += 1
        for seat, path in product(range(SEATS), range(1, PATH + 1)):
            self.beside("watched", seat, path, watched[seat][path])

    def empty_squares(self) -> None:
        position = self.position
        for square, content in enumerate(position.board):
            if content != EMPTY:
                continue
            fed = position.fed[square]
            if not fed:
                self.at("bare", 0, square)
            if TWO_SIDES[fed] and loose_loop(position.board, square, fed):
                self.at("loop", 0, square)
            for side in range(4):
                port = square * 4 + side
                if not fed >> side & 1:
                    _, steps, beyond = follow(position.board, port)
                    self.at("loose", side, square, steps)
                    self.at("shut", side, square, beyond < 0)
                    continue
                aqueduct = position.feeder[port]
                if position.on_board >> aqueduct & 1:
                    self.at("fed", self.relative(position.layout.seats[aqueduct]) * 4 + side, square)
                    self.at("fed-length", side, square, position.lengths[aqueduct])
                else:
                    self.at("fed-scored", side, square)

    def builders(self) -> None:
        builders = self.position.path
        for path in range(1, PATH + 1):
            side = sum(path > fountain for fountain in FOUNTAINS)
            self.beside("edge", side, path)
            if path in FOUNTAINS:
                self.beside("before-fountain", 0, path)
                self.beside("after-fountain", 0, NEXT[path])
            if not builders[path]:
                self.beside("free", 0, path)
                continue
            target, crosses = destination(self.position, path)
            self.beside("builder", builders[path] - 1, path)
            self.beside("crosses", 0, path, crosses)
            self.beside("walk", 0, path, (target - path) % PATH)
            for square in range(SQUARES):
                if SIGHT[square][side] == path:
                    self.at("sees", (builders[path] - 1) * 4 + side, square)
                    self.at("sees-crossing", side, square, crosses)

    def counts(self) -> None:
        position = self.position
        self.single("players", position.players - 2)
        self.single("phase", position.phase)
        self.single("turn", self.relative(position.turn))
        self.single("dry", 0, position.dry)
        if position.laid:
            self.single("laid", position.laid - 1)
        for kind in Kind:
            self.single("reserve", kind - 1, position.reserve[kind])
            if kind in TILE_KINDS:
                self.single("stock", kind - 1, position.stock[kind])
                self.single("setup", kind - 1, position.setup_left(kind))
        for seat in range(position.players):
            view = self.relative(seat)
            for kind in Kind:
                self.single("held", view * len(Kind) + kind - 1, position.held[seat * HAND + kind])
            self.single("due", view, position.due[seat])
            self.single("workmen", view, len(position.open_aqueducts(seat)))
        self.single("empty-squares", 0, position.board.count(EMPTY))
        bare = sum(not fed and content == EMPTY for fed, content in zip(position.fed, position.board, strict=True))
        self.single("bare-squares", 0, bare)

    def podiums(self) -> None:
        position = self.position
        layout = position.layout
        for value, colors in enumerate(position.podiums):
            seats = [self.relative(layout.color_seats[color]) for color in colors]
            for seat in set(seats):
                self.single("on-podium", seat * len(_PODIUMS) + value - 1, seats.count(seat))
        now, ended = scoring.scores(position), scoring.scores(scoring.ended(position))
        for seat in range(position.players):
            view = self.relative(seat)
            self.single("points", view, now[seat])
            self.single("points-if-ended", view, ended[seat])
            lengths = sorted((position.lengths[aqueduct] for aqueduct in position.open_aqueducts(seat)), reverse=True)
            for rank, length in enumerate(lengths):
                self.single("lengths", view * _MOST_WORKMEN + rank, length + 1)
