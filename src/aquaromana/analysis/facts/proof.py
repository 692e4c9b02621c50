"""Facts that the solver proves: a win whatever the others do, and the only way to keep it (R6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.view import View
from aquaromana.engine import native
from aquaromana.engine.solve import Effort, Goal, Proven, Refuted, Solver
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.moves import Decision
from aquaromana.rules.position import Phase, Position

NODES: Final = 4_000
"""What a proof may cost: a few milliseconds with the core."""
NODES_IN_PYTHON: Final = 100
"""The same without the core."""

WORKMEN: Final = 7
"""With more workmen on the board than this nothing was ever proven so cheaply."""


def _effort() -> Effort:
    return Effort(nodes=NODES if native.available() else NODES_IN_PYTHON)


@lru_cache(maxsize=256)
def _wins(position: Position, seat: int) -> bool:
    """Whether it is proven that a seat wins alone."""
    if position.phase is Phase.OVER or position.on_board.bit_count() > WORKMEN:
        return False
    return isinstance(Solver().force(position, seat, Goal.win(), _effort()), Proven)


def win(view: View) -> Iterator[Args]:
    """The seat can force a sole win from the end of the stretch on."""
    if _wins(view.end, view.seat):
        yield {}


def only(view: View) -> Iterator[Args]:
    """The seat can force a sole win, and after any other decision in the stretch the others can prevent it."""
    chosen = any(len(legal_decisions(step.before)) > 1 for step in view.steps)
    if (
        chosen
        and _wins(view.end, view.seat)
        and all(_others_fail(step.before, step.decision, view.seat) for step in view.steps)
    ):
        yield {}


def _others_fail(position: Position, made: Decision, seat: int) -> bool:
    others = [decision for decision in legal_decisions(position) if decision != made]
    if not others:
        return True
    found = Solver().verdicts(position, seat, Goal.win(), _effort())
    return all(isinstance(found[decision], Refuted) for decision in others)
