"""From which decision on a finished game was decided: the win was certain, whatever anybody else would have done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from aquaromana.engine.solve import Effort, Goal, Proven, Refuted, SolveError, Solver
from aquaromana.rules import Game

_PATIENCE: Final = 8
"""Positions in a row without an answer after which looking further back is given up."""


@dataclass(frozen=True, slots=True)
class Decided:
    """Where a game was decided."""

    ply: int
    """So many decisions had been made; as many as the game has if nothing was certain before its last one."""
    winners: tuple[int, ...]
    turn: int
    """The seat to move there."""


def decided(game: Game, effort: Effort, *, solver: Solver | None = None) -> Decided:
    """The earliest position found from which on the win was never open again; the effort is for each position.

    It goes back from the end until the win was not certain, or nothing can be proven any more. So the game may have
    been decided even earlier. Winners who share are looked at together. SolveError if the game is not over.
    """
    if not game.is_over:
        raise SolveError("The game is not over: it is not decided who wins.")
    solver = solver or Solver()
    winners = game.winners()
    goal = Goal.share(len(winners))
    line = game.copy()
    found, unknown = Decided(len(line.moves), winners, line.to_move), 0
    while line.moves and unknown < _PATIENCE:
        line.pop()
        verdicts = [solver.force(line.position, seat, goal, effort) for seat in winners]
        if any(isinstance(verdict, Refuted) for verdict in verdicts):
            break
        if all(isinstance(verdict, Proven) for verdict in verdicts):
            found, unknown = Decided(len(line.moves), winners, line.to_move), 0
        else:
            unknown += 1
    return found
