"""Clients as a browser is one: they keep what they know, resume by version, and send again what nobody answered."""

import asyncio
from collections.abc import Collection
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from aquaromana.rules import Game
from aquaromana.rules.notation import parse_position
from aquaromana.server.protocol.game import View
from aquaromana.server.protocol.messages import Accepted, Bye, FromClient, FromServer, Hello, Play, Refused, State
from tests.faults.history import History, Intent
from tests.support.random_play import never_closing
from tests.support.server_play import stretch
from tests.support.server_process import ServerProcess

LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)
"""How it shows that a server is gone."""

STORAGE = 0.05
"""Seconds after which something is tried again that could not be kept."""

PATIENCE = 60.0
"""Seconds that are enough for anything on noisy cores."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromServer).decode


def web(server: ServerProcess) -> httpx.AsyncClient:
    """Without certificates, which nobody needs here and which take long to load."""
    return httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False, timeout=30)


async def create(server: ServerProcess, players: list[dict[str, str]]) -> str:
    """Make a table; again, as long as it cannot be kept."""
    async with web(server) as http, asyncio.timeout(PATIENCE):
        wanted = {"players": players, "layout": "standard"}
        while (answer := await http.post("/api/tables", json=wanted)).status_code == 503:  # noqa: ASYNC110
            await asyncio.sleep(STORAGE)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])


async def fetch(server: ServerProcess, path: str, kind: Any) -> Any:
    async with web(server) as http:
        answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=kind)


async def say(socket: ClientConnection, message: FromClient) -> None:
    await socket.send(_encode(message).decode())


async def hear(socket: ClientConnection) -> FromServer:
    text = await socket.recv()
    assert isinstance(text, str)
    message: FromServer = _decode(text.encode())
    return message


class Knowledge:
    """What a client knows of a table: it hears every version in order, without gap."""

    def __init__(self) -> None:
        self.version: int | None = None
        self.view: View | None = None
        self.moves: list[str] = []

    def learn(self, state: State) -> None:
        known = self.version or 0
        assert state.since <= known, f"nothing was told of the decisions from {known} to {state.since}"
        assert state.version >= known, "the table went back"
        assert [step.ply for step in state.steps] == list(range(state.since, state.version))
        assert self.moves[state.since :] == [step.move for step in state.steps][: known - state.since]
        self.moves[state.since :] = [step.move for step in state.steps]
        self.version, self.view = state.version, state.view

    def check(self, players: int) -> None:
        """What it was told is one game."""
        game = Game(players)
        for move in self.moves:
            game.play(move)
        assert self.view is not None
        assert self.view.position == str(game)


class Player:
    """Plays all persons of a table, as fast as it can, for as long as the server lives; and sometimes wrongly."""

    def __init__(
        self,
        table: str,
        players: int,
        history: History,
        rng: Random,
        *,
        seats: Collection[int] = range(4),
        name: str = "",
    ) -> None:
        self.table = table
        self.players = players
        self.known = Knowledge()
        self.said_goodbye = False
        self.closed_with = 0
        self.accepted = 0
        """Stretches in the life of the present server."""
        self.stumbled = 0
        """How often something could not be kept."""
        self._history = history
        self._rng = rng
        self._seats = seats
        self._name = name
        """Begins the ids of what it sends, where others play at the same table."""
        self._open: Intent | None = None
        """Sent, but not answered yet."""
        self._number = 0

    async def play(self, server: ServerProcess) -> None:
        """Until the server is gone or the game is over."""
        self.said_goodbye, self.closed_with, self.accepted = False, 0, 0
        try:
            async with connect(server.live(self.table), proxy=None, compression=None, open_timeout=30) as socket:
                try:
                    await self._play(socket)
                except ConnectionClosed:
                    while True:  # what came before the end counts, also for one who was about to speak
                        await self._hear(socket)
        except ConnectionClosed as closed:
            self.closed_with = closed.rcvd.code if closed.rcvd else 1006
        except LOST:
            self.closed_with = 1006
        except AssertionError as error:
            self._history.complaints.append(f"table {self.table}: {error}")

    async def _play(self, socket: ClientConnection) -> None:
        await say(socket, Hello(since=self.known.version))
        self.known.learn(await self._next(socket, State))
        if self._open:
            await self._send(socket, self._open)  # again, for nobody said what became of it
        while self.known.view is None or self.known.view.phase != "over":
            if self._open is None and self._is_asked():
                await self._send(socket, self._wanted())
            await self._hear(socket)
        self.known.check(self.players)

    def _is_asked(self) -> bool:
        assert self.known.view is not None
        mover = self.known.view.mover
        return mover in self._seats and (self.table, mover) not in self._history.bots

    def _wanted(self) -> Intent:
        assert self.known.view is not None
        assert self.known.version is not None
        self._number += 1
        position = parse_position(self.known.view.position)
        version, moves = self.known.version, stretch(position, self._rng, never_closing)
        if self._rng.random() < 0.1:
            if self._rng.random() < 0.5:
                version += 1
            else:
                moves = [*moves, "J@1"]
        intent = Intent(self.table, f"{self._name}{self._number}", position.mover, version, moves)
        return self._history.tries(intent)

    async def _send(self, socket: ClientConnection, intent: Intent) -> None:
        self._open = intent
        await say(socket, Play(id=intent.id, version=intent.version, seat=intent.seat, moves=intent.moves))

    async def _hear(self, socket: ClientConnection) -> None:
        message = await hear(socket)
        if isinstance(message, State):
            self.known.learn(message)
        elif isinstance(message, Bye):
            self.said_goodbye = message.code == "server/restart"
        elif isinstance(message, Accepted):
            assert self._open is not None
            assert message.id == self._open.id
            self._open.outcome, self._open.told = "acknowledged", message.version
            self._open = None
            self.accepted += 1
            while self.known.version is not None and self.known.version < message.version:
                self.known.learn(await self._next(socket, State))
        elif isinstance(message, Refused):
            assert self._open is not None
            assert message.id == self._open.id
            if message.code == "server/restart":
                return  # it asks to come back, and to send it again
            if message.code == "server/storage":
                self.stumbled += 1
                await asyncio.sleep(STORAGE)
                await self._send(socket, self._open)  # nobody knows whether it is kept
                return
            self._open.outcome = "refused"
            self._open = None

    async def _next(self, socket: ClientConnection, kind: type[State]) -> State:
        while True:
            message = await hear(socket)
            if isinstance(message, kind):
                return message
            if isinstance(message, Bye):
                self.said_goodbye = message.code == "server/restart"


class Crowd:
    """Several tables with a player each; whoever has finished a game sits down at a new table."""

    def __init__(self, history: History, rng: Random) -> None:
        self.history = history
        self.players: list[Player] = []
        self._rng = rng

    async def seat(self, server: ServerProcess, tables: int) -> None:
        """New tables, some of them with a bot, until so many are alive."""
        self.players = [player for player in self.players if not self._is_over(player)]
        while len(self.players) < tables:
            players = self._rng.choice((2, 3, 4))
            bot = players - 1 if len(self.players) % 4 == 0 else None
            seats = [{"kind": "person"}] * (players - 1)
            seats.append({"kind": "bot", "bot": "random"} if bot is not None else {"kind": "person"})
            table = await create(server, seats)
            self.history.tables[table] = players
            if bot is not None:
                self.history.bots.add((table, bot))
            self.players.append(Player(table, players, self.history, self._rng))

    @staticmethod
    def _is_over(player: Player) -> bool:
        return player.known.view is not None and player.known.view.phase == "over"

    def play(self, server: ServerProcess) -> asyncio.Future[list[None]]:
        """All play at once; done when the server is gone."""
        for player in self.players:
            player.accepted = 0  # now, not when each of them begins: somebody may be counting already
        return asyncio.gather(*(player.play(server) for player in self.players))

    async def until_accepted(self, stretches: int, playing: asyncio.Future[list[None]]) -> None:
        """Until this server has acknowledged so many, or all games are over."""
        while sum(each.accepted for each in self.players) < stretches and not playing.done():  # noqa: ASYNC110
            await asyncio.sleep(0.001)  # they tell nobody
