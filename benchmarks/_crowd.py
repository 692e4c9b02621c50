"""Many clients in one process: they share the machine with the server, so they do as little as clients can.

    python -m benchmarks._crowd '{"what": "play", "url": "http://127.0.0.1:7483/", "tables": 400, …}'

prints what they saw as JSON. Frames are masked with zeros, and of what is heard only the beginning is looked at.
"""

import asyncio
import base64
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from benchmarks._games import Stretches, games

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
PARALLEL = 16  # requests at a time
GAMES = 3  # at each table, where as many moves as possible are made
Heard = Callable[["Client", bytes], None]


class Client(asyncio.Protocol):
    """A socket. `on_text` gets what is heard; `closed` is set at its end."""

    def __init__(self, on_text: Heard) -> None:
        self.on_text = on_text
        self.closed = asyncio.Event()
        self.open = asyncio.get_running_loop().create_future()
        self._data = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def knock(self, host: str, path: str, cookie: str) -> None:
        """Ask for a socket."""
        key = base64.b64encode(os.urandom(16)).decode()
        own = f"Cookie: {cookie}\r\n" if cookie else ""
        self.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{own}\r\n".encode()
        )

    def write(self, data: bytes) -> None:
        """Give bytes to the wire."""
        assert self._transport is not None
        self._transport.write(data)

    def send(self, text: bytes, kind: int = 1) -> None:
        """Send a message."""
        size = len(text)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2)
        self.write(bytes([128 | kind]) + length + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self.open.done():
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            self._data = rest
            if head.startswith(b"HTTP/1.1 101"):
                self.open.set_result(None)
            else:
                self.open.set_exception(ConnectionError(head.decode()[:200]))
        while self._frame():
            pass

    def _frame(self) -> bool:
        data = self._data
        if len(data) < 2:
            return False
        size, start = data[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start])
        if len(data) < start + size:
            return False
        kind, text, self._data = data[0] & 15, data[start : start + size], data[start + size :]
        if kind == 1:
            self.on_text(self, text)
        elif kind == 9:
            self.send(text, 10)
        return True

    def connection_lost(self, _error: Exception | None) -> None:
        self.closed.set()
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed"))

    def cut(self) -> None:
        """Be gone without a word."""
        assert self._transport is not None
        self._transport.abort()

    def stop_reading(self) -> None:
        """Take no more of what the server says."""
        assert self._transport is not None
        self._transport.pause_reading()


async def connected(url: str, path: str, cookie: str, on_text: Heard) -> Client:
    """A client with an open socket."""
    host = url.split("/")[2]
    name, _, port = host.partition(":")
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: Client(on_text), name, int(port))
    client.knock(host, path, cookie)
    await client.open
    return client


class Player:
    """A table at which all the clients are people, and its game."""

    def __init__(self, url: str, table: str, cookie: str, stretches: Stretches) -> None:
        self.url = url
        self.table = table
        self.cookie = cookie
        self.stretches = stretches
        self.made = 0
        self.decisions = 0
        self.version = 0
        self.clients: list[Client] = []
        self.errors: list[str] = []
        self.answered = asyncio.Event()

    async def come(self, sockets: int) -> None:
        """Open sockets and hear where the table stands."""
        for _ in range(sockets):
            told = asyncio.Event()

            def heard(client: Client, text: bytes, told: asyncio.Event = told) -> None:
                if text.startswith(b'{"type":"state"'):
                    told.set()
                    client.on_text = self.hear

            client = await connected(self.url, f"/api/tables/{self.table}/live", self.cookie, heard)
            client.send(b'{"type":"hello","protocol":2}')
            await told.wait()
            self.clients.append(client)

    def hear(self, _client: Client, text: bytes) -> None:
        """Only answers are of interest."""
        if text.startswith(b'{"type":"accepted"'):
            self.answered.set()
        elif text.startswith((b'{"type":"refused"', b'{"type":"bye"')):
            self.errors.append(text.decode()[:200])
            self.answered.set()

    async def play(self) -> None:
        """Make the next stretch and wait for the answer."""
        seat, moves = self.stretches[self.made]
        play = {"type": "play", "id": f"p{self.made}", "version": self.version, "seat": seat, "moves": moves}
        self.answered.clear()
        self.clients[seat % len(self.clients)].send(json.dumps(play, separators=(",", ":")).encode())
        async with asyncio.timeout(30):
            await self.answered.wait()
        self.made += 1
        self.decisions += len(moves)
        self.version += len(moves)

    @property
    def is_over(self) -> bool:
        return self.made >= len(self.stretches)


async def company(url: str, tables: int, sockets: int) -> list[Player]:
    """Tables with people at them."""
    played = games(16)
    gate = asyncio.Semaphore(PARALLEL)
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as web:

        async def make(number: int) -> Player:
            async with gate:
                answer = await web.post("/api/tables", json={"players": PEOPLE, "layout": "standard"})
                answer.raise_for_status()
                cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items() if name == "aq")
                player = Player(url, answer.json()["id"], cookie, played[number % len(played)])
                web.cookies.clear()
                await player.come(sockets)
                return player

        return await asyncio.gather(*(make(number) for number in range(tables)))


async def play(url: str, tables: int, sockets: int, seconds: float, **_: Any) -> dict[str, Any]:
    """A move a second at every table: how long after its moment each is acknowledged."""
    players = await company(url, tables, sockets)
    waits: list[float] = []
    start = time.perf_counter() + 0.5

    async def keep_time(player: Player) -> None:
        due = start + random.random()
        while due < start + seconds and not player.is_over and not player.errors:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await player.play()
            waits.append(1000 * (time.perf_counter() - due))
            due += 1

    await asyncio.gather(*map(keep_time, players))
    errors = [error for player in players for error in player.errors]
    return {"waits": waits, "errors": errors, "plays": len(waits)}


async def saturate(url: str, tables: int, seconds: float, **_: Any) -> dict[str, Any]:
    """As many moves as the server takes at so many tables; after a game, the next one is played."""
    players = await company(url, GAMES * tables, 1)
    begun = time.perf_counter()

    async def hurry(own: list[Player]) -> None:
        for player in own:
            while time.perf_counter() < begun + seconds and not player.is_over and not player.errors:
                await player.play()

    await asyncio.gather(*(hurry(players[first::tables]) for first in range(tables)))
    took = time.perf_counter() - begun
    errors = [error for player in players for error in player.errors]
    return {"rate": sum(player.decisions for player in players) / took, "errors": errors, "seconds": took}


async def echo(url: str, tables: int, seconds: float, **_: Any) -> dict[str, Any]:
    """The same messages to one who only says them again."""
    told = 0
    begun = time.perf_counter()

    async def hurry(stretches: Stretches) -> None:
        nonlocal told
        heard = asyncio.Event()
        client = await connected(url, "/", "", lambda _client, _text: heard.set())
        while time.perf_counter() < begun + seconds:
            for number, (seat, moves) in enumerate(stretches):
                message = {"type": "play", "id": f"p{number}", "version": number, "seat": seat, "moves": moves}
                heard.clear()
                client.send(json.dumps(message, separators=(",", ":")).encode())
                await heard.wait()
                told += 1
                if time.perf_counter() > begun + seconds:
                    return

    played = games(16)
    await asyncio.gather(*(hurry(played[number % len(played)]) for number in range(tables)))
    return {"rate": told / (time.perf_counter() - begun)}


async def spectate(url: str, spectators: int, moves: int, **_: Any) -> dict[str, Any]:
    """One table, many who watch, one of whom never reads: when the last of the others hears of a move."""
    (player,) = await company(url, 1, 1)
    heard = 0
    all_heard = asyncio.Event()

    def hear(_client: Client, text: bytes) -> None:
        nonlocal heard
        if text.startswith(b'{"type":"state"'):
            heard += 1
            if heard == spectators - 1:
                all_heard.set()

    watchers = []
    for _number in range(spectators):
        client = await connected(url, f"/api/tables/{player.table}/live", player.cookie, hear)
        client.send(b'{"type":"hello","protocol":2}')
        watchers.append(client)
    await asyncio.sleep(2)
    idle = watchers.pop()
    idle.stop_reading()
    waits: list[float] = []
    for _number in range(moves):
        heard = 0
        all_heard.clear()
        begun = time.perf_counter()
        await player.play()
        async with asyncio.timeout(30):
            await all_heard.wait()
        waits.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(0.4)
    idle_gone = await _is_dropped(idle)
    lost = sum(client.closed.is_set() for client in watchers)
    return {"waits": waits, "dropped": idle_gone, "lost": lost}


async def _is_dropped(client: Client) -> bool:
    """Whether the server disconnects a client that does not read: what has arrived is read first, then the end."""
    await asyncio.sleep(12)
    transport = client._transport
    assert transport is not None
    if not transport.is_closing():
        transport.resume_reading()
    try:
        async with asyncio.timeout(3):
            await client.closed.wait()
    except TimeoutError:
        return False
    return True


async def cut(url: str, tables: int, sockets: int, **_: Any) -> dict[str, Any]:
    """Cut all sockets at once, and come back as the page does: when the last one knows where its table stands."""
    players = await company(url, tables, sockets)
    begun = time.perf_counter()
    for player in players:
        for client in player.clients:
            client.cut()
        player.clients.clear()

    async def back(player: Player) -> float:
        tries = 0
        while True:
            await asyncio.sleep(min(8.0, 0.25 * 2**tries) * random.uniform(0.5, 1.0))
            tries += 1
            try:
                async with asyncio.timeout(15):
                    await player.come(1)
                return time.perf_counter() - begun
            except (OSError, TimeoutError):
                continue

    times = await asyncio.gather(*(back(player) for player in players for _ in range(sockets)))
    return {"last": max(times), "sockets": len(times)}


def main() -> None:
    """Do what is asked for, and print what was seen."""
    wanted = json.loads(sys.argv[1])
    deeds: dict[str, Callable[..., Awaitable[dict[str, Any]]]] = {
        "play": play,
        "saturate": saturate,
        "echo": echo,
        "spectate": spectate,
        "cut": cut,
    }

    async def done() -> dict[str, Any]:
        return await deeds[wanted.pop("what")](**wanted)

    print(json.dumps(asyncio.run(done())))


if __name__ == "__main__":
    main()
