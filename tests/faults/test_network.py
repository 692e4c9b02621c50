"""F4: the network delays, cuts, tears and repeats; all games end, and everybody has seen the same one."""

import asyncio
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import get_args

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from aquaromana.records import read_record, verify
from aquaromana.rules import Game, Position
from aquaromana.rules.notation import parse_position
from aquaromana.server.protocol.messages import Accepted, AskLinks, Hello, Links, Refused, State
from aquaromana.server.settings import DATABASE
from tests.faults.clients import LOST, Player, hear, say, web
from tests.faults.history import History, Intent, Kept, faults
from tests.faults.proxy import Fault, Proxy
from tests.support.random_play import played
from tests.support.server_play import stretch
from tests.support.server_process import ServerProcess
from tests.support.sizes import LongSize

GAMES = LongSize("network", ci=20, long=500)
AT_ONCE = 10
LAST = 14
"""Decisions of a game that are played here, but in every 16th it is all of them."""
WITHIN = 120.0
"""Seconds for a game, while others are played; no promise."""
BACK = 3.0 * 5
"""Seconds after which nearly everybody who lost the line is back: five times the promise, for the cores are noisy."""
PAUSE, LONGEST_PAUSE = 0.02, 0.5
"""Seconds before somebody comes back; twice as long after each attempt that fails."""

FORGETFUL = """
from aquaromana.server.table.table import Table

propose = Table.propose

def forget(self, *arguments, **more):
    self.log._handled.clear()
    return propose(self, *arguments, **more)

Table.propose = forget
"""
"""A server that does not know what it was sent before."""

CONFUSED = """
from aquaromana.server.protocol.messages import Accepted
from aquaromana.server.table.table import Table

Table._again = lambda self, play, known: Accepted(id=play.id, version=self.version)
"""
"""A server that answers otherwise when it is asked again."""

pytestmark = pytest.mark.slow


class SharedServer(ServerProcess):
    """People are known by their cookies, also when they come back, and as often as they want."""

    @property
    def environment(self) -> dict[str, str]:
        limits = ("AQUA_SOCKETS_PER_ADDRESS", "AQUA_REQUESTS_PER_MINUTE", "AQUA_TABLES_PER_HOUR")
        return super().environment | {"AQUA_ACCESS": "shared"} | dict.fromkeys(limits, "0")


class Commuter(Player):
    """Plays one seat over a bad line: comes back with what it knows, and sends again what nobody answered."""

    def __init__(self, game: "Meeting", seat: int, cookie: str) -> None:
        super().__init__(game.table, game.start.players, game.history, game.rng, seats=(seat,), name=f"{seat}:")
        self.seat = seat
        self.absences: list[float] = []
        """Seconds from each loss of the line to the State that told it what had happened."""
        self.resent = 0
        self.answered_again = 0
        self._cookie = cookie
        self._told = 0
        """The version that it was told last."""
        self._wrong: set[str] = set()
        """Intents that nobody may accept."""
        self._lost_at = 0.0

    @property
    def is_done(self) -> bool:
        return self.known.view is not None and self.known.view.phase == "over" and self._open is None

    async def stay(self, server: ServerProcess, proxy: Proxy) -> None:
        """Until the game is over, and everything answered."""
        pause = PAUSE
        while not self.is_done:
            try:
                async with connect(
                    server.live(self.table),
                    host="127.0.0.1",
                    port=proxy.port,
                    additional_headers={"Cookie": self._cookie},
                    proxy=None,
                    compression=None,
                    open_timeout=WITHIN,
                ) as socket:
                    await self._play(socket)
            except LOST:
                if not self._lost_at:
                    self._lost_at, pause = time.monotonic(), PAUSE
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _play(self, socket: ClientConnection) -> None:
        await say(socket, Hello(since=self.known.version))
        await self._hear(socket)
        if self._open:
            self.resent += 1
            await self._send(socket, self._open)
        while not self.is_done:
            if self._open is None and self._is_asked():
                await self._send(socket, self._wanted())
            await self._hear(socket)

    def _is_asked(self) -> bool:
        assert self.known.version is not None
        return self.known.version >= self._told and super()._is_asked()

    def _wanted(self) -> Intent:
        assert self.known.view is not None
        assert self.known.version is not None
        self._number += 1
        position = parse_position(self.known.view.position)
        intent = Intent(
            self.table, f"{self._name}{self._number}", self.seat, self.known.version, stretch(position, self._rng)
        )
        if self._rng.random() < 0.05:
            intent.moves.append("J@1")
            self._wrong.add(intent.id)
        return self._history.tries(intent)

    async def _hear(self, socket: ClientConnection) -> None:
        message = await hear(socket)
        if isinstance(message, State):
            assert message.yours == [self.seat], f"{self.table}: seat {self.seat} came back as {message.yours}"
            self.known.learn(message)
            if self._lost_at:
                self.absences.append(time.monotonic() - self._lost_at)
                self._lost_at = 0.0
        elif isinstance(message, Accepted | Refused):
            self._answered(message)

    def _answered(self, message: Accepted | Refused) -> None:
        """Every answer to an intent says the same, however often it was sent."""
        intent = self._history.intents[self.table, message.id]
        name = f"{self.table} {intent.id}"
        if isinstance(message, Refused):
            assert intent.id in self._wrong, f"{name} was right, but refused: {message.code}"
            assert intent.outcome != "acknowledged", f"{name} was accepted, and then refused: {message.code}"
            intent.outcome = "refused"
        else:
            end = intent.version + len(intent.moves)
            assert intent.id not in self._wrong, f"{name} was wrong, but accepted"
            assert message.version == end, f"{name} leads to {end}, not to {message.version}"
            intent.outcome, intent.told = "acknowledged", message.version
            self._told = max(self._told, message.version)
        if self._open is intent:
            self._open = None
        else:
            self.answered_again += 1


@dataclass
class Meeting:
    """One game of people who have a bad line."""

    server: ServerProcess
    proxy: Proxy
    start: Position
    history: History
    rng: Random
    table: str = ""
    players: list[Commuter] = field(default_factory=list)

    async def play(self) -> None:
        """Play to the end, and see that everybody has seen the same."""
        async with web(self.server) as maker:
            cookies = await self._seat(maker)
            self.players = [Commuter(self, seat, cookie) for seat, cookie in enumerate(cookies)]
            async with asyncio.TaskGroup() as group:
                for player in self.players:
                    group.create_task(player.stay(self.server, self.proxy))
            await self._check(maker)

    async def _seat(self, maker: httpx.AsyncClient) -> list[str]:
        """A new table, on a line that is good, and a cookie for each of its seats."""
        people = [{"kind": "person"}] * self.start.players
        answer = await maker.post("/api/tables", json={"players": people, "position": str(self.start)})
        assert answer.status_code == 201, answer.text
        self.table = str(answer.json()["id"])
        self.history.tables[self.table] = self.start.players
        self.history.starts[self.table] = self.start
        path = f"/api/tables/{self.table}"
        cookie = maker.build_request("GET", path).headers["cookie"]
        async with connect(
            self.server.live(self.table), additional_headers={"Cookie": cookie}, proxy=None, compression=None
        ) as socket:
            await say(socket, Hello())
            await say(socket, AskLinks(id="links"))
            while not isinstance(links := await hear(socket), Links):
                pass
        return [await self._join(path, chair.link.rpartition("/")[2]) for chair in links.chairs]

    async def _join(self, path: str, secret: str) -> str:
        async with web(self.server) as guest:
            answer = await guest.post(f"{path}/join", json={"secret": secret})
            assert answer.status_code == 200, answer.text
            return str(guest.build_request("GET", path).headers["cookie"])

    async def _check(self, maker: httpx.AsyncClient) -> None:
        path = f"/api/tables/{self.table}"
        state = msgspec.json.decode((await maker.get(f"{path}/state")).content, type=State)
        record = read_record((await maker.get(f"{path}/record.aqr")).content)
        assert verify(record).is_true
        game = Game.from_position(self.start)
        for move in record.moves:
            game.play(str(move))
        assert game.is_over
        assert state.table.status == "over"
        views = [state.view, *(player.known.view for player in self.players)]
        hashes = {Game.from_position(view.position).state_hash for view in views if view}
        assert hashes == {game.state_hash}
        for player in self.players:
            assert player.known.view == state.view
            assert player.known.moves == [str(move) for move in record.moves]


@dataclass
class Season:
    """Many games, and what their players went through."""

    history: History = field(default_factory=History)
    meetings: list[Meeting] = field(default_factory=list)
    faults: dict[Fault, int] = field(default_factory=dict)

    async def play(self, server: ServerProcess, games: int, seed: int) -> None:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with room, asyncio.timeout(WITHIN):
                meeting = Meeting(server, proxy, beginning(number), self.history, Random(seed + number))
                self.meetings.append(meeting)
                await meeting.play()

        async with Proxy(server.port, seed) as proxy, asyncio.TaskGroup() as group:
            for number in range(games):
                group.create_task(one(number))
        self.faults = dict(proxy.faults)

    @property
    def players(self) -> list[Commuter]:
        return [player for meeting in self.meetings for player in meeting.players]

    @property
    def absences(self) -> list[float]:
        return sorted(seconds for player in self.players for seconds in player.absences)


def beginning(number: int) -> Position:
    """A new game, or a position not far from the end of one."""
    game = Game((2, 3, 4)[number % 3])
    if number % 16 == 0:
        return game.position
    positions = [now.position for now in played(game, number)]
    return positions[-1 - min(LAST, len(positions) - 1)]


def percentile(ordered: Sequence[float], share: float) -> float:
    return ordered[math.ceil(share * len(ordered)) - 1]


@GAMES.mark
def test_over_a_bad_network_everybody_sees_the_same_game_to_its_end(tmp_path: Path) -> None:
    season = Season()
    with SharedServer(tmp_path) as server:
        asyncio.run(season.play(server, GAMES.value, seed=7))
    history, absences = season.history, season.absences
    half, nearly_all = percentile(absences, 0.5), percentile(absences, 0.99)
    print(f"{len(absences)} times back: half within {half:.2f} s, 99 of 100 within {nearly_all:.2f} s")  # noqa: T201 - `-rP` shows it
    assert faults(history, Kept.in_file(tmp_path / DATABASE)) == []
    assert not any(" ERROR " in line for line in server.said), "".join(server.said)
    assert history.count("unknown") == 0
    assert history.count("acknowledged") > 5 * GAMES.value
    assert {*season.faults} == {*get_args(Fault)}
    assert min(season.faults.values()) > GAMES.value // 5
    assert sum(player.resent for player in season.players) > GAMES.value
    assert sum(player.answered_again for player in season.players) > GAMES.value // 5
    assert len(absences) > GAMES.value
    assert nearly_all <= BACK


@pytest.mark.parametrize(
    ("mutant", "complaint"), [(FORGETFUL, "was right, but refused: table/"), (CONFUSED, "leads to [0-9]+, not to")]
)
def test_a_server_that_does_not_know_what_it_did_is_noticed(tmp_path: Path, mutant: str, complaint: str) -> None:
    with SharedServer(tmp_path, mutant) as server, pytest.raises(ExceptionGroup) as caught:
        asyncio.run(Season().play(server, 20, seed=8))
    assert caught.group_contains(AssertionError, match=complaint)
