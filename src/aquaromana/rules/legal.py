"""Which decisions are legal in a position, in ascending order of their integers (R2.5, R4, R5.3)."""

from __future__ import annotations

from typing import Final

from aquaromana.rules import actions
from aquaromana.rules.actions import LAYS
from aquaromana.rules.geometry import NEIGHBOR, PATH, SIGHT, SQUARES
from aquaromana.rules.moves import DECISIONS, NOTHING, Decision
from aquaromana.rules.position import HAND, Phase, Position
from aquaromana.rules.tiles import KIND_FACES, KINDS, TILE_KINDS, Kind
from aquaromana.rules.turn import extra_squares
from aquaromana.rules.water import allowed_lays

_PLACES: Final = tuple(
    tuple(DECISIONS[actions.place(kind, path)] for path in range(1, PATH + 1)) if kind else () for kind in range(6)
)
"""Placing a builder, by kind and path square - 1."""

_EXTRAS: Final = tuple(
    tuple(tuple(DECISIONS[actions.extra(square, face)] for face in KIND_FACES[kind]) for square in range(SQUARES))
    for kind in range(5)
)
"""Extra tiles, by kind and square."""


def legal_decisions(position: Position) -> tuple[Decision, ...]:
    """Every legal decision, ascending. Never empty unless the game is over."""
    return () if position.phase is Phase.OVER else _BY_PHASE[position.phase](position)


def _setup(position: Position) -> tuple[Decision, ...]:
    return _places(position, [position.setup_left(kind) for kind in range(HAND)])


def _reserve(position: Position) -> tuple[Decision, ...]:
    return _places(position, position.held[position.mover * HAND : position.mover * HAND + HAND])


def _places(position: Position, counts: list[int] | bytearray) -> tuple[Decision, ...]:
    free = [index for index, kind in enumerate(position.path[1:]) if not kind]
    result: list[Decision] = []
    for kind in KINDS:
        if counts[kind] > 0:
            row = _PLACES[kind]
            result += [row[index] for index in free]
    return tuple(result)


def _build(position: Position) -> tuple[Decision, ...]:
    builds = legal_builds(position)
    if builds:
        return tuple(builds)
    return tuple(DECISIONS[actions.move(path)] for path, kind in enumerate(position.path) if kind)


def legal_builds(position: Position) -> list[Decision]:
    """The builds that the seat whose turn it is can make; without any it must move a builder (R4.8)."""
    board, path, stock, fed = position.board, position.path, position.stock, position.fed
    in_stock = [kind for kind in TILE_KINDS if stock[kind]]
    result: list[Decision] = []
    mine = position.own(position.turn)
    for port in sorted([end for aqueduct, end in enumerate(position.ends) if mine >> aqueduct & 1]):
        seen = SIGHT[port >> 2]
        beyond = NEIGHBOR[port]
        lays: tuple[tuple[int, ...], ...] | None = None
        first = port * 4 * LAYS
        for builder in seen:
            kind = path[builder]
            if kind:
                if lays is None:
                    lays = allowed_lays(board, beyond >> 2, fed[beyond >> 2], beyond & 3)
                if kind != Kind.JOKER and stock[kind]:
                    result += [DECISIONS[first + lay] for lay in lays[kind]]
                else:
                    result += [DECISIONS[first + lay] for other in in_stock for lay in lays[other]]
            first += LAYS
    return result


def _extra(position: Position) -> tuple[Decision, ...]:
    squares = extra_squares(position)
    result: list[Decision] = []
    for kinds in extra_kinds(position):
        rows = _EXTRAS[kinds]
        for square in squares:
            result += rows[square]
    if not position.stock[position.laid]:
        result.sort()
    return tuple(result)


def extra_kinds(position: Position) -> tuple[int, ...]:
    """The kinds an extra tile may have: the one just laid, or any in stock if it is gone (R4.7, R4.4)."""
    if position.stock[position.laid]:
        return (position.laid,)
    return tuple(kind for kind in TILE_KINDS if position.stock[kind])


def _close(position: Position) -> tuple[Decision, ...]:
    own = position.own(position.turn)
    ends = sorted([end for aqueduct, end in enumerate(position.ends) if own >> aqueduct & 1])
    return (*(DECISIONS[actions.CLOSE + end] for end in ends), NOTHING)


def _claim(position: Position) -> tuple[Decision, ...]:
    return tuple(DECISIONS[actions.take(kind)] for kind in KINDS if position.reserve[kind])


_BY_PHASE: Final = (_setup, _reserve, _build, _extra, _close, _claim)
