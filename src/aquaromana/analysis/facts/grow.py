"""Facts about length: what one tile adds to the seat's own aqueducts (R4.5, R8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.effects import Growth
from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.rules.geometry import port_name
from aquaromana.rules.moves import Build


def own_growths(view: View) -> list[Growth]:
    """The seat's own aqueducts that its tile made longer; those scored before do not count."""
    step = view.build
    if step is None:
        return []
    mine = step.before.own(view.seat)
    return [growth for growth in step.effects.grown if mine >> growth.aqueduct & 1]


def many(view: View) -> Iterator[Args]:
    """One tile makes an aqueduct of the seat at least two squares longer."""
    for growth in own_growths(view):
        if len(growth.course) >= 2:
            yield {
                "color": view.color(growth.aqueduct),
                "workman": port_name(growth.start),
                "count": len(growth.course),
            }


def both(view: View) -> Iterator[Args]:
    """One tile makes two of the seat's aqueducts longer."""
    if len(own_growths(view)) >= 2:
        yield {"count": len(own_growths(view))}


def ahead(view: View) -> Iterator[Args]:
    """The next tile of the workman who built could make his aqueduct at least two squares longer, as things stand."""
    step = view.build
    if step is None:
        return
    assert isinstance(step.decision, Build)
    aqueduct = step.before.ends.index(step.decision.workman)
    if aqueduct in view.own():
        length = view.after.position.lengths[aqueduct]
        tiles = [laid for laid in view.after.laid(view.seat) if laid.aqueduct == aqueduct]
        most = max([laid.later.lengths[aqueduct] - length for laid in tiles], default=0)
        if most >= 2:
            yield {"color": view.color(aqueduct), "count": most}
