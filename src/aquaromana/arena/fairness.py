"""How fair a layout is: what share of the wins each seat has when all are played alike."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from aquaromana.arena.intervals import share_interval
from aquaromana.arena.match import Match
from aquaromana.arena.result import GameResult
from aquaromana.rules import Layout


@dataclass(frozen=True, slots=True)
class SeatShare:
    """One seat's share of the wins and its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Balance:
    """The seats of a layout."""

    layout: Layout
    games: int
    seats: tuple[SeatShare, ...]
    points: tuple[float, ...]
    """The mean of each seat."""

    @property
    def unfairness(self) -> float:
        """How far the seats are from even on average: the root of the mean squared difference, 0 is fair."""
        even = 1 / self.layout.players
        return math.sqrt(fmean((seat.share - even) ** 2 for seat in self.seats))

    @property
    def noise(self) -> float:
        """What this would be by chance alone, had a fair layout been played as often."""
        even = 1 / self.layout.players
        return math.sqrt(even * (1 - even) / self.games)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.layout.name,
            "players": self.layout.players,
            "layout": self.layout.text,
            "games": self.games,
            "unfairness": round(self.unfairness, 4),
            "by_chance": round(self.noise, 4),
            "seats": [
                {
                    "share": round(seat.share, 4),
                    "low": round(seat.low, 4),
                    "high": round(seat.high, 4),
                    "points": round(p, 2),
                }
                for seat, p in zip(self.seats, self.points, strict=True)
            ],
        }


class Tally:
    """The games of one layout while they come in; forfeits say nothing about a seat."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.games = 0
        self._shares: dict[int, list[tuple[float, ...]]] = defaultdict(list)
        self._points = [0] * layout.players

    def add(self, match: Match, result: GameResult) -> None:  # noqa: ARG002 (what a campaign calls)
        """Count a game."""
        if result.scores is None:
            return
        self.games += 1
        self._shares[result.fixture.set].append(result.shares)
        for seat, points in enumerate(result.scores):
            self._points[seat] += points

    def balance(self) -> Balance:
        """What is known so far."""
        return Balance(
            self.layout,
            self.games,
            tuple(self._seat(seat) for seat in range(self.layout.players)),
            tuple(points / max(self.games, 1) for points in self._points),
        )

    def _seat(self, seat: int) -> SeatShare:
        scores = [fmean(shares[seat] for shares in games) for games in self._shares.values()]
        if not scores:
            return SeatShare(1 / self.layout.players, 0.0, 1.0)
        return SeatShare(fmean(scores), *share_interval(scores, self.games))


def fairest(balances: Sequence[Balance]) -> list[Balance]:
    """The same, fairest first."""
    return sorted(balances, key=lambda balance: balance.unfairness)
