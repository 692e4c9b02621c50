"""Work that goes on whoever waits for it, or nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


class Tasks:
    """What is under way."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Begin something; an error is news only for whoever waits for it."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._end)
        return task

    async def shielded(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do something to its end, whatever happens to the one who waits for it."""
        return await asyncio.shield(self.start(work))

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        ignore_error(task)

    async def cancel(self) -> None:
        """Break everything off."""
        for task in self._under_way:
            task.cancel()
        await self.wait()

    async def wait(self) -> None:
        """Until nothing is under way."""
        while self._under_way:
            await asyncio.wait(self._under_way)


def ignore_error(task: asyncio.Task[Any]) -> None:
    """An error that nobody waits for any more is no news."""
    if not task.cancelled():
        task.exception()
