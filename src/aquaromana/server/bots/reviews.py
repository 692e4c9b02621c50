"""Requests to a bot process about finished games: the next turn of a review, and a try at a turn of one.

Reviews have a process of their own, which the system runs only when nobody else needs the processor. It does one turn
at a time and keeps what it knows for the next. The analysis is in `aquaromana.analysis.review`, imported
lazily.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from aquaromana.records import Line, Record
from aquaromana.rules import Decision
from aquaromana.rules.notation import parse_position
from aquaromana.server.bots.messages import Answer, OnStop, Request

if TYPE_CHECKING:
    from aquaromana.analysis.review import Review, TurnReview


@dataclass(frozen=True, slots=True)
class Reviewed(Answer):
    """The review so far: as far as this process has come."""

    done: int
    total: int
    body: bytes
    """As JSON."""


@dataclass(frozen=True, slots=True)
class ReviewTurn(Request[Reviewed]):
    """Judge one more turn of a game, the last ones first."""

    answer_type: ClassVar = Reviewed

    table: str
    key: str
    """The same for all turns of one review."""
    start: str
    """The text of the position before the first decision."""
    moves: tuple[int, ...]
    depth: str

    def record(self) -> Record:
        """The game."""
        return Record(parse_position(self.start), Line.of([Decision(move) for move in self.moves]))


@dataclass(frozen=True, slots=True)
class Tried(Answer):
    """A try, judged like a turn of a review."""

    found: TurnReview | None
    """Nothing if it was hurried: there is no half of a judgement."""


@dataclass(frozen=True, slots=True)
class Try(Request[Tried]):
    """Is a stretch as good as the best that is known?"""

    answer_type: ClassVar = Tried

    table: str
    start: str
    moves: tuple[int, ...]
    """The game before the stretch."""
    stretch: tuple[int, ...]
    best: tuple[int, ...]
    """What a review found; it is judged again, beside the try and whatever else a search finds."""
    depth: str


class Reviews:
    """The review that a process is at."""

    def __init__(self) -> None:
        self._at = ("", "")
        """The table and the key."""
        self._reviews: Iterator[Review] = iter(())
        self._latest: Review | None = None

    def answer(self, asked: ReviewTurn) -> Reviewed:
        """Judge one more turn; a process that does not know the review begins it again, a turn at a time too."""
        from aquaromana.analysis.review import Reviewer

        if self._latest is None or self._at != (asked.table, asked.key):
            self._at = (asked.table, asked.key)
            self._reviews = Reviewer(asked.record(), depth=asked.depth).reviews()
            self._latest = next(self._reviews)
        self._latest = found = next(self._reviews, self._latest)
        body = json.dumps(found.to_json(), separators=(",", ":")).encode()
        return Reviewed(len(found.turns), found.total, body)


def be_idle() -> None:
    """Give this process idle priority from now on: bots that somebody waits for go first."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
    if hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def tried(asked: Try, on_stop: OnStop) -> Tried:
    """Judge a try."""
    from aquaromana.analysis.judge import Stopped
    from aquaromana.analysis.review import Reviewer

    game = Record(parse_position(asked.start), Line.of([Decision(move) for move in asked.moves])).game()
    stretch, best = (tuple(Decision(move) for move in moves) for moves in (asked.stretch, asked.best))
    reviewer = Reviewer(Record.from_game(game), depth=asked.depth)
    on_stop(reviewer.stop)
    try:
        return Tried(reviewer.attempt(game, stretch, best))
    except Stopped:
        return Tried(None)
