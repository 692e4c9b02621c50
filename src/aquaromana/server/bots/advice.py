"""Hint and coach requests, answered in a bot process.

The analysis is in `aquaromana.analysis.hints`, imported lazily: most processes are never asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from aquaromana.records.replay import Replay
from aquaromana.rules import Decision, Game
from aquaromana.rules.notation import parse_position
from aquaromana.server.bots.messages import Answer, OnStop, Request

if TYPE_CHECKING:
    from aquaromana.analysis.hints import Caution, Hint


@dataclass(frozen=True, slots=True)
class Advised(Answer):
    """There will be no better hint."""


@dataclass(frozen=True, slots=True)
class Advise(Request[Advised]):
    """What should the seat to move do? Answered by Hints, each better than the one before, and then by Advised."""

    answer_type: ClassVar = Advised

    table: str
    start: str
    """The text of the position before the first decision."""
    moves: tuple[int, ...]

    def game(self) -> Game:
        """The game as it stands."""
        replay = Replay(parse_position(self.start))
        for move in self.moves:
            replay.push(Decision(move))
        return replay.game


@dataclass(frozen=True, slots=True)
class Checked(Answer):
    """What the coach says; nothing if the stretch is fine, or nobody can be sure."""

    caution: Caution | None


@dataclass(frozen=True, slots=True)
class Check(Request[Checked]):
    """Does a stretch give away a lot, compared with others?"""

    answer_type: ClassVar = Checked

    asked: Advise
    played: tuple[int, ...]
    best: tuple[tuple[int, ...], ...]

    @property
    def table(self) -> str:
        return self.asked.table


Send = Callable[["Hint"], None]


def advise(asked: Advise, send: Send, on_stop: OnStop) -> Advised:
    """Send hints as they come; `on_stop` gets what ends the thinking."""
    from aquaromana.analysis.hints import Adviser

    adviser = Adviser(asked.game())
    on_stop(adviser.stop)
    for hint in adviser.answers():
        send(hint)
    return Advised()


def check(asked: Check) -> Checked:
    """What the coach says about a stretch."""
    from aquaromana.analysis.hints import coach

    played = [Decision(move) for move in asked.played]
    best = [[Decision(move) for move in stretch] for stretch in asked.best]
    return Checked(coach(asked.asked.game(), played, best))
