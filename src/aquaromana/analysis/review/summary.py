"""What follows from the turns of a review: who gave what to whom, turning points, numbers for every seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from aquaromana.analysis.judge import Grade
from aquaromana.analysis.review.values import Review, SeatSummary, Shares, TurnReview

TURNING: Final = 0.10
"""A turn changes the game if so much of the win changes hands."""
TURNS_SHOWN: Final = 5
SLOPE: Final = 4.4
"""Of the accuracy: 80 for a mean loss of .05 of a win, 64 for .10, 41 for .20."""


def summarized(
    turns: Sequence[TurnReview], *, total: int, players: int, seed: int, depth: str, engine: str, decided: int | None
) -> Review:
    """A review of the turns that are there: all of a game, or its last ones."""
    start = turns[0].best.shares if turns else (1 / players,) * players
    rows = [_row(turns, seat, players) for seat in range(players)]
    end = turns[-1].played.shares if turns else start
    drift = tuple(end[seat] - start[seat] - sum(row[seat] for row in rows) for seat in range(players))
    return Review(
        players=players,
        seed=seed,
        depth=depth,
        engine=engine,
        turns=tuple(turns),
        total=total,
        start=start,
        summaries=tuple(_summary(turns, seat, rows) for seat in range(players)),
        turning=turning_points(turns, start),
        decided=decided,
        drift=drift,
    )


def _row(turns: Sequence[TurnReview], seat: int, players: int) -> Shares:
    """How the turns of a seat changed each seat's share."""
    gained = [turn.loss.gained for turn in turns if turn.seat == seat and turn.counted]
    return tuple(math.fsum(each[other] for each in gained) for other in range(players))


def _summary(turns: Sequence[TurnReview], seat: int, rows: Sequence[Shares]) -> SeatSummary:
    own = [turn for turn in turns if turn.seat == seat and turn.counted]
    insights = [turn for turn in own if turn.insight]
    return SeatSummary(
        seat=seat,
        turns={grade: sum(turn.grade is grade for turn in own) for grade in Grade},
        given_away=math.fsum(turn.loss.share for turn in own),
        gave=rows[seat],
        received=math.fsum(row[seat] for giver, row in enumerate(rows) if giver != seat),
        accuracy=accuracy(own),
        best_turn=max(insights, key=lambda turn: turn.insight).index if insights else None,
    )


def accuracy(turns: Sequence[TurnReview]) -> float | None:
    """100 for no loss; turns in which a first glance loses more weigh more."""
    weights = math.fsum(turn.weight for turn in turns)
    if not weights:
        return None
    mean = math.fsum(turn.weight * turn.loss.share for turn in turns) / weights
    return 100 * math.exp(-SLOPE * mean)


def turning_points(turns: Sequence[TurnReview], start: Shares) -> tuple[int, ...]:
    """The turns in which most of the win changed hands, and the last in which the leader changed."""
    before, moved, leader = start, [], None
    changes: list[int] = []
    for turn in turns:
        after = turn.played.shares
        amount = sum(abs(new - old) for new, old in zip(after, before, strict=True)) / 2
        if amount >= TURNING:
            moved.append((amount, turn.index))
        ahead = max(range(len(after)), key=after.__getitem__)
        if leader is not None and ahead != leader:
            changes.append(turn.index)
        before, leader = after, ahead
    largest = [index for _, index in sorted(moved, key=lambda each: (-each[0], each[1]))[:TURNS_SHOWN]]
    last = [index for index in changes[-1:] if index not in largest]
    return (*largest, *last)
