"""Neighbors on a ladder: each bot against the one below it, at tables of every size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from aquaromana.arena.errors import ArenaError
from aquaromana.arena.intervals import share_interval
from aquaromana.arena.match import Match
from aquaromana.arena.result import GameResult


@dataclass(frozen=True, slots=True)
class Step:
    """How the upper bot's one seat did against the lower one's others."""

    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbors."""

    upper: str
    lower: str
    steps: Mapping[int, Step]
    """By the size of the table."""


class Ladder:
    """The games of neighbors: matches whose `draw` is ``next``."""

    def __init__(self, names: Sequence[str]) -> None:
        if len(names) < 2:
            raise ArenaError("a ladder has two bots or more")
        self.names = tuple(names)
        self.games = 0
        self._shares: dict[tuple[int, int], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))

    def add(self, match: Match, result: GameResult) -> None:
        """Count a game."""
        self.games += 1
        seating = result.fixture.seating
        upper = max(seating)
        self._shares[match.players, upper][result.fixture.set].append(result.shares[seating.index(upper)])

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(sorted({size for size, _ in self._shares}))

    def pairs(self) -> list[Pair]:
        """From the lowest to the highest."""
        return [
            Pair(
                self.names[upper],
                self.names[upper - 1],
                {size: self._step(size, upper) for size in self.sizes if self._shares[size, upper]},
            )
            for upper in range(1, len(self.names))
        ]

    def _step(self, size: int, upper: int) -> Step:
        sets = [games for games in self._shares[size, upper].values() if len(games) == size]
        if not sets:
            return Step(0, 0.0, 0.0, 1.0)
        scores = [fmean(games) for games in sets]
        games = size * len(sets)
        return Step(games, fmean(scores), *share_interval(scores, games))

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "pairs": [
                {
                    "upper": pair.upper,
                    "lower": pair.lower,
                    "players": {
                        str(size): {
                            "games": step.games,
                            "share": round(step.share, 4),
                            "low": round(step.low, 4),
                            "high": round(step.high, 4),
                        }
                        for size, step in pair.steps.items()
                    },
                }
                for pair in self.pairs()
            ],
        }
