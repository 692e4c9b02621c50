"""What server and browser say to each other over the socket, and the pictures of the game they say it with.

Everything is written as the game writes it (R7): squares `D1`, ports `D1e`, path squares as numbers, kinds as their
letters, faces as in `rules.tiles.FACE_NAMES`, colors by name. Nothing here depends on a language.
docs/protocol.md describes the same for people who write clients.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from aquaromana.server.events import Event

PROTOCOL: Final = 2
"""Raised when a client of before would misunderstand."""


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A part of messages; what has its default is left out."""


# The game as it stands.


class Aqueduct(Value, frozen=True):
    """One aqueduct (R3)."""

    id: int
    """0–11, stable through the game."""
    color: str
    seat: int
    length: int
    course: list[str]
    """The ports by which the water leaves: the outlet first, then one for each square passed; the last is the end."""
    open: bool = False
    """Whether a workman stands at its end: it has not been scored."""
    blocked: bool = False
    """For open ones: R3.5 has closed it, it is scored at the end of this turn."""
    faces: str = ""
    """The empty square that its end faces, if it faces one."""
    sees: list[int] = []
    """Path squares of the builders whom its workman sees, for open ones (R4.2)."""
    podium: int = 0
    """For open ones: what it would get if it were closed now (R5.2)."""
    next: int = 0
    """For open ones: the next higher podium with room, 0 for none."""
    threats: list[int] = []
    """For open ones: other seats' aqueducts that would take that next podium as soon or sooner."""


class SeatView(Value, frozen=True):
    """What one seat has."""

    seat: int
    colors: list[str]
    points: int
    """Podiums and bonus as they stand (R6.3)."""
    ended: int
    """Points if the game ended now (R6.2)."""
    place: int
    """1 for the best by `points`."""
    held: dict[str, int] = {}
    """Reserve builders in the hand, by kind."""
    due: int = 0
    """Reserve builders that it may still take in this turn (R5.3)."""
    blind: bool = False
    """It has workmen, and as things stand none of them could lay a tile: see the builder forecast."""


class Mounted(Value, frozen=True):
    """One line of the score sheet (R6.3)."""

    podium: int
    color: str
    seat: int
    bonus: int = 0


class View(Value, frozen=True):
    """A position as a browser draws it; no rule is needed to understand it."""

    position: str
    """Its text; see docs/notation.md."""
    players: int
    phase: str
    """`setup reserve build extra close claim over`"""
    mover: int
    """The seat that decides."""
    turn: int
    """The seat whose turn it is; another one can be the mover while builders are taken (R5.3)."""
    reservoirs: list[Reservoir]
    tiles: dict[str, str]
    """Square to face, printed corners included."""
    builders: dict[str, str]
    """Path square to kind."""
    walks: dict[str, int]
    """Path square of a builder to the one he would walk to now (R4.6): the builder forecast."""
    fountains: list[int]
    """Path squares of the builders whose walk would pass a fountain (R4.7)."""
    aqueducts: list[Aqueduct]
    podiums: dict[str, list[str]]
    """Podium to the colors that stand on it; empty ones are left out."""
    stock: dict[str, int]
    """Tiles left, by kind; every kind is there."""
    reserve: dict[str, int]
    """Builders in the reserve, by kind; every kind is there."""
    setup: dict[str, int]
    """Builders still to be set up, by kind; empty after the set-up."""
    seats: list[SeatView]
    sheet: list[Mounted]
    """The score sheet, highest podium first."""
    must_move: bool = False
    """In the phase `build`: no tile can be laid, a builder has to be moved (R4.8)."""


class Reservoir(Value, frozen=True):
    """A starting tile (R1.6)."""

    color: str
    squares: list[str]
    outlets: list[str]


# What happens, and what could happen.


class Grown(Value, frozen=True):
    """An aqueduct that became longer (R4.5)."""

    aqueduct: int
    start: str
    """Where its end was."""
    end: str
    length: int
    course: list[str]
    """Only the new ports."""


class Closed(Value, frozen=True):
    """An aqueduct that was scored (R5.2)."""

    aqueduct: int
    seat: int
    color: str
    length: int
    podium: int
    """0: out, without points."""
    forced: bool = False
    """By R3.5, not by choice."""
    final: bool = False
    """By the end of the game (R6.2)."""


class Effects(Value, frozen=True):
    """What a decision does; each field only where it happens."""

    laid: list[str] = []
    """Square and face of the tile laid."""
    walk: list[int] = []
    """The builder's path square before and after."""
    fountain: bool = False
    """The walk passed a fountain."""
    grown: list[Grown] = []
    closes: list[Closed] = []
    """For choices: what would be closed or scored at the end of this turn because of it, as things stand."""
    placed: list[str] = []
    """Kind and path square."""
    took: str = ""
    ends: bool = False
    """The game is over after it."""


class Choice(Value, frozen=True):
    """A legal decision with what it would do."""

    move: str
    """In R7 notation: what to send."""
    type: Literal["place", "build", "extra", "move", "close", "pass", "take"]
    kind: str = ""
    workman: str = ""
    builder: int = 0
    """The path square: of the builder used or moved, or on which one is placed."""
    square: str = ""
    face: str = ""
    podium: int = 0
    """`close`: the podium it would get. `build`: that of the workman's aqueduct if it were closed then."""
    effects: Effects = Effects()


class Step(Value, frozen=True):
    """A decision that was made."""

    ply: int
    """The number of decisions before it."""
    turn: int
    """0 in the set-up, then from 1."""
    seat: int
    move: str
    type: str
    by: str = ""
    """Who made it, if not the seat's own player."""
    effects: Effects = Effects()


class Why(Value, frozen=True):
    """Why something cannot be done; codes, arguments and clauses are those of `rules.reasons`."""

    code: str
    clause: str = ""
    args: dict[str, str | int] = {}


# The table around the game.


class Player(Value, frozen=True):
    """Who sits on a seat."""

    seat: int
    kind: Literal["person", "bot", "open"]
    """`open`: somebody may still take it."""
    name: str = ""
    """As chosen; a front end has words of its own for an empty one."""
    bot: str = ""
    """`search:3`, for bots."""
    chair: int = 0
    """Stays with the player when lots are drawn for the seats; links lead to chairs."""
    stand_in: str = ""
    """The bot that decides for a person who is away, or who has resigned."""
    resigned: bool = False


class Clock(Value, frozen=True):
    """How long people may think, by the time of the server."""

    per: Literal["stretch", "game"]
    seconds: int
    """For every stretch, or for the whole game."""
    increment: int = 0
    """Seconds that every stretch adds; `game` only."""
    zero: Literal["bot", "resign"] = "bot"
    """What happens when nothing is left: a bot plays on, this stretch or the rest of the game, or the seat resigns."""


class Options(Value, frozen=True):
    """What is agreed when a table is made."""

    clock: Clock | None = None
    grace: int = 30
    """Seconds that a person may be away before a bot can stand in."""
    lots: bool = False
    """Lots are drawn for the seats at the start."""
    auto: bool = True
    """The game starts as soon as no seat is open."""
    public: bool = False
    """It is in the lobby while a seat is open, and anybody may watch."""


class TableInfo(Value, frozen=True):
    """A table, as lists show it."""

    id: str
    players: list[Player]
    status: Literal["waiting", "playing", "over"]
    """`waiting`: seats are still taken, the game has not started."""
    origin: Literal["new", "position", "import", "fork", "rematch"]
    version: int
    created: float
    """Seconds since 1970."""
    changed: float
    mover: int
    points: list[int]
    start: int = 0
    """The ply of its first decision in the record it continues; 0 for new games."""
    options: Options = Options()
    parent: str = ""
    """The table that it goes on from."""
    next: str = ""
    """The table of the rematch."""


class Suggestion(Value, frozen=True):
    """A stretch that the seat that is asked could make."""

    version: int
    seat: int
    moves: list[str]


# From the browser.


class Hello(Value, frozen=True, tag="hello"):
    """The first message on a socket."""

    protocol: int = PROTOCOL
    since: int | None = None
    """The version that the client has; only what came after is told. None: everything."""


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
    """Whether the thinking of bots is to be told."""

    thinking: bool


class Ping(Value, frozen=True, tag="ping"):
    """Answered by Pong."""


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


class AskLinks(Value, frozen=True, tag="links"):
    """Tell the links that one may hand out: all to the host, to a player the one to his own seat."""

    id: str


class Say(Value, frozen=True, tag="say"):
    """Say something to all at the table: in own words, or a phrase that every page has in its language."""

    id: str
    seat: int
    text: str = ""
    """At most 200 characters."""
    phrase: str = ""


Change = Sit | Start | Rename | StandIn | Back | Resign | Takeback | Consent | Revoke | Switch | Rematch
"""What changes a table besides decisions."""

FromClient = Hello | Play | Preview | Ask | Watch | Ping | AskLinks | Say | Change


# To the browser.


class Clocks(Value, frozen=True):
    """The time that people have."""

    left: list[float]
    """Seconds by seat, as of `started`."""
    running: int = -1
    """The seat whose time runs; -1 if none does."""
    started: float = 0
    """When that began, in the server's seconds since 1970; see Pong."""


class Pending(Value, frozen=True):
    """What people are asked to agree to."""

    what: Literal["takeback", "stand_in"]
    by: int
    """The seat that asks."""
    agreed: list[int]
    waiting: list[int]
    """The seats that are still to agree; a vote for a stand-in needs only more than half of all."""
    ply: int = 0
    """`takeback`: how many decisions would be left."""
    seat: int = -1
    """`stand_in`: for whom."""
    bot: str = ""


class News(Value, frozen=True):
    """Something that changed the table besides decisions."""

    version: int
    """The table's version after it."""
    at: float
    seat: int
    """Who did it; -1 for the host if he has no seat, and for the server."""
    event: Event
    ply: int = 0
    """The number of decisions made by then."""


class State(Value, frozen=True, tag="state"):
    """Where the table stands; sent first, and after every change."""

    version: int
    """The number of lines in the table's log; every change raises it."""
    ply: int
    """The number of decisions made."""
    moved: int
    """The version since which the game itself is as it is: what was made on this one or a later one is not stale."""
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


class Choices(Value, frozen=True, tag="choices"):
    """What the mover may do; follows a State, only for whoever plays that seat."""

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


class Line(Value, frozen=True):
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
    lines: list[Line]
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
    """It is for somebody who is to take the open seat; otherwise for another device of whoever has it."""


class Links(Value, frozen=True, tag="links"):
    """The answer to `links`."""

    id: str
    chairs: list[SeatLink]
    watch: str = ""
    host: str = ""


class Said(Value, frozen=True, tag="said"):
    """Somebody said something; those of before are told after the first State."""

    number: int
    seat: int
    at: float
    text: str = ""
    phrase: str = ""


class Bye(Value, frozen=True, tag="bye"):
    """The server closes the socket: `server/restart` asks to come back, `table/deleted`, `access/revoked` not to."""

    code: str


FromServer = State | Choices | Accepted | Refused | Previewed | Answer | Thinking | Pong | Bye | Presence | Links | Said
