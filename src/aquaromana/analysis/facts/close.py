"""Facts about closing by choice: who else could have the podium, and what waiting would bring (R4.9, R5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.effects import after
from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.scene import Scene, scene
from aquaromana.analysis.facts.view import View
from aquaromana.analysis.race import room
from aquaromana.rules.moves import NOTHING, Close


def _chosen(view: View) -> tuple[int, int, Scene] | None:
    """The aqueduct closed by choice, its podium, and the scene if nothing were closed instead."""
    step = view.close
    if step is None:
        return None
    assert isinstance(step.decision, Close)
    aqueduct = step.before.ends.index(step.decision.workman)
    podium = next(closing.podium for closing in view.closings if closing.aqueduct == aqueduct)
    return aqueduct, podium, scene(after(step.before, NOTHING))


def _takers(view: View, podium: int, instead: Scene) -> tuple[int, ...]:
    """The rivals who could have a podium next turn if nothing were closed."""
    return tuple([rival for rival in instead.rivals(view.seat) if podium in instead.gets(rival)])


def in_time(view: View) -> Iterator[Args]:
    """The seat closes at a podium that rivals could have next turn."""
    found = _chosen(view)
    if found and found[1]:
        rivals = _takers(view, found[1], found[2])
        if rivals:
            yield {"podium": found[1], "rivals": rivals, "count": len(rivals)}


def crowded(view: View) -> Iterator[Args]:
    """The seat closes at a podium that two or more rivals, at least as many as have room, could have next turn."""
    found = _chosen(view)
    if found and found[1]:
        rivals, space = _takers(view, found[1], found[2]), room(found[2].position, found[1])
        if len(rivals) >= max(space, 2):
            yield {"podium": found[1], "count": len(rivals), "room": space}


def builder(view: View) -> Iterator[Args]:
    """The closing earns a reserve builder for a seat that could not build next turn without one."""
    found = _chosen(view)
    if found and found[2].blind(view.seat) and view.own() and not view.after.blind(view.seat):
        yield {}


def stuck(view: View) -> Iterator[Args]:
    """If the seat waited, no tile could lift this aqueduct to a higher podium next turn, as things stand."""
    found = _chosen(view)
    if found and found[1]:
        aqueduct, podium, instead = found
        if instead.position.on_board >> aqueduct & 1 and not any(
            laid.podium(aqueduct) > podium for laid in instead.laid(view.seat)
        ):
            yield {"color": view.color(aqueduct), "podium": podium}


def shortest(view: View) -> Iterator[Args]:
    """The closing earns a reserve builder, and no other open aqueduct of the seat is shorter."""
    found = _chosen(view)
    step = view.close
    if found is None or step is None or not sum(step.before.reserve):
        return
    lengths = [step.before.lengths[aqueduct] for aqueduct in step.before.open_aqueducts(view.seat)]
    length = step.before.lengths[found[0]]
    if len(lengths) > 1 and length == min(lengths):
        yield {"color": view.color(found[0]), "length": length}
