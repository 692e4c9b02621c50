"""Facts about the end of the game (R6.1, R6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.rules.position import Phase
from aquaromana.rules.scoring import places, scores


def _first_with(view: View) -> tuple[int, int] | None:
    """The points of the seat and how many share its place, if the stretch ends the game and it is first."""
    if view.end.phase is not Phase.OVER:
        return None
    points = scores(view.end)
    ranks = places(points)
    return (points[view.seat], ranks.count(1)) if ranks[view.seat] == 1 else None


def now(view: View) -> Iterator[Args]:
    """The stretch ends the game, and the seat has won alone."""
    found = _first_with(view)
    if found and found[1] == 1:
        yield {"points": found[0]}


def shared(view: View) -> Iterator[Args]:
    """The stretch ends the game, and the seat shares the first place."""
    found = _first_with(view)
    if found and found[1] > 1:
        yield {"points": found[0]}
