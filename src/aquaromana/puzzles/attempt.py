"""An attempt at a puzzle: what was made, how it was judged, and what the others still have to answer. Immutable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from aquaromana.puzzles.judge import Outcome, ends_stretch
from aquaromana.puzzles.puzzle import Puzzle
from aquaromana.rules import Decision, Game, Position


@dataclass(frozen=True, slots=True)
class Attempt:
    """Where somebody is in a puzzle."""

    puzzle: Puzzle
    judged: int = 0
    """Decisions at the beginning that need no judgement any more."""
    pending: bool = False
    """A stretch waits to be judged."""
    outcome: Outcome | Literal[""] = ""
    """Of the last stretch that was judged."""
    replies: tuple[Decision, ...] = ()
    """What is still to be played without being asked: the others' answer, or the solution."""
    showing: bool = False
    """The solution is played."""
    wrong: int = -1
    """Which decision of the last stretch gave the goal away."""
    fact: dict[str, Any] | None = None
    """What it gave away."""
    answer: str = ""
    """What was answered to a question about the rules."""
    tries: int = 0
    """Tries that were wrong."""
    refuted: bool = False
    """The others have an answer that shows why the last one was."""

    @property
    def waits(self) -> bool:
        """Whether something happens by itself: a judgement, or decisions."""
        return self.pending or bool(self.replies)

    @property
    def is_over(self) -> bool:
        """Whether nothing can be tried any more without beginning again."""
        return self.showing or self.outcome not in ("", "right")

    def decided(self, seat: int, count: int) -> Attempt:
        """After a stretch of so many decisions."""
        if self.showing or seat != self.puzzle.seat:
            return replace(self, replies=self.replies[count:], judged=self.judged + count)
        return replace(self, pending=True)

    def tried(
        self,
        outcome: Outcome,
        stretch: int,
        *,
        replies: Sequence[str] = (),
        wrong: int = -1,
        fact: dict[str, Any] | None = None,
        answer: str = "",
    ) -> Attempt:
        """After a stretch of so many decisions, or an answer, was judged."""
        return replace(
            self,
            pending=False,
            judged=self.judged + stretch,
            outcome=outcome,
            replies=tuple(Decision(text) for text in replies) if outcome != "solved" else (),
            wrong=wrong,
            fact=fact,
            answer=answer,
            tries=self.tries + (outcome == "wrong"),
            refuted=outcome == "wrong" and bool(replies),
        )

    def restarted(self, *, showing: bool = False) -> Attempt:
        """At the beginning, for another try or to show the solution."""
        line = tuple(Decision(text) for text in self.puzzle.line) if showing else ()
        return Attempt(self.puzzle, replies=line, showing=showing, tries=self.tries)

    def next_stretch(self, position: Position) -> tuple[Decision, ...]:
        """The first stretch of what is still to be played."""
        game, stretch = Game.from_position(position), list[Decision]()
        for decision in self.replies:
            if stretch and ends_stretch(game.position, position.mover, stretch):
                break
            game.push(decision)
            stretch.append(decision)
        return tuple(stretch)
