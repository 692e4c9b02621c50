"""Limit on open WebSockets, in total and per address, and the timeout for a client's first message."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator

from aquaromana.server.addresses import address_key
from aquaromana.server.protocol.framing import TOO_MANY


class CloseSocket(Exception):
    """The socket has to be closed, with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        """A code of ours."""


class SocketLimit:
    """Counts the sockets that are open: all of them, and those of each address."""

    def __init__(self, room: int, each: int = 0) -> None:
        self.room = room
        self.each = each
        """For one address; 0 for any number."""
        self.open = 0
        """Conversations."""
        self.held = 0
        """Connections of sockets that are not gone yet, also of those whose conversation is over."""
        self._held: Counter[str] = Counter()
        self.empty = asyncio.Event()
        self.empty.set()
        self.ending = False
        self._waiting_for_hello: set[asyncio.Timeout] = set()

    @contextlib.contextmanager
    def admit(self, address: str = "", gone: asyncio.Future[None] | None = None) -> Iterator[None]:
        """Count one more socket; CloseSocket if there is no room. It counts until its connection is `gone`."""
        who = address_key(address)
        if self.held >= self.room or (self.each and self._held[who] >= self.each):
            raise CloseSocket(TOO_MANY, "server/busy")
        self.open += 1
        self.held += 1
        self._held[who] += 1
        self.empty.clear()
        try:
            yield
        finally:
            self.open -= 1
            if not self.open:
                self.empty.set()
            if gone is None:
                self._leave(who)
            else:
                gone.add_done_callback(lambda _: self._leave(who))

    def _leave(self, who: str) -> None:
        self.held -= 1
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]

    @contextlib.asynccontextmanager
    async def hello_timeout(self, seconds: float) -> AsyncIterator[None]:
        """The timeout for a first message, cut short by a shutdown; TimeoutError when it is over."""
        async with asyncio.timeout(0 if self.ending else seconds) as limit:
            self._waiting_for_hello.add(limit)
            try:
                yield
            finally:
                self._waiting_for_hello.discard(limit)

    def begin_shutdown(self) -> None:
        """Wait no longer for first messages: the table service does not know these clients yet."""
        self.ending = True
        for limit in self._waiting_for_hello:
            limit.reschedule(asyncio.get_running_loop().time())
