"""F3: the disk is full, occupied or broken at every n-th call of the driver, and nobody is told what is not so."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from aquaromana.server.messages import State
from aquaromana.server.settings import DATABASE
from tests.faults.clients import Crowd, fetch
from tests.faults.history import History, Kept, faults
from tests.support.server_faults import ERRORS
from tests.support.server_process import ServerProcess
from tests.support.sizes import LongSize

STRETCHES = LongSize("storage", ci=60, long=2000)
TABLES = 4

FAULTY = """
import sqlite3
from pathlib import Path
import aiosqlite

real, calls = aiosqlite.Connection._execute, 0

async def execute(self, work, *arguments, **more):
    global calls
    if not Path({sign!r}).exists():
        return await real(self, work, *arguments, **more)
    calls += 1
    if calls % {every}:
        return await real(self, work, *arguments, **more)
    if {after}:
        await real(self, work, *arguments, **more)
    raise sqlite3.OperationalError({error!r})

aiosqlite.Connection._execute = execute
"""
"""A storage that fails at every n-th call, before it did something or after, while there is a sign for it."""

BLIND = """
from aquaromana.server.store import Store

commit = Store._commit

async def blind(self, batch):
    waiting = [each.done for each in batch]
    for each in batch:
        each.done = self._promise()
    await commit(self, batch)
    for each, done in zip(batch, waiting):
        each.done.exception()
        if not done.done():
            done.set_result(None)

Store._commit = blind
"""
"""A server that acknowledges what it could not keep."""

pytestmark = pytest.mark.slow


async def play(folder: Path, mutant: str) -> tuple[Crowd, list[int]]:
    """Let clients play while the storage fails and then while it does not; the versions that the server tells then."""
    crowd = Crowd(History(), Random(folder.name))
    with ServerProcess(folder, mutant) as server:
        await crowd.seat(server, TABLES)
        (folder / "sign").touch()
        playing = crowd.play(server)
        await crowd.until_accepted(STRETCHES.value, playing)
        (folder / "sign").unlink()
        await crowd.until_accepted(STRETCHES.value + TABLES, playing)
        playing.cancel()
        versions = []
        for player in crowd.players:
            state: State = await fetch(server, f"/api/tables/{player.table}/state", State)
            versions.append(state.version)
    return crowd, versions


@STRETCHES.mark
@pytest.mark.parametrize(("error", "every", "after"), [*zip(ERRORS, (11, 13, 17), (False, True, False), strict=True)])
def test_what_cannot_be_kept_is_never_acknowledged(tmp_path: Path, error: str, every: int, after: bool) -> None:
    mutant = FAULTY.format(sign=str(tmp_path / "sign"), error=error, every=every, after=after)
    crowd, versions = asyncio.run(play(tmp_path, mutant))
    kept = Kept.in_file(tmp_path / DATABASE)
    assert faults(crowd.history, kept) == []
    assert [kept.versions[player.table] for player in crowd.players] == versions
    assert sum(player.stumbled for player in crowd.players) > 5


def test_a_server_that_acknowledges_what_it_could_not_keep_is_noticed(tmp_path: Path) -> None:
    mutant = FAULTY.format(sign=str(tmp_path / "sign"), error=ERRORS[0], every=11, after=False) + BLIND
    crowd, _ = asyncio.run(play(tmp_path, mutant))
    assert any("acknowledged" in fault for fault in faults(crowd.history, Kept.in_file(tmp_path / DATABASE)))
