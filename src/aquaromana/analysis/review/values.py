"""What a review says: each turn judged, and what follows for every seat. Free of any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from aquaromana.analysis.facts import Fact
from aquaromana.analysis.judge import Grade, Judged, Loss, Stretch

SHOWN: Final = 4
"""Decimals of shares in JSON; points have one less."""

Shares = tuple[float, ...]
"""One number for each seat."""


@dataclass(frozen=True, slots=True)
class Kingmaking:
    """Two ways that are equally good for who decides, and not for the others. Told, not judged."""

    other: Judged
    """The way that was not taken."""
    gained: Shares
    """How each seat's share changes by the way that was taken."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """The decisions that one seat made in a row in one turn, beside the best that was found."""

    index: int
    """Its place among all of the game, from 0."""
    turn: int
    """0 in the set-up."""
    seat: int
    ply: int
    """The number of decisions before it."""
    played: Judged
    best: Judged
    """The best that was found; the same as `played` if nothing better was."""
    loss: Loss
    counted: bool
    """Whether it counts for the seat's numbers: not in the set-up, and not where nothing was to choose."""
    line: Stretch = ()
    """What the others are expected to do after the best."""
    answer: Stretch = ()
    """What they are expected to do after what was played."""
    reasons: tuple[Fact, ...] = ()
    """True of the best and not of what was played; if that was the best, what sets it apart."""
    gave_away: Fact | None = None
    kingmaking: Kingmaking | None = None
    weight: float = 0.0
    """What somebody would lose here who chooses at first glance: easy turns weigh little in the accuracy."""
    insight: float = 0.0
    """How much better the played turn is than a first glance, if only a few would have seen it; else 0."""
    certain: int | None = None
    """The seat that has won from here on, whatever the others do; None if that is not proven."""
    worst: int = 0
    """Which of its decisions gave away most, counted from 0."""

    @property
    def grade(self) -> Grade:
        return self.loss.grade

    def to_json(self) -> dict[str, Any]:
        """The turn as pages and files have it."""
        return {
            "index": self.index,
            "turn": self.turn,
            "seat": self.seat,
            "ply": self.ply,
            "grade": str(self.grade),
            "sure": self.loss.sure,
            "counted": self.counted,
            "loss": round(self.loss.share, SHOWN),
            "points": round(self.loss.points, SHOWN - 1),
            "unsure": round(self.loss.unsure, SHOWN),
            "gained": rounded(self.loss.gained),
            "played": judged_json(self.played),
            "best": judged_json(self.best),
            "worst": self.worst,
            "line": list(map(str, self.line)),
            "answer": list(map(str, self.answer)),
            "reasons": [fact.to_json() for fact in self.reasons],
            "gaveAway": self.gave_away and self.gave_away.to_json(),
            "kingmaking": self.kingmaking
            and {"other": judged_json(self.kingmaking.other), "gained": rounded(self.kingmaking.gained)},
            "insight": round(self.insight, SHOWN),
            "certain": self.certain,
        }


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How one seat played."""

    seat: int
    turns: Mapping[Grade, int]
    """How many of the turns that count have each grade."""
    given_away: float
    """The shares of a win that its turns gave away, added up."""
    gave: Shares
    """How its turns changed each seat's share; adds up to 0."""
    received: float
    """What the others' turns gave to it."""
    accuracy: float | None
    """From 0 to 100; None where no turn counts."""
    best_turn: int | None
    """The index of the turn that only a few would have seen."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game, judged as far as the work has come: the last turns come first."""

    players: int
    seed: int
    depth: str
    engine: str
    turns: tuple[TurnReview, ...]
    """In the order of the game; while the work goes on, those before the first are still to come."""
    total: int
    start: Shares
    """The shares before the first of the turns."""
    summaries: tuple[SeatSummary, ...]
    turning: tuple[int, ...]
    """The indices of the turns that changed the game, largest change first."""
    decided: int | None
    """The index of the turn after which the win was certain for somebody; None if it never was."""
    drift: Shares
    """What later turns showed to be otherwise than was thought: the rest of each seat's change of share."""

    @property
    def is_whole(self) -> bool:
        return len(self.turns) == self.total

    def mistakes(self, seat: int | None = None) -> tuple[TurnReview, ...]:
        """The turns from inaccuracies on, of one seat or of all, largest loss first."""
        wrong = [
            turn
            for turn in self.turns
            if turn.counted and turn.grade.rank >= Grade.INACCURACY.rank and seat in (None, turn.seat)
        ]
        return tuple(sorted(wrong, key=lambda turn: (-turn.loss.share, -turn.loss.points, turn.index)))

    def to_json(self) -> dict[str, Any]:
        """The review as pages and files have it."""
        return {
            "version": 1,
            "players": self.players,
            "engine": self.engine,
            "depth": self.depth,
            "seed": self.seed,
            "whole": self.is_whole,
            "total": self.total,
            "start": rounded(self.start),
            "turns": [turn.to_json() for turn in self.turns],
            "seats": [
                {
                    "seat": each.seat,
                    "turns": {str(grade): count for grade, count in each.turns.items()},
                    "givenAway": round(each.given_away, SHOWN),
                    "gave": rounded(each.gave),
                    "received": round(each.received, SHOWN),
                    "accuracy": None if each.accuracy is None else round(each.accuracy, 1),
                    "bestTurn": each.best_turn,
                }
                for each in self.summaries
            ],
            "turning": list(self.turning),
            "decided": self.decided,
            "drift": rounded(self.drift),
        }


def judged_json(judged: Judged) -> dict[str, Any]:
    """A value of decisions."""
    return {
        "moves": list(map(str, judged.stretch)),
        "shares": rounded(judged.shares),
        "points": rounded(judged.points, SHOWN - 1),
        "unsure": round(judged.unsure, SHOWN),
        "exact": judged.exact,
    }


def rounded(values: Shares, digits: int = SHOWN) -> list[float]:
    """Numbers for JSON; never minus zero."""
    return [round(value, digits) + 0.0 for value in values]
