"""Facts about builders in sight: who can go on building, and who cannot (R4.2, R4.6, R4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.analysis.forecast import seen
from aquaromana.rules.geometry import SIGHT, port_name
from aquaromana.rules.moves import Build
from aquaromana.rules.position import HAND, Phase
from aquaromana.rules.tiles import KIND_LETTERS


def _ways_on(view: View) -> tuple[str, tuple[int, ...]] | None:
    """Where the workman who built stands now, and the builders with whom he could lay his next tile."""
    if view.build is None:
        return None
    assert isinstance(view.build.decision, Build)
    aqueduct = view.build.before.ends.index(view.build.decision.workman)
    if aqueduct not in view.own():
        return None
    port = view.after.position.ends[aqueduct]
    paths = sorted({build.builder for build in view.after.builds(view.seat) if build.workman == port})
    return port_name(port), tuple(paths)


def on(view: View) -> Iterator[Args]:
    """The workman who built could lay his next tile with a builder on the path, as things stand."""
    found = _ways_on(view)
    if found and found[1]:
        yield {"workman": found[0], "paths": found[1], "count": len(found[1])}


def two(view: View) -> Iterator[Args]:
    """The workman who built could lay his next tile with two builders or more, as things stand."""
    found = _ways_on(view)
    if found and len(found[1]) >= 2:
        yield {"workman": found[0], "paths": found[1], "count": len(found[1])}


def many(view: View) -> Iterator[Args]:
    """Several workmen of the seat could lay a tile next turn, as things stand."""
    ready = {build.workman for build in view.after.builds(view.seat)}
    if len(ready) >= 2:
        yield {"count": len(ready)}


def only(view: View) -> Iterator[Args]:
    """The seat can build next turn, and could not after any other decision here, as things stand."""
    if not view.can_build():
        return
    others = 0
    for other in view.others():
        if other.can_build():
            return
        others += 1
    if others:
        yield {}


def _blinded(view: View) -> Iterator[int]:
    """Rivals who could build before the stretch and cannot after it; in the set-up nobody is asked to."""
    if view.start.phase is Phase.SETUP:
        return
    for rival in view.after.rivals(view.seat):
        if view.after.blind(rival) and not view.before.blind(rival):
            yield rival


def blinds(view: View) -> Iterator[Args]:
    """A rival who could build next turn cannot any more, as things stand."""
    for rival in _blinded(view):
        yield {"seat": rival}


def stops(view: View) -> Iterator[Args]:
    """The rival who moves directly next could build before, cannot now, and gets no reserve builder first."""
    now = view.end
    for rival in _blinded(view):
        held = any(now.held[rival * HAND : rival * HAND + HAND])
        if now.phase is Phase.BUILD and now.mover == rival and not held:
            yield {"seat": rival}


def takes(view: View) -> Iterator[Args]:
    """The builder used was the last one in sight of a rival's workman."""
    if view.walk is None:
        return
    start = view.walk[1]
    before, now = view.before.position, view.after.position
    for aqueduct in view.foreign():
        if before.ends[aqueduct] == now.ends[aqueduct] and start in seen(before, aqueduct) and not seen(now, aqueduct):
            yield {"color": view.color(aqueduct), "workman": port_name(now.ends[aqueduct])}


def brings(view: View) -> Iterator[Args]:
    """The builder walks into sight of one of the seat's workmen who saw none."""
    if view.walk is None:
        return
    kind, _, target = view.walk
    before, now = view.before.position, view.after.position
    for aqueduct in view.own():
        port = now.ends[aqueduct]
        if before.ends[aqueduct] == port and target in SIGHT[port >> 2] and not seen(before, aqueduct):
            yield {"kind": KIND_LETTERS[kind], "path": target, "workman": port_name(port)}
