"""Following water through channels: where an aqueduct ends, and which tiles would join two of them (R3.1–R3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aquaromana.rules.actions import KIND_LAYS, LAY_FACE, LAYS
from aquaromana.rules.geometry import NEIGHBOR
from aquaromana.rules.tiles import CHANNELS, EMPTY, THROUGH

ALL_SIDES: Final = 15
"""A square all four of whose sides lead back to outlets: nothing can be laid there (R3.5)."""


def follow(board: Sequence[int], port: int) -> tuple[int, int, int]:
    """Follow the water that leaves a square by `port` (R3.1).

    Returns the port it finally leaves by, the number of squares passed on the way, and the port of the empty
    square it faces, negative if it faces none: the edge, a wall, or a tile without a channel there.
    """
    steps = 0
    while True:
        beyond = NEIGHBOR[port]
        if beyond < 0:
            return port, steps, -1
        content = board[beyond >> 2]
        if content == EMPTY:
            return port, steps, beyond
        leave = THROUGH[content << 2 | beyond & 3]
        if leave < 0:
            return port, steps, -1
        port = beyond & ~3 | leave
        steps += 1


def course(board: Sequence[int], start: int, end: int) -> tuple[int, ...]:
    """The ports by which water that leaves a square by one port leaves all later ones, up to and with `end` (R3.1)."""
    ports = []
    port = start
    while port != end:
        beyond = NEIGHBOR[port]
        port = beyond & ~3 | THROUGH[board[beyond >> 2] << 2 | beyond & 3]
        ports.append(port)
    return tuple(ports)


def loose_loop(board: Sequence[int], square: int, fed: int) -> bool:
    """Whether loose tiles join the two dry sides of an empty square, given the sides that are fed (R3.4).

    Only then can a tile with two channels join two aqueducts without joining them directly: the one would run
    out of a dry side, around the loop, back into the other dry side and through to the other aqueduct.
    """
    first, second = (side for side in range(4) if not fed >> side & 1)
    return follow(board, square * 4 + first)[2] == square * 4 + second


def _lays(fed: int, entry: int, kind: int, looped: int) -> tuple[int, ...]:
    """The lays of a kind that take up the water at `entry` and join no two aqueducts (R3.4)."""
    result = []
    for lay in KIND_LAYS[kind]:
        face = LAY_FACE[entry * LAYS + lay]
        joins = any(fed >> a & 1 and fed >> b & 1 for a, b in CHANNELS[face])
        if looped and len(CHANNELS[face]) == 2:
            joins = True
        if not joins:
            result.append(lay)
    return tuple(result)


ALLOWED: Final = tuple(
    tuple(_lays(fed, entry, kind, looped) for kind in range(5))
    for looped in range(2)
    for fed in range(16)
    for entry in range(4)
)
"""``ALLOWED[(looped * 16 + fed) * 4 + entry][kind]``: the lays that R3.4 allows on a square with these fed sides."""

TWO_SIDES: Final = tuple(fed.bit_count() == 2 for fed in range(16))
"""Whether exactly two sides are fed: the only case in which a loose loop matters."""


def allowed_lays(board: Sequence[int], square: int, fed: int, entry: int) -> tuple[tuple[int, ...], ...]:
    """For each kind the lays that may take up the water entering an empty square by side `entry` (R3.4)."""
    looped = TWO_SIDES[fed] and loose_loop(board, square, fed)
    return ALLOWED[(looped * 16 + fed) * 4 + entry]
