"""Exact endings: what one seat can force against all others, and what becomes of a position if all play for themselves.

>>> from aquaromana import Game
>>> from aquaromana.engine.solve import Effort, Goal, Solver
>>> game = Game(players=2)
>>> Solver().force(game.position, 0, Goal.points(0), Effort(nodes=1000)).line
()
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from operator import index
from typing import Final, Literal, Protocol

from aquaromana.engine import native
from aquaromana.engine.effort import Effort
from aquaromana.engine.goal import Goal, GoalError
from aquaromana.engine.solve_twin import TwinSolver, TwinValuer
from aquaromana.engine.verdict import Interval, Proven, Refuted, Unknown, Value, Verdict, shares_of
from aquaromana.rules import Decision, Phase, Position
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.moves import DECISIONS

__all__ = [
    "Effort",
    "Goal",
    "GoalError",
    "Interval",
    "Proven",
    "Refuted",
    "SolveError",
    "Solver",
    "Unknown",
    "Value",
    "Verdict",
]

Core = Literal["auto", "native", "python"]
"""Who solves: the C++ core if there is one, the C++ core or an error, or the twin in Python."""

_FIRST: Final = 256
_GROWTH: Final = 4
"""Nodes given to each decision in the first round of `verdicts`, and by what this grows from round to round."""


class SolveError(ValueError):
    """A position or seat that nothing can be proven about."""


class Solver:
    """Proves and refutes goals by looking at every way the game can go on.

    The same budget of nodes always gives the same answer. NativeMissingError if there is no C++ core although `core`
    or ``AQUA_REQUIRE_NATIVE=1`` asks for it.
    """

    def __init__(self, *, core: Core = "auto") -> None:
        if core not in {"auto", "native", "python"}:
            raise ValueError(f"Solving is done by 'auto', 'native' or 'python', not by {core!r}.")
        if core == "native":
            native.demand()
        self._native = core != "python" and native.available()
        self._running: _Backend | _Valuer | None = None
        self._cancelled = False

    def force(self, position: Position, seat: int, goal: Goal, effort: Effort) -> Verdict:
        """Whether a seat can reach a goal whatever all others do, from a position in which anybody may be to move."""
        begun = time.perf_counter()
        backend = self._start(position, seat, goal, effort)
        try:
            found = backend.solve(position)
            line = _line(backend, position, None, found)
        finally:
            self._running = None
        return _verdict(found, line, backend.nodes, time.perf_counter() - begun)

    def verdicts(self, position: Position, seat: int, goal: Goal, effort: Effort) -> dict[Decision, Verdict]:
        """The same for every legal decision, as if it were made now; the effort is for all of them together.

        All get a little of it first, those that are still open then more: easy ones do not wait for hard ones.
        """
        backend = self._start(position, seat, goal, effort)
        verdicts: dict[Decision, Verdict] = dict.fromkeys(legal_decisions(position), Unknown(0, 0.0))
        waiting, share = list(verdicts), _FIRST
        try:
            while waiting and not backend.spent:
                for decision in waiting:
                    verdicts[decision] = _tried(backend, position, decision, share, verdicts[decision])
                waiting = [decision for decision in waiting if isinstance(verdicts[decision], Unknown)]
                share *= _GROWTH
        finally:
            self._running = None
        return verdicts

    def after(self, position: Position, decision: Decision, seat: int, goal: Goal, effort: Effort) -> Verdict:
        """The same for one legal decision, as if it were made now; the game may end with it."""
        begun = time.perf_counter()
        backend = self._start(position, seat, goal, effort)
        try:
            found = backend.solve(position, decision)
            line = _line(backend, position, decision, found)
        finally:
            self._running = None
        return _verdict(found, line, backend.nodes, time.perf_counter() - begun)

    def value(self, position: Position, effort: Effort) -> Value | Unknown:
        """The share and the points of every seat if each plays for its share of the win and then for its points.

        It looks at everything, so it reaches less far than `force`.
        """
        begun = time.perf_counter()
        _demand_unfinished(position)
        valuer: _Valuer = _NativeValuer(position) if self._native else TwinValuer()
        self._running = valuer
        if self._cancelled:
            valuer.stop()
        try:
            results = valuer.results(position, effort.seconds or 0.0, effort.nodes or 0)
        finally:
            self._running = None
        passed = time.perf_counter() - begun
        if not results:
            return Unknown(valuer.nodes, passed)
        shares = [shares_of(points) for points in results]
        return Value(_intervals(shares), _intervals(results), tuple(sorted(results)), valuer.nodes, passed)

    def stop(self) -> None:
        """End the call that is running immediately; may be called from another thread."""
        if (running := self._running) is not None:
            running.stop()

    def cancel(self) -> None:
        """End the call that is running immediately, and every later one too; may be called from another thread."""
        self._cancelled = True
        self.stop()

    def _start(self, position: Position, seat: int, goal: Goal, effort: Effort) -> _Backend:
        _demand_unfinished(position)
        seat = _seat(position, seat)
        aqueduct = goal.aqueduct(position, seat)
        backend: _Backend
        if self._native:
            backend = _Native(position, seat, goal, aqueduct)
        else:
            backend = TwinSolver(position, seat, goal, aqueduct)
        self._running = backend
        backend.start(effort.seconds or 0.0, effort.nodes or 0)
        if self._cancelled:
            backend.stop()
        return backend


class _Backend(Protocol):
    """Answers for one seat and goal; only `stop` may be called while another thread is in `solve`."""

    def start(self, seconds: float, nodes: int) -> None:
        """Begin to count; 0 means no limit."""

    def solve(self, position: Position, decision: Decision | None = None, most_nodes: int = 0) -> int:
        """1 if proven, -1 if refuted, 0 if that took too long, for a position or for what a decision leads to."""

    def line(self, position: Position, decision: Decision | None, verdict: int) -> Iterable[int]:
        """How a verdict just found comes about."""

    def stop(self) -> None:
        """End `solve` immediately."""

    @property
    def nodes(self) -> int:
        """Positions looked at."""

    @property
    def spent(self) -> bool:
        """Whether the budget is used up."""


class _Native:
    """The core; it works without the interpreter's lock."""

    def __init__(self, position: Position, seat: int, goal: Goal, aqueduct: int) -> None:
        from aquaromana import _core

        layout = native.core_layout(position.layout)
        self._core = _core.Solver(layout, seat, goal.kind, goal.least, aqueduct)

    def start(self, seconds: float, nodes: int) -> None:
        self._core.start(seconds, nodes)

    def solve(self, position: Position, decision: Decision | None = None, most_nodes: int = 0) -> int:
        action = -1 if decision is None else int(decision)
        return self._core.solve(native.core_fields(position), action, most_nodes)

    def line(self, position: Position, decision: Decision | None, verdict: int) -> Iterable[int]:
        action = -1 if decision is None else int(decision)
        return self._core.line(native.core_fields(position), action, verdict)

    def stop(self) -> None:
        self._core.stop()

    @property
    def nodes(self) -> int:
        return self._core.nodes

    @property
    def spent(self) -> bool:
        return self._core.spent


class _Valuer(Protocol):
    """Finds the results that tie-breaks leave; only `stop` may be called while another thread is in `results`."""

    def results(self, position: Position, seconds: float, nodes: int) -> list[tuple[int, ...]]:
        """The points of all seats for each; none if the budget did not suffice."""

    def stop(self) -> None:
        """End `results` immediately."""

    @property
    def nodes(self) -> int:
        """Positions looked at."""


class _NativeValuer:
    """The core; it works without the interpreter's lock."""

    def __init__(self, position: Position) -> None:
        from aquaromana import _core

        self._core = _core.Valuer(native.core_layout(position.layout))

    def results(self, position: Position, seconds: float, nodes: int) -> list[tuple[int, ...]]:
        return self._core.results(native.core_fields(position), seconds, nodes)

    def stop(self) -> None:
        self._core.stop()

    @property
    def nodes(self) -> int:
        return self._core.nodes


def _demand_unfinished(position: Position) -> None:
    if position.phase is Phase.OVER:
        raise SolveError("The game is over: there is nothing to solve.")


def _seat(position: Position, seat: int) -> int:
    try:
        number = index(seat)
    except TypeError:
        number = -1
    if not 0 <= number < position.players:
        raise SolveError(f"There is no seat {seat!r} at this table: it has the seats 0 to {position.players - 1}.")
    return number


def _tried(backend: _Backend, position: Position, decision: Decision, share: int, before: Verdict) -> Verdict:
    """The verdict on a decision after so many more nodes, with what it took in all; as before if nothing is left."""
    if backend.spent:
        return before
    nodes, begun = backend.nodes, time.perf_counter()
    found = backend.solve(position, decision, share)
    line = _line(backend, position, decision, found)
    return _verdict(found, line, before.nodes + backend.nodes - nodes, before.seconds + time.perf_counter() - begun)


def _line(backend: _Backend, position: Position, decision: Decision | None, found: int) -> tuple[Decision, ...]:
    return tuple(DECISIONS[action] for action in backend.line(position, decision, found)) if found else ()


def _verdict(found: int, line: tuple[Decision, ...], nodes: int, seconds: float) -> Verdict:
    if not found:
        return Unknown(nodes, seconds)
    return (Proven if found > 0 else Refuted)(line, nodes, seconds)


def _intervals(rows: Iterable[tuple[float, ...]]) -> tuple[Interval, ...]:
    return tuple(Interval(min(column), max(column)) for column in zip(*rows, strict=True))
