"""The builder forecast: where builders would walk, and which seats would see none they can use (R4.2, R4.6–R4.8)."""

from __future__ import annotations

from dataclasses import dataclass

from aquaromana.rules.geometry import SIGHT
from aquaromana.rules.legal import legal_builds
from aquaromana.rules.position import HAND, Phase, Position
from aquaromana.rules.tiles import KINDS
from aquaromana.rules.turn import destination


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a builder would walk if he were used or moved now (R4.6)."""

    start: int
    target: int
    fountain: bool
    """He would pass a fountain: after a build an extra tile is due (R4.7)."""


def walks(position: Position) -> tuple[Walk, ...]:
    """The walk of every builder on the path, in the order of the path."""
    return tuple([Walk(path, *destination(position, path)) for path, kind in enumerate(position.path) if kind])


def seen(position: Position, aqueduct: int) -> tuple[int, ...]:
    """The path squares of the builders whom the workman of an aqueduct sees, ascending (R4.2)."""
    builders = position.path
    return tuple(sorted([path for path in SIGHT[position.ends[aqueduct] >> 2] if builders[path]]))


def is_blind(position: Position, seat: int) -> bool:
    """Whether a seat has workmen, but none of them could lay a tile if its turn came now.

    A seat is not blind if a reserve builder that it holds, or may still take in this turn, can be placed so that a
    tile can be laid (R4.1). Before the first turn and after the last nobody is.
    """
    if position.phase in (Phase.SETUP, Phase.OVER):
        return False
    then = _in_turn(position, seat)
    mine = then.open_aqueducts(seat)
    if not mine or legal_builds(then):
        return False
    kinds = [kind for kind in KINDS if then.held[seat * HAND + kind] or (then.due[seat] and then.reserve[kind])]
    free = {path for aqueduct in mine for path in SIGHT[then.ends[aqueduct] >> 2] if not then.path[path]}
    return not any(_helps(then, kind, path) for path in free for kind in kinds)


def _in_turn(position: Position, seat: int) -> Position:
    """A copy in which it is this seat's turn and the aqueducts that R3.5 has closed are gone."""
    then = position.copy()
    then.turn = then.mover = seat
    then.on_board &= ~then.blocked
    return then


def _helps(then: Position, kind: int, path: int) -> bool:
    """Whether a builder of this kind on a free path square would let a tile be laid; the position stays as it was."""
    then.path[path] = kind
    found = bool(legal_builds(then))
    then.path[path] = 0
    return found
