"""Hostile clients on loopback, each within the default limits of a server, and a bystander at another address.

    python -m benchmarks._attacks '{"attack": "pongs", "port": 7483, "seconds": 5}'

Every attack is bounded in connections, bytes and time. Attackers come from 127.0.0.2, the bystander from 127.0.0.9.
"""

import asyncio
import contextlib
import http.client
import json
import os
import resource
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks._games import stretches

ATTACKER: Final = "127.0.0.2"
BYSTANDER: Final = "127.0.0.9"
TEXT, CONTINUED, BINARY, CLOSE, PING, PONG = 0x1, 0x0, 0x2, 0x8, 0x9, 0xA
HELLO: Final = b'{"type":"hello","protocol":2}'
PERSON: Final = {"kind": "person"}
SOCKETS: Final = 58
"""Of one address: a little less than it may have."""
PAUSE: Final = 0.3
"""Seconds between two pings of the bystander, who keeps to the limit on messages."""


# What every client needs.


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as a client sends it; the mask is all zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([(0x80 if final else 0) | opcode]) + length + bytes(4) + payload


class Client:
    """Somebody at one address, with the cookies that the server gave."""

    def __init__(self, port: int, address: str = ATTACKER) -> None:
        self.port = port
        self.address = address
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, body: bytes = b"", *, cookie: str = "", seconds: float = 60
    ) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, seconds, (self.address, 0))
        with contextlib.closing(line):
            headers = {"Cookie": cookie} if cookie else {}
            line.request(method, path, body, headers)
            answer = line.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie" and value.startswith("aq="):
                    where = value.partition("Path=")[2].partition(";")[0]
                    self.cookies[where.rpartition("/")[2]] = value.partition(";")[0]
            return answer.status, answer.read()

    def create(self, *players: dict[str, str], **more: Any) -> str:
        """A new table; its id."""
        wanted = {"players": list(players or (PERSON, PERSON)), "layout": "standard", **more}
        status, body = self.ask("POST", "/api/tables", json.dumps(wanted).encode())
        assert status == 201, body
        return str(json.loads(body)["id"])

    def dial(self, *, reads: bool = True) -> socket.socket:
        """A bare connection; whoever does not read has no room for what comes."""
        line = socket.socket()
        if not reads:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            line.settimeout(30)
            line.bind((self.address, 0))
            line.connect(("127.0.0.1", self.port))
        except BaseException:
            line.close()
            raise
        return line

    def upgrade(self, table: str, *, reads: bool = True) -> socket.socket:
        """A bare connection after the handshake of a socket."""
        line = self.dial(reads=reads)
        head = (
            f"GET /api/tables/{table}/live HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {self.cookies.get(table, '')}",
            "",
            "",
        )
        try:
            line.sendall("\r\n".join(head).encode())
            heard = b""
            while not heard.endswith(b"\r\n\r\n"):
                part = line.recv(1)
                if not part:
                    raise ConnectionResetError(heard[:40])
                heard += part
            if b" 101 " not in heard:
                raise ConnectionRefusedError(heard[:40])
        except BaseException:
            line.close()
            raise
        return line


def drained(line: socket.socket) -> bool:
    """Read what is there without waiting; False if the other side hung up."""
    try:
        while part := line.recv(1 << 20, socket.MSG_DONTWAIT):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return bool(part)


# The attacks: each goes on until its time is over, one step after another.

Attack = Callable[[Client, float], None]


def _until(seconds: float) -> Iterator[float]:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        yield left


def _flood(client: Client, seconds: float, data: bytes, lines: int) -> None:
    """Send the same on some connections as fast as it is taken, and connect again when one is cut."""
    table = client.create()
    open_lines: list[socket.socket] = []
    sent = cut = 0
    for _ in _until(seconds):
        while len(open_lines) < lines:
            try:
                line = client.upgrade(table)
            except OSError:
                time.sleep(0.05)
                break
            line.settimeout(0)
            open_lines.append(line)
        idle = True
        for line in list(open_lines):
            try:
                sent += line.send(data)
                idle = False
                alive = drained(line)
            except BlockingIOError:
                alive = drained(line)
            except OSError:
                alive = False
            if not alive:
                line.close()
                open_lines.remove(line)
                cut += 1
        if idle:
            time.sleep(0.001)
    for line in open_lines:
        line.close()
    print(json.dumps({"sent": sent, "cut": cut}))


def pongs(client: Client, seconds: float) -> None:
    """Two connections that send pongs nobody asked for."""
    _flood(client, seconds, frame(PONG) * 10_000, 2)


def empty_frames(client: Client, seconds: float) -> None:
    """Thirty connections that send 42,000 empty messages at once."""
    _flood(client, seconds, frame(TEXT) * 42_000, 30)


def previews(client: Client, seconds: float) -> None:
    """Every socket of an address asks for 98 previews at once, again and again as the limit allows."""
    table = client.create()
    lines = [client.upgrade(table) for _ in range(SOCKETS)]
    for line in lines:
        line.sendall(frame(TEXT, HELLO))
    legal = json.dumps({"type": "preview", "id": "p", "version": 0, "moves": []}).encode()
    burst = frame(TEXT, legal) * 98
    due = 0.0
    for _ in _until(seconds):
        if time.monotonic() >= due:
            due = time.monotonic() + 21
            for line in lines:
                line.settimeout(30)
                line.sendall(burst)
        for line in lines:
            drained(line)
        time.sleep(0.005)
    for line in lines:
        line.close()


def unread(client: Client, seconds: float) -> None:
    """Sockets that read nothing, fill what waits for them, and break the protocol; then new ones."""
    table = client.create()
    legal = json.dumps({"type": "preview", "id": "p", "version": 0, "moves": []}).encode()
    held: list[socket.socket] = []
    with contextlib.suppress(OSError):
        for _ in _until(seconds):
            try:
                line = client.upgrade(table, reads=False)
                held.append(line)
                line.sendall(frame(TEXT, HELLO) + frame(TEXT, legal) * 30)
                line.sendall(frame(BINARY, b"x"))
            except OSError:
                time.sleep(0.05)
    print(json.dumps({"dialed": len(held)}))


def records(client: Client, seconds: float) -> None:
    """A large record is brought in, and asked for again and again."""
    status, body = client.ask("POST", "/api/records", large_record())
    assert status == 201, body
    table = json.loads(body)["id"]
    lines = 8
    waiting: list[socket.socket] = []
    kinds = ("record.json", "record.aqr")
    asked = 0
    for _ in _until(seconds):
        while len(waiting) < lines:
            try:
                line = client.dial()
                head = f"GET /api/tables/{table}/{kinds[asked % 2]} HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\n"
                line.sendall(f"{head}Cookie: {client.cookies[table]}\r\nConnection: close\r\n\r\n".encode())
            except OSError:
                break
            waiting.append(line)
            asked += 1
        for line in list(waiting):
            if not drained(line):
                line.close()
                waiting.remove(line)
        time.sleep(0.01)
    for line in waiting:
        line.close()
    print(json.dumps({"asked": asked}))


def large_record(size: int = 390_000) -> bytes:
    """A legal record of a whole game with so many bytes: variations, each from the beginning."""
    from random import Random

    from aquaromana import Game
    from aquaromana.records import Line, Ply, Record, write_record

    def played(seed: int) -> Game:
        game, rng = Game(players=2), Random(seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_moves()))
        return game

    main = played(0)
    record = Record.from_game(main)
    one = len(write_record(record))
    others = tuple(Line(tuple(Ply(move) for move in played(seed).moves)) for seed in range(1, max(2, size // one)))
    plies = record.line.plies
    from dataclasses import replace

    first = replace(plies[0], variations=others)
    text = write_record(replace(record, line=replace(record.line, plies=(first, *plies[1:]))))
    return text.encode()


def bots(client: Client, seconds: float) -> None:
    """As many tables as sockets, at each of which strong bots play each other while somebody watches."""
    strong = {"kind": "bot", "bot": "search:5"}
    tables = [client.create(strong, strong, strong, strong) for _ in range(SOCKETS)]
    lines = [client.upgrade(table) for table in tables]
    for line in lines:
        line.sendall(frame(TEXT, HELLO))
    for _ in _until(seconds):
        for line in lines:
            drained(line)
        time.sleep(0.02)
    for line in lines:
        line.close()


def cookies(client: Client, seconds: float) -> None:
    """Heads full of made-up cookies of ours, as often as the limit of requests allows."""
    table = client.create()
    made_up = "; ".join("aq=x.y.z" for _ in range(6500))
    for _ in _until(seconds):
        with contextlib.suppress(OSError, http.client.HTTPException):
            client.ask("GET", f"/api/tables/{table}", cookie=made_up)
        time.sleep(0.1)


ATTACKS: Final[dict[str, Attack]] = {
    "pongs": pongs,
    "empty frames": empty_frames,
    "previews": previews,
    "unread": unread,
    "records": records,
    "bots": bots,
    "cookies": cookies,
}


# The bystander.


class Bystander:
    """Plays and pings from another address, and notes how long each answer takes, in milliseconds."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pings: list[float] = []
        self.waits: list[float] = []
        self.bots: list[float] = []
        self.pictures: list[float] = []
        self.cuts = 0

    async def run(self, seconds: float, sockets: int = 6) -> dict[str, Any]:
        client = Client(self.port, BYSTANDER)
        tables = [await asyncio.to_thread(client.create) for _ in range(sockets)]
        end = time.monotonic() + seconds
        games = [self._play(client, table, seed, end) for seed, table in enumerate(tables)]
        await asyncio.gather(self._watch_bot(client, end), self._look(client, tables[0], end), *games)
        names = ("pings", "waits", "bots", "pictures", "cuts")
        return {name: getattr(self, name) for name in names}

    async def _look(self, client: Client, table: str, end: float) -> None:
        """How long a picture takes, each another one."""
        width = 300
        while time.monotonic() < end:
            width += 1
            begun = time.perf_counter()
            where = f"/api/tables/{table}/board.png?width={width}"
            status, _ = await asyncio.to_thread(client.ask, "GET", where, cookie=client.cookies[table])
            self.pictures.append(1000 * (time.perf_counter() - begun))
            self.cuts += status != 200
            await asyncio.sleep(1)

    async def _watch_bot(self, client: Client, end: float) -> None:
        """How long a bot takes for each of its decisions, as whoever plays with it sees."""
        bot = {"kind": "bot", "bot": "search:2"}
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(end - time.monotonic()):
                while True:
                    table = await asyncio.to_thread(client.create, bot, bot)
                    async with self._connected(client, table) as line:
                        await line.send(HELLO.decode())
                        heard = await _hear(line, "state")
                        while '"status":"over"' not in heard:
                            begun = time.perf_counter()
                            heard = await _hear(line, "state")
                            self.bots.append(1000 * (time.perf_counter() - begun))

    def _connected(self, client: Client, table: str) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{table}/live",
            proxy=None,
            compression=None,
            additional_headers={"Cookie": client.cookies[table]},
            local_addr=(BYSTANDER, 0),
            max_size=None,
        )

    async def _play(self, client: Client, table: str, seed: int, end: float) -> None:
        try:
            async with self._connected(client, table) as line:
                await line.send(HELLO.decode())
                await _hear(line, "choices")
                version = 0
                for number, (seat, moves) in enumerate(stretches(seed)):
                    if time.monotonic() > end:
                        return
                    play = {"type": "play", "id": str(number), "version": version, "seat": seat, "moves": moves}
                    wait = await _answered(line, json.dumps(play), "accepted")
                    if number:  # the first one comes while the processes of the server start
                        self.waits.append(wait)
                    version += len(moves)
                    for _ in range(3):
                        self.pings.append(await _answered(line, '{"type":"ping","sent":1}', "pong"))
                        await asyncio.sleep(PAUSE)
        except (OSError, EOFError, ConnectionClosed):
            self.cuts += 1


async def _answered(line: ClientConnection, text: str, kind: str) -> float:
    begun = time.perf_counter()
    await line.send(text)
    await _hear(line, kind)
    return 1000 * (time.perf_counter() - begun)


async def _hear(line: ClientConnection, kind: str) -> str:
    start = f'{{"type":"{kind}"'
    while not (text := str(await line.recv())).startswith(start):
        pass
    return text


def main() -> None:
    """Do what the argument says, with a low priority: the machine is the server's."""
    wanted = json.loads(sys.argv[1])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if wanted["attack"] == "bystander":
        print(json.dumps(asyncio.run(Bystander(wanted["port"]).run(wanted["seconds"]))))
    else:
        from benchmarks._costly import ALL

        os.nice(10)
        ALL[wanted["attack"]](Client(wanted["port"]), wanted["seconds"])


if __name__ == "__main__":
    main()
