"""Ratings of a pool of bots over tables of every size: Elo by maximum likelihood, and openskill beside it.

The Elo is that of `intervals.elo_of_share`: each seat wins in proportion to its strength, 400 points are a factor of
ten, and the mean of the pool is 0. A drawn game with an average bot is added for each bot, so that one that always wins
has a number too. Intervals come from sets drawn again, since the games of a set are not independent.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from aquaromana.arena.errors import ArenaError
from aquaromana.arena.match import Match
from aquaromana.arena.result import GameResult

DRAWS: Final = 60
"""How often the sets are drawn again for the intervals."""
ROUNDS: Final = 400
"""Steps towards the likeliest strengths; far fewer are needed after the first time."""
SURE: Final = 1.96
"""Standard deviations on each side of a 95 % interval."""

_Set = tuple[tuple[tuple[int, ...], tuple[float, ...]], ...]
"""The games of a set: who sat where, and the shares of the win."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rating and its 95 % interval."""

    value: float
    low: float
    high: float

    def to_json(self) -> list[float]:
        return [round(each, 2) for each in (self.value, self.low, self.high)]


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot of the pool."""

    name: str
    games: int
    share: float
    """Of the win, over all its games; it depends on whom it met."""
    elo: Estimate
    by_size: Mapping[int, Estimate]
    """The Elo at tables of each size alone."""
    skill: Estimate | None
    """By openskill; None without it."""


class Ratings:
    """The games of a pool, at tables of one size or several."""

    def __init__(self, names: Sequence[str]) -> None:
        if len(names) < 2:
            raise ArenaError("a pool has two bots or more")
        self.names = tuple(names)
        self.games = 0
        self._sets: dict[int, dict[int, list[GameResult]]] = defaultdict(lambda: defaultdict(list))

    def add(self, match: Match, result: GameResult) -> None:
        """Count a game of a match with these entries."""
        self.games += 1
        self._sets[match.players][result.fixture.set].append(replace(result, record=""))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of tables at which games were played."""
        return tuple(sorted(self._sets))

    def rows(self) -> list[Rating]:
        """The bots, strongest first."""
        if not self.games:
            raise ArenaError("there are no games to rate")
        by_size = {size: self._elo(self._of(size)) for size in self.sizes}
        elo = self._elo([each for size in self.sizes for each in self._of(size)])
        skills = self._skills()
        rows = []
        for entry, name in enumerate(self.names):
            shares = [
                share
                for size in self.sizes
                for games in self._of(size)
                for seating, shared in games
                for seat, share in zip(seating, shared, strict=True)
                if seat == entry
            ]
            rows.append(
                Rating(
                    name,
                    len(shares),
                    fmean(shares) if shares else 0.0,
                    elo[entry],
                    {size: estimates[entry] for size, estimates in by_size.items()},
                    skills[entry] if skills else None,
                )
            )
        return sorted(rows, key=lambda row: -row.elo.value)

    def _of(self, size: int) -> list[_Set]:
        """The sets in their order, whichever game was over first."""
        return [
            tuple((game.fixture.seating, game.shares) for game in sorted(games, key=lambda game: game.fixture.number))
            for _, games in sorted(self._sets[size].items())
        ]

    def _elo(self, sets: Sequence[_Set]) -> list[Estimate]:
        count = len(self.names)
        whole = _elo_of(strengths(count, sets))
        random = Random(0)
        start = [10 ** (value / 400) for value in whole]
        drawn = [
            _elo_of(strengths(count, random.choices(sets, k=len(sets)), start)) for _ in range(DRAWS if sets else 0)
        ]
        return [
            Estimate(value, value - SURE * error, value + SURE * error)
            for entry, value in enumerate(whole)
            for error in (stdev(each[entry] for each in drawn),)
        ]

    def _skills(self) -> list[Estimate] | None:
        """By the Plackett–Luce model of openskill, every seat a team of one; None where it is not installed."""
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            return None
        model = PlackettLuce(tau=0.0)  # bots do not get better
        rated = [model.rating() for _ in self.names]
        for size in self.sizes:
            for games in self._of(size):
                for seating, shares in games:
                    if len(set(seating)) < len(seating):
                        continue  # nobody plays against themselves
                    teams = model.rate([[rated[entry]] for entry in seating], scores=list(shares))
                    for entry, (after,) in zip(seating, teams, strict=True):
                        rated[entry] = after
        return [Estimate(each.mu, each.mu - SURE * each.sigma, each.mu + SURE * each.sigma) for each in rated]

    def to_json(self) -> dict[str, Any]:
        """The ratings; what is not known is null."""
        return {
            "games": self.games,
            "tables": list(self.sizes),
            "bots": [
                {
                    "name": row.name,
                    "games": row.games,
                    "share": round(row.share, 4),
                    "elo": row.elo.to_json(),
                    "elo_by_players": {str(size): estimate.to_json() for size, estimate in row.by_size.items()},
                    "openskill": row.skill.to_json() if row.skill else None,
                }
                for row in self.rows()
            ],
        }


def strengths(count: int, sets: Iterable[_Set], start: Sequence[float] | None = None) -> list[float]:
    """The strengths under which these results are likeliest, by Hunter's minorization (2004) for groups of any size."""
    won = [0.5] * count
    met: dict[tuple[int, ...], int] = defaultdict(int)
    for games in sets:
        for seating, shares in games:
            met[tuple(sorted(seating))] += 1
            for entry, share in zip(seating, shares, strict=True):
                won[entry] += share
    power = list(start or [1.0] * count)
    for _ in range(ROUNDS):
        weight = [1 / (own + 1) for own in power]  # the drawn game with an average bot
        for group, times in met.items():
            each = times / sum([power[entry] for entry in group])
            for entry in group:
                weight[entry] += each
        fresh = [have / part for have, part in zip(won, weight, strict=True)]
        moved = max(abs(math.log(new / old)) for new, old in zip(fresh, power, strict=True))
        power = fresh
        if moved < 1e-3:
            break
    return power


def _elo_of(power: Sequence[float]) -> list[float]:
    values = [400 * math.log10(each) for each in power]
    middle = fmean(values)
    return [value - middle for value in values]
