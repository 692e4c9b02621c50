"""Why something cannot be done now: for a decision, a workman, a builder, a square or a kind.

The answers follow the order in which a person would be told: first what is asked now, then what is wrong with the
pieces named, then what would happen. Everything is derived from the same tables as the legal decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aquaromana.rules.errors import Argument, Reason
from aquaromana.rules.geometry import CORNERS, NEIGHBOR, SIGHT, port_name, square_name
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.legal import extra_kinds, legal_builds
from aquaromana.rules.moves import Build, Close, Decision, Extra, Move, Pass, Place, Take
from aquaromana.rules.position import HAND, NO_AQUEDUCT, Phase, Position
from aquaromana.rules.tiles import CHANNELS, EMPTY, RESERVOIR, Kind
from aquaromana.rules.water import TWO_SIDES, loose_loop

_CLAUSES: Final = ("R2.5", "R4.1", "R4.3", "R4.7", "R4.9", "R5.3", "R6.1")
"""The clause that says what each phase asks."""

_ANSWERS: Final[dict[Phase, tuple[type[Decision], ...]]] = {
    Phase.SETUP: (Place,),
    Phase.RESERVE: (Place,),
    Phase.BUILD: (Build, Move),
    Phase.EXTRA: (Extra,),
    Phase.CLOSE: (Close, Pass),
    Phase.CLAIM: (Take,),
    Phase.OVER: (),
}


def _clause(position: Position) -> str:
    return _CLAUSES[position.phase]


def _asked(position: Position) -> dict[str, Argument]:
    """Who has to do what, for sentences."""
    return {"seat": position.mover, "asked": str(position.phase)}


def illegal(position: Position, decision: Decision) -> Reason | None:
    """Why a decision is not legal now, or None if it is."""
    if position.phase is Phase.OVER:
        return Reason("phase/over")
    if not isinstance(decision, _ANSWERS[position.phase]):
        return Reason("phase/wrong", {"decision": str(decision), **_asked(position)}, _clause(position))
    if isinstance(decision, Place):
        return _supply(position, decision.kind) or _free_path(position, decision.path)
    if isinstance(decision, Build):
        return _illegal_build(position, decision)
    if isinstance(decision, Move):
        return _must_build(position) or _builder_there(position, decision.path, "path/empty")
    if isinstance(decision, Extra):
        return _extra_kind(position, decision.kind) or _extra_square(position, decision.square)
    if isinstance(decision, Close):
        return _own_workman(position, decision.workman)
    if isinstance(decision, Take):
        return _in_reserve(position, decision.kind)
    return None


def why_workman(position: Position, port: int) -> Reason | None:
    """Why the workman at a port cannot be used now, or None if he can (R4.2, R4.3, R4.9)."""
    reason = _not_asked(position, (Phase.BUILD, Phase.CLOSE), "workman", port_name(port))
    reason = reason or _own_workman(position, port)
    if reason or position.phase is Phase.CLOSE or _usable(position, lambda build: build.workman == port):
        return reason
    seen = SIGHT[port >> 2]
    if not any(position.path[path] for path in seen):
        paths = ", ".join(map(str, sorted(seen)))
        return Reason("workman/sees-nobody", {"workman": port_name(port), "paths": paths})
    return Reason("workman/no-tile-fits", {"workman": port_name(port), "square": square_name(NEIGHBOR[port] >> 2)})


def why_builder(position: Position, path: int) -> Reason | None:
    """Why the builder on a path square cannot be used now, or None if he can (R4.2, R4.8).

    When builders are being placed: why none can be placed on that square (R2.5, R4.1).
    """
    if position.phase in (Phase.SETUP, Phase.RESERVE):
        return _free_path(position, path)
    reason = _not_asked(position, (Phase.BUILD,), "builder", str(path))
    reason = reason or _builder_there(position, path, "path/empty")
    if reason or not legal_builds(position) or _usable(position, lambda build: build.builder == path):
        return reason
    mine = position.own(position.turn)
    ends = [end for aqueduct, end in enumerate(position.ends) if mine >> aqueduct & 1]
    if not any(path in SIGHT[end >> 2] for end in ends):
        return Reason("builder/unseen", {"path": path, "seat": position.mover})
    return Reason("builder/no-tile-fits", {"path": path})


def why_square(position: Position, square: int) -> Reason | None:
    """Why no tile can be laid on a square now, or None if one can (R4.3, R4.7)."""
    reason = _not_asked(position, (Phase.BUILD, Phase.EXTRA), "square", square_name(square))
    if reason:
        return reason
    if position.phase is Phase.EXTRA:
        return _extra_square(position, square)
    reason = _empty_square(position, square)
    if reason or _usable(position, lambda build: build.square == square):
        return reason
    mine = position.own(position.turn)
    fed_by = [position.feeder[square * 4 + side] for side in range(4)]
    if not any(aqueduct != NO_AQUEDUCT and mine >> aqueduct & 1 for aqueduct in fed_by):
        return Reason("square/unfaced", {"square": square_name(square)})
    return Reason("square/no-tile-fits", {"square": square_name(square)})


def why_kind(position: Position, kind: Kind) -> Reason | None:
    """Why a kind of tile or builder cannot be chosen now, or None if it can."""
    phases = (Phase.SETUP, Phase.RESERVE, Phase.BUILD, Phase.EXTRA, Phase.CLAIM)
    reason = _not_asked(position, phases, "kind", kind.letter)
    if reason:
        return reason
    if position.phase in (Phase.SETUP, Phase.RESERVE):
        return _supply(position, kind)
    if position.phase is Phase.CLAIM:
        return _in_reserve(position, kind)
    if kind is Kind.JOKER:
        return Reason("kind/joker-tile")
    if position.phase is Phase.EXTRA:
        return _extra_kind(position, kind)
    if not position.stock[kind]:
        return Reason("stock/empty", {"kind": kind.letter})
    if _usable(position, lambda build: build.kind == kind):
        return None
    return Reason("kind/no-builder", {"kind": kind.letter, "seat": position.mover})


def _not_asked(position: Position, phases: tuple[Phase, ...], subject: str, name: str) -> Reason | None:
    if position.phase is Phase.OVER:
        return Reason("phase/over")
    if position.phase in phases:
        return None
    return Reason("phase/not-asked", {"subject": subject, "name": name, **_asked(position)}, _clause(position))


def _usable(position: Position, test: Callable[[Build], bool]) -> bool:
    return any(isinstance(move, Build) and test(move) for move in legal_builds(position))


def _must_build(position: Position) -> Reason | None:
    builds = legal_builds(position)
    return Reason("phase/must-build", {"example": str(builds[0])}) if builds else None


def _supply(position: Position, kind: Kind) -> Reason | None:
    """Builders to place come from the set-up or from the hand."""
    if position.phase is Phase.SETUP:
        if position.setup_left(kind) > 0:
            return None
        return Reason("kind/joker-waits") if kind is Kind.JOKER else Reason("kind/not-in-supply", {"kind": kind.letter})
    if position.held[position.mover * HAND + kind]:
        return None
    return Reason("kind/not-held", {"kind": kind.letter, "seat": position.mover})


def _in_reserve(position: Position, kind: Kind) -> Reason | None:
    return None if position.reserve[kind] else Reason("kind/not-in-reserve", {"kind": kind.letter})


def _free_path(position: Position, path: int) -> Reason | None:
    return Reason("path/occupied", {"path": path}, _clause(position)) if position.path[path] else None


def _builder_there(position: Position, path: int, code: str) -> Reason | None:
    return None if position.path[path] else Reason(code, {"path": path})


def _own_workman(position: Position, port: int) -> Reason | None:
    """There must be a workman of the mover at the port."""
    if port not in position.ends:
        return Reason("workman/none", {"workman": port_name(port)})
    aqueduct = position.ends.index(port)
    if not position.on_board >> aqueduct & 1:
        return Reason("workman/closed", {"workman": port_name(port)})
    owner = position.layout.seats[aqueduct]
    if owner != position.mover:
        args: dict[str, Argument] = {"workman": port_name(port), "owner": owner, "seat": position.mover}
        color = COLOR_NAMES[position.layout.colors[aqueduct]]
        return Reason("workman/foreign", args | {"color": color}, _clause(position))
    return None


def _illegal_build(position: Position, build: Build) -> Reason | None:
    reason = _own_workman(position, build.workman) or _builder_there(position, build.builder, "build/no-builder")
    if reason:
        return reason
    builder, kind = Kind(position.path[build.builder]), build.kind
    if not position.stock[kind]:
        return Reason("stock/substitute" if builder == kind else "stock/empty", {"kind": kind.letter})
    if builder not in (kind, Kind.JOKER) and position.stock[builder]:
        return Reason("build/wrong-kind", {"path": build.builder, "builder": builder.letter, "kind": kind.letter})
    return joins(position, build)


def joins(position: Position, build: Build) -> Reason | None:
    """The two aqueducts that a build would join, directly or around a loose loop (R3.4)."""
    square, fed = build.square, position.fed[build.square]
    channels = CHANNELS[build.face]
    pairs = [pair for pair in channels if fed >> pair[0] & 1 and fed >> pair[1] & 1]
    if not pairs and len(channels) == 2 and TWO_SIDES[fed] and loose_loop(position.board, square, fed):
        first, second = (side for side in range(4) if fed >> side & 1)
        pairs = [(first, second)]
    if not pairs:
        return None
    mine, other = sorted(pairs[0], key=lambda side: side != build.entry)
    ends = [port_name(position.ends[position.feeder[square * 4 + side]]) for side in (mine, other)]
    return Reason("build/joins", {"decision": str(build), "workman": ends[0], "other": ends[1]})


def _empty_square(position: Position, square: int) -> Reason | None:
    content = position.board[square]
    if content == EMPTY:
        return None
    name = square_name(square)
    if square in CORNERS:
        return Reason("square/corner", {"square": name})
    if content >= RESERVOIR:
        return Reason("square/reservoir", {"square": name, "color": COLOR_NAMES[content - RESERVOIR]})
    return Reason("square/occupied", {"square": name}, _clause(position))


def _extra_square(position: Position, square: int) -> Reason | None:
    reason = _empty_square(position, square)
    if reason or not position.fed[square]:
        return reason
    aqueduct = min(position.feeder[square * 4 : square * 4 + 4])
    return Reason("square/faced", {"square": square_name(square), "workman": port_name(position.ends[aqueduct])})


def _extra_kind(position: Position, kind: Kind) -> Reason | None:
    if kind in extra_kinds(position):
        return None
    laid = Kind(position.laid)
    if not position.stock[kind]:
        return Reason("stock/substitute" if kind == laid else "stock/empty", {"kind": kind.letter})
    return Reason("extra/wrong-kind", {"laid": laid.letter, "kind": kind.letter})
