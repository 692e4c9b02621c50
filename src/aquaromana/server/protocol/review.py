"""What the server says about finished games: reviews while they are made, lines, and tries at turns."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from aquaromana.server.protocol.advice import Fact
from aquaromana.server.protocol.game import Step, Value, View
from aquaromana.server.protocol.messages import Answer, Ask, Choices, Hello, Preview, Previewed, State

Depth = Literal["quick", "normal"]
Moves = Annotated[list[str], msgspec.Meta(max_length=200)]
PlyNumber = Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class AskReview(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game is to be reviewed."""

    depth: Depth = "normal"


class AskLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decisions from some moment of a finished game on, of any seats."""

    ply: PlyNumber
    moves: Moves


class AskTry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Is this stretch as good as the best?"""

    ply: PlyNumber
    """Where it begins."""
    moves: Moves


class Practice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message of the live protocol, about a moment of a finished game as if it were being played."""

    ply: PlyNumber
    message: Hello | Preview | Ask


class Practiced(Value, frozen=True):
    """The messages that answer it."""

    messages: list[State | Choices | Previewed | Answer]


class ReviewStatus(Value, frozen=True):
    """How far a review is."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    """`none`: nobody has asked for one, or it was cancelled. `failed`: ask again."""
    depth: str = ""
    done: int = 0
    """Turns that are judged, from the last one on."""
    total: int = 0
    ahead: int = 0
    """Reviews that come before it."""
    review: Any = None
    """What is known; docs/review.md describes it. As long as turns are missing, they are the first ones."""


class Line(Value, frozen=True):
    """Decisions as a browser shows them."""

    views: list[View]
    """The position before the first one, and after each."""
    steps: list[Step]


class Verdict(Value, frozen=True):
    """What a try is worth."""

    right: bool
    """As good as the best: another way may be as well."""
    sure: bool
    """Whether that would be the same within the uncertainty."""
    played: bool
    """It is what was played in the game."""
    grade: str
    share: float = 0.0
    """What it gives away, as a share of the win."""
    points: float = 0.0
    """The same in points of the lead."""
    shares: list[float] = []
    """Each seat's share of the win after it."""
    facts: list[Fact] = []
    """True of the best and not of this; of a right one, what sets it apart."""
    gave_away: Fact | None = None
    reply: Line | None = None
    """Of a wrong one: the try, and what the others are expected to answer."""
