"""An event and a queue like asyncio's, but small: every socket has some of them, and most are empty most of the time.

Those of asyncio keep deques, of 700 bytes each.
"""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

_T = TypeVar("_T")


class LightEvent:
    """An event that tasks wait for."""

    __slots__ = ("_is_set", "_waiter")

    def __init__(self) -> None:
        self._is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        self._is_set = False

    async def wait(self) -> bool:
        """Wait until it is set, or was for a moment."""
        if not self._is_set:
            if self._waiter is None or self._waiter.done():
                self._waiter = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiter)  # others may wait for it when this one is cancelled
        return True


class LightQueue(Generic[_T]):
    """A queue without a limit, for a few items and one task that takes them."""

    __slots__ = ("_arrived", "_items")

    def __init__(self) -> None:
        self._items: list[_T] = []
        self._arrived: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        return not self._items

    def put_nowait(self, item: _T) -> None:
        self._items.append(item)
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    async def get(self) -> _T:
        """The next item; waits for one."""
        while not self._items:
            self._arrived = asyncio.get_running_loop().create_future()
            try:
                await self._arrived
            finally:
                self._arrived = None
        return self._items.pop(0)
