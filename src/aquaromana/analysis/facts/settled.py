"""What is settled: how the game ends if everybody plays for their own place, however they break ties (R6.4).

Nobody has to play so, and with three or four players some will not: nothing here is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.engine import native
from aquaromana.engine.solve import Effort, Solver, Value
from aquaromana.rules.position import Phase, Position

NODES: Final = 3_000
"""What the solver may look at: about a millisecond with the core."""
NODES_IN_PYTHON: Final = 100
"""The same without the core."""

WORKMEN: Final = 4
"""With more workmen on the board than this hardly anything was ever settled so cheaply."""


@lru_cache(maxsize=1024)
def _value(position: Position) -> Value | None:
    """What becomes of a position; None if that is too hard, or if the game is over."""
    if position.phase is Phase.OVER or position.on_board.bit_count() > WORKMEN:
        return None
    found = Solver().value(position, Effort(nodes=NODES if native.available() else NODES_IN_PYTHON))
    return found if isinstance(found, Value) else None


def win(view: View) -> Iterator[Args]:
    """The seat wins alone if everybody plays for their own place, however they break ties."""
    value = _value(view.end)
    if value and value.shares[view.seat].low == 1:
        yield {}


def points(view: View) -> Iterator[Args]:
    """The seat has these points at the end if everybody plays for their own place, however they break ties."""
    value = _value(view.end)
    if value and value.points[view.seat].settled:
        yield {"points": int(value.points[view.seat].low)}


def lost(view: View) -> Iterator[Args]:
    """The seat does not win if everybody plays for their own place, and after another decision it wins or shares."""
    value = _value(view.end)
    if value and value.shares[view.seat].high == 0 and any(_keeps(other) for other in view.others()):
        yield {}


def _keeps(view: View) -> bool:
    value = _value(view.end)
    return value is not None and value.shares[view.seat].low > 0
