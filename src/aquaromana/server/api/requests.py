"""HTTP request bodies and parameters: their schemas, size limits and decoding."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar

import msgspec
from fastapi import Depends, Path, Query
from starlette.requests import ClientDisconnect, Request

from aquaromana.rules.layout import USUAL_LAYOUT, LayoutName
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import AddressLimits, client_key
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.table.ids import check_table_id
from aquaromana.server.tasks import ignore_error

SMALL_BODY: Final = 1 << 20
"""Bytes of a body that is not a file: enough to say what is wrong with it."""

_Wanted = TypeVar("_Wanted")
_Done = TypeVar("_Done")
_P = ParamSpec("_P")


OnceId = Annotated[str, msgspec.Meta(pattern=r"^([0-9A-Za-z-]{16,40})?(?!\n)$")]


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is to sit on a seat; seats are taken in this order."""

    kind: Literal["person", "bot", "open"]
    """A `person` plays in this browser; an `open` seat is for the person who gets its link."""
    name: str = ""
    """At most 40 characters; may be empty."""
    bot: str = ""
    """For bots, one of `/api/bots`; a level may have its title, as in `level:mason`."""


class Fork(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a game is to go on from."""

    table: str
    ply: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    """After so many of its decisions."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be made."""

    players: Annotated[list[NewPlayer], msgspec.Meta(extra_json_schema={"minItems": 2, "maxItems": 4})]
    position: str = ""
    """Where the game starts, as text; empty for a new game."""
    layout: LayoutName = USUAL_LAYOUT
    """Where the reservoirs of a new game lie."""
    options: Options = Options()
    fork: Fork | None = msgspec.field(default=None, name="from")
    """The game goes on from another table's."""


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to join by a link."""

    secret: str
    """The last part of the link."""
    name: str = ""
    """The name of the person who takes a seat by it; at most 40 characters."""
    id: OnceId = ""
    """Chosen at random by the client. A repeated request gets the same answer, so a lost answer loses no seat."""


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks where a link leads, before it is used."""

    secret: str
    """The last part of the link."""


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody wants an open seat of a public table."""

    seat: int
    name: str = ""
    id: OnceId = ""
    """As for Join."""


class Follow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to follow to a rematch."""

    table: str = msgspec.field(name="from")
    """Where the game before was played."""


class NewLink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to replace one's own link."""

    what: Literal["chair", "host"]
    chair: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    id: OnceId = ""
    """As for Join: without it, a client that misses the answer has lost the seat."""


class Webhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The URL to notify when it is this player's turn."""

    url: str
    """Gets a POST with `{"table", "seat", "event": "your-turn", "url"}`; empty for nowhere."""


async def body(request: Request, limit: int) -> bytes:
    """The whole body; Refusal as soon as it is known to be too large."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > limit:
        raise Refusal.of("request/too-large", limit=limit)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal.of("request/too-large", limit=limit)
        parts.append(part)
    return b"".join(parts)


async def decoded(request: Request, wanted: type[_Wanted]) -> _Wanted:
    """The body as a value."""
    data = await body(request, SMALL_BODY)
    try:
        return msgspec.json.decode(data, type=wanted)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal.of("request/invalid", where="The body", why=error_text(error)) from None
    except RecursionError:
        raise Refusal.of("request/invalid", where="The body", why="it is nested too deep") from None


async def in_thread(request: Request, work: Callable[_P, _Done], *args: _P.args, **kwargs: _P.kwargs) -> _Done:
    """What the work returns, in a thread: one at a time for an address, within its share of the server's time."""
    limits: AddressLimits = request.app.state.limits
    return await limits.work.run_in_thread(client_key(request.scope), work, *args, **kwargs)


async def while_connected(request: Request, work: Coroutine[Any, Any, _Done]) -> _Done:
    """What the work returns; a disconnect cancels it and raises ClientDisconnect."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    leaving.add_done_callback(ignore_error)
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        leaving.result()
        raise ClientDisconnect
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def error_text(error: Exception) -> str:
    """Why something could not be decoded, as a part of a sentence."""
    text = "".join(char if char.isprintable() else "?" for char in str(error))
    return text[:1].lower() + text[1:200]


def _table_id(id: Annotated[str, Path(description="The id of a table.")]) -> str:  # noqa: A002
    check_table_id(id)
    return id


TableId = Annotated[str, Depends(_table_id)]
Theme = Annotated[Literal["light", "dark"], Query(description="For a light page or a dark one.")]
Chair = Annotated[int, Path(ge=0, le=3, description="The number of a chair.")]
Ply = Annotated[int, Path(ge=0, le=10**6, description="The number of decisions before.")]
GameNumber = Annotated[int | None, Query(ge=1, le=10**6, description="Which game of a file with several.")]
PositionText = Annotated[
    str,
    Path(
        description="A position in text; docs/notation.md explains it.",
        examples=["2.b.1d0.4Q83.3D3DC3C1B2B1D2C3B3S3S2S.-.ooo-ooo-ooo-ooo.-"],
    ),
]
Region = Annotated[
    str | None, Query(max_length=20, description="A part of the board, as in `C2-F4`.", examples=["C2-F4"])
]
_MARK: Final = "(?:[A-K][1-8][nesw]?|[1-9]|[12][0-9]|3[0-8])"
Marks = Annotated[
    str | None,
    Query(
        max_length=200,
        pattern=f"^{_MARK}(?:,{_MARK})*$",
        description="Squares, path squares and workmen that are pointed out.",
        examples=["D2,4,D1s"],
    ),
]
