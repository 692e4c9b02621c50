"""Facts about extra tiles: that there is one, whom it hinders, and what it is worth (R4.7, R3.5, R4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.rules.actions import LAY_FACE, LAYS
from aquaromana.rules.geometry import NEIGHBOR, port_name, square_name
from aquaromana.rules.moves import Extra
from aquaromana.rules.position import Phase, Position
from aquaromana.rules.tiles import TILE_KINDS
from aquaromana.rules.turn import lay_tile
from aquaromana.rules.water import allowed_lays, course, follow


def extra(view: View) -> Iterator[Args]:
    """The builder passes a fountain, and an extra tile is laid."""
    step = view.build
    if step is not None and step.after.phase is Phase.EXTRA and step.effects.walk:
        yield {"path": step.effects.walk[0]}


def wall(view: View) -> Iterator[Args]:
    """After the extra tile every tile in front of a rival's workman ends his aqueduct; before it some did not."""
    step = view.extra
    if step is None:
        return
    assert isinstance(step.decision, Extra)
    for aqueduct in view.foreign():
        if (
            _leads_to(step.before, aqueduct, step.decision.square)
            and _ends_with_any(step.after, aqueduct)
            and not _ends_with_any(step.before, aqueduct)
        ):
            yield {"color": view.color(aqueduct), "workman": port_name(step.after.ends[aqueduct])}


def _leads_to(position: Position, aqueduct: int, square: int) -> bool:
    """Whether a tile before a workman could lead his water to a square."""
    beyond = NEIGHBOR[position.ends[aqueduct]]
    if beyond < 0:
        return False
    exits = (port for port in range(beyond & ~3, (beyond & ~3) + 4) if port != beyond)
    return any(follow(position.board, port)[2] >> 2 == square for port in exits)


def _ends_with_any(position: Position, aqueduct: int) -> bool:
    """Whether every tile in stock that may be laid before a workman ends his aqueduct, and there is one."""
    if position.blocked >> aqueduct & 1:
        return False
    beyond = NEIGHBOR[position.ends[aqueduct]]
    square, entry = beyond >> 2, beyond & 3
    lays = allowed_lays(position.board, square, position.fed[square], entry)
    faces = [LAY_FACE[entry * LAYS + lay] for kind in TILE_KINDS if position.stock[kind] for lay in lays[kind]]
    for face in faces:
        later = position.copy()
        lay_tile(later, square, face)
        if not later.blocked >> aqueduct & 1:
            return False
    return bool(faces)


def seed(view: View) -> Iterator[Args]:
    """With the extra tile the seat's next tile could make an aqueduct at least two squares longer."""
    step = view.extra
    if step is None:
        return
    assert isinstance(step.decision, Extra)
    square = step.decision.square
    most = 0
    now = view.after
    for laid in now.laid(view.seat):
        start, end = now.position.ends[laid.aqueduct], laid.later.ends[laid.aqueduct]
        ports = course(laid.later.board, start, end)
        if any(port >> 2 == square for port in ports):
            most = max(most, len(ports))
    if most >= 2:
        yield {"square": square_name(square), "count": most}
