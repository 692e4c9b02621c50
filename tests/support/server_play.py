"""Stretches for tables, found by the rules alone, and a table service to play them in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from aquaromana.rules import Game, Phase, Position
from aquaromana.server.protocol.messages import Accepted, FromServer, Play, State
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.table.changes import Change
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.support.random_play import Policy, anything, sampled
from tests.support.storages import Storage

_T = TypeVar("_T")

PEOPLE = (Seating("person", "Ann"), Seating("person", "Ben"))
EVERYBODY = frozenset(range(4))
LIMIT = 240
"""Seconds after which a test that waits has failed."""


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Run a test's coroutine; one that hangs fails."""
    return asyncio.run(asyncio.wait_for(work, LIMIT))


def settings_in(where: Path | Storage, **wanted: Any) -> Settings:
    """Settings for tests: bots answer at once, one process thinks."""
    place = {"data": where} if isinstance(where, Path) else {"data": where.folder, "database": where.database}
    return Settings(**{**place, "bot_delay": 0.0, "workers": 1, "reviews_idle": False, **wanted})


@asynccontextmanager
async def service_in(where: Path | Storage, **wanted: Any) -> AsyncIterator[TableService]:
    async with TableService.open(settings_in(where, **wanted)) as service:
        yield service


def table(players: int = 2, start: Position | None = None) -> Table:
    """A table with persons, in memory alone."""
    seatings = [Seating("person", f"Player {seat}") for seat in range(players)]
    return Table("test", seatings, start or Game(players).position, created=1_700_000_000.0)


def add(on: Table, moves: list[str], /, **other: Any) -> Change:
    """Play a stretch at a table."""
    proposed = on.propose(play(on, moves, **other), EVERYBODY, at=on.changed + 1)
    assert isinstance(proposed, Change)
    on.accept(proposed)
    return proposed


@cache
def positions() -> list[Game]:
    """Moments of games, drawn when the first test wants them."""
    return [game for game in sampled(70) if not game.is_over]


def stretch(position: Position, rng: Random, policy: Policy = anything) -> list[str]:
    """A random stretch: until another seat is asked, a new turn begins, or the game is over.

    What ends a stretch is written here a second time, in other words than in the server.
    """
    game = Game.from_position(position)
    while True:
        asked = game.phase
        game.push(policy(game, rng))
        begins = game.phase in (Phase.RESERVE, Phase.BUILD) and asked is not Phase.RESERVE
        if game.is_over or game.to_move != position.mover or begins:
            return [str(move) for move in game.moves]


def play(on: Table, moves: list[str], /, *, id: str = "", **other: Any) -> Play:  # noqa: A002
    """A Play that fits a table, unless something else is wanted."""
    return Play(
        **{"id": id or f"play {on.version}", "version": on.version, "seat": on.position.mover, "moves": moves, **other}
    )


def bot(on: Table) -> str | None:
    """What a table has to be told about who decides there next: a bot of its own, or a person."""
    return "" if on.waits_for_bot else None


async def next_play(service: TableService, table: str, rng: Random, **other: Any) -> Play:
    """A random stretch for whoever is asked."""
    async with service.using(table) as loaded:
        return play(loaded.table, stretch(loaded.table.position, rng), **other)


async def play_stretch(service: TableService, table: str, rng: Random, **other: Any) -> Accepted:
    """Play a random stretch for whoever is asked at a table of persons."""
    return await service.play(table, await next_play(service, table, rng, **other))


async def heard(messages: AsyncIterator[Any], kind: type[_T]) -> _T:
    """The next message of a kind; others are passed over."""
    async for told in messages:
        if isinstance(told.message, kind):
            return told.message
    raise AssertionError(f"no {kind.__name__} came")


async def over(messages: AsyncIterator[Any]) -> State:
    """The State at the end of the game."""
    while True:
        state = await heard(messages, State)
        if state.table.status == "over":
            return state


async def until(ready: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that nobody tells."""
    while not await ready():  # noqa: ASYNC110 (there is no event for it)
        await asyncio.sleep(0.01)


def kinds(messages: list[FromServer]) -> list[str]:
    return [type(message).__name__ for message in messages]
