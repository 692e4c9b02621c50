"""Hints: what to do and why, in three rungs, and the coach who asks to look again.

The first rung is a question that leads to the idea, the second one names a place on the board, the third one is the
whole stretch with its reasons and the line that is expected. Nothing here is a sentence: front ends have words for
codes and arguments.

>>> from aquaromana import Game
>>> game = Game.from_position("4.b.0d0.88.1S1C4CB2D3DS3B1B3C3D3S2.---.ooo-ooo-ooo-ooo.-")
>>> found = hint(game, effort=Effort(root=60, judge=20))
>>> found.stretch[0] in game.legal_moves(), found.place.what
(True, 'workman')
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from aquaromana.analysis.facts import Certainty, Fact, Reasons, reasons
from aquaromana.analysis.facts.choose import MOST
from aquaromana.analysis.judge import Grade, Judge, Judged, Loss, Stopped, Stretch, is_safe, make_search
from aquaromana.analysis.questions import Question, Spot, question_for, spot_of
from aquaromana.engine import Budget, Report, Search, native
from aquaromana.records.replay import Replay
from aquaromana.rules import Decision, Game

CANDIDATES: Final = 3
"""Decisions of the search that are judged."""
CLEARLY: Final = 0.02
"""A share by which another stretch has to be better to take the place of the one that was told."""
LINE: Final = 8
"""Decisions of the others, at most, that are expected after the stretch."""
WARNED: Final = Grade.MISTAKE
"""The coach asks to look again from this grade on; where it is not sure, the grade is the milder one already."""
PROBABLY: Final = 0.08
"""It also asks about what is surely an inaccuracy, if this share of a win is probably lost by it.

`scripts/bench coach` counts how often it asks, and how many of its questions five times the playouts call right.
"""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much thinking goes into the first answer; later answers get several times as much."""

    root: int
    """Playouts of the search that finds candidates."""
    judge: int
    """Playouts by which each candidate is judged."""
    stages: int = 3
    """Answers, each with four times the playouts of the one before."""

    def at(self, stage: int) -> tuple[int, int]:
        """The playouts of a stage, for the search and for each candidate."""
        return self.root * 4**stage, self.judge * 2**stage


FULL: Final = Effort(root=10_000, judge=3_000)
SLOW: Final = Effort(root=160, judge=40, stages=2)
"""Without the core."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do and why."""

    seat: int
    question: Question
    place: Spot
    stretch: Stretch
    """All decisions up to the end of the stretch, those without a choice included."""
    reasons: tuple[Fact, ...]
    line: Stretch
    """What the others are expected to do then."""
    value: Judged
    others: tuple[Judged, ...]
    """The next best stretches."""
    stage: int = 0
    """Later answers are the result of more thinking."""
    forced: bool = False
    """There is nothing to choose in the whole stretch."""


@dataclass(frozen=True, slots=True)
class Caution:
    """The coach asks to look again."""

    loss: Loss
    played: Judged
    best: Judged
    gave_away: Fact | None
    """What the played stretch gives away, if a fact says it."""
    reasons: tuple[Fact, ...]
    """What is true of the best stretch and not of the played one."""


def hint(
    game: Game,
    *,
    seed: int = 0,
    effort: Effort | None = None,
    on_hint: Callable[[Hint], None] | None = None,
) -> Hint:
    """What the seat to move could do; ValueError if the game is over.

    With `on_hint` it goes on thinking: the first answer and every better one are told, and the last one is returned.
    Without, the first answer is the last. The same seed and effort give the same answers.
    """
    adviser = Adviser(game, seed=seed, effort=effort)
    if on_hint is None:
        return next(adviser.answers())
    last: Hint | None = None
    for last in adviser.answers():
        on_hint(last)
    assert last is not None
    return last


def coach(
    game: Game, played: Sequence[Decision], best: Sequence[Sequence[Decision]], *, seed: int = 0, playouts: int = 0
) -> Caution | None:
    """Whether a stretch surely gives away so much that its player should look again; None if not.

    Points alone are not a reason where the win is not at stake. An aqueduct closed by choice counts sooner than
    anything else: that cannot be undone.

    `best` are the stretches it is compared with, as a hint has them.
    """
    judge = Judge(seed=seed, playouts=playouts or default_effort().judge)
    loss, found, mine = judge.compare(game, played, best, doublings=0)
    if not is_much(loss, played) and not loss.sure:
        loss, found, mine = judge.compare(game, played, [found.stretch], doublings=1)
    if not is_much(loss, played) or is_safe(found, mine, game.to_move):
        return None
    told = reasons(game, found.stretch, against=[mine.stretch], line=found.line, lines=[mine.line])
    return Caution(loss, mine, found, told.gave_away, told.reasons)


def is_much(loss: Loss, played: Sequence[Decision]) -> bool:
    """Whether the coach should ask about a stretch that loses this."""
    if loss.grade.rank >= WARNED.rank:
        return True
    closes = any(decision.type == "close" for decision in played)
    return loss.grade is Grade.INACCURACY and (closes or loss.share >= PROBABLY)


class Adviser:
    """Thinks about what one seat should do now, in answers that become better."""

    def __init__(self, game: Game, *, seed: int = 0, effort: Effort | None = None) -> None:
        if game.is_over:
            raise ValueError("The game is over: there is nothing to think about.")
        self._game = game.copy()
        self._seed = seed
        self._effort = effort or default_effort()
        self._search: Search | None = None
        self._judge: Judge | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def stop(self) -> None:
        """End the answers as soon as there is one; from any thread."""
        with self._lock:
            self._stopped = True
            search, judge = self._search, self._judge
        if search:
            search.cancel()
        if judge:
            judge.stop()

    def answers(self) -> Iterator[Hint]:
        """The first answer, and then every one that is better; the first one comes even if it is stopped."""
        told = self._first()
        yield told
        if told.forced:
            return
        for stage in range(1, self._effort.stages):
            if self._stopped or told.value.exact:
                return
            try:
                better = self._answer(stage, told)
            except Stopped:
                return
            if better.stretch != told.stretch:
                told = better
                yield told

    def _first(self) -> Hint:
        rest = forced_stretch(self._game)
        if rest is not None:
            value = Judge(seed=self._seed, playouts=2).value(self._game, rest)
            return self._told(value, (), (), Reasons((), None), forced=True)
        try:
            return self._answer(0, None)
        except Stopped:  # a glance is better than nothing
            return self._answer(0, None, Effort(root=50, judge=4))

    def _answer(self, stage: int, told: Hint | None, effort: Effort | None = None) -> Hint:
        game = self._game
        root, playouts = (effort or self._effort).at(stage)
        report = self._think(root, patient=effort is not None)
        lines = {stretch_of(game, choice.line, self._seed): choice.line for choice in report.choices[:CANDIDATES]}
        judge = Judge(seed=self._seed, playouts=playouts)
        if effort is None:
            with self._lock:
                self._judge = judge
                if self._stopped:
                    raise Stopped
        wanted = list(lines) if told is None or told.stretch in lines else [*lines, told.stretch]
        values = [_foreseen(game, judge.value(game, stretch), lines.get(stretch, ())) for stretch in wanted]
        best = self._chosen(values, told)
        others = tuple(value for value in values if value.state != best.state)
        line = expected_line(game, best.stretch, (*best.stretch, *best.line))
        return replace(self._told(best, others, line, told_apart(game, best, others)), stage=stage)

    def _think(self, playouts: int, *, patient: bool) -> Report:
        if patient:  # nobody stops this one: it is what is told after a stop
            return make_search(self._game.players, self._seed).think(self._game, Budget(playouts=playouts))
        with self._lock:
            if self._stopped:
                raise Stopped
            search = self._search = self._search or make_search(self._game.players, self._seed)
        report = search.think(self._game, Budget(playouts=playouts))
        if self._stopped:
            raise Stopped
        return report

    def _chosen(self, values: Sequence[Judged], told: Hint | None) -> Judged:
        """The stretch to tell: the one that was told, else the search's own, unless another one is clearly better."""
        seat = self._game.to_move
        usual = next((value for value in values if told and value.stretch == told.stretch), values[0])
        best = max(values, key=lambda value: value.shares[seat])
        return best if best.shares[seat] >= usual.shares[seat] + CLEARLY else usual

    def _told(
        self, value: Judged, others: tuple[Judged, ...], line: Stretch, why: Reasons, *, forced: bool = False
    ) -> Hint:
        leading = why.reasons[0] if why.reasons else None
        now, decision = chosen_decision(self._game, value.stretch)
        return Hint(
            seat=self._game.to_move,
            question=Question("question/only", {}) if forced else question_for(leading, decision, now),
            place=spot_of(decision),
            stretch=value.stretch,
            reasons=why.reasons,
            line=line,
            value=value,
            others=others,
            forced=forced,
        )


def told_apart(game: Game, best: Judged, others: Sequence[Judged]) -> Reasons:
    """What sets a stretch apart from the next best ones, or else from most of the alternatives."""
    if not others:
        return reasons(game, best.stretch)
    against, lines = [other.stretch for other in others], [other.line for other in others]
    found = reasons(game, best.stretch, against=against, line=best.line, lines=lines)
    known = [fact for fact in found.reasons if fact.grade is not Certainty.EXPECTED]
    return found if known else _with(reasons(game, best.stretch), found)


def _with(first: Reasons, then: Reasons) -> Reasons:
    """Two choices of facts in one: what is only expected comes last."""
    return Reasons((*first.reasons, *then.reasons)[:MOST], first.gave_away or then.gave_away)


def default_effort() -> Effort:
    """As much as a second allows on one core."""
    return FULL if native.available() else SLOW


# Stretches.


def forced_stretch(game: Game) -> Stretch | None:
    """The whole stretch if nothing in it is to choose."""
    replay = Replay(game.position)
    while not _is_complete(replay, game.to_move):
        if len(legal := replay.game.legal_moves()) > 1:
            return None
        replay.push(legal[0])
    return replay.game.moves


def stretch_of(game: Game, line: Sequence[Decision], seed: int = 0) -> Stretch:
    """A whole stretch that begins like a line; where the line says nothing, a short search decides."""
    replay, left = Replay(game.position), list(line)
    while not _is_complete(replay, game.to_move):
        legal = replay.game.legal_moves()
        if left and left[0] in legal:
            replay.push(left.pop(0))
        elif len(legal) == 1:
            replay.push(legal[0])
        else:
            left = list(_glance(replay.game, seed))
    return replay.game.moves


def _glance(game: Game, seed: int) -> Stretch:
    return make_search(game.players, seed).think(game, Budget(playouts=default_effort().judge // 4)).choices[0].line


def _foreseen(game: Game, value: Judged, line: Stretch) -> Judged:
    """A value with what a line of the larger search says about what follows, if it says anything."""
    return replace(value, line=line_after(game, value.stretch, line) or value.line)


def expected_line(game: Game, stretch: Stretch, line: Sequence[Decision]) -> Stretch:
    """What the others do after the stretch in a line, as long as it is legal: at most LINE decisions."""
    after = Replay(game.position)
    for decision in stretch:
        after.push(decision)
    made: list[Decision] = []
    for decision in line_after(game, stretch, line):
        if after.seat == game.to_move or len(made) >= LINE:
            break
        after.push(decision)
        made.append(decision)
    return tuple(made)


def line_after(game: Game, stretch: Stretch, line: Sequence[Decision]) -> Stretch:
    """What follows the stretch in a line that begins like it, as long as it is legal."""
    after = Replay(game.position)
    left = list(line)
    for decision in stretch:
        after.push(decision)
        if left and left[0] == decision:
            left.pop(0)
    made: list[Decision] = []
    while left and not after.game.is_over:
        legal = after.game.legal_moves()
        if left[0] in legal:
            made.append(left.pop(0))
        elif len(legal) == 1:
            made.append(legal[0])
        else:
            break
        after.push(made[-1])
    return tuple(made)


def _is_complete(replay: Replay, seat: int) -> bool:
    """Whether another seat decides, a new turn begins, or the game is over."""
    if not replay.ply:
        return False
    first = replay.game.start
    return replay.game.is_over or replay.seat != seat or replay.turn != Replay(first).turn


def chosen_decision(game: Game, stretch: Stretch) -> tuple[Game, Decision]:
    """The first decision of a stretch with a choice, or its first one, and the game when it is made."""
    after = game.copy()
    for decision in stretch:
        if len(after.legal_moves()) > 1:
            return after, decision
        after.push(decision)
    return game, stretch[0]
