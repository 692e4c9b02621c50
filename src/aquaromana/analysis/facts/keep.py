"""Facts about closing nothing: what the next turn could bring, and whether a podium waits (R4.9, R5.2)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View


def _lifts(view: View) -> Iterator[tuple[int, int, int]]:
    """Own open aqueducts that one tile could lift next turn: with the podium now and the best one then."""
    if view.passing is None:
        return
    now = view.after
    for aqueduct in view.own():
        low = now.podium(aqueduct)
        high = max([laid.podium(aqueduct) for laid in now.laid(view.seat)], default=0)
        if high > low:
            yield aqueduct, low, high


def _taken_by_others(view: View, podium: int) -> bool:
    """Whether a rival may be able to have a podium next turn, reserve builders included."""
    return any(podium in view.after.reach(rival) for rival in view.after.rivals(view.seat))


def higher(view: View) -> Iterator[Args]:
    """One tile could lift an aqueduct of the seat to a higher podium next turn, as things stand."""
    for aqueduct, low, high in _lifts(view):
        if low:
            yield {"color": view.color(aqueduct), "before": low, "podium": high}


def step(view: View) -> Iterator[Args]:
    """One tile could lift an aqueduct of the seat to a podium that nobody else could take first, as things stand."""
    for aqueduct, low, high in _lifts(view):
        if low and not _taken_by_others(view, high):
            yield {"color": view.color(aqueduct), "before": low, "podium": high}


def free(view: View) -> Iterator[Args]:
    """No rival could take the podium of the seat's best open aqueduct next turn, as things stand."""
    if view.passing is None:
        return
    best = max([view.after.podium(aqueduct) for aqueduct in view.own()], default=0)
    if best and not _taken_by_others(view, best):
        yield {"podium": best}


def nothing(view: View) -> Iterator[Args]:
    """No open aqueduct of the seat would get a podium now."""
    if view.passing is not None and view.own() and not any(view.after.podium(aqueduct) for aqueduct in view.own()):
        yield {}
