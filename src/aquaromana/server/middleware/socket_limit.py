"""The door for sockets: how many are inside, and which of them have not said a word yet."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator

from aquaromana.server.addresses import counted
from aquaromana.server.protocol.framing import TOO_MANY


class Closing(Exception):
    """The socket is to be closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        """A code of ours."""


class Door:
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
        self._silent: set[asyncio.Timeout] = set()

    @contextlib.contextmanager
    def entered(self, address: str = "") -> Iterator[None]:
        """One more; Closing if there is no room for it."""
        who = counted(address)
        if self.open >= self.room or (self.each and self._inside[who] >= self.each):
            raise Closing(TOO_MANY, "server/busy")
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
    async def patience(self, seconds: float) -> AsyncIterator[None]:
        """Time for a first word, until the server ends; TimeoutError when it is over."""
        async with asyncio.timeout(0 if self.ending else seconds) as limit:
            self._silent.add(limit)
            try:
                yield
            finally:
                self._silent.discard(limit)

    def begin_shutdown(self) -> None:
        """Wait no longer for those who have not said a word: the hall does not know them."""
        self.ending = True
        for limit in self._silent:
            limit.reschedule(asyncio.get_running_loop().time())
