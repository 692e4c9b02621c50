"""The door for sockets: how many are inside, and which of them have not said a word yet."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator

from aquaromana.server.addresses import address_key
from aquaromana.server.protocol.framing import TOO_MANY


class CloseSocket(Exception):
    """The socket is to be closed."""

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
        self._inside: Counter[str] = Counter()
        self.empty = asyncio.Event()
        self.empty.set()
        self.ending = False
        self._waiting_for_hello: set[asyncio.Timeout] = set()

    @contextlib.contextmanager
    def admit(self, address: str = "") -> Iterator[None]:
        """One more; Closing if there is no room for it."""
        who = address_key(address)
        if self.open >= self.room or (self.each and self._inside[who] >= self.each):
            raise CloseSocket(TOO_MANY, "server/busy")
        self.open += 1
        self._inside[who] += 1
        self.empty.clear()
        try:
            yield
        finally:
            self.open -= 1
            self._inside[who] -= 1
            if not self._inside[who]:
                del self._inside[who]
            if not self.open:
                self.empty.set()

    @contextlib.asynccontextmanager
    async def hello_timeout(self, seconds: float) -> AsyncIterator[None]:
        """Time for a first word, until the server ends; TimeoutError when it is over."""
        async with asyncio.timeout(0 if self.ending else seconds) as limit:
            self._waiting_for_hello.add(limit)
            try:
                yield
            finally:
                self._waiting_for_hello.discard(limit)

    def begin_shutdown(self) -> None:
        """Wait no longer for those who have not said a word: the hall does not know them."""
        self.ending = True
        for limit in self._waiting_for_hello:
            limit.reschedule(asyncio.get_running_loop().time())
