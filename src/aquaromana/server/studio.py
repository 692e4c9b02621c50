"""Processes beside the server for work that takes long: pictures, films and large records. Play never waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Final, TypeVar

from aquaromana.server.errors import Refusal
from aquaromana.server.thinkers import interrupts_held

PROCESSES: Final = 2
WAITING: Final = 32
"""Pieces of work at most, those in progress included."""

Result = TypeVar("Result")


class Studio:
    """Does work elsewhere; its processes start when they are first needed and end with the server."""

    def __init__(self, processes: int = PROCESSES, waiting: int = WAITING) -> None:
        self.processes = processes
        self.waiting = waiting
        self._pool: ProcessPoolExecutor | None = None
        self._busy = 0
        self._ended = False

    async def do(self, work: Callable[..., Result], *arguments: object) -> Result:
        """What the work returns or raises; `server/busy` if too much is waiting."""
        if self._busy >= self.waiting:
            raise Refusal.of("server/busy")
        self._busy += 1
        try:
            pool = self._ready()
            try:
                return await _submitted(pool, work, *arguments)
            except BrokenExecutor:  # a process was killed, perhaps for want of memory: once more in new ones
                if self._pool is pool:
                    self._drop()
                return await _submitted(self._ready(), work, *arguments)
        finally:
            self._busy -= 1

    def _ready(self) -> ProcessPoolExecutor:
        if self._ended:
            raise Refusal.of("server/restart")
        if self._pool is None:
            # A fresh interpreter has neither our sockets nor our locks, so nothing of ours outlives us in it.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, context, _prepare)
        return self._pool

    def close(self) -> None:
        """Drop whatever is in progress, and do nothing more."""
        self._ended = True
        self._drop()

    def _drop(self) -> None:
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        running = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            with contextlib.suppress(OSError):
                process.kill()


async def _submitted(pool: ProcessPoolExecutor, work: Callable[..., Result], *arguments: object) -> Result:
    with interrupts_held():  # a process may start here
        doing = pool.submit(work, *arguments)
    return await asyncio.wrap_future(doing)


def _prepare() -> None:
    """Let people and bots go first, leave Ctrl+C to the server, and end when it has ended in any way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
