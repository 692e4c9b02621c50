"""Kinds of tiles and builders, the ways a tile can lie, and the channels that carry water through it (R1.3, R1.4).

A *face* is a kind lying one way round: nine of them, named by the sides they join as in R7. The content of a
square is one small int: EMPTY, a face, or RESERVOIR + color. The printed corners are ordinary curve faces.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from aquaromana.rules.geometry import CORNERS, EAST, NORTH, SOUTH, WEST


class Kind(IntEnum):
    """A kind of tile and of builder; the joker is a builder only (R1.3, R1.4)."""

    CURVE = 1
    DOUBLE = 2
    STRAIGHT = 3
    BRIDGE = 4
    JOKER = 5

    @property
    def letter(self) -> str:
        """The letter in notation: C, D, S, B or J."""
        return KIND_LETTERS[self]

    @property
    def label(self) -> str:
        """The kind in words, for sentences."""
        return ("", "curve", "double curve", "straight", "bridge", "joker")[self]


KIND_LETTERS: Final = "-CDSBJ"
"""Indexed by kind; index 0 stands for no builder."""

KINDS: Final = tuple(Kind)
"""All of them; to go through an enumeration itself takes longer."""
TILE_KINDS: Final = (Kind.CURVE, Kind.DOUBLE, Kind.STRAIGHT, Kind.BRIDGE)
"""The kinds that tiles have."""

TILES_PER_KIND: Final = 21
"""The rulebooks do not print the split of the 84 tiles (R1.3)."""

BUILDERS_PER_KIND: Final = (0, 4, 4, 4, 4, 1)
"""All builders in the box, indexed by kind (R1.4)."""

RESERVE_PER_KIND: Final = (0, 1, 1, 1, 1, 1)
"""The reserve at the start, indexed by kind; the others are set up (R2.5)."""

SETUP_BUILDERS: Final = sum(BUILDERS_PER_KIND) - sum(RESERVE_PER_KIND)

EMPTY: Final = 0
CURVE_NE: Final = 1
CURVE_ES: Final = 2
CURVE_SW: Final = 3
CURVE_NW: Final = 4
DOUBLE_NE: Final = 5
DOUBLE_NW: Final = 6
STRAIGHT_NS: Final = 7
STRAIGHT_EW: Final = 8
BRIDGE: Final = 9
RESERVOIR: Final = 10
"""RESERVOIR + color is the content of a reservoir's square."""

FACES: Final = range(CURVE_NE, BRIDGE + 1)
CONTENTS: Final = RESERVOIR + 4
"""Number of different contents of a square."""

CHANNELS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    (),
    ((NORTH, EAST),),
    ((EAST, SOUTH),),
    ((SOUTH, WEST),),
    ((NORTH, WEST),),
    ((NORTH, EAST), (SOUTH, WEST)),
    ((NORTH, WEST), (EAST, SOUTH)),
    ((NORTH, SOUTH),),
    ((EAST, WEST),),
    ((NORTH, SOUTH), (EAST, WEST)),
    *((),) * 4,
)
"""The pairs of sides that each content of a square joins. Drawings show a bridge's first channel above the other."""

FACE_KIND: Final = (
    0,
    *(Kind.CURVE,) * 4,
    *(Kind.DOUBLE,) * 2,
    *(Kind.STRAIGHT,) * 2,
    Kind.BRIDGE,
    *(0,) * 4,
)
"""The kind of each face, 0 for empty squares and reservoirs."""

KIND_FACES: Final = tuple(tuple(face for face in FACES if FACE_KIND[face] == kind) for kind in range(6))
"""The faces of each kind, indexed by kind."""

FACE_NAMES: Final = ("", "Cne", "Ces", "Csw", "Cnw", "Dne", "Dnw", "Sns", "Sew", "B")
"""Kind and way round, as in R7."""

WALL: Final = -1
"""In THROUGH: no channel opens to that side."""


def _through(content: int, side: int) -> int:
    for a, b in CHANNELS[content]:
        if side in (a, b):
            return a + b - side
    return WALL


THROUGH: Final = tuple(_through(content, side) for content in range(CONTENTS) for side in range(4))
"""``THROUGH[content * 4 + side]``: the side by which water that enters by `side` leaves, or WALL."""

CORNER_FACES: Final = dict(zip(CORNERS, (CURVE_ES, CURVE_SW, CURVE_NE, CURVE_NW), strict=True))
"""The printed curves (R1.1)."""

HALF_TURN_FACE: Final = (0, CURVE_SW, CURVE_NW, CURVE_NE, CURVE_ES, 5, 6, 7, 8, 9)
"""The face that a half-turn of the board makes of each face."""
