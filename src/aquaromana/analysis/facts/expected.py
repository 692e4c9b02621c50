"""What the computer expects: read from the line that a search thinks best for everybody, and said to be no more.

The line begins where the stretch ends. It counts up to the end of the seat's next turn; without a line, nothing is
expected.
"""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.effects import after, effects_of
from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import Step, View
from aquaromana.rules.moves import Build
from aquaromana.rules.position import Phase, Position


def podium(view: View) -> Iterator[Args]:
    """In the expected line the seat takes that podium by the end of its next turn."""
    for step, _ in _line(view):
        for podium in _taken(view, step, view.seat):
            yield {"podium": podium}


def length(view: View) -> Iterator[Args]:
    """In the expected line an aqueduct of the seat grows by this much, at least two, by the end of its next turn."""
    steps = list(_line(view))
    if any(own and isinstance(step.decision, Build) for step, own in steps):
        now, then = steps[0][0].before, steps[-1][0].after
        for aqueduct in now.open_aqueducts(view.seat):
            grown = then.lengths[aqueduct] - now.lengths[aqueduct]
            if grown >= 2:
                yield {"color": view.color(aqueduct), "count": grown}


def rival(view: View) -> Iterator[Args]:
    """In the expected line a rival takes that podium before the seat's next turn."""
    for step, own in _line(view):
        if not own and step.after.own(view.seat):
            for seat in range(view.start.players):
                if seat != view.seat:
                    for podium in _taken(view, step, seat):
                        yield {"seat": seat, "podium": podium}


def _line(view: View) -> Iterator[tuple[Step, bool]]:
    """The steps of the expected line after this turn, each with whether it belongs to the seat's next turn."""
    if view.start.phase is Phase.SETUP:
        return
    begun = _begins_turn(view.steps[-1].before, view.end)
    own = begun and view.end.turn == view.seat
    position = view.end
    for decision in view.line:
        later = after(position, decision)
        if begun:
            yield Step(position, decision, later, effects_of(position, decision, later)), own
        if _begins_turn(position, later):
            if own:
                return
            begun, own = True, later.turn == view.seat
        position = later


def _begins_turn(position: Position, later: Position) -> bool:
    """Whether a turn begins between two positions.

    Builders are placed from the reserve at the beginning of a turn, which goes on after them unless nothing can be
    done in it.
    """
    placed = position.phase is Phase.RESERVE and position.turn == later.turn
    return not placed and later.phase in (Phase.RESERVE, Phase.BUILD)


def _taken(view: View, step: Step, seat: int) -> Iterator[int]:
    """The podiums that workmen of a seat mount in a step; the end of the game apart."""
    owner = view.start.layout.seats
    for closing in step.effects.closings:
        if closing.podium and not closing.final and owner[closing.aqueduct] == seat:
            yield closing.podium
