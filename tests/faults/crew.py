"""Two server processes with one PostgreSQL, and tables at which people play through both."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

from aquaromana.server.protocol.messages import State
from tests.faults.clients import PATIENCE, Knowledge, Player, create
from tests.faults.history import History, Kept
from tests.support.nursery import Nursery
from tests.support.postgres import asked
from tests.support.server_process import ServerProcess

LOOK = 0.005
"""Seconds between two looks at something that nobody tells."""
NEVER = float("inf")


class Dated(Knowledge):
    """Knows since when it knows."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[tuple[int, float]] = []

    def learn(self, state: State) -> None:
        super().learn(state)
        self.times.append((state.version, time.monotonic()))

    def since(self, version: int) -> float:
        return next((known for reached, known in self.times if reached >= version), NEVER)


class Guest(Player):
    """Plays every other seat of a table, at home or, while nobody is there, at the other process."""

    known: Dated

    def __init__(self, crew: "Crew", table: str, players: int, home: int) -> None:
        super().__init__(table, players, crew.history, crew.rng, seats=range(home, players, 2), name="ab"[home])
        self.known = Dated()
        self.home = self.at = home
        self._crew = crew
        self._visit: asyncio.Task[None] | None = None

    @property
    def is_done(self) -> bool:
        return self.known.view is not None and self.known.view.phase == "over"

    @property
    def is_waiting(self) -> bool:
        """Whether it was not told what became of something."""
        return self._open is not None

    async def stay(self) -> None:
        """Until the game is over."""
        while not (self.is_done or self.complains):
            self.at = self.home if self._crew.up[self.home] else 1 - self.home
            if self._crew.up[self.at]:
                self._visit = asyncio.create_task(self.play(self._crew.servers[self.at]))
                try:
                    await asyncio.wait([self._visit])
                finally:
                    self._visit.cancel()
                    await asyncio.wait([self._visit])  # it closes its connection while there is an event loop
            await asyncio.sleep(LOOK)

    @property
    def complains(self) -> bool:
        return any(self.table in complaint for complaint in self._history.complaints)

    def come_again(self) -> None:
        """Leave in the middle of whatever it does, and go home, if anybody is there."""
        if self._visit:
            self._visit.cancel()

    def _is_asked(self) -> bool:
        return not self._crew.resting and super()._is_asked()


class Crew:
    """Both processes, and everybody who plays there; after a game a new one begins."""

    def __init__(self, servers: Sequence[ServerProcess], database: str, rng: Random) -> None:
        self.servers = servers
        self.history = History()
        self.rng = rng
        self.database = database
        self.up = [False, False]
        self.resting = False
        self.guests: list[Guest] = []
        self._stays: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def playing(
        cls, folder: Path, database: str, *, tables: int, seed: int, mutant: str = ""
    ) -> AsyncIterator["Crew"]:
        with Nursery() as nursery:
            servers = [nursery.server(folder / name, mutant, database) for name in "ab"]
            crew = cls(servers, database, Random(seed))
            try:
                await asyncio.gather(crew.start(0), crew.start(1))
                await crew.seat(tables)
                yield crew
            finally:
                for stay in crew._stays:
                    stay.cancel()
                await asyncio.gather(*crew._stays, return_exceptions=True)
                for server in servers:
                    server.__exit__(None, None, None)

    async def start(self, which: int) -> None:
        self.resting = True  # a start takes long enough where nobody plays
        await asyncio.to_thread(self.servers[which].start)
        self.resting = False
        self.up[which] = True
        for guest in self.guests:
            guest.come_again()

    async def kill(self, which: int) -> None:
        self.up[which] = False
        await asyncio.to_thread(self.servers[which].kill)

    async def seat(self, tables: int, bots: int = 0) -> None:
        """New tables, until so many are alive, and so many of the new ones with a bot."""
        alive = {guest.table for guest in self.guests if not guest.is_done}
        for number in range(tables - len(alive)):
            players = self.rng.choice((2, 3, 4))
            seats = [{"kind": "person"}] * players
            if number < bots:
                seats[-1] = {"kind": "bot", "bot": "random"}
            table = await create(self.servers[number % 2], seats)
            self.history.tables[table] = players
            if number < bots:
                self.history.bots.add((table, players - 1))
            for home in (0, 1):
                guest = Guest(self, table, players, home)
                self.guests.append(guest)
                self._stays.add(asyncio.create_task(guest.stay()))

    async def until(self, ready: Callable[[], bool], within: float = PATIENCE) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not ready() and not self.history.complaints:  # noqa: ASYNC110
                    await asyncio.sleep(LOOK)  # they tell nobody
                return
        said = [line for server in self.servers for line in server.said[-20:]]
        raise AssertionError(f"after {within} seconds the players still wait; the servers said {''.join(said)}")

    async def until_acknowledged(self, more: int) -> None:
        """Until so many more stretches were acknowledged."""
        wanted = self.history.count("acknowledged") + more
        await self.until(lambda: self.history.count("acknowledged") >= wanted)

    async def rest(self, within: float) -> list[str]:
        """Let everybody finish what they have begun and stop; return who does not know what the other one knows."""
        self.resting = True
        try:
            await self.until(lambda: not self._apart() and not any(guest.is_waiting for guest in self.guests), within)
        except AssertionError:
            return [f"the players at table {table} know different versions" for table in self._apart()] or ["no answer"]
        return []

    def _apart(self) -> list[str]:
        return [one.table for one, other in self._pairs() if one.known.version != other.known.version]

    def _pairs(self) -> list[tuple[Guest, Guest]]:
        return list(zip(self.guests[::2], self.guests[1::2], strict=True))

    def lags(self) -> list[float]:
        """For each version, the seconds from when one of the two players of a table knew it until the other did."""
        return [
            max(0.0, other.known.since(version) - known)
            for pair in self._pairs()
            for one, other in (pair, pair[::-1])
            for version, known in one.known.times
        ]

    async def kept(self) -> Kept:
        log = await asked(self.database, Kept.LOG)
        versions = await asked(self.database, Kept.VERSIONS)
        return Kept([(row[0], row[1], row[2], row[3], row[4]) for row in log], {row[0]: row[1] for row in versions})
