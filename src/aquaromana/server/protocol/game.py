"""What messages say about a game: positions, decisions and their effects, choices.

Everything is written as the game writes it (R7): squares `D1`, ports `D1e`, path squares as numbers, kinds as their
letters, faces as in `rules.tiles.FACE_NAMES`, colors by name. Nothing here depends on a language.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A part of messages; what has its default is left out."""


# The game as it stands.


class Aqueduct(Value, frozen=True):
    """One aqueduct (R3)."""

    id: int
    """0–11, stable through the game."""
    color: str
    seat: int
    length: int
    course: list[str]
    """The ports by which the water leaves: the outlet first, then one for each square passed; the last is the end."""
    open: bool = False
    """Whether a workman stands at its end: it has not been scored."""
    blocked: bool = False
    """For open ones: R3.5 has closed it, it is scored at the end of this turn."""
    faces: str = ""
    """The empty square that its end faces, if it faces one."""
    sees: list[int] = []
    """Path squares of the builders whom its workman sees, for open ones (R4.2)."""
    podium: int = 0
    """For open ones: what it would get if it were closed now (R5.2)."""
    next: int = 0
    """For open ones: the next higher podium with room, 0 for none."""
    threats: list[int] = []
    """For open ones: other seats' aqueducts that would take that next podium as soon or sooner."""


class SeatView(Value, frozen=True):
    """What one seat has."""

    seat: int
    colors: list[str]
    points: int
    """Podiums and bonus as they stand (R6.3)."""
    ended: int
    """Points if the game ended now (R6.2)."""
    place: int
    """1 for the best by `points`."""
    held: dict[str, int] = {}
    """Reserve builders in the hand, by kind."""
    due: int = 0
    """Reserve builders that it may still take in this turn (R5.3)."""
    blind: bool = False
    """It has workmen, and as things stand none of them could lay a tile: see the builder forecast."""


class Mounted(Value, frozen=True):
    """One line of the score sheet (R6.3)."""

    podium: int
    color: str
    seat: int
    bonus: int = 0


class View(Value, frozen=True):
    """A position as a browser draws it; no rule is needed to understand it."""

    position: str
    """Its text; see docs/notation.md."""
    players: int
    phase: str
    """`setup reserve build extra close claim over`"""
    mover: int
    """The seat that decides."""
    turn: int
    """The seat whose turn it is; another one can be the mover while builders are taken (R5.3)."""
    reservoirs: list[Reservoir]
    tiles: dict[str, str]
    """Square to face, printed corners included."""
    builders: dict[str, str]
    """Path square to kind."""
    walks: dict[str, int]
    """Path square of a builder to the one it would walk to now (R4.6): the builder forecast."""
    fountains: list[int]
    """Path squares of the builders whose walk would pass a fountain (R4.7)."""
    aqueducts: list[Aqueduct]
    podiums: dict[str, list[str]]
    """Podium to the colors that stand on it; empty ones are left out."""
    stock: dict[str, int]
    """Tiles left, by kind; every kind is there."""
    reserve: dict[str, int]
    """Builders in the reserve, by kind; every kind is there."""
    setup: dict[str, int]
    """Builders still to be set up, by kind; empty after the set-up."""
    seats: list[SeatView]
    sheet: list[Mounted]
    """The score sheet, highest podium first."""
    sights: dict[str, list[int]] = {}
    """While builders are placed: path square to the aqueducts whose workmen look at it (R4.2)."""
    must_move: bool = False
    """In the phase `build`: no tile can be laid, a builder has to be moved (R4.8)."""


class Reservoir(Value, frozen=True):
    """A starting tile (R1.6)."""

    color: str
    squares: list[str]
    outlets: list[str]


# What happens, and what could happen.


class Grown(Value, frozen=True):
    """An aqueduct that became longer (R4.5)."""

    aqueduct: int
    start: str
    """Where its end was."""
    end: str
    length: int
    course: list[str]
    """Only the new ports."""


class Closed(Value, frozen=True):
    """An aqueduct that was scored (R5.2)."""

    aqueduct: int
    seat: int
    color: str
    length: int
    podium: int
    """0: out, without points."""
    forced: bool = False
    """By R3.5, not by choice."""
    final: bool = False
    """By the end of the game (R6.2)."""
    tile: str = ""
    """For forced ones: the square of the tile that closed it, laid by the seat whose turn it is, as far as known."""


class SeatChange(Value, frozen=True):
    """What a scoring means for a seat."""

    seat: int
    points: int
    """Its points after it (R6.3)."""
    change: int = 0
    """How many more than before; below 0 where a bonus has moved on to somebody else."""
    bonus: int = 0
    """The part of `change` that bonuses are; the rest are podiums."""
    missed: int = 0
    """Builders that it would take, were the reserve not empty (R5.3)."""
    out: bool = False
    """Its last workman has left the board."""


class Effects(Value, frozen=True):
    """What a decision does; each field only where it happens."""

    laid: list[str] = []
    """Square and face of the tile laid."""
    walk: list[int] = []
    """The builder's path square before and after."""
    fountain: bool = False
    """The walk passed a fountain."""
    grown: list[Grown] = []
    closes: list[Closed] = []
    """For choices: what would be closed or scored at the end of this turn because of it, as things stand."""
    placed: list[str] = []
    """Kind and path square."""
    took: str = ""
    seats: list[SeatChange] = []
    """For steps: the seats for which their scoring changed something."""
    ends: bool = False
    """The game is over after it."""


class Choice(Value, frozen=True):
    """A legal decision with what it would do."""

    move: str
    """In R7 notation: what to send."""
    type: Literal["place", "build", "extra", "move", "close", "pass", "take"]
    kind: str = ""
    workman: str = ""
    builder: int = 0
    """The path square: of the builder used or moved, or on which one is placed."""
    square: str = ""
    face: str = ""
    podium: int = 0
    """`close`: the podium it would get. `build`: that of the workman's aqueduct if it were closed then."""
    effects: Effects = Effects()


class Step(Value, frozen=True):
    """A decision that was made."""

    ply: int
    """The number of decisions before it."""
    turn: int
    """0 in the set-up, then from 1."""
    seat: int
    move: str
    type: str
    by: str = ""
    """Who made it, if not the seat's own player."""
    effects: Effects = Effects()


class Suggestion(Value, frozen=True):
    """A stretch that the seat that is asked could make."""

    version: int
    seat: int
    moves: list[str]


class Decided(Value, frozen=True):
    """From where on a finished game was decided. All is null if no win was certain, or somebody resigned."""

    ply: int | None
    """The number of decisions before."""
    turn: int | None
    """The seat that decides there."""
    seats: list[int] | None
    """Who could no longer be kept from winning; several if they share the win."""


class Why(Value, frozen=True):
    """Why something cannot be done; codes, arguments and clauses are those of `rules.reasons`."""

    code: str
    clause: str = ""
    args: dict[str, str | int] = {}
