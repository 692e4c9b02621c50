"""The state of a game at one moment.

A position holds what defines it (board, path, hands, podiums, whose decision it is) and what follows from that but
is kept up to date for speed (ends and lengths of aqueducts, stock, reserve, hash). `check` recomputes the latter.
Decisions are applied by `turn`, found by `legal`, and undone by keeping the position before.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from aquaromana.rules.display import Shown
from aquaromana.rules.geometry import PATH, PORTS, SQUARES
from aquaromana.rules.hashing import (
    BUILDER,
    CONTENT,
    DRY,
    DUE,
    HELD,
    KEYS,
    LAID,
    MOVER,
    OUTLET,
    PHASE,
    PLAYERS,
    PODIUM,
    TURN,
    WORKMAN,
)
from aquaromana.rules.layout import AQUEDUCTS, Layout
from aquaromana.rules.tiles import (
    BUILDERS_PER_KIND,
    CORNER_FACES,
    EMPTY,
    FACE_KIND,
    RESERVE_PER_KIND,
    TILES_PER_KIND,
)
from aquaromana.rules.water import ALL_SIDES, follow


class Phase(IntEnum):
    """What is asked of the seat to move."""

    SETUP = 0
    """Place a builder of the set-up (R2.5)."""
    RESERVE = 1
    """Place a reserve builder from the hand (R4.1)."""
    BUILD = 2
    """Build, or move a builder if no tile can be laid (R4.3, R4.8)."""
    EXTRA = 3
    """Lay an extra tile (R4.7)."""
    CLOSE = 4
    """Close an aqueduct by choice, or nothing (R4.9)."""
    CLAIM = 5
    """Take a builder from the reserve (R5.3)."""
    OVER = 6
    """Nothing: the game has ended (R6)."""

    def __str__(self) -> str:
        return self.name.lower()


NO_AQUEDUCT: Final = 255
"""In `feeder`: no aqueduct faces the square by that side."""

HAND: Final = 6
"""Bytes a seat takes in `held`, one a kind (index 0 unused)."""

PODIUM_ROOM: Final = (0, 1, 1, 2, 1, 1, 1, 2, *(1,) * 13)
"""How many workmen each podium holds, indexed by its value (R1.6)."""


class Position(Shown):
    """Everything that decides how a game can go on. Positions are equal if it can go on in the same ways.

    `turn.apply` changes a position in place; one that a `Game` has handed out never changes.
    """

    __slots__ = (
        "blocked",
        "board",
        "dry",
        "due",
        "ends",
        "fed",
        "feeder",
        "hash",
        "held",
        "laid",
        "layout",
        "lengths",
        "mover",
        "on_board",
        "path",
        "phase",
        "podiums",
        "reserve",
        "stock",
        "turn",
    )

    layout: Layout
    board: bytearray
    """The content of each square: EMPTY, a face, or RESERVOIR + color."""
    path: bytearray
    """The kind of the builder on each path square, 0 for none; index 0 is unused."""
    held: bytearray
    """``held[seat * HAND + kind]``: reserve builders in the players' hands."""
    on_board: int
    """Bit mask of the aqueducts whose workman is still on the board: those not scored yet."""
    podiums: tuple[tuple[int, ...], ...]
    """The colors of the workmen on each podium, sorted; indexed by value, 0 to 20."""
    phase: Phase
    mover: int
    """The seat whose decision it is."""
    turn: int
    """The seat whose turn it is; another may be the mover while claims are made (R5.3)."""
    dry: int
    """Turns in a row without a tile (R6.1)."""
    laid: int
    """In the phase EXTRA the kind just laid, otherwise 0."""
    due: bytearray
    """Reserve builders that each seat may still take in this turn; all 0 outside the phase CLAIM."""

    ends: list[int]
    """The port each aqueduct ends at (R3.1)."""
    lengths: bytearray
    """The length of each aqueduct (R3.2)."""
    blocked: int
    """Bit mask of the aqueducts that cannot be extended (R3.5)."""
    fed: bytearray
    """For each empty square a bit mask of the sides that lead back to an outlet."""
    feeder: bytearray
    """For each port of an empty square the aqueduct that faces it, or NO_AQUEDUCT."""
    stock: bytearray
    """Tiles left, indexed by kind."""
    reserve: bytearray
    """Builders in the reserve, indexed by kind; during the set-up it is complete."""
    hash: int
    """The 64-bit state hash; see `hashing`."""

    def __init__(self, layout: Layout) -> None:
        """The position before the first builder is set up (R2)."""
        self.layout = layout
        self.board = bytearray(layout.start_board)
        self.path = bytearray(PATH + 1)
        self.held = bytearray(layout.players * HAND)
        self.on_board = (1 << AQUEDUCTS) - 1
        self.podiums = ((),) * len(PODIUM_ROOM)
        self.phase = Phase.SETUP
        self.mover = self.turn = self.dry = self.laid = 0
        self.due = bytearray(layout.players)
        self.refresh()

    @property
    def players(self) -> int:
        """The number of players."""
        return self.layout.players

    def copy(self) -> Position:
        """An independent copy."""
        new = Position.__new__(Position)
        new.layout = self.layout
        new.board = self.board[:]
        new.path = self.path[:]
        new.held = self.held[:]
        new.on_board = self.on_board
        new.podiums = self.podiums
        new.phase = self.phase
        new.mover = self.mover
        new.turn = self.turn
        new.dry = self.dry
        new.laid = self.laid
        new.due = self.due[:]
        new.ends = self.ends[:]
        new.lengths = self.lengths[:]
        new.blocked = self.blocked
        new.fed = self.fed[:]
        new.feeder = self.feeder[:]
        new.stock = self.stock[:]
        new.reserve = self.reserve[:]
        new.hash = self.hash
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.hash == other.hash and all(getattr(self, name) == getattr(other, name) for name in DEFINING)

    def __hash__(self) -> int:
        return self.hash

    def __str__(self) -> str:
        """The one-line text of the position; see `notation`."""
        from aquaromana.rules.notation import position_text  # it needs positions itself

        return position_text(self)

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def setup_left(self, kind: int) -> int:
        """Builders of a kind that are still to be set up (R2.5)."""
        if self.phase != Phase.SETUP:
            return 0
        return BUILDERS_PER_KIND[kind] - RESERVE_PER_KIND[kind] - self.path.count(kind)

    def holds(self, seat: int) -> bool:
        """Whether a seat holds reserve builders."""
        return any(self.held[seat * HAND : seat * HAND + HAND])

    def own(self, seat: int) -> int:
        """The aqueducts of a seat that have not been scored, as a mask."""
        return self.on_board & self.layout.owned[seat]

    def open_aqueducts(self, seat: int) -> list[int]:
        """The aqueducts of a seat that have not been scored, in their order."""
        mask = self.own(seat)
        return [aqueduct for aqueduct in range(AQUEDUCTS) if mask >> aqueduct & 1]

    def facing(self, aqueduct: int) -> int:
        """The empty square an aqueduct's end faces, or -1."""
        beyond = follow(self.board, self.ends[aqueduct])[2]
        return beyond >> 2 if beyond >= 0 else -1

    def refresh(self) -> None:
        """Recompute every field that follows from the others."""
        self.ends, self.lengths = [], bytearray()
        self.fed, self.feeder = bytearray(SQUARES), bytearray([NO_AQUEDUCT]) * PORTS
        self.blocked = 0
        for aqueduct, outlet in enumerate(self.layout.outlets):
            end, length, beyond = follow(self.board, outlet)
            self.ends.append(end)
            self.lengths.append(length)
            if beyond < 0:
                self.blocked |= 1 << aqueduct
            else:
                self.fed[beyond >> 2] |= 1 << (beyond & 3)
                self.feeder[beyond] = aqueduct
        for square, sides in enumerate(self.fed):
            if sides == ALL_SIDES:
                for port in range(square * 4, square * 4 + 4):
                    self.blocked |= 1 << self.feeder[port]
        laid = [content for square, content in enumerate(self.board) if square not in CORNER_FACES]
        self.stock = bytearray(5)
        self.reserve = bytearray(HAND)
        for kind in range(1, 6):
            if kind < 5:
                used = sum(FACE_KIND[content] == kind for content in laid)
                self.stock[kind] = TILES_PER_KIND - used
            if self.phase == Phase.SETUP:
                self.reserve[kind] = RESERVE_PER_KIND[kind]
            else:
                out = self.path.count(kind) + sum(self.held[kind::HAND])
                self.reserve[kind] = BUILDERS_PER_KIND[kind] - out
        self.hash = self._hash()

    def _hash(self) -> int:
        """The hash computed from nothing; `turn` keeps it up to date."""
        features = [CONTENT + square * 16 + content for square, content in enumerate(self.board) if content != EMPTY]
        features += [OUTLET + port for port in self.layout.outlets]
        features += [WORKMAN + port for i, port in enumerate(self.layout.outlets) if self.on_board >> i & 1]
        features += [BUILDER + path * 8 + kind for path, kind in enumerate(self.path) if kind]
        features += [HELD + (i // HAND * 8 + i % HAND) * 8 + count for i, count in enumerate(self.held) if count]
        features += [
            PODIUM + (value * 4 + color) * 4 + colors.count(color)
            for value, colors in enumerate(self.podiums)
            for color in set(colors)
        ]
        features += [PHASE + self.phase, MOVER + self.mover, TURN + self.turn, PLAYERS + self.players]
        features += [DRY + self.dry] if self.dry else []
        features += [LAID + self.laid] if self.laid else []
        features += [DUE + seat * 16 + count for seat, count in enumerate(self.due) if count]
        result = 0
        for feature in features:
            result ^= KEYS[feature]
        return result

    def check(self) -> None:
        """Recompute every cached field and raise AssertionError if one differs: for tests."""
        fresh = self.copy()
        fresh.refresh()
        for name in self.__slots__:
            kept, computed = getattr(self, name), getattr(fresh, name)
            if kept != computed:
                raise AssertionError(f"{name} is {kept!r}, recomputed {computed!r}")


DEFINING: Final = (
    "layout",
    "phase",
    "mover",
    "turn",
    "dry",
    "laid",
    "on_board",
    "board",
    "path",
    "held",
    "due",
    "podiums",
)
"""The fields that define a position; all others follow from them."""
