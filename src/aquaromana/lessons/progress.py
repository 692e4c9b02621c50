"""Progress in a lesson: the step, the decisions made in it, and what follows from them. Immutable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from aquaromana.lessons.lesson import Ending, Lesson, Rule, Step, Words
from aquaromana.lessons.predicates import meets
from aquaromana.rules import Decision, Game, Phase, Position
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.scoring import scores

LEARNER: Final = 0
"""The learner's seat."""


@dataclass(frozen=True, slots=True)
class Made:
    """Decisions of one seat in one turn."""

    seat: int
    turn: int
    moves: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where somebody is in a lesson. Methods take the position after all that was made."""

    lesson: Lesson
    number: int = 0
    """The index of the step."""
    made: tuple[Made, ...] = ()
    """The complete stretches since the step began."""

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    def to(self, step: str) -> Progress:
        """At the beginning of the step with this id; KeyError if there is none."""
        return Progress(self.lesson, self.lesson.number(step))

    def decided(self, seat: int, turn: int, moves: Iterable[Decision]) -> Progress:
        """After decisions of a seat in a turn."""
        last = self.made[-1] if self.made else None
        if last and (last.seat, last.turn) == (seat, turn):
            return replace(self, made=(*self.made[:-1], replace(last, moves=(*last.moves, *moves))))
        return replace(self, made=(*self.made, Made(seat, turn, tuple(moves))))

    def rewound(self, decisions: int) -> Progress:
        """With only the first decisions of the step."""
        kept: list[Made] = []
        for each in self.made:
            if decisions <= 0:
                break
            kept.append(replace(each, moves=each.moves[:decisions]))
            decisions -= len(each.moves)
        return replace(self, made=tuple(kept))

    # What may be done.

    def is_allowed(self, position: Position, decision: Decision) -> bool:
        """Whether a legal decision of the learner is a right one."""
        return self.step.is_free or _meets_any(self.step.allow, position, decision)

    def offered(self, position: Position) -> list[Decision]:
        """The legal decisions that are offered: the right ones, and wrong ones to choose from; none when it is done."""
        if self.is_done(position):
            return []
        legal = list(legal_decisions(position))
        if self.step.is_free or position.mover != LEARNER:
            return legal
        rules = (*self.step.allow, *self.step.offer)
        return [decision for decision in legal if _meets_any(rules, position, decision)]

    def why_not(self, position: Position, decision: Decision) -> Words | None:
        """Why a legal decision is not wanted; None if it is."""
        if self.is_allowed(position, decision):
            return None
        for reason in self.step.why_not:
            if reason.when is None or meets(reason.when, position, decision):
                return reason.words
        raise AssertionError("the last reason is for everything else")

    # What follows.

    def _stretches(self, *, own: bool) -> int:
        return sum((each.seat == LEARNER) == own for each in self.made)

    def reply(self, position: Position) -> tuple[Decision, ...]:
        """What the others do now by the script; empty if it is not their turn, or nothing is written for it."""
        number = self._stretches(own=False)
        if position.mover == LEARNER or number >= min(self._stretches(own=True), len(self.step.reply)):
            return ()
        game = Game.from_position(position)
        for alternatives in self.step.reply[number]:
            legal = game.legal_moves()
            game.push(next(each for each in alternatives if each in legal))
        return game.moves

    def waits_for_others(self, position: Position) -> bool:
        """Whether the others have to decide: by the script, or freely where the learner plays freely."""
        if position.phase is Phase.OVER or position.mover == LEARNER:
            return False
        return self.step.is_free or bool(self.reply(position))

    def is_done(self, position: Position) -> bool:
        """Whether the step is done."""
        if self.step.is_free:
            return position.phase is Phase.OVER
        return self._stretches(own=True) >= self.step.stretches and not self.reply(position)

    def is_won(self, position: Position) -> bool:
        """Whether the learner has more points than anybody else."""
        own, *others = scores(position)
        return own > max(others)

    def ending(self, position: Position) -> Ending:
        """What is said of a step that is done."""
        won = self.is_won(position)
        for ending in self.step.done:
            if ending.won in (None, won) and (ending.when is None or self._has_made(ending.when)):
                return ending
        raise AssertionError("the last ending is for everything else")

    def _has_made(self, rule: Rule) -> bool:
        return any(meets(rule, before, decision) for before, decision in self._own_decisions())

    def _own_decisions(self) -> Iterator[tuple[Position, Decision]]:
        game = Game.from_position(self.step.position)
        for each in self.made:
            for decision in each.moves:
                if each.seat == LEARNER:
                    yield game.position, decision
                game.push(decision)


def _meets_any(rules: Iterable[Rule], position: Position, decision: Decision) -> bool:
    return any(meets(rule, position, decision) for rule in rules)
