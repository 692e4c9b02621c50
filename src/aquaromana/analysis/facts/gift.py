"""Negative facts: what a stretch gives to rivals, and what it costs the seat itself (R4.2, R4.5, R4.8, R3.5)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.effects import after
from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.analysis.forecast import seen
from aquaromana.rules.geometry import SIGHT, port_name
from aquaromana.rules.legal import legal_builds
from aquaromana.rules.moves import Build
from aquaromana.rules.tiles import KIND_LETTERS


def podium(view: View) -> Iterator[Args]:
    """A rival can have a higher podium next turn than any they may have had before."""
    for rival in view.after.rivals(view.seat):
        then = max(view.after.gets(rival), default=0)
        if then > max(view.before.reach(rival), default=0):
            yield {"seat": rival, "podium": then}


def sight(view: View) -> Iterator[Args]:
    """The builder walks into sight of a workman who saw none, of the seat that moves next."""
    rivals = view.after.rivals(view.seat)
    if view.walk is None or not rivals:
        return
    kind, _, target = view.walk
    before, now = view.before.position, view.after.position
    for aqueduct in view.foreign():
        port = now.ends[aqueduct]
        if (
            now.layout.seats[aqueduct] == rivals[0]
            and before.ends[aqueduct] == port
            and target in SIGHT[port >> 2]
            and not seen(before, aqueduct)
        ):
            yield {"kind": KIND_LETTERS[kind], "color": view.color(aqueduct), "workman": port_name(port)}


def length(view: View) -> Iterator[Args]:
    """The tile makes a rival's open aqueduct longer."""
    step = view.build
    if step is None:
        return
    open_after = set(view.foreign())
    for growth in step.effects.grown:
        if growth.aqueduct in open_after:
            yield {"color": view.color(growth.aqueduct), "count": len(growth.course)}


def blind(view: View) -> Iterator[Args]:
    """The seat could not build next turn, as things stand, though another decision here would let it."""
    if view.after.blind(view.seat) and any(other.can_build() for other in view.others()):
        yield {}


def end(view: View) -> Iterator[Args]:
    """The tile ends the seat's own aqueduct, though another one would have kept it open."""
    step = view.build
    if step is None:
        return
    assert isinstance(step.decision, Build)
    aqueduct = step.before.ends.index(step.decision.workman)
    closing = next((closing for closing in view.closings if closing.aqueduct == aqueduct and closing.forced), None)
    if closing is None:
        return
    for other in legal_builds(step.before):
        if isinstance(other, Build) and other.workman == step.decision.workman:
            then = after(step.before, other)
            if then.on_board >> aqueduct & 1 and not then.blocked >> aqueduct & 1:
                yield {"color": view.color(aqueduct), "length": closing.length}
                return
