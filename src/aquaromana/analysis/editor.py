"""Changes to a position by hand, and whose turn it could be. The rules say what is impossible, and by which clause.

A change is refused if there is no material for it (R1); what is left can still contradict itself while somebody edits,
and `faults` tells all of that. What is asked follows from the rest: a position that is edited stands between two turns.
"""

from __future__ import annotations

from aquaromana.rules.errors import IllegalMove, PositionError, Reason
from aquaromana.rules.geometry import CORNERS, square_name
from aquaromana.rules.layout import AQUEDUCTS, COLOR_NAMES
from aquaromana.rules.position import HAND, PODIUM_ROOM, Phase, Position
from aquaromana.rules.possible import Fault, faults
from aquaromana.rules.tiles import BUILDERS_PER_KIND, EMPTY, FACE_KIND, RESERVOIR, SETUP_BUILDERS, Kind


def with_tile(position: Position, square: int, face: int) -> Position:
    """With another face on a square, or none; IllegalMove if no tile can lie there, or none is left of the kind."""
    name = square_name(square)
    if square in CORNERS:
        raise IllegalMove(Reason("square/corner", {"square": name}))
    if (content := position.board[square]) >= RESERVOIR:
        raise IllegalMove(Reason("square/reservoir", {"square": name, "color": COLOR_NAMES[content - RESERVOIR]}))
    changed = position.copy()
    changed.board[square] = EMPTY
    changed.refresh()
    if face and not changed.stock[FACE_KIND[face]]:
        raise IllegalMove(Reason("stock/empty", {"kind": Kind(FACE_KIND[face]).letter}))
    changed.board[square] = face
    return _settled(changed)


def with_builder(position: Position, path: int, kind: int) -> Position:
    """With another builder on a path square, or none; IllegalMove if there is none left of the kind."""
    changed = position.copy()
    changed.path[path] = 0
    _demand_builder(changed, kind)
    changed.path[path] = kind
    return _settled(changed)


def with_held(position: Position, seat: int, kind: int, count: int) -> Position:
    """With so many builders of a kind in a hand; IllegalMove if there are not so many left."""
    changed = position.copy()
    changed.held[seat * HAND + kind] = 0
    for _ in range(count):
        _demand_builder(changed, kind)
        changed.held[seat * HAND + kind] += 1
    return _settled(changed)


def with_workman(position: Position, aqueduct: int, *, stands: bool) -> Position:
    """With a workman at the end of an aqueduct, or without."""
    changed = position.copy()
    changed.on_board &= ~(1 << aqueduct)
    changed.on_board |= stands << aqueduct
    return _settled(changed)


def with_mounted(position: Position, podium: int, color: int, *, stands: bool) -> Position:
    """With one workman more, or less, of a color on a podium; PositionError if it is full."""
    changed = position.copy()
    there = list(changed.podiums[podium])
    if stands:
        if len(there) == PODIUM_ROOM[podium]:
            told: dict[str, str | int] = {"podium": podium, "limit": len(there), "count": len(there) + 1}
            raise PositionError(Fault("fault/podium-room", told))
        there.append(color)
    elif color in there:
        there.remove(color)
    podiums = list(changed.podiums)
    podiums[podium] = tuple(sorted(there))
    changed.podiums = tuple(podiums)
    return _settled(changed)


def with_turn(position: Position, seat: int) -> Position:
    """With another seat to move; nothing is checked."""
    changed = position.copy()
    changed.turn = changed.mover = seat
    return _settled(changed)


def if_turn_of(position: Position, seat: int) -> Position:
    """The same position if it were another seat's turn: what does it threaten? PositionError says why not.

    Only between two turns can another seat have the next one.
    """
    if position.phase is Phase.SETUP:
        raise PositionError(Fault("fault/turn-order"))
    if position.phase is Phase.OVER:
        raise PositionError(Fault("fault/turn-over"))
    if position.phase not in (Phase.RESERVE, Phase.BUILD):
        raise PositionError(Fault("fault/turn-begun", {"seat": position.turn}))
    changed = with_turn(position, seat)
    if fault := next(faults(changed), None):
        raise PositionError(fault)
    return changed


def _demand_builder(position: Position, kind: int) -> None:
    out = position.path.count(kind) + sum(position.held[kind::HAND])
    if kind and out >= BUILDERS_PER_KIND[kind]:
        raise IllegalMove(Reason("kind/not-in-reserve", {"kind": Kind(kind).letter}))


def _settled(position: Position) -> Position:
    """The same between two turns: what is asked follows from what is there. Changes it, and returns it."""
    position.laid = position.dry = 0
    position.due = bytearray(position.players)
    placed = sum(map(bool, position.path))
    untouched = position.board == position.layout.start_board and position.on_board + 1 == 1 << AQUEDUCTS
    if placed < SETUP_BUILDERS and untouched and not any(position.held) and not any(position.podiums):
        position.phase, position.turn = Phase.SETUP, placed % position.players
    elif not position.on_board:
        position.phase = Phase.OVER
    else:
        position.phase = Phase.RESERVE if position.holds(position.turn) else Phase.BUILD
    position.mover = position.turn
    position.refresh()
    return position
