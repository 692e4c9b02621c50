"""Tables of several people, each with credentials of their own: what they do, through the table service."""

import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import pytest

from aquaromana.rules import Game
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.intents import (
    AnyIntent,
)
from aquaromana.server.protocol.messages import Accepted, Presence, State
from aquaromana.server.protocol.table_info import Options, TableInfo
from aquaromana.server.service.audience import Subscriber
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.ids import new_id
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.support.server_play import heard, next_play

PERSON, OPEN, BOT = Seating("person"), Seating("open"), Seating("bot", "", "random")
HOST = Credentials({0: 0}, host=0)
BEN, CLEO = Credentials({1: 0}), Credentials({2: 0})
GUEST = Credentials(watch=0)


async def refused(work: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.code


async def apply(
    service: TableService, table: str, credentials: Credentials, kind: type[AnyIntent], /, **fields: Any
) -> Accepted:
    """Do something at a table as it stands."""
    version = (await service.info(table)).version
    return await service.apply(table, kind(**{"id": f"act {version}", "version": version, **fields}), credentials)


async def decide(service: TableService, table: str, *actors: Credentials, seed: int = 1) -> Accepted:
    """Whoever is asked makes a stretch."""
    wanted = await next_play(service, table, Random(seed))
    (credentials,) = [each for each in actors if wanted.seat in (await service.members(table)).seats(each)]
    return await service.play(table, wanted, credentials)


async def add(service: TableService, *seatings: Seating, **options: Any) -> TableInfo:
    """A table with options that nobody could ask for."""
    table = Table(
        new_id(),
        seatings,
        Game(len(seatings)).position,
        created=time.time(),
        options=Options(**options),
    )
    return await service._add(table)


async def state_when(changes: Subscriber, ready: Callable[[State], bool]) -> State:
    while not ready(state := await heard(changes, State)):
        pass
    return state


async def presence_when(changes: Subscriber, ready: Callable[[Presence], bool]) -> Presence:
    while not ready(presence := await heard(changes, Presence)):
        pass
    return presence


@asynccontextmanager
async def watched(service: TableService, table: str, *actors: Credentials) -> AsyncIterator[list[Subscriber]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(service.watch(table, credentials=credentials)) for credentials in actors]
