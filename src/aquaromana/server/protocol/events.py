"""Events: entries of a table's log that are not decisions.

Like a decision, an event raises the version, survives a crash and is broadcast to everybody at the table.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec


class _Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="what"):
    pass


class Sat(_Event, frozen=True, tag="sat"):
    """A seat has somebody else, or nobody."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str = ""
    bot: str = ""


class Began(_Event, frozen=True, tag="began"):
    """The game started."""

    order: list[int] = []
    """Where lots were drawn: for each seat, the one from which its player comes."""


class Renamed(_Event, frozen=True, tag="renamed"):
    """Somebody goes by another name."""

    seat: int
    name: str


class StoodIn(_Event, frozen=True, tag="stood-in"):
    """A bot decides for a person."""

    seat: int
    bot: str
    why: Literal["away", "clock"] = "away"
    once: bool = False
    """Only for this stretch; then the person decides again."""


class CameBack(_Event, frozen=True, tag="came-back"):
    """The person has taken the seat again."""

    seat: int


class Resigned(_Event, frozen=True, tag="resigned"):
    """Somebody gave up."""

    seat: int
    bot: str = ""
    """That plays on, where the game does."""
    why: Literal["own", "clock"] = "own"


class Asked(_Event, frozen=True, tag="asked"):
    """Somebody wants all to agree to something."""

    kind: Literal["takeback", "stand_in"]
    by: int
    ply: int = 0
    seat: int = -1
    bot: str = ""


class Agreed(_Event, frozen=True, tag="agreed"):
    """Somebody agreed."""

    seat: int


class Declined(_Event, frozen=True, tag="declined"):
    """Somebody did not, so it is off."""

    seat: int


class TakenBack(_Event, frozen=True, tag="taken-back"):
    """The game went back to where so many decisions had been made."""

    ply: int
    decisions: int
    """How many were taken back."""


class Stepped(_Event, frozen=True, tag="stepped"):
    """A lesson went to a step, or to the beginning of the same one; a puzzle began again."""

    step: str
    """Its id; of a puzzle `again`, or `solution` if that is played."""
    position: str
    """From which it begins."""
    decisions: int = 0
    """How many were made in the step before; the game no longer has them."""


class Tried(_Event, frozen=True, tag="tried"):
    """A try at a puzzle was judged."""

    outcome: Literal["right", "solved", "wrong", "unknown"]
    """`right`: there is more to find; `unknown`: it could not be judged in time."""
    decisions: int = 0
    """How many the try has; 0 for an answer to a question about the rules."""
    replies: list[str] = []
    """What the others decide then."""
    wrong: int = -1
    """Which decision of the try gave the goal away."""
    fact: dict[str, Any] | None = None
    """What it gave away, as in hints."""
    answer: str = ""


class Revoked(_Event, frozen=True, tag="revoked"):
    """Links, and what came of them, became void."""

    target: str
    """`chair:1`, `watch`, `host`"""
    kept: bool = False
    """The owner of the chair, or the host, has replaced the link and stays."""


class Switched(_Event, frozen=True, tag="switched"):
    """The chat was switched on or off."""

    chat: bool


class Followed(_Event, frozen=True, tag="followed"):
    """The game has a rematch."""

    table: str


class Hinted(_Event, frozen=True, tag="hinted"):
    """Somebody took a hint, or the coach asked them to look again."""

    seat: int
    rung: int
    """1 to 3 for a hint, 0 for the coach."""


Event = (
    Sat
    | Began
    | Renamed
    | StoodIn
    | CameBack
    | Resigned
    | Asked
    | Agreed
    | Declined
    | TakenBack
    | Stepped
    | Tried
    | Revoked
    | Switched
    | Followed
    | Hinted
)

_encode: Final = msgspec.json.Encoder().encode
_decoder: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Event)


def event_text(event: Event) -> str:
    """As the log keeps it."""
    return _encode(event).decode()


def parse_event(text: str) -> Event:
    """The inverse; msgspec.DecodeError if it is none."""
    event: Event = _decoder.decode(text)
    return event
