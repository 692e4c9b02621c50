"""The plain twin of the core's solver: the same answers from the Python rules alone, with whole positions as keys.

It proves again what the core found, without its shortcuts, and stands in where there is no core. It is a few hundred
times slower.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final, NamedTuple

from aquaromana.engine.goal import Goal
from aquaromana.engine.outlook import bounds, podium_bounds, reaches
from aquaromana.engine.verdict import shares_of
from aquaromana.rules import Decision, Phase, Position
from aquaromana.rules.actions import CLOSE, PASS
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.scoring import scores
from aquaromana.rules.turn import apply, podium_for, score

_INFINITE: Final = 1 << 40
_MOST_KNOWN: Final = 400_000
"""Positions kept, about a gigabyte; beyond it the answer is unknown."""


class _Numbers(NamedTuple):
    """How many positions have to be proven at least, to prove or to disprove; 0 and infinite when it is done."""

    proof: int
    disproof: int


_PROVEN: Final = _Numbers(0, _INFINITE)
_REFUTED: Final = _Numbers(_INFINITE, 0)


class _SpentError(Exception):
    """The budget is used up."""


@dataclass(slots=True)
class _Clock:
    """Counts nodes and seconds; 0 means no limit."""

    seconds: float = 0.0
    most: int = 0
    nodes: int = 0
    begun: float = 0.0
    stopped: bool = False

    @property
    def spent(self) -> bool:
        late = self.seconds and time.perf_counter() - self.begun >= self.seconds
        return bool(self.stopped or (self.most and self.nodes >= self.most) or late)


class TwinSolver:
    """Whether a seat can reach a goal whatever all others do: proof-number search, depth first."""

    def __init__(self, position: Position, seat: int, goal: Goal, aqueduct: int) -> None:
        self._seat, self._goal, self._aqueduct = seat, goal, aqueduct
        self._players = position.players
        self._known: dict[Position, _Numbers] = {}
        self._clock = _Clock()
        self._most_nodes = 0

    def start(self, seconds: float, nodes: int) -> None:
        self._clock = _Clock(seconds, nodes, begun=time.perf_counter(), stopped=self._clock.stopped)

    def stop(self) -> None:
        self._clock.stopped = True

    @property
    def nodes(self) -> int:
        return self._clock.nodes

    @property
    def spent(self) -> bool:
        return self._clock.spent or len(self._known) >= _MOST_KNOWN

    def solve(self, position: Position, decision: Decision | None = None, most_nodes: int = 0) -> int:
        self._most_nodes = self._clock.nodes + most_nodes if most_nodes else 0
        if decision is not None:
            numbers, position = self._visit(position, decision)
        else:
            numbers = self._judge(position)
        if numbers.proof and numbers.disproof:
            numbers = self._search(position, _Numbers(_INFINITE, _INFINITE))
        return int(numbers.proof == 0) - int(numbers.disproof == 0)

    def line(self, position: Position, decision: Decision | None, verdict: int) -> list[int]:
        nodes = self._clock.nodes
        line = self._line(position, decision, verdict)
        self._clock.nodes = nodes  # at nobody's expense
        return line

    def _line(self, position: Position, decision: Decision | None, verdict: int) -> list[int]:
        line: list[int] = []
        if decision is not None:
            line.append(decision)
            numbers, position = self._visit(position, decision)
            if position.phase is Phase.OVER or position not in self._known:
                return line
        while self._decided(position)[0] == 0:
            for each in legal_decisions(position):
                numbers, after = self._visit(position, each)
                if int(numbers.proof == 0) - int(numbers.disproof == 0) == verdict:
                    break
            else:
                return line
            line.append(each)
            position = after
            if position not in self._known:  # the decision itself settled it, or points alone decide from here
                return line
        return line

    def _search(self, position: Position, limit: _Numbers) -> _Numbers:
        """Look below a position until one of its numbers reaches the limit."""
        own = position.mover == self._seat
        children: list[tuple[Position, _Numbers]] = []
        for decision in legal_decisions(position):
            numbers, after = self._visit(position, decision)
            children.append((after, numbers))
            if numbers[not own] == 0:
                break
        while True:
            result, best, second, still = _combined([numbers for _, numbers in children], own)
            if result.proof >= limit.proof or result.disproof >= limit.disproof or self._exhausted():
                break
            low = min(limit[not own], second + second // 4 + 1)
            high = limit[own] - (still - 1)
            after = children[best][0]
            below = _Numbers(low, high) if own else _Numbers(high, low)
            children[best] = after, self._search(after, below)
        self._known[position] = result
        return result

    def _exhausted(self) -> bool:
        return self.spent or bool(self._most_nodes and self._clock.nodes >= self._most_nodes)

    def _visit(self, position: Position, decision: Decision) -> tuple[_Numbers, Position]:
        self._clock.nodes += 1
        after = position.copy()
        apply(after, decision)
        if self._goal.kind == "podium" and not after.on_board >> self._aqueduct & 1:
            taken = podium_taken(position, after, decision, self._aqueduct)
            return (_PROVEN if taken >= self._goal.least else _REFUTED), after
        return self._judge(after), after

    def _judge(self, position: Position) -> _Numbers:
        """What is known about a position, or a first guess."""
        if position.phase is Phase.OVER:
            return _PROVEN if self._reached(scores(position)) else _REFUTED
        if known := self._known.get(position):
            return known
        verdict, slack = self._decided(position)
        if verdict:
            return _PROVEN if verdict > 0 else _REFUTED
        return _Numbers(1 + max(0, -slack // 2), 1 + max(0, slack // 2))

    def _reached(self, points: tuple[int, ...]) -> bool:
        own = points[self._seat]
        best = max(each for seat, each in enumerate(points) if seat != self._seat)
        match self._goal.kind:
            case "share":
                return own >= best and points.count(own) <= self._goal.least
            case "lead":
                return own - best >= self._goal.least
            case _:
                return own >= self._goal.least

    def _decided(self, position: Position) -> tuple[int, int]:
        """The verdict if bounds of points alone give one, and how well it looks for the seat."""
        goal = self._goal
        reach = reaches(position)
        if goal.kind == "podium":
            low, high = podium_bounds(position, reach, self._aqueduct)
            return int(low >= goal.least) - int(high < goal.least), low + high - 2 * goal.least
        each = bounds(position, reach)
        low, high = each[self._seat]
        if goal.kind == "points":
            return int(low >= goal.least) - int(high < goal.least), low + high - 2 * goal.least
        rivals = each[: self._seat] + each[self._seat + 1 :]
        surely, perhaps = max(rival[0] for rival in rivals), max(rival[1] for rival in rivals)
        slack = low + high - max(sum(rival) for rival in rivals)
        if goal.kind == "lead":
            proven, refuted = low - perhaps >= goal.least, high - surely < goal.least
            return int(proven) - int(refuted), slack - 2 * goal.least
        level = sum(rival[1] >= low for rival in rivals)
        above = sum(rival[0] >= high for rival in rivals)
        proven = perhaps <= low and level < goal.least
        return int(proven) - int(surely > high or above >= goal.least), slack


def _combined(children: list[_Numbers], own: bool) -> tuple[_Numbers, int, int, int]:  # noqa: FBT001
    """The numbers of a position and which of its decisions is best, the number of the second, how many are open.

    The mover needs one decision; against it all have to be dealt with: the hardest counts, and one for each other.
    """
    easy = [numbers[not own] for numbers in children]
    hard = [numbers[own] for numbers in children]
    mine = min(easy)
    best = easy.index(mine)
    second = min(easy[:best] + easy[best + 1 :], default=_INFINITE)
    still = sum(number != 0 for number in hard)
    theirs = _INFINITE if mine == 0 else 0 if mine == _INFINITE else min(max(hard) + still - 1, _INFINITE - 1)
    return (_Numbers(mine, theirs) if own else _Numbers(theirs, mine)), best, second, still


def podium_taken(before: Position, after: Position, decision: int, aqueduct: int) -> int:
    """The podium that the workman of an aqueduct took by a decision, 0 for none (R5.1, R5.2, R6.2)."""
    left = before.on_board & ~after.on_board
    closed = left & after.blocked
    if CLOSE <= decision < PASS:
        closed |= 1 << before.ends.index(decision - CLOSE)
    scored = before.copy()
    scored.lengths = after.lengths
    # those closed in the turn first, then, if that ended the game, all others
    for group, turn in ((closed, before.turn), (left & ~closed, after.turn)):
        for step in range(before.players):
            own = group & before.layout.owned[(turn + step) % before.players]
            numbers = [each for each in range(AQUEDUCTS) if own >> each & 1]
            for each in sorted(numbers, key=lambda number: -after.lengths[number]):
                if each == aqueduct:
                    return podium_for(scored, after.lengths[each])
                score(scored, 1 << each)
    raise AssertionError("the workman is still on the board")


_Results = frozenset[tuple[int, ...]]


class TwinValuer:
    """Every result of max^n, however ties are broken. A seat prefers a greater share of the win, then more points."""

    def __init__(self) -> None:
        self._known: dict[Position, _Results] = {}
        self._clock = _Clock()

    def results(self, position: Position, seconds: float, nodes: int) -> list[tuple[int, ...]]:
        """The points of all seats for each result, ascending; none if the budget did not suffice."""
        self._clock = _Clock(seconds, nodes, begun=time.perf_counter(), stopped=self._clock.stopped)
        try:
            return sorted(self._results(position))
        except _SpentError:
            return []

    def stop(self) -> None:
        self._clock.stopped = True

    @property
    def nodes(self) -> int:
        return self._clock.nodes

    def _results(self, position: Position) -> _Results:
        self._clock.nodes += 1
        if position.phase is Phase.OVER:
            return frozenset([scores(position)])
        if position in self._known:
            return self._known[position]
        if self._clock.spent or len(self._known) >= _MOST_KNOWN:
            raise _SpentError
        mover = position.mover

        def worth(points: tuple[int, ...]) -> tuple[float, int]:
            return shares_of(points)[mover], points[mover]

        below: list[_Results] = []
        for decision in legal_decisions(position):
            after = position.copy()
            apply(after, decision)
            below.append(self._results(after))
        # what the mover is sure of: the best decision, if ties below it are broken against them
        assured = max(min(map(worth, results)) for results in below)
        self._known[position] = frozenset(each for results in below for each in results if worth(each) >= assured)
        return self._known[position]
