"""Every decision as one integer below 9,826: the arithmetic, and what a half-turn of the board does to it.

The numbers are frozen. `port` is ``square * 4 + side`` (0–351), `path` a path square (1–38), `kind` 1–5, `face` 1–9.

======  ==============  ======================================================================
first   decision        offset from the first
======  ==============  ======================================================================
0       build           ``(port * 4 + look) * 6 + lay``
8448    extra tile      ``square * 9 + face - 1``
9240    place builder   ``(kind - 1) * 38 + path - 1``
9430    move builder    ``path - 1``
9468    close           ``port``
9820    close nothing   0
9821    take            ``kind - 1``
======  ==============  ======================================================================

`look` is the direction in which the workman sees the builder (0 north, 1 east, 2 south, 3 west of his square).
`lay` is the kind of the tile and the turn its channel makes, seen with the water: 0 curve to the left, 1 curve to
the right, 2 double curve to the left, 3 double curve to the right, 4 straight, 5 bridge.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aquaromana.rules.geometry import PATH, PORTS, SQUARES, half_turn_path, half_turn_port, half_turn_square
from aquaromana.rules.tiles import FACE_KIND, FACES, HALF_TURN_FACE, THROUGH, Kind

LAYS: Final = 6
BUILD: Final = 0
EXTRA: Final = BUILD + PORTS * 4 * LAYS
PLACE: Final = EXTRA + SQUARES * len(FACES)
MOVE: Final = PLACE + len(Kind) * PATH
CLOSE: Final = MOVE + PATH
PASS: Final = CLOSE + PORTS
TAKE: Final = PASS + 1
ACTIONS: Final = TAKE + len(Kind)
"""Number of different decisions."""

LAY_KIND: Final = (Kind.CURVE, Kind.CURVE, Kind.DOUBLE, Kind.DOUBLE, Kind.STRAIGHT, Kind.BRIDGE)
"""The kind of the tile laid."""

KIND_LAYS: Final = ((), (0, 1), (2, 3), (4,), (5,), ())
"""The lays of each kind of tile, indexed by kind."""

LAY_TURN: Final = (1, 3, 1, 3, 2, 2)
"""The exit, as a number of quarter-turns clockwise from the side by which the water enters."""


def _lay_face(entry: int, lay: int) -> int:
    leave = (entry + LAY_TURN[lay]) % 4
    kind = LAY_KIND[lay]
    return next(face for face in FACES if FACE_KIND[face] == kind and THROUGH[face * 4 + entry] == leave)


LAY_FACE: Final = tuple(_lay_face(entry, lay) for entry in range(4) for lay in range(LAYS))
"""``LAY_FACE[entry * 6 + lay]``: the face that takes up water entering by side `entry`."""


def build(port: int, look: int, lay: int) -> int:
    """The integer of a build (R4.3)."""
    return (port * 4 + look) * LAYS + lay


def extra(square: int, face: int) -> int:
    """The integer of an extra tile (R4.7)."""
    return EXTRA + square * len(FACES) + face - 1


def place(kind: int, path: int) -> int:
    """The integer of placing a builder (R2.5, R4.1)."""
    return PLACE + (kind - 1) * PATH + path - 1


def move(path: int) -> int:
    """The integer of moving a builder (R4.8)."""
    return MOVE + path - 1


def close(port: int) -> int:
    """The integer of closing by choice (R4.9)."""
    return CLOSE + port


def take(kind: int) -> int:
    """The integer of taking a builder from the reserve (R5.3)."""
    return TAKE + kind - 1


def half_turn(action: int) -> int:
    """The same decision on the board turned by 180 degrees; its own inverse."""
    if action < EXTRA:
        rest, lay = divmod(action, LAYS)
        port, look = divmod(rest, 4)
        return build(half_turn_port(port), look ^ 2, lay)
    if action < PLACE:
        square, face = divmod(action - EXTRA, len(FACES))
        return extra(half_turn_square(square), HALF_TURN_FACE[face + 1])
    if action < MOVE:
        kind, path = divmod(action - PLACE, PATH)
        return place(kind + 1, half_turn_path(path + 1))
    if action < CLOSE:
        return move(half_turn_path(action - MOVE + 1))
    if action < PASS:
        return close(half_turn_port(action - CLOSE))
    return action


def mask(actions: Iterable[int]) -> bytearray:
    """A byte per action, 1 for those given: ready for ``numpy.frombuffer(..., dtype="int8")``."""
    result = bytearray(ACTIONS)
    for action in actions:
        result[action] = 1
    return result
