"""Facts about reserve builders: whose workmen see them, and what they let the seat reach (R4.1, R4.2, R5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.scene import scene
from aquaromana.analysis.facts.view import View
from aquaromana.rules.geometry import SIGHT
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.moves import Place, Take
from aquaromana.rules.position import Phase
from aquaromana.rules.tiles import Kind


def _seers(view: View) -> Iterator[tuple[int, int, int]]:
    """Each path square on which a builder is placed, and how many workmen of the seat and of others see it then."""
    seats = view.start.layout.seats
    for step in view.steps:
        if isinstance(step.decision, Place):
            now, path = step.after, step.decision.path
            watching = [a for a in range(AQUEDUCTS) if now.on_board >> a & 1 and path in SIGHT[now.ends[a] >> 2]]
            own = sum(seats[aqueduct] == view.seat for aqueduct in watching)
            yield path, own, len(watching) - own


def sight(view: View) -> Iterator[Args]:
    """Workmen of the seat see the builder it places."""
    for path, own, _ in _seers(view):
        if own:
            yield {"path": path, "count": own}


def alone(view: View) -> Iterator[Args]:
    """Workmen of the seat see the builder it places, and nobody else's do."""
    for path, own, foreign in _seers(view):
        if own and not foreign:
            yield {"path": path}


def ahead(view: View) -> Iterator[Args]:
    """With the reserve builder it places the seat can have a higher podium this turn than without him."""
    places = [step for step in view.steps if isinstance(step.decision, Place)]
    if view.start.phase is Phase.RESERVE and places:
        then = max(scene(places[-1].after).gets(view.seat), default=0)
        if then > max(view.before.gets(view.seat), default=0):
            yield {"podium": then}


def joker(view: View) -> Iterator[Args]:
    """The seat takes the joker from the reserve."""
    if any(isinstance(step.decision, Take) and step.decision.kind is Kind.JOKER for step in view.steps):
        yield {}


def podium(view: View) -> Iterator[Args]:
    """With a builder it takes the seat could have a higher podium next turn than without one, as things stand."""
    for step in view.steps:
        if isinstance(step.decision, Take):
            then = max(view.after.gets_with(view.seat, step.decision.kind), default=0)
            if then > max(view.after.gets(view.seat), default=0):
                yield {"kind": step.decision.kind.letter, "podium": then}
