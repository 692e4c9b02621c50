"""Requests to a bot process about puzzles: what is a try worth, and what do the others answer?

The analysis is in `aquaromana.puzzles`, imported lazily.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from aquaromana.rules import Decision
from aquaromana.server.bots.messages import Answer, OnStop, Request
from aquaromana.server.protocol.events import Tried


@dataclass(frozen=True, slots=True)
class JudgedTry(Answer):
    """What a stretch is worth, as the log of the table keeps it."""

    tried: Tried | None
    """Nothing if it was hurried: there is no half of a judgement."""


@dataclass(frozen=True, slots=True)
class JudgeTry(Request[JudgedTry]):
    """What is a stretch worth?"""

    answer_type: ClassVar = JudgedTry

    table: str
    puzzle: str
    made: tuple[int, ...]
    """What was decided before it, since the puzzle began."""
    stretch: tuple[int, ...]


def judge(asked: JudgeTry, on_stop: OnStop) -> JudgedTry:
    """Prove or refute a try."""
    from aquaromana.puzzles import judged, library

    is_stopped = False

    def stopped_by(stop: Callable[[], None]) -> None:
        def stop_now() -> None:
            nonlocal is_stopped
            is_stopped = True
            stop()

        on_stop(stop_now)

    made, stretch = ([Decision(move) for move in moves] for moves in (asked.made, asked.stretch))
    found = judged(library().find(asked.puzzle), made, stretch, on_stop=stopped_by)
    if is_stopped:
        return JudgedTry(None)
    tried = Tried(
        outcome=found.outcome,
        decisions=len(stretch),
        replies=list(map(str, found.replies)),
        wrong=found.wrong,
        fact=found.gave_away.to_json() if found.gave_away else None,
    )
    return JudgedTry(tried)
