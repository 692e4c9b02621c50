"""Background tasks that survive the cancellation of their caller."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


class Tasks:
    """A set of running tasks."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Start a task; its error only reaches those who await it."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        ignore_error(task)

    async def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._under_way:
            task.cancel()
        await self.wait()

    async def wait(self) -> None:
        """Wait until no task is running."""
        while self._under_way:
            await asyncio.wait(self._under_way)


def ignore_error(task: asyncio.Task[Any]) -> None:
    """Done callback: do not warn about an error that nobody waits for."""
    if not task.cancelled():
        task.exception()
