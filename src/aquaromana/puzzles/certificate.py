"""Proves puzzles again from their text alone, with the Python rules and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aquaromana.engine.solve import Proven, Refuted, Unknown
from aquaromana.puzzles import quiz
from aquaromana.puzzles.judge import ends_stretch
from aquaromana.puzzles.prover import prover
from aquaromana.puzzles.puzzle import Puzzle
from aquaromana.rules import Decision, Game
from aquaromana.rules.legal import legal_decisions

NODES: Final = 400_000
"""Positions that the twin may look at for one puzzle."""


def proven_again(puzzle: Puzzle, nodes: int = NODES) -> bool:
    """Whether the twin agrees with everything that a puzzle claims."""
    return not faults(puzzle, nodes)


def faults(puzzle: Puzzle, nodes: int = NODES) -> list[str]:
    """What the twin cannot confirm; nothing if the puzzle is certified.

    Every first decision has to be proven or refuted, those and only those that are called right have to be proven, and
    the solution has to be a legal line that begins with one of them.
    """
    if puzzle.kind == "legal":
        true = quiz.answer(puzzle)
        return [] if (true,) == puzzle.right else [f"the rules answer {true}, not {puzzle.right[0]}"]
    start, right = puzzle.start(), {Decision(text) for text in puzzle.right}
    verdicts = prover(puzzle.goal, start.mover, nodes, twin=True).verdicts(start, ())
    found: list[str] = []
    for decision in legal_decisions(start):
        verdict = verdicts[decision]
        if isinstance(verdict, Unknown):
            found.append(f"{decision} is unknown after {verdict.nodes} positions")
        elif decision in right and isinstance(verdict, Refuted):
            found.append(f"{decision} is called right, but it is refuted")
        elif decision not in right and isinstance(verdict, Proven):
            found.append(f"{decision} is right too, but not called so")
    if len(right) * 2 > len(verdicts):
        found.append("most first decisions are right")
    return found + _line_faults(puzzle, [Decision(text) for text in puzzle.line])


def _line_faults(puzzle: Puzzle, line: Sequence[Decision]) -> list[str]:
    game = Game.from_position(puzzle.position)
    for decision in line:
        if decision not in game.legal_moves():
            return [f"{decision} in its solution is not legal"]
        game.push(decision)
    if not line or str(line[0]) not in puzzle.right:
        return ["its solution does not begin with a right decision"]
    return [] if ends_stretch(game.position, puzzle.seat, line) else ["its solution stops in the middle of a turn"]
