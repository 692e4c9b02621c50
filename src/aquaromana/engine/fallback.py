"""The fallback search without the C++ core: the same tree in Python, a few hundred times slower and so weaker.

It follows `cpp/tree.cpp` step by step, so that reports look the same; only one thread works, whatever is asked for.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Final

from aquaromana.engine.backend import Settings
from aquaromana.engine.dice import Dice
from aquaromana.engine.formula import Estimate, evaluate, glance, result, sensible, utilities
from aquaromana.engine.report import Choice, Report
from aquaromana.rules import Decision, Phase, Position
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.turn import apply

_MOST_NODES: Final = 100_000
"""Some 200 megabytes; beyond it the tree only deepens its counts."""


class _Tally:
    """Means over visits."""

    __slots__ = ("points", "shares", "visits")

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.points = [0.0] * players
        self.shares = [0.0] * players

    def add(self, estimate: Estimate) -> None:
        self.visits += 1
        for seat, (points, share) in enumerate(zip(estimate.points, estimate.shares, strict=True)):
            self.points[seat] += (points - self.points[seat]) / self.visits
            self.shares[seat] += (share - self.shares[seat]) / self.visits

    def mean(self) -> Estimate:
        return Estimate(tuple(self.points), tuple(self.shares))


@dataclass(slots=True, eq=False)
class _Edge:
    decision: Decision
    prior: float
    tally: _Tally
    child: _Node | None = None

    @property
    def exact(self) -> Estimate | None:
        return self.child.exact if self.child is not None else None


@dataclass(slots=True, eq=False)
class _Node:
    position: Position
    """After the decisions without a choice that follow the parent's."""
    forced: int
    """How many of them there were."""
    tally: _Tally
    exact: Estimate | None
    """The result, if all play from here is known."""
    edges: list[_Edge] | None = None


class FallbackSearch:
    """A backend in Python."""

    def __init__(self, position: Position, settings: Settings) -> None:
        self._settings = settings
        self._params = settings.params
        self._stopped = False
        self._playouts = 0
        self._seconds = 0.0
        self.reset(position)

    def reset(self, position: Position) -> None:
        self._position = position
        self._dice = Dice(self._settings.seed ^ position.hash)
        self._nodes = self._depth = 0
        self._root = self._node(position)
        self._pending = self._root.forced

    def advance(self, decision: Decision) -> None:
        self._position = _after(self._position, decision)
        if self._pending:
            self._pending -= 1
            return
        for edge in self._root.edges or ():
            if edge.decision == decision and edge.child is not None:
                self._root = edge.child
                self._pending = edge.child.forced
                self._nodes, self._depth = _count(edge.child), 0
                return
        self.reset(self._position)

    def run(self, seconds: float, playouts: int) -> int:
        begun = time.perf_counter()
        self._playouts = 0
        while not self._stopped and self._root.exact is None:
            if playouts and self._playouts >= playouts:
                break
            if seconds and time.perf_counter() - begun >= seconds:
                break
            self._playout()
            self._playouts += 1
        self._stopped = False  # not at the start: a stop that comes just before counts
        self._seconds = time.perf_counter() - begun
        return self._playouts

    def stop(self) -> None:
        self._stopped = True

    @property
    def exact(self) -> bool:
        return self._root.exact is not None

    def report(self) -> Report:
        root = self._root
        mean = root.exact or root.tally.mean()
        mover = root.position.mover
        choices = [_choice(edge) for edge in root.edges or () if edge.tally.visits]
        if root.exact:  # what is best for the mover; otherwise most visits first
            choices.sort(key=lambda choice: self._value(Estimate(choice.points, choice.shares), mover), reverse=True)
        else:
            choices.sort(key=lambda choice: (choice.visits, choice.shares[mover]), reverse=True)
        return Report(
            playouts=self._playouts,
            visits=root.tally.visits,
            nodes=self._nodes,
            depth=self._depth,
            seconds=self._seconds,
            exact=root.exact is not None,
            shares=mean.shares,
            points=mean.points,
            choices=tuple(choices),
        )

    def _node(self, position: Position) -> _Node:
        """A node for a position, after the decisions without a choice that follow."""
        forced = 0
        while len(legal := legal_decisions(position)) == 1:
            position = _after(position, legal[0])
            forced += 1
        self._nodes += 1
        known = result(position) if position.phase is Phase.OVER else None
        return _Node(position, forced, _Tally(position.players), known)

    def _expand(self, node: _Node) -> list[_Edge]:
        """The edges of a node, the most promising first."""
        params, legal = self._params, legal_decisions(node.position)
        gains = glance(node.position, params, legal, self._dice)
        if params.overlook > 0:  # weaker levels do not see some decisions, always the same ones in a position
            for i, decision in enumerate(legal):
                dice = Dice(node.position.hash ^ self._settings.seed ^ decision * 0x9E3779B97F4A7C15)
                if dice.unit() < params.overlook:
                    gains[i] -= 1000
        best = max(gains)
        weights = [math.exp((gain - best) / params.prior_scale) for gain in gains]
        scale = (1 - params.prior_floor) / sum(weights)
        floor = params.prior_floor / len(legal)
        order = sorted(range(len(legal)), key=lambda i: -gains[i])
        return [_Edge(legal[i], weights[i] * scale + floor, _Tally(node.position.players)) for i in order]

    def _select(self, node: _Node, edges: list[_Edge]) -> tuple[_Edge, _Edge]:
        """The edge that looks best, and the one to go down: the same, or if that is known the best that is not."""
        params, mover, visits = self._params, node.position.mover, node.tally.visits
        wide = int(params.widen_from + params.widen_factor * visits**params.widen_power)
        unseen = self._value(node.tally.mean(), mover) - params.first_play
        explore = params.explore * math.sqrt(visits)

        def score(edge: _Edge) -> float:
            seen = edge.tally.visits
            value = self._value(edge.exact or edge.tally.mean(), mover) if seen else unseen
            return value + explore * edge.prior / (1 + seen)

        best = max(edges[:wide], key=score)
        return best, max((edge for edge in edges if not edge.exact), key=score) if best.exact else best

    def _judge(self, position: Position) -> Estimate:
        evaluator, players = self._settings.evaluator, position.players
        if evaluator == "even":
            return Estimate((0.0,) * players, (1 / players,) * players)
        if evaluator != "formula":
            position = self._rollout(position.copy(), uniform=evaluator == "uniform")
        return evaluate(position, self._params)

    def _rollout(self, position: Position, *, uniform: bool) -> Position:
        left = 1 << 20 if uniform else int(self._params.rollout_depth)
        while left and (legal := legal_decisions(position)):
            if uniform:
                decision = legal[self._dice.below(len(legal))]
            else:
                decision = sensible(position, self._params, legal, self._dice)
            apply(position, decision)
            left -= 1
        return position

    def _playout(self) -> None:
        path: list[tuple[_Node, _Edge, _Edge]] = []
        estimate = self._descend(path)
        self._depth = max(self._depth, len(path))
        for node, best, tried in reversed(path):
            tried.tally.add(estimate)
            if best.exact and best is not tried:  # tried for the proof alone: what is known counts, for both visits
                estimate = best.exact
                best.tally.add(estimate)
                node.tally.add(estimate)
            node.tally.add(estimate)
            if tried.exact:
                self._prove(node)

    def _descend(self, path: list[tuple[_Node, _Edge, _Edge]]) -> Estimate:
        """Walk down to a new or known node, note the way, and return what to expect there."""
        node = self._root
        while (node.tally.visits or self._goes_past(node.position)) and not node.exact:
            if node.edges is None:
                node.edges = self._expand(node)
            best, tried = self._select(node, node.edges)
            path.append((node, best, tried))
            if tried.child is None:
                after = _after(node.position, tried.decision)
                if self._nodes >= _MOST_NODES:
                    return self._judge(after)
                tried.child = self._node(after)
            node = tried.child
        estimate = node.exact or self._judge(node.position)
        node.tally.add(estimate)
        return estimate

    def _goes_past(self, position: Position) -> bool:
        return self._params.past_close > 0 and position.phase is Phase.CLOSE

    def _prove(self, node: _Node) -> None:
        """If all decisions of a node are known, so is the node, by the best of them for its mover."""
        edges = node.edges or []
        known = [edge.exact for edge in edges if edge.exact]
        if len(known) == len(edges):
            node.exact = max(known, key=lambda estimate: self._value(estimate, node.position.mover))

    def _value(self, estimate: Estimate, seat: int) -> float:
        return utilities(estimate, self._params)[seat]


def _choice(edge: _Edge) -> Choice:
    mean = edge.exact or edge.tally.mean()
    return Choice(
        decision=edge.decision,
        visits=edge.tally.visits,
        prior=edge.prior,
        shares=mean.shares,
        points=mean.points,
        exact=edge.exact is not None,
        line=_line(edge),
    )


def _line(edge: _Edge) -> tuple[Decision, ...]:
    """The decisions expected from an edge on; it stops where nothing is to choose."""
    line = [edge.decision]
    while (node := edge.child) is not None and node.edges and not node.forced:
        edge = max(node.edges, key=lambda each: each.tally.visits)
        if not edge.tally.visits:
            break
        line.append(edge.decision)
    return tuple(line)


def _after(position: Position, decision: int) -> Position:
    position = position.copy()
    apply(position, decision)
    return position


def _count(root: _Node) -> int:
    count, stack = 0, [root]
    while stack:
        count += 1
        stack += [edge.child for edge in stack.pop().edges or () if edge.child is not None]
    return count
