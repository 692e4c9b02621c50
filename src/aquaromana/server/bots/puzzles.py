"""Requests to a bot process about puzzles: what is a try worth, and what do the others answer?

The analysis is in `aquaromana.puzzles`, imported lazily.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aquaromana.rules import Decision
from aquaromana.server.bots.messages import Answer, Request
from aquaromana.server.protocol.events import Tried


@dataclass(frozen=True, slots=True)
class JudgedTry(Answer):
    """What a stretch is worth, as the log of the table keeps it."""

    tried: Tried


@dataclass(frozen=True, slots=True)
class JudgeTry(Request[JudgedTry]):
    """What is a stretch worth?"""

    answer_type: ClassVar = JudgedTry

    table: str
    puzzle: str
    made: tuple[int, ...]
    """What was decided before it, since the puzzle began."""
    stretch: tuple[int, ...]


def judge(asked: JudgeTry) -> JudgedTry:
    """Prove or refute a try."""
    from aquaromana.puzzles import judged, library

    stretch = [Decision(move) for move in asked.stretch]
    found = judged(library().find(asked.puzzle), [Decision(move) for move in asked.made], stretch)
    tried = Tried(
        outcome=found.outcome,
        decisions=len(stretch),
        replies=list(map(str, found.replies)),
        wrong=found.wrong,
        fact=found.gave_away.to_json() if found.gave_away else None,
    )
    return JudgedTry(tried)
