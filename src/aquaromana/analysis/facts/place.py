"""Facts about placing a builder: whose workmen see him (R4.1, R4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.rules.geometry import SIGHT
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.moves import Place


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
