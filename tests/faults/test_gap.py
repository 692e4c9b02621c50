"""F5: a decision is made between the moment when a page is loaded and the one when its socket hears."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect

from aquaromana.rules.notation import parse_position
from aquaromana.server.protocol.messages import Accepted, Hello, Play, State
from tests.faults.clients import Knowledge, create, fetch, hear, say
from tests.support.server_play import stretch
from tests.support.server_process import ServerProcess
from tests.support.sizes import LongSize

TIMES = LongSize("gap", ci=40, long=1000)
MOMENTS = ("before the socket opens", "before it says hello", "with its hello", "after its hello")
PEOPLE = [{"kind": "person"}] * 2

DEAF = """
import asyncio
from aquaromana.server.service.audience import Audience

def join(self, subscriber, since):
    self.broadcast_changes()
    subscriber.send(self.state(since, subscriber.credentials))
    asyncio.get_running_loop().call_later(0.3, self._subscribers.add, subscriber)

Audience.join = join
"""
"""A server that tells where a table stands first, and listens for changes a little later."""

pytestmark = pytest.mark.slow


class Rival:
    """Somebody else at the same table, who makes a decision when told to."""

    def __init__(self, server: ServerProcess, rng: Random) -> None:
        self._server = server
        self._rng = rng

    async def decide(self, table: str) -> int:
        """Make a stretch; the version that it led to."""
        state: State = await fetch(self._server, f"/api/tables/{table}/state", State)
        position = parse_position(state.view.position)
        moves = stretch(position, self._rng)
        async with connect(self._server.live(table), proxy=None, compression=None) as socket:
            await say(socket, Hello(since=state.version))
            await say(socket, Play(id=f"{state.version}", version=state.version, seat=position.mover, moves=moves))
            while not isinstance(message := await hear(socket), Accepted):
                pass
            return message.version


async def comes_late(server: ServerProcess, rival: Rival, table: str, moment: str, within: float) -> None:
    """Load a page, let somebody decide at this moment, and hear of it."""
    known = Knowledge()
    known.learn(await fetch(server, f"/api/tables/{table}/state", State))
    version = await rival.decide(table) if moment == MOMENTS[0] else 0
    async with connect(server.live(table), proxy=None, compression=None) as socket:
        if moment == MOMENTS[1]:
            version = await rival.decide(table)
        if moment == MOMENTS[2]:
            version, _ = await asyncio.gather(rival.decide(table), say(socket, Hello(since=known.version)))
        else:
            await say(socket, Hello(since=known.version))
        if moment == MOMENTS[3]:
            version = await rival.decide(table)
        async with asyncio.timeout(within):
            while known.version != version:
                message = await hear(socket)
                if isinstance(message, State):
                    known.learn(message)
    now: State = await fetch(server, f"/api/tables/{table}/state", State)
    assert (now.version, now.view) == (known.version, known.view)
    known.check(2)


async def come_late(server: ServerProcess, times: int, within: float) -> None:
    rng = Random(5)
    rival = Rival(server, rng)
    table, left = "", 0
    for number in range(times):
        if not left:
            table, left = await create(server, PEOPLE), 10  # before its game could end
        left -= 1
        await comes_late(server, rival, table, MOMENTS[number % len(MOMENTS)], within)


@TIMES.mark
def test_late_joiners_end_at_the_right_version(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        asyncio.run(come_late(server, TIMES.value, within=30))


def test_a_server_that_listens_too_late_is_noticed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, DEAF) as server, pytest.raises(TimeoutError):
        asyncio.run(come_late(server, 20, within=2))
