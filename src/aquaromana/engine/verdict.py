"""What a solver answers: proven, refuted or unknown, and the results that tie-breaks leave."""

from __future__ import annotations

from dataclasses import dataclass

from aquaromana.rules import Decision


@dataclass(frozen=True, slots=True)
class Proven:
    """The seat reaches its goal, whatever all others do."""

    line: tuple[Decision, ...]
    """How, against the hardest defense found; it ends where points alone decide, at the latest with the game."""
    nodes: int
    """Positions looked at."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Refuted:
    """All others together can keep the seat from its goal. With three or four players they need not want to."""

    line: tuple[Decision, ...]
    """How, against the seat's hardest try; it ends where points alone decide, at the latest with the game."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Unknown:
    """The budget did not suffice."""

    nodes: int
    seconds: float


Verdict = Proven | Refuted | Unknown


@dataclass(frozen=True, slots=True)
class Interval:
    """What tie-breaks leave of a number: from `low` to `high`."""

    low: float
    high: float

    @property
    def settled(self) -> bool:
        """Whether it is the same however ties are broken."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Value:
    """What becomes of a position if each seat plays for its share of the win, and then for its points.

    Where a seat is indifferent, others may depend on its choice: hence the intervals, one a seat. This is no
    guarantee: with three or four players nobody has to play for their own place.
    """

    shares: tuple[Interval, ...]
    points: tuple[Interval, ...]
    results: tuple[tuple[int, ...], ...]
    """Every possible result as the seats' points, ascending."""
    nodes: int
    seconds: float

    @property
    def settled(self) -> bool:
        """Whether every share is the same however ties are broken."""
        return all(share.settled for share in self.shares)


def shares_of(points: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's share of the win for a result (R6.4)."""
    best = max(points)
    return tuple(1 / points.count(best) if own == best else 0.0 for own in points)
