"""The messages about positions outside a live game: the analysis board, its editor and its studies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from aquaromana.server.protocol.advice import Fact
from aquaromana.server.protocol.game import Choice, Step, Value, View, Why

Text = Annotated[str, msgspec.Meta(max_length=1000)]
"""A position in text."""
Moves = Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=1000)]
"""Decisions in notation."""
MOST_STAGE = 3
"""Thoughts come in stages from 0 to this, each with four times the playouts of the one before."""


class AskMoment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment of a line is wanted."""

    start: Text
    moves: Moves = []


class Opened(Value, frozen=True):
    """A study: the record as its JSON form, and the text of the position that it begins with."""

    start: str
    record: dict[str, Any]


class SetupWorth(Value, frozen=True):
    """What a feature of the set-up was worth to the seat that decides, in games of the engine with itself."""

    feature: str
    """`kinds`, `outlets`, `builders`, `fountains`, `sees-C` and so on for each kind, or `place`."""
    value: str
    """How many; for `place`, the decision."""
    gain: float
    """The share of the win above the mean of the seat."""
    half: float
    """Half the width of the interval that holds it in 95 of 100 cases."""
    count: int
    """Seats that had it, in all games."""


class Moment(Value, frozen=True):
    """A position with everything that can be decided."""

    view: View
    choices: list[Choice] = []
    step: Step | None = None
    """The decision that led there."""
    setup: list[SetupWorth] = []
    """During the set-up of a layout that was measured: what is known, where the interval is narrow."""
    setup_games: int = 0
    """The games behind it."""


class AskPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something is wanted about a position."""

    position: Text


class AskWhy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why can something not be chosen?"""

    position: Text
    subject: Literal["move", "workman", "builder", "square", "kind"]
    name: Annotated[str, msgspec.Meta(max_length=40)]


class Reasoned(Value, frozen=True):
    """Why something cannot be chosen."""

    why: Why | None = None
    """Nothing if it can."""


class AskThought(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The engine's lines are wanted."""

    position: Text
    stage: Annotated[int, msgspec.Meta(ge=0, le=MOST_STAGE)] = 0


class ThoughtLine(Value, frozen=True):
    """One decision as the engine sees it."""

    move: str
    visits: int
    shares: list[float]
    """Of the win, for every seat."""
    points: list[float]
    """At the end, for every seat."""
    exact: bool = False
    """Calculated to the end of the game."""
    steps: list[Step] = []
    """The decisions expected from here, this one first."""


class Thought(Value, frozen=True):
    """What the engine thinks of a position."""

    position: str
    stage: int
    playouts: int
    shares: list[float]
    points: list[float]
    lines: list[ThoughtLine]
    """The best first."""
    exact: bool = False
    final: bool = False
    """No later stage would say more."""


class AskFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is true of decisions that one seat makes in a row?"""

    position: Text
    moves: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=1, max_length=12)]


class Facts(Value, frozen=True):
    """What is true of them."""

    apart: list[Fact] = []
    """What sets them apart from at least half of the alternatives."""
    others: list[Fact] = []
    """What is true as well."""
    against: list[Fact] = []
    """What speaks against them."""


class SeatVerdict(Value, frozen=True):
    """Whether a seat wins for certain, whatever all others do."""

    seat: int
    verdict: Literal["proven", "refuted", "unknown"]
    steps: list[Step] = []
    """How: a line that leads there, or one that prevents it."""


class Proof(Value, frozen=True):
    """What is certain in a position."""

    position: str
    verdicts: list[SeatVerdict]
    """For every seat, until the win is proven for one."""
    keeps: list[str] = []
    """If the seat that decides wins for certain: the decisions that keep it so."""
    nodes: int = 0


# The editor.


class PutTile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="tile"):
    """A tile on a square, or none."""

    square: str
    face: str = ""
    """As in views: `Cne`, `B`; empty for none."""


class PutBuilder(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="builder"
):
    """A builder on a path square, or none."""

    path: Annotated[int, msgspec.Meta(ge=1, le=38)]
    kind: Literal["", "C", "D", "S", "B", "J"] = ""


class PutWorkman(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="workman"
):
    """A workman at the end of an aqueduct, or none."""

    aqueduct: Annotated[int, msgspec.Meta(ge=0, le=11)]
    stands: bool


class PutMounted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="podium"):
    """One workman more or less on a podium."""

    podium: Annotated[int, msgspec.Meta(ge=1, le=20)]
    color: Literal["yellow", "red", "blue", "green"]
    stands: bool


class PutHeld(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="hand"):
    """So many builders of a kind in a hand."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
    kind: Literal["C", "D", "S", "B", "J"]
    count: Annotated[int, msgspec.Meta(ge=0, le=4)]


class PutTurn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="turn"):
    """Whose turn it is."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]


Change = PutTile | PutBuilder | PutWorkman | PutMounted | PutHeld | PutTurn


class Edit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position is changed; it may contradict itself before and after."""

    position: Text
    changes: Annotated[list[Change], msgspec.Meta(max_length=20)] = []


class Draft(Value, frozen=True):
    """A position that is being edited."""

    view: View
    faults: list[Why] = []
    """Why it is impossible; without one it can be played."""
    doubts: list[Why] = []
    """Why no game leads there, although it can be played."""


class AskTurn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What if it were another seat's turn?"""

    position: Text
    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
