"""Facts about podiums: what the seat's aqueducts are worth, and what rivals' are worth after it (R5.2, R6.3)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.grow import own_growths
from aquaromana.analysis.facts.view import View
from aquaromana.analysis.race import room
from aquaromana.rules.moves import Close
from aquaromana.rules.scoring import BONUSES
from aquaromana.rules.turn import podium_for


def _lifts(view: View) -> Iterator[tuple[int, int, int]]:
    """Own aqueducts that the tile lifts to a higher podium and that stay open: with both podiums."""
    still_open = view.own()
    for growth in own_growths(view):
        if growth.aqueduct in still_open:
            low, high = view.before.podium(growth.aqueduct), view.after.podium(growth.aqueduct)
            if 0 < low < high:
                yield growth.aqueduct, low, high


def _all_full(view: View, low: int, high: int) -> bool:
    """Whether no podium between two has room before the stretch."""
    return not any(room(view.before.position, podium) for podium in range(low + 1, high))


def step(view: View) -> Iterator[Args]:
    """A tile lifts an open aqueduct of the seat to a higher podium."""
    for aqueduct, low, high in _lifts(view):
        yield {"color": view.color(aqueduct), "before": low, "podium": high}


def jump(view: View) -> Iterator[Args]:
    """A tile lifts an open aqueduct of the seat over podiums that are taken."""
    for aqueduct, low, high in _lifts(view):
        if high >= low + 2 and _all_full(view, low, high):
            yield {"color": view.color(aqueduct), "before": low, "podium": high}


def first(view: View) -> Iterator[Args]:
    """The seat takes the last room on a podium that rivals could have had next turn."""
    for closing in view.mounted:
        if not room(view.after.position, closing.podium):
            rivals = tuple(
                [rival for rival in view.before.rivals(view.seat) if closing.podium in view.before.gets(rival)]
            )
            if rivals:
                yield {"podium": closing.podium, "rivals": rivals, "count": len(rivals)}


def devalue(view: View) -> Iterator[Args]:
    """The seat fills a podium, so that a rival's open aqueduct of the same length as before is worth less."""
    before, now = view.before.position, view.after.position
    if not any(room(before, closing.podium) and not room(now, closing.podium) for closing in view.mounted):
        return
    for aqueduct in view.foreign():
        low, high = view.after.podium(aqueduct), view.before.podium(aqueduct)
        if 0 < low < high and before.lengths[aqueduct] == now.lengths[aqueduct]:
            yield {"color": view.color(aqueduct), "length": now.lengths[aqueduct], "before": high, "podium": low}


def bonus(view: View) -> Iterator[Args]:
    """The seat mounts one of the three highest occupied podiums, as things stand."""
    podiums = view.after.position.podiums
    for closing in view.mounted:
        higher = sum(map(bool, podiums[closing.podium + 1 :]))
        if higher < len(BONUSES):
            yield {"podium": closing.podium, "bonus": BONUSES[higher]}


def most(view: View) -> Iterator[Args]:
    """The seat closes by choice the one of its several open aqueducts that gets the highest podium."""
    step = view.close
    if step is None or not view.mounted:
        return
    assert isinstance(step.decision, Close)
    mine = step.before.open_aqueducts(view.seat)
    podiums = [podium_for(step.before, step.before.lengths[aqueduct]) for aqueduct in mine]
    podium = podiums[mine.index(step.before.ends.index(step.decision.workman))]
    if len(mine) > 1 and podium == max(podiums):
        yield {"podium": podium}


def ahead(view: View) -> Iterator[Args]:
    """After a build the seat could have this podium next turn, and no podium as high now, as things stand."""
    if view.build is None:
        return
    now = max([view.after.podium(aqueduct) for aqueduct in view.own()], default=0)
    then = max(view.after.gets(view.seat), default=0)
    if then > max(now, 1):
        yield {"podium": then}
