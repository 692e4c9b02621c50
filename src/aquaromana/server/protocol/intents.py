"""Intents: messages from clients that change a table, other than decisions. Each is idempotent by its id."""

from __future__ import annotations

from typing import Literal

from aquaromana.server.protocol.game import Value


class Intent(Value, frozen=True):
    """Something that changes the table. Answered by Accepted or Refused; sent again, it is answered again."""

    id: str
    version: int
    """The version it was made on."""


class Sit(Intent, frozen=True, tag="sit"):
    """Before the start: let a bot have a seat, or leave it open."""

    seat: int
    kind: Literal["bot", "open"]
    bot: str = ""


class Start(Intent, frozen=True, tag="start"):
    """Start the game."""

    fill: str = ""
    """A bot for all seats that are open."""


class Rename(Intent, frozen=True, tag="rename"):
    """Go by another name."""

    seat: int
    name: str


class StandIn(Intent, frozen=True, tag="stand_in"):
    """Let a bot decide for somebody who is away: at once for the host, by a vote if the host is away too."""

    seat: int
    bot: str = ""
    """Empty for the usual one."""


class Back(Intent, frozen=True, tag="back"):
    """Take the seat again from the bot that stood in."""

    seat: int


class Resign(Intent, frozen=True, tag="resign"):
    """Give up: the seat is placed last. With two left in the game it ends, otherwise a bot plays on."""

    seat: int


class Takeback(Intent, frozen=True, tag="takeback"):
    """Ask to go back to where so many decisions had been made; done when all people at the table agree."""

    seat: int
    ply: int


class Consent(Intent, frozen=True, tag="consent"):
    """Agree to what is asked, or not."""

    seat: int
    yes: bool


class Revoke(Intent, frozen=True, tag="revoke"):
    """Make the links to a chair or to the spectators' places void, and whatever came of them.

    The seat of a chair is open then: the new link hands it to somebody else.
    """

    what: Literal["chair", "watch"]
    chair: int = 0


class Switch(Intent, frozen=True, tag="switch"):
    """Switch the chat on or off."""

    chat: bool


class Rematch(Intent, frozen=True, tag="rematch"):
    """Open a new table for the same players, seats rotated by one."""


class Guide(Intent, frozen=True, tag="guide"):
    """In a lesson: go to another step, or begin the step again."""

    go: Literal["back", "again", "skip", "next"]
    """`next` is for a step that is done, `skip` for any."""


class Solve(Intent, frozen=True, tag="solve"):
    """At the table of a puzzle: begin again, have its solution played, or answer a question about the rules."""

    go: Literal["again", "solution", "answer"]
    answer: str = ""
    """One of the options of the question."""


AnyIntent = (
    Sit | Start | Rename | StandIn | Back | Resign | Takeback | Consent | Revoke | Switch | Rematch | Guide | Solve
)
"""What people do at a table other than deciding."""
