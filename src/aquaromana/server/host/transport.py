"""Transports with a close timeout: a peer that does not read the rest is cut off.

A closed asyncio transport stays open until the peer has read everything, which may be never.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

READ_CHECK_INTERVAL: Final = 5.0
"""Seconds between two checks whether the peer still reads."""
MIN_READ: Final = 8192
"""Bytes that have to be read between two checks."""


class EndingTransport:
    """A transport that is aborted some seconds after it was closed, unless the other side reads on.

    Everything else is what the transport itself does.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._check: asyncio.TimerHandle | None = None
        self._unread = 0
        self.write = transport.write  # called for every message: not looked up each time
        self.abort = transport.abort
        self.is_closing = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        self._transport.close()
        if self._check is None:
            self._unread = self._transport.get_write_buffer_size()
            self._check = asyncio.get_running_loop().call_later(READ_CHECK_INTERVAL, self._abort_if_stuck)

    def _abort_if_stuck(self) -> None:
        unread = self._transport.get_write_buffer_size()
        if not 0 < unread <= self._unread - MIN_READ:
            self._transport.abort()
            return
        self._unread = unread
        self._check = asyncio.get_running_loop().call_later(READ_CHECK_INTERVAL, self._abort_if_stuck)

    def ended(self) -> None:
        """The connection is gone: there is nothing left to cut."""
        if self._check is not None:
            self._check.cancel()


def ending(transport: asyncio.BaseTransport) -> Any:
    """The same transport, which ends when it was closed; typed as the protocols of uvicorn want it."""
    return transport if isinstance(transport, EndingTransport) else EndingTransport(transport)  # type: ignore[arg-type]
