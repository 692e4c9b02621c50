"""What is certain in a puzzle: one interface to the solver of the engine and to the look ahead of `building`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from aquaromana.engine.solve import Effort, Goal, GoalError, Solver, Verdict
from aquaromana.puzzles.building import BuildProver
from aquaromana.puzzles.puzzle import BUILD
from aquaromana.rules import Build, Decision, Move, Position


class Prover(Protocol):
    """Judges decisions by one goal of one seat. `made` are the decisions since the puzzle began."""

    def after(self, position: Position, decision: Decision, made: tuple[Decision, ...]) -> Verdict:
        """What is certain once a legal decision is made."""

    def verdicts(self, position: Position, made: tuple[Decision, ...]) -> Mapping[Decision, Verdict]:
        """The same for every legal decision."""

    def is_settled(self, position: Position, made: tuple[Decision, ...]) -> bool:
        """Whether nothing that is decided from here on can change the answer."""

    def cancel(self) -> None:
        """Have the call that is running, and every later one, end at once: what is not known is unknown."""


def prover(goal: str, seat: int, nodes: int, *, twin: bool = False) -> Prover:
    """The prover of a goal; `nodes` is the budget of one call, `twin` uses the Python rules alone."""
    if goal == BUILD:
        return _Building(BuildProver(seat, nodes, core=not twin))
    return _Ending(Goal.parse(goal), seat, nodes, twin=twin)


class _Ending:
    """Goals of the engine: what a seat has at the end of the game."""

    def __init__(self, goal: Goal, seat: int, nodes: int, *, twin: bool) -> None:
        self._goal, self._seat = goal, seat
        self._effort = Effort(nodes=nodes)
        self._solver = Solver(core="python" if twin else "auto")

    def after(self, position: Position, decision: Decision, made: tuple[Decision, ...]) -> Verdict:  # noqa: ARG002
        return self._solver.after(position, decision, self._seat, self._goal, self._effort)

    def verdicts(self, position: Position, made: tuple[Decision, ...]) -> Mapping[Decision, Verdict]:  # noqa: ARG002
        return self._solver.verdicts(position, self._seat, self._goal, self._effort)

    def is_settled(self, position: Position, made: tuple[Decision, ...]) -> bool:  # noqa: ARG002
        try:
            self._goal.aqueduct(position, self._seat)
        except GoalError:  # the workman has left the board: his podium is known
            return True
        return False

    def cancel(self) -> None:
        self._solver.cancel()


class _Building:
    """To be able to build in the next turn."""

    def __init__(self, inner: BuildProver) -> None:
        self._inner = inner

    def after(self, position: Position, decision: Decision, made: tuple[Decision, ...]) -> Verdict:
        return self._inner.after(position, decision, acted=_acted(made))

    def verdicts(self, position: Position, made: tuple[Decision, ...]) -> Mapping[Decision, Verdict]:
        return self._inner.verdicts(position, acted=_acted(made))

    def is_settled(self, position: Position, made: tuple[Decision, ...]) -> bool:
        return self._inner.is_next_turn(position, acted=_acted(made))

    def cancel(self) -> None:
        self._inner.cancel()


def _acted(made: tuple[Decision, ...]) -> bool:
    """Whether the seat's own turn, with which a puzzle begins, has had its build."""
    return any(isinstance(decision, Build | Move) for decision in made)
