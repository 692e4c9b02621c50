"""The usual questions about games: how long they are, who wins, with how many points, on which podiums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean, quantiles, stdev
from typing import Self

from aquaromana.arena.intervals import share_interval
from aquaromana.records import Record
from aquaromana.records.replay import Replay
from aquaromana.rules import Build, Close, Extra, Move, Pass, Place, Take

TYPES = {Place: "place", Build: "build", Extra: "extra", Move: "move", Close: "close", Pass: "pass", Take: "take"}


@dataclass
class Tally:
    """Finished games of one size of table, counted."""

    players: int
    lengths: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    points: list[tuple[int, ...]] = field(default_factory=list)
    decisions: Counter[str] = field(default_factory=Counter)
    podiums: Counter[int] = field(default_factory=Counter)
    """For each podium in how many games somebody stands on it at the end."""
    aqueducts: Counter[int] = field(default_factory=Counter)
    """How long aqueducts were when they were closed."""
    chosen: list[int] = field(default_factory=list)
    """In each game: how many aqueducts were closed by choice."""
    forced: list[int] = field(default_factory=list)
    """In each game: how many aqueducts were closed because they could not go on."""

    def add(self, record: Record) -> None:
        """Count a finished game of this size."""
        replay = Replay(record.start)
        by_choice = closed = 0
        for move in record.moves:
            before = replay.game.position
            replay.push(move)
            after = replay.game.position
            self.decisions[TYPES[type(move)]] += 1
            by_choice += isinstance(move, Close)
            gone = [number for number in range(len(after.lengths)) if (before.on_board & ~after.on_board) >> number & 1]
            closed += len(gone)
            self.aqueducts.update(after.lengths[number] for number in gone)
        self.lengths.append(len(record.moves))
        self.turns.append(replay.turn)
        self.points.append(replay.game.scores())
        self.podiums.update({mounted.podium for mounted in replay.game.score_sheet()})
        self.chosen.append(by_choice)
        self.forced.append(closed - by_choice)

    def merge(self, other: Self) -> None:
        """Take in another tally of the same size of table."""
        for name in ("lengths", "turns", "points", "chosen", "forced"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("decisions", "podiums", "aqueducts"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True, slots=True)
class Spread:
    """Many numbers: their mean and how they spread."""

    mean: float
    deviation: float
    low: float
    """A twentieth of the numbers is lower."""
    median: float
    high: float
    """A twentieth of the numbers is higher."""
    least: float
    most: float

    @classmethod
    def of(cls, numbers: list[int]) -> Self:
        cuts = quantiles(numbers, n=20, method="inclusive") if len(numbers) > 1 else [float(numbers[0])] * 19
        deviation = stdev(numbers) if len(numbers) > 1 else 0.0
        return cls(fmean(numbers), deviation, cuts[0], cuts[9], cuts[18], min(numbers), max(numbers))


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happens, with a 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: list[float]) -> Self:
        return cls(fmean(numbers), *share_interval(numbers, len(numbers)))


@dataclass(frozen=True, slots=True)
class Summary:
    """The answers for one size of table."""

    players: int
    games: int
    decisions: Spread
    turns: Spread
    seats: tuple[Share, ...]
    """Each seat's share of the wins; equal totals share one."""
    points: tuple[Spread, ...]
    """Each seat's points."""
    winner: Spread
    margin: Spread
    """How far the winner is ahead of the next; 0 for a shared win."""
    ties: Share
    podiums: dict[int, Share]
    """In how many games each podium is occupied at the end."""
    aqueducts: Spread
    """How long aqueducts are when they are closed."""
    chosen: Spread
    """Aqueducts in a game that their owner closed by choice."""
    forced: Spread
    """Aqueducts in a game that could not go on."""
    types: dict[str, float]
    """Decisions of each type in a game, on average."""

    @classmethod
    def of(cls, tally: Tally) -> Self:
        games = len(tally.lengths)
        tops = [sorted(points, reverse=True) for points in tally.points]
        shares = [_shares(points) for points in tally.points]
        return cls(
            players=tally.players,
            games=games,
            decisions=Spread.of(tally.lengths),
            turns=Spread.of(tally.turns),
            seats=tuple(Share.of([each[seat] for each in shares]) for seat in range(tally.players)),
            points=tuple(Spread.of([each[seat] for each in tally.points]) for seat in range(tally.players)),
            winner=Spread.of([top[0] for top in tops]),
            margin=Spread.of([top[0] - top[1] for top in tops]),
            ties=Share.of([float(top[0] == top[1]) for top in tops]),
            podiums={
                podium: Share.of([1.0] * count + [0.0] * (games - count))
                for podium, count in sorted(tally.podiums.items())
            },
            aqueducts=Spread.of(list(tally.aqueducts.elements()) or [0]),
            chosen=Spread.of(tally.chosen),
            forced=Spread.of(tally.forced),
            types={name: tally.decisions[name] / games for name in TYPES.values()},
        )


def _shares(points: tuple[int, ...]) -> list[float]:
    best = max(points)
    return [(each == best) / points.count(best) for each in points]


def summaries(tallies: Iterable[Tally]) -> list[Summary]:
    """The answers for every size of table that there are games of."""
    return [Summary.of(tally) for tally in sorted(tallies, key=lambda tally: tally.players) if tally.lengths]
