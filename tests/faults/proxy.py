"""A bad network: a proxy on this machine that knows where frames begin, and delays, repeats, tears and cuts them."""

import asyncio
from asyncio import IncompleteReadError, StreamReader, StreamWriter
from collections import Counter
from random import Random
from types import TracebackType
from typing import Literal, Self

Fault = Literal["delayed", "repeated", "late", "cut", "torn"]
"""What happens to a frame. A late one arrives when whoever sent it has lost the line already."""

DOWN: dict[Fault, float] = {"delayed": 0.2, "cut": 0.03, "torn": 0.03}
"""How likely that is, for what the server sends, and for all that belongs to the handshake."""
UP: dict[Fault, float] = DOWN | {"repeated": 0.15, "late": 0.1}
"""For what clients send after their first frame: that one begins a conversation, and nobody sends it again."""
DELAY = 0.03
"""Seconds, at most."""
LATE = 0.1
"""Seconds, at most; long enough for a client to come back and to send again what is still under way."""

HEAD_END = b"\r\n\r\n"
TEXT = 0x81
EXTENDED = {126: 2, 127: 8}
"""Bytes of the length, where it does not fit into the second byte of a frame."""


class Lost(Exception):
    """The line is cut."""


class Proxy:
    """Takes connections for a server, and passes on what it gets as badly as the seed wants it."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = 0
        """Its own."""
        self.faults: Counter[Fault] = Counter()
        """What it has done."""
        self._server = port
        self._rng = Random(seed)
        self._lines: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._taken, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._listener.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)
        await self._listener.wait_closed()

    def _taken(self, reader: StreamReader, writer: StreamWriter) -> None:
        line = asyncio.create_task(self._pass(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _pass(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._server)
        except OSError:
            writer.transport.abort()
            return
        line = Line(Random(self._rng.random()), self.faults, writer, to_server)
        ways = [asyncio.create_task(line.up(reader)), asyncio.create_task(line.down(from_server))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            ends = await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, to_server):
                if any(isinstance(each, Lost) for each in ends):
                    end.transport.abort()
                else:
                    end.close()
        for each in ends:
            if isinstance(each, Exception) and not isinstance(each, Lost | IncompleteReadError | OSError):
                raise each


class Line:
    """One connection through the proxy."""

    def __init__(self, rng: Random, faults: Counter[Fault], to_client: StreamWriter, to_server: StreamWriter) -> None:
        self._rng = rng
        self._faults = faults
        self._to_client = to_client
        self._to_server = to_server
        self._client_is_gone = False

    async def up(self, reader: StreamReader) -> None:
        """From the client to the server."""
        await self._hand_on(await reader.readuntil(HEAD_END), self._to_server, DOWN)
        await self._hand_on(await read_frame(reader), self._to_server, DOWN)
        while True:
            frame = await read_frame(reader)
            await self._hand_on(frame, self._to_server, UP if frame[0] == TEXT else DOWN)

    async def down(self, reader: StreamReader) -> None:
        """From the server to the client."""
        await self._hand_on(await reader.readuntil(HEAD_END), self._to_client, DOWN)
        while True:
            frame = await read_frame(reader)
            if not self._client_is_gone:
                await self._hand_on(frame, self._to_client, DOWN)

    async def _hand_on(self, data: bytes, to: StreamWriter, chances: dict[Fault, float]) -> None:
        fault = self._fault(chances)
        if fault:
            self._faults[fault] += 1
        if fault == "cut":
            raise Lost
        if fault == "delayed":
            await asyncio.sleep(self._rng.random() * DELAY)
        if fault == "late":
            self._client_is_gone = True
            self._to_client.transport.abort()
            await asyncio.sleep(self._rng.random() * LATE)
        to.write(data[: self._rng.randrange(1, len(data))] if fault == "torn" else data)
        if fault == "repeated":
            to.write(data)
        await to.drain()
        if fault == "late":
            await asyncio.sleep(LATE)  # the server reads it before it hears that nobody is there
        if fault in ("late", "torn"):
            raise Lost

    def _fault(self, chances: dict[Fault, float]) -> Fault | None:
        chosen = self._rng.random()
        for fault, chance in chances.items():
            if chosen < chance:
                return fault
            chosen -= chance
        return None


async def read_frame(reader: StreamReader) -> bytes:
    """The bytes of the next frame, as they came."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    if size := EXTENDED.get(length):
        extended = await reader.readexactly(size)
        head, length = head + extended, int.from_bytes(extended, "big")
    mask = 4 if head[1] & 0x80 else 0
    return head + await reader.readexactly(mask + length)
