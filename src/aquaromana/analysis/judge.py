"""The judge: what decisions are worth by search, what a worse one gives away, and how sure that is.

A decision is judged by the position after it. Two searches look at that position; their mean is the value, their
difference says how far it can be trusted. They differ in their seeds and in how widely they explore: with a network
the seed alone changes nothing. A loss is the best value minus that of what was played,
both judged in the same way with the same playouts, so that the best decision never loses anything. What more playouts
change counts as doubt, too.

>>> from aquaromana import Game
>>> game = Game.from_position("4.b.0d0.88.1S1C4CB2D3DS3B1B3C3D3S2.---.ooo-ooo-ooo-ooo.-")
>>> judge = Judge(seed=1, playouts=40)
>>> best = judge.value(game, game.legal_moves()[:1])
>>> judge.loss(game, best, best).grade
<Grade.BEST: 'best'>

Seeds and playouts determine every value: the same judge always says the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from aquaromana.bots.champion import PARAMS, own_weights, table_params
from aquaromana.engine import Budget, Report, Search
from aquaromana.rules import Decision, Game

Stretch = tuple[Decision, ...]
"""Decisions that one seat makes in a row (R7), or the first of them."""


class Grade(StrEnum):
    """How good a decision or a whole turn was, best first."""

    BEST = "best"
    PLAYABLE = "playable"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def rank(self) -> int:
        """0 for the best."""
        return _RANKS[self]


_RANKS: Final[Mapping[Grade, int]] = {grade: rank for rank, grade in enumerate(Grade)}

SHARE_LOST: Final[Mapping[Grade, float]] = {
    Grade.BEST: 0.0,
    Grade.PLAYABLE: 0.02,
    Grade.INACCURACY: 0.05,
    Grade.MISTAKE: 0.10,
    Grade.BLUNDER: 0.20,
}
"""The share of a win from which on a loss has a grade, for any number of players."""

POINTS_LOST: Final[Mapping[Grade, float]] = {Grade.BEST: 0.0, Grade.INACCURACY: 2.0, Grade.MISTAKE: 5.0}
"""The points of lead from which on it has one where the win is not at stake."""

SAFE: Final = 0.98
"""A share from which on the win is not at stake, nor is it below one minus this."""
EXPLORE: Final = (0.28, 0.56)
"""How widely the two searches explore; the champion's own value lies between."""
LEAST_UNSURE: Final = 0.007
LEAST_UNSURE_POINTS: Final = 0.3
"""How unsure every value is that was not calculated to the end: both searches can be wrong in the same way.

Measured against searches with 20 times the playouts: with this, 87 of 100 losses are within twice their uncertainty.
"""
BLUNDER_UNSURE: Final = 0.05
"""A blunder is told only if the loss is known this well."""
DOUBLINGS: Final = 3
"""How often a loss near a boundary is judged again with twice the playouts."""
CONFIRM: Final = 4
"""What looks wrong or is not clear is judged a last time with so many times the playouts."""
RIVALS: Final = 2
"""The best of so many others are judged this last time."""
OUT_OF_REACH: Final = 0.15
"""What is so much worse than the best, beyond its doubt, is not judged again."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What decisions are worth."""

    stretch: Stretch
    shares: tuple[float, ...]
    """Each seat's share of the win."""
    points: tuple[float, ...]
    """Each seat's points at the end."""
    unsure: float
    """Half the difference of the two searches, in shares of the seat that decides, or half of what changed since an
    earlier judgement if that is more, and at least LEAST_UNSURE."""
    unsure_points: float
    """The same in points of its lead."""
    exact: bool
    """Calculated to the end of the game. With two players that is certain; with more, the others may play otherwise."""
    state: int
    """The hash of the position that was judged: decisions that lead to the same one are worth the same."""
    playouts: int
    line: Stretch = ()
    """What is expected after the stretch, by the first of the two searches."""

    @property
    def decision(self) -> Decision:
        """The first one."""
        return self.stretch[0]

    def lead(self, seat: int) -> float:
        """How many points a seat is ahead of the best of the others."""
        return _lead(self.points, seat)


@dataclass(frozen=True, slots=True)
class Loss:
    """What decisions give away, compared with the best that is known."""

    share: float
    points: float
    """Of the lead."""
    unsure: float
    grade: Grade
    sure: bool
    """Whether the grade would be the same within the uncertainty. If not, it is the milder one. The best and what is
    playable count as one. Of several stretches, none may be so much better that the grade is two classes worse."""
    gained: tuple[float, ...]
    """How each seat's share changes by it; adds up to 0."""


class Judge:
    """Judges decisions with a seed and a number of playouts."""

    def __init__(self, *, seed: int = 0, playouts: int = 3000) -> None:
        self.seed = seed
        self.playouts = playouts
        self._known: dict[tuple[int, int, int], Judged] = {}
        self._search: Search | None = None
        self._stopped = False

    def stop(self) -> None:
        """End a judgement that is under way, from any thread; it raises Stopped."""
        self._stopped = True
        if search := self._search:
            search.cancel()

    def value(self, game: Game, stretch: Sequence[Decision], playouts: int = 0) -> Judged:
        """What decisions are worth for the seat to move; IllegalMove if they are not legal."""
        seat, playouts = game.to_move, playouts or self.playouts
        after = game.copy()
        for decision in stretch:
            after.play(decision)
        forced = follow_forced(after)
        known = self._value_after(after, seat, tuple(stretch), playouts)
        return replace(known, stretch=tuple(stretch), line=(*forced, *known.line))

    def _value_after(self, after: Game, seat: int, stretch: Stretch, playouts: int) -> Judged:
        key = (after.state_hash, seat, playouts)
        if key not in self._known:
            found = self._judged(after, seat, stretch, playouts)
            if playouts > self.playouts and not found.exact:
                earlier = max(playouts // CONFIRM, self.playouts)
                found = _doubted(found, self._value_after(after, seat, stretch, earlier), seat)
            self._known[key] = found
        return self._known[key]

    def _judged(self, after: Game, seat: int, stretch: Stretch, playouts: int) -> Judged:
        if after.is_over:
            points = tuple(map(float, after.scores()))
            return Judged(stretch, final_shares(after), points, 0, 0, exact=True, state=after.state_hash, playouts=0)
        one = self._think(after, 0, playouts // 2)
        other = one if one.exact else self._think(after, 1, playouts // 2)
        if other.exact:
            one = other
        return Judged(
            stretch,
            _mean(one.shares, other.shares),
            _mean(one.points, other.points),
            0 if other.exact else max(abs(one.shares[seat] - other.shares[seat]) / 2, LEAST_UNSURE),
            0
            if other.exact
            else max(abs(_lead(one.points, seat) - _lead(other.points, seat)) / 2, LEAST_UNSURE_POINTS),
            exact=other.exact,
            state=after.state_hash,
            playouts=playouts,
            line=one.choices[0].line,
        )

    def _think(self, game: Game, which: int, playouts: int) -> Report:
        if self._stopped:
            raise Stopped
        explore = EXPLORE[which] * (1 + self.seed % 8 / 32)
        self._search = search = make_search(game.players, 2 * self.seed + which, explore)
        if self._stopped:  # meanwhile: whoever stopped it did not see this search
            raise Stopped
        report = search.think(game, Budget(playouts=max(playouts, 2)))
        if self._stopped:
            raise Stopped
        return report

    def loss(self, game: Game, best: Judged, played: Judged) -> Loss:
        """What one stretch gives away compared with another one, by their values as they are."""
        seat = game.to_move
        share = max(0.0, best.shares[seat] - played.shares[seat])
        points = max(0.0, best.lead(seat) - played.lead(seat))
        safe = is_safe(best, played, seat)
        lost, table = (points, POINTS_LOST) if safe else (share, SHARE_LOST)
        if played.state == best.state or not lost:
            return Loss(0.0, 0.0, 0.0, Grade.BEST, sure=True, gained=(0.0,) * len(best.shares))
        gained = _difference(played.shares, best.shares) if share else (0.0,) * len(best.shares)
        unsure = math.hypot(best.unsure, played.unsure)
        if not safe and best.exact and played.exact and len(best.shares) == 2:
            return Loss(share, points, unsure, Grade.BLUNDER, sure=True, gained=gained)
        margin = _margin(best, played, safe=safe)
        milder, harder = _grade(max(0.0, lost - margin), table), _grade(lost + margin, table)
        sure = milder is harder or harder is Grade.PLAYABLE
        if milder is Grade.BLUNDER and unsure > BLUNDER_UNSURE:
            milder, sure = Grade.MISTAKE, False
        return Loss(share, points, unsure, milder, sure=sure, gained=gained)

    def compare(
        self,
        game: Game,
        played: Sequence[Decision],
        others: Sequence[Sequence[Decision]],
        doublings: int = DOUBLINGS,
        confirm: int = 1,
    ) -> tuple[Loss, Judged, Judged]:
        """What was played beside other stretches: the loss, the best of all and the played one.

        While the grade is not sure, whatever may be the best is judged again with twice the playouts. What looks wrong
        or is not sure then is judged a last time with `confirm` times the playouts; if they disagree, it is not sure.
        """
        playouts = self.playouts
        found = self._compared(game, played, others, playouts)
        while not found.loss.sure and playouts < self.playouts << doublings:
            playouts *= 2
            found = self._compared(game, played, found.rivals, playouts)
        before = found.loss
        if confirm > 1 and not found.exact and not (before.sure and before.grade.rank < Grade.INACCURACY.rank):
            found = self._compared(game, played, found.rivals[:RIVALS], confirm * playouts)
            if before.sure and found.loss.grade is not before.grade:
                milder = min(found.loss.grade, before.grade, key=lambda grade: grade.rank)
                found = replace(found, loss=replace(found.loss, grade=milder, sure=False))
        best = found.played if found.loss.grade is Grade.BEST else found.best
        return found.loss, best, found.played

    def _compared(
        self, game: Game, played: Sequence[Decision], others: Sequence[Sequence[Decision]], playouts: int
    ) -> _Compared:
        """What was played beside others, each judged with so many playouts."""
        seat = game.to_move
        mine = self.value(game, played, playouts)
        values = sorted((self.value(game, each, playouts) for each in others), key=_worth(seat), reverse=True)
        best = max([mine, *values[:1]], key=_worth(seat))
        loss = self.loss(game, best, mine)
        worst = max((_worst_grade(value, mine, seat).rank for value in values), default=0)
        if worst > max(loss.grade.rank, Grade.PLAYABLE.rank) + 1:
            loss = replace(loss, sure=False)
        reach = [value.stretch for value in values if not _is_out_of_reach(value, best, seat)]
        return _Compared(loss, best, mine, tuple(reach))


@dataclass(frozen=True, slots=True)
class _Compared:
    loss: Loss
    best: Judged
    played: Judged
    rivals: tuple[Stretch, ...]
    """What may be the best, by value."""

    @property
    def exact(self) -> bool:
        return self.best.exact and self.played.exact


class Stopped(Exception):
    """A judgement was stopped before it was done."""


def make_search(players: int, seed: int, explore: float = PARAMS.explore) -> Search:
    """A search as the champion's at a table of this size, or without a network where that cannot be used."""
    weights = own_weights()
    if weights is None:
        return Search(seed=seed)
    return Search(params=replace(table_params(players), explore=explore), evaluator="net", weights=weights, seed=seed)


def follow_forced(game: Game) -> Stretch:
    """Make all decisions without a choice, and say which."""
    made: list[Decision] = []
    while not game.is_over and len(legal := game.legal_moves()) == 1:
        game.push(legal[0])
        made.append(legal[0])
    return tuple(made)


def final_shares(game: Game) -> tuple[float, ...]:
    """Each seat's share of the win of a game that is over: winners share it (R6.4)."""
    winners = game.winners()
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(game.players))


def _worth(seat: int) -> Callable[[Judged], tuple[float, float]]:
    """How good something is for a seat: by the win, and where that is safe by the lead."""

    def worth(judged: Judged) -> tuple[float, float]:
        share = judged.shares[seat]
        return (1.0 if share >= SAFE else 0.0 if share <= 1 - SAFE else share), judged.lead(seat)

    return worth


def is_safe(best: Judged, played: Judged, seat: int) -> bool:
    """Whether the win is not at stake, whichever of the two is played."""
    low, high = sorted((best.shares[seat], played.shares[seat]))
    return low >= SAFE or high <= 1 - SAFE


def _margin(one: Judged, other: Judged, *, safe: bool) -> float:
    """How far the difference of two values can be wrong: in points where the win is not at stake."""
    if safe:
        return 2 * math.hypot(one.unsure_points, other.unsure_points)
    return 2 * math.hypot(one.unsure, other.unsure)


def _worst_grade(other: Judged, played: Judged, seat: int) -> Grade:
    """The grade of what was played if another stretch is as much better as it may be within the doubt."""
    if other.state == played.state:
        return Grade.BEST
    safe = is_safe(other, played, seat)
    lost = other.lead(seat) - played.lead(seat) if safe else other.shares[seat] - played.shares[seat]
    return _grade(max(0.0, lost + _margin(other, played, safe=safe)), POINTS_LOST if safe else SHARE_LOST)


def _is_out_of_reach(value: Judged, best: Judged, seat: int) -> bool:
    """Whether a stretch is so much worse than the best that more playouts will not help it."""
    return best.shares[seat] - value.shares[seat] > OUT_OF_REACH + _margin(value, best, safe=False)


def _doubted(found: Judged, earlier: Judged, seat: int) -> Judged:
    """A value as unsure as it changed since it was judged with fewer playouts."""
    return replace(
        found,
        unsure=max(found.unsure, abs(found.shares[seat] - earlier.shares[seat]) / 2),
        unsure_points=max(found.unsure_points, abs(found.lead(seat) - earlier.lead(seat)) / 2),
    )


def grade_by_points(lost: float) -> Grade:
    """The grade where the win is not at stake."""
    return _grade(lost, POINTS_LOST)


def _grade(lost: float, table: Mapping[Grade, float]) -> Grade:
    return max((grade for grade, least in table.items() if lost >= least), key=lambda grade: grade.rank)


def _difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple(first - second for first, second in zip(one, other, strict=True))


def _lead(points: Sequence[float], seat: int) -> float:
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def _mean(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple((first + second) / 2 for first, second in zip(one, other, strict=True))
