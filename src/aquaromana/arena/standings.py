"""The standings. Only whole sets count, since a part of a set would favor a seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from aquaromana.arena.intervals import elo_of_share, share_interval
from aquaromana.arena.match import Match
from aquaromana.arena.result import GameResult
from aquaromana.arena.sprt import Sprt


@dataclass(frozen=True, slots=True)
class Row:
    """What one bot reached."""

    name: str
    games: int
    """Games it took part in,"""
    sets: int
    """and the whole sets that these make."""
    share: float
    """Of the win, for each of its seats; an even one is 1 / players."""
    low: float
    high: float
    points: float | None
    """Mean points of its seats in games that came to their end; None if none did."""
    forfeits: int
    """Games it lost by a fault."""
    seconds: float
    """Mean time of a decision."""
    longest: float
    """The longest time of a decision."""


@dataclass(frozen=True, slots=True)
class EloDifference:
    """How much stronger the first bot is than the second; the ends may be infinite."""

    value: float
    low: float
    high: float


@dataclass(slots=True)
class _Count:
    """Sums over the games of one entry."""

    games: int = 0
    seats: int = 0
    share: float = 0.0
    scored: int = 0
    points: int = 0
    forfeits: int = 0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, result: GameResult, entry: int) -> None:
        seats = [seat for seat, other in enumerate(result.fixture.seating) if other == entry]
        self.games += bool(seats)
        self.seats += len(seats)
        for seat in seats:
            self.share += result.shares[seat]
            if result.scores is not None:
                self.scored += 1
                self.points += result.scores[seat]
            elif result.forfeit is not None:
                self.forfeits += result.forfeit.seat == seat
            self.decisions += result.thinking[seat].decisions
            self.seconds += result.thinking[seat].seconds
            self.longest = max(self.longest, result.thinking[seat].longest)

    def merge(self, other: _Count) -> None:
        self.games += other.games
        self.scored += other.scored
        self.points += other.points
        self.forfeits += other.forfeits
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass(slots=True)
class _Tally:
    """All whole sets of an entry, or of one of its settings."""

    seats: int
    """Of the entry in a game."""
    count: _Count = field(default_factory=_Count)
    scores: list[float] = field(default_factory=list)
    """The share of the win for a seat, of each set."""

    def add(self, count: _Count) -> None:
        self.count.merge(count)
        self.scores.append(count.share / count.seats)

    def row(self, name: str) -> Row:
        count, scores, seats = self.count, self.scores, self.seats
        low, high = share_interval([score * seats for score in scores], count.games)
        return Row(
            name=name,
            games=count.games,
            sets=len(scores),
            share=fmean(scores) if scores else 0.0,
            low=low / seats,
            high=high / seats,
            points=count.points / count.scored if count.scored else None,
            forfeits=count.forfeits,
            seconds=count.seconds / count.decisions if count.decisions else 0.0,
            longest=count.longest,
        )


@dataclass(slots=True)
class _Set:
    """A set while its games come in."""

    games: int = 0
    counts: list[_Count] = field(default_factory=list)


class Standings:
    """The results so far. The sequential test, if there is one, is fed with the sets in their order."""

    def __init__(self, match: Match, sprt: Sprt | None = None) -> None:
        self.match = match
        self.sprt = sprt
        self.games = 0
        """All games that were played, also those of sets that are not whole."""
        self.sets = 0
        """Whole sets."""
        self.forfeits: list[GameResult] = []
        self._tallies = [_Tally(seats) for seats in match.seats]
        self._settings = {label: _Tally(match.seats[0]) for knob in match.knobs for label in knob.labels()}
        self._open: dict[int, _Set] = {}
        self._waiting: dict[int, float] = {}
        self._next = 0

    def add(self, result: GameResult) -> None:
        """Count a game."""
        entries = range(len(self.match.entries))
        self.games += 1
        if result.forfeit:
            self.forfeits.append(result)
        of_set = self._open.setdefault(result.fixture.set, _Set(0, [_Count() for _ in entries]))
        of_set.games += 1
        for entry in entries:
            of_set.counts[entry].add(result, entry)
        if of_set.games < self.match.set_size:
            return
        del self._open[result.fixture.set]
        self.sets += 1
        for tally, count in zip(self._tallies, of_set.counts, strict=True):
            tally.add(count)
        for label in self.match.settings(result.fixture.set):
            self._settings[label].add(of_set.counts[0])
        self._feed(result.fixture.set, of_set.counts[0].share / self.match.set_size)

    def add_all(self, results: Iterable[GameResult]) -> None:
        for result in results:
            self.add(result)

    def _feed(self, set_: int, share: float) -> None:
        """Short games are over first: the test must not hear of a set before the ones that began earlier."""
        if self.sprt is None:
            return
        self._waiting[set_] = share
        while self._next in self._waiting:
            self.sprt.add(self._waiting.pop(self._next))
            self._next += 1

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to play."""
        return self.games >= self.match.games or (self.sprt is not None and self.sprt.verdict is not None)

    @property
    def rows(self) -> list[Row]:
        """One a bot, in the order of the match."""
        return [self._row(entry) for entry in range(len(self.match.entries))]

    def _row(self, entry: int) -> Row:
        return self._tallies[entry].row(self.match.names[entry])

    @property
    def settings(self) -> list[Row]:
        """One for each value of each knob: what the first bot reached in the sets in which it had that value."""
        return [tally.row(label) for label, tally in self._settings.items()]

    @property
    def elo(self) -> EloDifference | None:
        """The first bot against the second; None unless there are two, and a whole set."""
        if len(self.match.entries) != 2 or not self.sets:
            return None
        row, seats = self._row(0), self.seats
        value, low, high = (elo_of_share(share * seats[0], seats) for share in (row.share, row.low, row.high))
        return EloDifference(value, low, high)

    @property
    def seats(self) -> tuple[int, int]:
        """The seats of the first bot in a game, and those of all others."""
        mine = self.match.seats[0]
        return mine, self.match.players - mine

    def to_json(self) -> dict[str, Any]:
        """The summary. What is infinite or not known is null."""
        elo = self.elo
        return {
            "match": self.match.to_json(),
            "games": self.games,
            "sets": self.sets,
            "finished": self.is_decided,
            "bots": [_summary(row) for row in self.rows],
            **({"settings": [_summary(row) for row in self.settings]} if self.match.knobs else {}),
            "elo": None
            if elo is None
            else {"value": _finite(elo.value), "low": _finite(elo.low), "high": _finite(elo.high)},
            "sprt": self.sprt.to_json() if self.sprt else None,
            "forfeits": [
                {
                    "game": result.fixture.number,
                    "seat": result.forfeit.seat,
                    "bot": self.match.names[result.fixture.seating[result.forfeit.seat]],
                    "reason": result.forfeit.reason,
                }
                for result in self.forfeits
                if result.forfeit
            ],
        }


def _summary(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "games": row.games,
        "share": row.share if row.games else None,
        "low": row.low,
        "high": row.high,
        "points": row.points,
        "forfeits": row.forfeits,
        "seconds_per_decision": row.seconds,
        "longest_decision": row.longest,
    }


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None
