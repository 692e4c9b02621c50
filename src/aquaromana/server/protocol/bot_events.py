"""The messages of network bots: stream events, moves, and replies.

In contrast to the messages of the socket, nothing is left out: a program in any language finds every field.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

NETWORK: Final = "network"
"""The `bot` of a player who is a program: otherwise like a person, who decides from outside."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    table: str
    seat: int
    """The bot's own, from 0."""
    version: int
    """Of the table; decisions name it."""


class BotPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at the table."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str
    """Which bot, if it is one of the server; `network` for a program."""


class Waiting(_Event, frozen=True, tag="waiting"):
    """The bot has its seat; the game has not started."""

    players: list[BotPlayer]


class GameStart(_Event, frozen=True, tag="gameStart"):
    """The game goes on; sent when it starts, and first after every connect while it is played."""

    players: list[BotPlayer]
    start: str
    """The position that it started from, as text."""
    moves: list[str]
    """The decisions made since."""
    position: str
    """The position now, as text."""


class GameUpdate(_Event, frozen=True, tag="gameUpdate"):
    """Somebody decided, or something was taken back."""

    ply: int
    """How many decisions have been made since the start."""
    moves: list[str]
    """The last ones, which the bot has not heard of; none after a takeback."""
    position: str
    mover: int
    """The seat to decide."""


class YourTurn(_Event, frozen=True, tag="yourTurn"):
    """The bot has to decide; sent again after every connect until it has."""

    position: str
    phase: str
    """What is asked: `setup`, `reserve`, `build`, `extra`, `close` or `claim`."""
    legal: list[str]
    """The decisions to choose from."""
    seconds: float | None
    """How long there is left on the bot's clock; null without one."""


class GameEnd(_Event, frozen=True, tag="gameEnd"):
    """The game is over."""

    points: list[int]
    """By seat."""
    winners: list[int]
    """The seats that won; none if the game was given up before its end."""
    resigned: list[int]


class RematchOffer(_Event, frozen=True, tag="rematch"):
    """There is another game of the same players; the stream ends, and this token opens the next one."""

    next: str
    """Its table."""
    token: str


class Goodbye(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="bye"):
    """The stream ends, and why."""

    code: str
    """`server/restart`, `server/slow`, `token/revoked`, `token/replaced` or `table/deleted`."""


BotEvent = Waiting | GameStart | GameUpdate | YourTurn | GameEnd | RematchOffer | Goodbye


class BotMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The decisions of a bot: all that it has made in this stretch so far, oldest first."""

    version: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    """That of `yourTurn`."""
    moves: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=64)]


class BotMoved(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a bot's decisions."""

    complete: bool
    """Whether the stretch is complete, and played; otherwise nothing has changed, and more is needed."""
    version: int
    """Of the table now."""
    position: str
    """After these decisions."""
    phase: str = ""
    """What is asked next, if it is not complete."""
    legal: list[str] = []
    """The decisions to choose from next, if it is not complete."""


class BotToken(msgspec.Struct, frozen=True, kw_only=True):
    """What lets a program take a seat and play on it."""

    token: str
    """For the header `Authorization: Bearer TOKEN`; void when the seat is freed."""
    table: str
    chair: int
    seat: int
