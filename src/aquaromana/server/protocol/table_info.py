"""What messages say about a table apart from its game: players, options, clocks, pending votes, news."""

from __future__ import annotations

from typing import Any, Literal

from aquaromana.server.protocol.events import Event
from aquaromana.server.protocol.game import Value, Why

Status = Literal["waiting", "playing", "over"]
"""`waiting`: seats are still taken, the game has not started."""

Origin = Literal["new", "position", "import", "fork", "rematch", "lesson", "puzzle"]
"""How a table came to be."""


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


class Match(Value, frozen=True):
    """Several games in which everyone has every seat equally often; the total of the points decides."""

    games: int
    game: int = 1
    """Which of them is played here."""
    points: list[int] = []
    """What each seat brings from the games before; empty in the first. Who resigns a game gets nothing for it."""


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
    hints: bool = False
    """Players may take hints, although there are several people. Against bots alone they always may."""
    match: Match | None = None
    """The match that the game belongs to; the rematch is its next game."""


class TableInfo(Value, frozen=True):
    """A table, as lists show it."""

    id: str
    players: list[Player]
    status: Status
    origin: Origin
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
    lesson: str = ""
    """The lesson that is given there."""
    step: int = 0
    """Its step, counted from 1; 0 where there is no lesson."""
    puzzle: str = ""
    """The puzzle that is solved there."""


class LessonTask(Value, frozen=True):
    """What is to be done in a later phase of a stretch."""

    phase: str
    text: dict[str, str]
    squares: list[str] = []
    paths: list[int] = []


class LessonView(Value, frozen=True):
    """A step of a lesson. Texts are in all languages, by their codes: `de`, `en`, `fr`."""

    id: str
    step: int = 0
    """Counted from 1."""
    steps: int = 0
    key: str = ""
    """The id of the step."""
    title: dict[str, str] = {}
    text: dict[str, str] = {}
    clause: str = ""
    squares: list[str] = []
    """Where to look on the board."""
    paths: list[int] = []
    tasks: list[LessonTask] = []
    """What takes the place of text, squares and paths in later phases of the stretch."""
    trial: int = 0
    """The path square of a builder who cannot be used: the learner points at him before anything else. 0 for none."""
    tried: dict[str, str] = {}
    """The task after that."""
    asks: str = ""
    """`builder` where the builder is asked for before the workman."""
    done: dict[str, str] = {}
    """What is said now that the step is done; empty until then."""
    worse: bool = False
    """It is done, but there is a better answer."""
    won: bool = False
    """The game was played to the end, and the learner won."""
    outdated: bool = False
    """The lesson has changed since: it can only start over. Everything but the id is left out."""


class PuzzleView(Value, frozen=True):
    """A puzzle, and how far somebody is with it. Everything is free of any language."""

    id: str
    seat: int = 0
    """For whom it is."""
    kind: str = ""
    """win, lead, podium, build or legal."""
    difficulty: str = ""
    rating: int = 0
    goal: str = ""
    """The code of what is wanted: a kind, or `behind` or `even` for a lead."""
    args: dict[str, str | int] = {}
    """What the goal mentions."""
    outcome: Literal["", "right", "solved", "wrong", "unknown"] = ""
    """Of the last try."""
    pending: bool = False
    """A try is being judged."""
    replying: bool = False
    """The others are answering, or the solution is being played."""
    showing: bool = False
    """The solution is shown."""
    tries: int = 0
    """How many tries were wrong."""
    fact: dict[str, Any] | None = None
    """What the last try gave away, as in hints."""
    refuted: bool = False
    """The others have an answer that shows why it was wrong."""
    options: list[str] = []
    """Of a question about the rules: what may be answered, as codes of reasons or `legal`."""
    answer: str = ""
    """What was answered."""
    right: str = ""
    """The right answer, once it was given."""
    why: Why | None = None
    """The rules' own reason, once the right answer was given."""
    squares: list[str] = []
    """Where to look on the board."""
    paths: list[int] = []
    outdated: bool = False
    """The puzzle has changed since: everything but the id is left out."""


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
    """Something other than a decision that changed the table."""

    version: int
    """The table's version after it."""
    at: float
    seat: int
    """Who did it; -1 for a host without a seat, and for the server."""
    event: Event
    ply: int = 0
    """The number of decisions made by then."""
