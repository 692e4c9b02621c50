"""Facts about hindering rivals: aqueducts that end, and podiums that move out of reach (R3.5, R8.5)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.effects import Closing
from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View


def _ended(view: View) -> list[Closing]:
    """Rivals' aqueducts that R3.5 closes in this turn."""
    owner = view.start.layout.seats
    return [closing for closing in view.closings if closing.forced and owner[closing.aqueduct] != view.seat]


def ends(view: View) -> Iterator[Args]:
    """A rival's aqueduct ends, with a podium."""
    for closing in _ended(view):
        if closing.podium:
            yield {"color": view.color(closing.aqueduct), "length": closing.length, "podium": closing.podium}


def out(view: View) -> Iterator[Args]:
    """A rival's aqueduct ends without a podium."""
    for closing in _ended(view):
        if not closing.podium:
            yield {"color": view.color(closing.aqueduct), "length": closing.length}


def denies(view: View) -> Iterator[Args]:
    """The highest podium that a rival could have had next turn is out of their reach now, as things stand."""
    for rival in view.after.rivals(view.seat):
        then = max(view.before.gets(rival), default=0)
        if then and then > max(view.after.reach(rival), default=0):
            yield {"seat": rival, "podium": then}
