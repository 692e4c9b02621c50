"""F3: the disk is full, occupied or broken at every n-th call of the driver, and nobody is told what is not so."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from aquaromana.server.protocol.messages import State
from aquaromana.server.settings import DATABASE
from tests.faults.clients import Crowd, Player, fetch
from tests.faults.history import History, Kept, faults
from tests.support.server_faults import ERRORS
from tests.support.server_process import ServerProcess
from tests.support.sizes import LongSize

STRETCHES = LongSize("storage", ci=30, long=2000)
STUMBLES = 4
"""How often clients have to hear that something could not be kept."""

TABLES = 4
SIGN = "sign"
LIMIT = 120
"""Seconds after which whoever waits has failed; no promise."""

FAULTY = """
import sqlite3
from pathlib import Path

real, calls = sqlite3.connect, 0

def called(call):
    global calls
    if not Path({sign!r}).exists():
        return call()
    calls += 1
    if calls % {every}:
        return call()
    if {after}:
        call()
    raise sqlite3.OperationalError({error!r})

class Cursor(sqlite3.Cursor):
    def execute(self, *arguments):
        return called(lambda: super(Cursor, self).execute(*arguments))

class Connection(sqlite3.Connection):
    def cursor(self, *_, **__):
        return super().cursor(Cursor)

    def commit(self):
        called(super().commit)

def connect(*arguments, **more):
    return real(*arguments, factory=Connection, **more)

sqlite3.connect = sqlite3.dbapi2.connect = connect
"""
"""A storage that fails at every n-th call, before it did something or after, while there is a sign for it."""

BLIND = """
import asyncio
from aquaromana.server.storage.commits import Commits

commit = Commits._commit

async def blind(self, batch):
    waiting = [each.done for each in batch]
    for each in batch:
        each.done = asyncio.get_running_loop().create_future()
    await commit(self, batch)
    for each, done in zip(batch, waiting):
        each.done.exception()
        if not done.done():
            done.set_result(None)

Commits._commit = blind
"""
"""A server that acknowledges what it could not keep."""

pytestmark = pytest.mark.slow


async def stay(player: Player, server: ServerProcess) -> None:
    """Play on, also after the socket was closed because nothing could be read."""
    while player.known.view is None or player.known.view.phase != "over":
        await player.play(server)


async def play(server: ServerProcess, *, stumbles: int = 0) -> Crowd:
    """Let clients play while the storage fails, until they have heard of it so often, and then while it does not."""
    crowd, sign = Crowd(History(), Random(5)), server.data / SIGN
    await crowd.seat(server, TABLES)
    sign.touch()
    playing = asyncio.gather(*(stay(player, server) for player in crowd.players))
    await until(lambda: crowd.history.count("acknowledged") >= STRETCHES.value)
    await until(lambda: sum(player.stumbled for player in crowd.players) >= stumbles)
    sign.unlink()
    await until(lambda: crowd.history.count("acknowledged") >= STRETCHES.value + TABLES)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return crowd


async def told(server: ServerProcess, crowd: Crowd) -> dict[str, int]:
    """The versions of all tables, as the server tells them."""
    states: list[State] = [await fetch(server, f"/api/tables/{player.table}/state", State) for player in crowd.players]
    return {state.table.id: state.version for state in states}


async def until(ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT):
        while not ready():  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # nobody tells


def faulty(folder: Path, error: str, every: int, *, after: bool = False) -> str:
    return FAULTY.format(sign=str(folder / SIGN), error=error, every=every, after=after)


@STRETCHES.mark
@pytest.mark.parametrize(("error", "every", "after"), [*zip(ERRORS, (31, 41, 53), (False, True, False), strict=True)])
def test_what_cannot_be_kept_is_never_acknowledged(tmp_path: Path, error: str, every: int, after: bool) -> None:
    async def test() -> Crowd:
        with ServerProcess(tmp_path, faulty(tmp_path, error, every, after=after)) as server:
            crowd = await play(server, stumbles=STUMBLES)
            async with asyncio.timeout(LIMIT):  # what was under way is finished, and told as it is kept
                while await told(server, crowd) != Kept.in_file(tmp_path / DATABASE).versions:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            return crowd

    crowd = asyncio.run(test())
    assert faults(crowd.history, Kept.in_file(tmp_path / DATABASE)) == []


def test_a_server_that_acknowledges_what_it_could_not_keep_is_noticed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, faulty(tmp_path, ERRORS[0], 41) + BLIND) as server:
        crowd = asyncio.run(play(server))
    assert any("acknowledged" in fault for fault in faults(crowd.history, Kept.in_file(tmp_path / DATABASE)))
