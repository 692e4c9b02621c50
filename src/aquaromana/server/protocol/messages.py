"""The messages of the live protocol; docs/protocol.md explains it to client authors.

Their parts are in `game` and `table_info`; the messages that change a table other than by decisions are in `intents`.
"""

from __future__ import annotations

from typing import Final, Literal

from aquaromana.server.protocol.game import Choice, Step, Value, View, Why
from aquaromana.server.protocol.intents import AnyIntent
from aquaromana.server.protocol.table_info import Clocks, LessonView, News, Pending, PuzzleView, TableInfo

PROTOCOL: Final = 2
"""Raised when an older client would misunderstand."""


# From the browser.


class Hello(Value, frozen=True, tag="hello"):
    """The first message on a socket."""

    protocol: int = PROTOCOL
    since: int | None = None
    """The version that the client has; only what came after is sent. None: everything."""


class Play(Value, frozen=True, tag="play"):
    """Make the decisions of a stretch, all or none (R7)."""

    id: str
    """Chosen by the client, at most 64 characters. Sent again, it is answered again and applied once."""
    version: int
    """The version it was made on."""
    seat: int
    moves: list[str]


class Preview(Value, frozen=True, tag="preview"):
    """Show what a part of a stretch would lead to; nothing is kept."""

    id: str
    version: int
    moves: list[str]


class Ask(Value, frozen=True, tag="ask"):
    """Why can this not be done, after these decisions of a stretch?"""

    id: str
    version: int
    subject: Literal["move", "workman", "builder", "square", "kind"]
    name: str
    """`D1e.12.Cs`, `D1e`, `12`, `D1`, `C`"""
    moves: list[str] = []


class Watch(Value, frozen=True, tag="watch"):
    """Whether to send what bots think."""

    thinking: bool


class Ping(Value, frozen=True, tag="ping"):
    """Answered by Pong."""


class AskLinks(Value, frozen=True, tag="links"):
    """Ask for the links that one may hand out: the host gets all of them, players the one to their own seat."""

    id: str


class Say(Value, frozen=True, tag="say"):
    """Say something to all at the table: in own words, or a phrase that every page has in its language."""

    id: str
    seat: int
    text: str = ""
    """At most 200 characters."""
    phrase: str = ""


FromClient = Hello | Play | Preview | Ask | Watch | Ping | AskLinks | Say | AnyIntent


# To the browser.


class State(Value, frozen=True, tag="state"):
    """Where the table stands; sent first, and after every change."""

    version: int
    """The number of lines in the table's log; every change raises it."""
    ply: int
    """The number of decisions made."""
    moved: int
    """The version of the last change to the game itself: what was made on it or a later one is not stale."""
    table: TableInfo
    view: View
    steps: list[Step]
    """From `since` on, oldest first."""
    since: int
    """The number of decisions that the client keeps of those it has; after a takeback that can be fewer."""
    yours: list[int]
    """The seats that this client plays."""
    host: bool = False
    """This client may do what the host may."""
    news: list[News] = []
    """After the version that the client has."""
    clocks: Clocks | None = None
    pending: Pending | None = None
    chat: bool = True
    lesson: LessonView | None = None
    puzzle: PuzzleView | None = None


class Choices(Value, frozen=True, tag="choices"):
    """What the mover may do; follows a State, only for the player of that seat."""

    version: int
    seat: int
    choices: list[Choice]


class Accepted(Value, frozen=True, tag="accepted"):
    """What was wanted is done and kept: it survives a crash."""

    id: str
    version: int
    """The table's version after it."""


class Refused(Value, frozen=True, tag="refused"):
    """Nothing was changed. docs/protocol.md lists the codes: those of the rules, and `table/…`, `message/…`."""

    id: str
    code: str
    clause: str = ""
    args: dict[str, str | int] = {}
    version: int = 0
    """The table's version."""


class Previewed(Value, frozen=True, tag="previewed"):
    """The answer to Preview."""

    id: str
    version: int
    moves: list[str]
    view: View
    steps: list[Step]
    """What the decisions did, one a decision."""
    choices: list[Choice] = []
    """What comes next in the stretch; empty if it is complete."""
    complete: bool = False
    """It can be played: another seat is asked next, a new turn begins, or the game is over."""


class Answer(Value, frozen=True, tag="answer"):
    """The answer to Ask; without `why` it can be done."""

    id: str
    version: int
    why: Why | None = None


class Candidate(Value, frozen=True):
    """A decision that a bot considers."""

    move: str
    visits: int
    share: float
    """Of the win, for the seat that thinks."""
    line: list[str] = []


class Thinking(Value, frozen=True, tag="thinking"):
    """A bot thinks; only to those who watch."""

    version: int
    seat: int
    playouts: int
    shares: list[float]
    points: list[float]
    lines: list[Candidate]
    moves: list[str] = []
    """What it has decided of its stretch already; the lines begin after it."""


class Pong(Value, frozen=True, tag="pong"):
    """The answer to Ping."""

    at: float
    """The server's time, in seconds since 1970."""


class Presence(Value, frozen=True, tag="presence"):
    """Who is at the table; sent after the first State, and whenever it changes."""

    present: list[int]
    """Seats of people with an open socket."""
    away: dict[str, float] = {}
    """Seats of people without one, and since when."""
    host: bool = False
    watching: int = 0
    """Spectators."""


class SeatLink(Value, frozen=True):
    """How to get to a chair."""

    chair: int
    seat: int
    link: str
    """The fragment of an address: `#/join/TABLE/SECRET`."""
    invite: bool = False
    """It invites somebody to take the open seat; otherwise it is for another device of the seat's owner."""
    bot: str = ""
    """The token by which a program can take the open seat, for the host."""


class Links(Value, frozen=True, tag="links"):
    """The answer to `links`."""

    id: str
    chairs: list[SeatLink]
    watch: str = ""
    host: str = ""


class Said(Value, frozen=True, tag="said"):
    """Somebody said something; earlier remarks are sent after the first State."""

    number: int
    seat: int
    at: float
    text: str = ""
    phrase: str = ""


class Bye(Value, frozen=True, tag="bye"):
    """The server closes the socket: `server/restart` asks to come back, `table/deleted`, `access/revoked` not to."""

    code: str


FromServer = State | Choices | Accepted | Refused | Previewed | Answer | Thinking | Pong | Bye | Presence | Links | Said
