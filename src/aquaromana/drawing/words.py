"""The current question in words."""

from __future__ import annotations

from collections.abc import Sequence

from aquaromana.rules import Kind, Phase, Position
from aquaromana.rules.layout import COLOR_NAMES, SEAT_COLORS
from aquaromana.rules.legal import legal_builds
from aquaromana.rules.scoring import scores


def seat_names(players: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What to call the seats: their names without anything that steers a terminal, or else their colors."""
    colors = ["+".join(COLOR_NAMES[color].capitalize() for color in own) for own in SEAT_COLORS[players]]
    given = ["".join(char if char.isprintable() else "?" for char in name) for name in names] + [""] * players
    return tuple(name or color for name, color in zip(given, colors, strict=False))


def question(position: Position, names: Sequence[str] = ()) -> str:
    """The current question and the seat that answers it, in one sentence."""
    called = seat_names(position.players, names)
    if position.phase is Phase.OVER:
        points = scores(position)
        best = [name for name, own in zip(called, points, strict=True) if own == max(points)]
        wins = "wins" if len(best) == 1 else "share the victory"
        return f"The game is over: {' and '.join(best)} {wins} with {max(points)}."
    name = called[position.mover]
    if position.phase is Phase.EXTRA:
        fixed = position.laid and position.stock[position.laid]
        extra = f"an extra {Kind(position.laid).label}" if fixed else "an extra tile of any kind"
        return f"The builder passed a fountain: {name} lays {extra}."
    asked = {
        Phase.SETUP: "sets up a builder on the path.",
        Phase.RESERVE: "places a reserve builder on the path.",
        Phase.BUILD: "builds." if legal_builds(position) else "can lay no tile and moves a builder.",
        Phase.CLOSE: "may close an aqueduct.",
        Phase.CLAIM: "takes a builder from the reserve.",
    }
    return f"{name} {asked[position.phase]}"
