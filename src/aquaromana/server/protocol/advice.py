"""What the server says about a person's decision: hints in three rungs, and the coach's question."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from aquaromana.server.protocol.game import Step, Value

Rung = Literal[1, 2, 3]
"""A question, a place on the board, the whole stretch."""


class AskHint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hint is wanted."""

    version: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    """The version that the client has."""
    rung: Rung = 1
    moves: Annotated[list[str], msgspec.Meta(max_length=200)] = []
    """What has been decided of the stretch already."""
    after: Annotated[int, msgspec.Meta(ge=-1, le=100)] = -1
    """The stage of the answer that is known: wait for a better one, until thinking ends."""


class AskCoach(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch is about to be played; without moves, a turn begins and the coach may start to think."""

    version: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    moves: Annotated[list[str], msgspec.Meta(max_length=200)] = []


class Idea(Value, frozen=True):
    """A question that leads to the idea."""

    code: str
    """`question/podium`"""
    args: dict[str, str | int | list[int]] = {}


class Spot(Value, frozen=True):
    """Where to look."""

    what: Literal["workman", "builder", "square", "path", "kind", "none"]
    """`none`: nothing is to be done on the board, the answer is to close nothing."""
    name: str = ""


class Fact(Value, frozen=True):
    """Something that is true of a stretch."""

    code: str
    clause: str = ""
    args: dict[str, str | int | list[int]] = {}
    grade: str = "fact"
    """How sure it is: `fact`, `certain` (whatever the others do), `settled` (if everybody plays for their own place) or
    `expected` (by the computer)."""


class Hint(Value, frozen=True):
    """What the seat that decides could do; only as much as the rung tells."""

    version: int
    seat: int
    rung: int
    question: Idea
    stage: int = 0
    """Answers with a higher stage are the result of more thinking."""
    final: bool = False
    """No better answer comes."""
    place: Spot | None = None
    """From the second rung on."""
    moves: list[str] = []
    """The rest of the stretch; this and what follows on the third rung only."""
    steps: list[Step] = []
    """What they do."""
    facts: list[Fact] = []
    """What sets it apart from others, the most telling first."""
    line: list[Step] = []
    """What the others are expected to do then."""
    share: float = 0.0
    """The share of the win that the computer expects, for the seat."""
    points: float = 0.0
    """The points that it expects at the end."""


class Judgement(Value, frozen=True):
    """What the coach says about a stretch that is about to be played."""

    version: int
    again: bool = False
    """It gives away a lot, and that is sure: the player should look again. Without, nothing else is told."""
    share: float = 0.0
    """What it gives away, as a share of the win."""
    points: float = 0.0
    """What it gives away of the lead, in points."""
    fact: Fact | None = None
    """What it gives away, if there is a fact that says so."""
