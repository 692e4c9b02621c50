"""The effects of a decision: the tile, the walk, the growth of aqueducts, and who goes to which podium (R4, R5, R6.2).

A build can be followed by an extra tile and by a closing by choice, and only the end of the turn scores what was
closed in it (R5.1). So there are two answers. `effects_of` tells what happens in the decision itself, with the closings
that are scored in it. `prospects_of` looks ahead: while the turn goes on, its closings are those that R3.5 has made by
then, with the podiums that they would get.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.moves import Build, Close, Decision, Extra, Move, Place, Take
from aquaromana.rules.position import Phase, Position
from aquaromana.rules.turn import apply, destination, podium_for, score
from aquaromana.rules.water import course


@dataclass(frozen=True, slots=True)
class Growth:
    """An aqueduct that became longer (R4.5)."""

    aqueduct: int
    start: int
    """The port at which it ended before."""
    end: int
    length: int
    course: tuple[int, ...]
    """The ports by which the water leaves the new squares, the end last."""


@dataclass(frozen=True, slots=True)
class Closing:
    """An aqueduct that is scored (R5.2)."""

    aqueduct: int
    length: int
    podium: int
    """0 for none."""
    forced: bool = False
    """By R3.5."""
    final: bool = False
    """By the end of the game (R6.2)."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What a decision does; what does not happen is empty, 0 or False."""

    laid: tuple[int, int] | None = None
    """Square and face of the tile."""
    walk: tuple[int, int] | None = None
    """The path squares from which and to which the builder walks."""
    fountain: bool = False
    """He passes a fountain, whether or not an extra tile can be laid."""
    grown: tuple[Growth, ...] = ()
    closings: tuple[Closing, ...] = ()
    """In the order of their scoring (R5.1)."""
    placed: tuple[int, int] | None = None
    """Kind and path square of a builder who comes to the path."""
    took: int = 0
    """Kind of a builder taken from the reserve."""
    ends: bool = False
    """The game is over."""


def after(position: Position, decision: Decision) -> Position:
    """The position after a legal decision, which is not checked."""
    result = position.copy()
    apply(result, decision)
    return result


def effects_of(before: Position, decision: Decision, later: Position) -> Effects:
    """What a decision did that led from one position to another."""
    return _effects(before, decision, later, _scored(before, decision, later))


def prospects_of(before: Position, decision: Decision, later: Position) -> Effects:
    """What a decision does, and what is to be expected of this turn after it as things stand."""
    closings = pending(later) if is_unsettled(later) else _scored(before, decision, later)
    return _effects(before, decision, later, closings)


def is_unsettled(position: Position) -> bool:
    """Whether the aqueducts closed in this turn are still to be scored."""
    return position.phase in (Phase.EXTRA, Phase.CLOSE)


def pending(position: Position) -> tuple[Closing, ...]:
    """The aqueducts that R3.5 has closed in the turn so far, with the podiums they get if nothing else is closed."""
    closed = position.on_board & position.blocked
    return tuple(_mounted(position.copy(), closed, position.turn, forced=closed)) if closed else ()


def podium_then(found: Effects, later: Position, aqueduct: int) -> int:
    """What an aqueduct gets after a decision: by its closing, or if it is the next to be closed.

    Closed by choice in this turn it comes before those of rivals (R5.1). It cannot be closed by choice beside another
    one of the same player (R4.9): then all that are closed in this turn come first.
    """
    for closing in found.closings:
        if closing.aqueduct == aqueduct:
            return closing.podium
    closed = later.on_board & later.blocked
    if closed & later.layout.owned[later.turn]:
        later = later.copy()
        score(later, closed)
    return podium_for(later, later.lengths[aqueduct])


def _effects(before: Position, decision: Decision, later: Position, closings: tuple[Closing, ...]) -> Effects:
    ends = later.phase is Phase.OVER
    if isinstance(decision, Build):
        target, fountain = destination(before, decision.builder)
        laid, walk = (decision.square, decision.face), (decision.builder, target)
        return Effects(laid, walk, fountain, _grown(before, later), closings, ends=ends)
    if isinstance(decision, Extra):
        # Nothing faces it, so nothing grows.
        return Effects(laid=(decision.square, decision.face), closings=closings, ends=ends)
    if isinstance(decision, Place):
        return Effects(placed=(decision.kind, decision.path), closings=closings, ends=ends)
    if isinstance(decision, Move):
        target, fountain = destination(before, decision.path)
        return Effects(walk=(decision.path, target), fountain=fountain, closings=closings, ends=ends)
    if isinstance(decision, Take):
        return Effects(took=decision.kind, closings=closings, ends=ends)
    return Effects(closings=closings, ends=ends)


def _grown(before: Position, later: Position) -> tuple[Growth, ...]:
    pairs = zip(before.ends, later.ends, strict=True)
    return tuple(
        Growth(aqueduct, start, end, later.lengths[aqueduct], course(later.board, start, end))
        for aqueduct, (start, end) in enumerate(pairs)
        if start != end
    )


def _scored(before: Position, decision: Decision, later: Position) -> tuple[Closing, ...]:
    """The aqueducts that were scored between two positions, in order: those of the turn, then those of the end."""
    gone = before.on_board & ~later.on_board
    if not gone:
        return ()
    forced = gone & later.blocked
    chosen = 1 << before.ends.index(decision.workman) if isinstance(decision, Close) else 0
    scratch = before.copy()
    scratch.lengths = later.lengths
    found = [*_mounted(scratch, forced | chosen, before.turn, forced=forced)]
    if later.phase is Phase.OVER:
        found += _mounted(scratch, gone & ~(forced | chosen), later.turn, final=True)
    return tuple(found)


def _mounted(scratch: Position, closed: int, first: int, *, forced: int = 0, final: bool = False) -> Iterator[Closing]:
    """Score aqueducts from this seat on in turn order, the longest of a seat first, and tell of each (R5.1, R5.2)."""
    layout, lengths = scratch.layout, scratch.lengths
    order = [aqueduct for aqueduct in range(AQUEDUCTS) if closed >> aqueduct & 1]
    order.sort(key=lambda aqueduct: ((layout.seats[aqueduct] - first) % layout.players, -lengths[aqueduct]))
    for aqueduct in order:
        podium = podium_for(scratch, lengths[aqueduct])
        score(scratch, 1 << aqueduct)
        yield Closing(aqueduct, lengths[aqueduct], podium, bool(forced >> aqueduct & 1), final)
