"""Worker processes for slow jobs: drawing pictures and films, reading and writing large records. Play never waits.

There are two queues, so that a film never delays a picture. Work is cancelled once its last client has left.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Final, TypeVar

from aquaromana.processes import interrupts_held
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import UsageLimit

REMEMBERED: Final = 1000
"""Number of addresses whose last job is remembered."""
QUEUE_SHARE_DIVISOR: Final = 4
"""One address may use at most 1/4 of a lane."""

Result = TypeVar("Result")


class WorkerProcess:
    """A process that does one piece of work at a time; it starts when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._ended = False

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        """What the work returns or raises. If its caller is cancelled, the work ends together with its process."""
        try:
            try:
                return await self._run(work, *arguments)
            except BrokenExecutor:  # the process was killed, perhaps for want of memory: once more in a new one
                self.drop()
                return await self._run(work, *arguments)
        except (asyncio.CancelledError, BrokenExecutor):
            self.drop()
            raise

    async def _run(self, work: Callable[..., Result], *arguments: object) -> Result:
        if self._ended:
            raise Refusal.of("server/restart")
        if self._pool is None:
            # A fresh interpreter has neither our sockets nor our locks, so nothing of ours outlives us in it.
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _prepare)
        with interrupts_held():  # the process may start here
            doing = self._pool.submit(work, *arguments)
        return await asyncio.wrap_future(doing)

    def drop(self) -> None:
        """End the process with whatever it does."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        running = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            with contextlib.suppress(OSError):
                process.kill()

    def close(self) -> None:
        """End it permanently."""
        self._ended = True
        self.drop()


class WorkQueue:
    """Work of one kind: so many pieces at a time, and so many that wait, each within its time."""

    def __init__(self, processes: int, waiting: int, each: int, seconds: float) -> None:
        self._usage = UsageLimit(waiting, each)
        self._processes = [WorkerProcess() for _ in range(processes)]
        self._free = list(self._processes)
        self._waiting: list[tuple[str, asyncio.Future[WorkerProcess]]] = []
        self._running: Counter[str] = Counter()
        self._served: OrderedDict[str, int] = OrderedDict()
        """For whom something was done, and how many pieces of work had been begun by then."""
        self._begun = 0
        self._most = processes if each >= waiting else max(1, processes - 1)
        """Pieces of work of one address at a time: another one finds a process that is free."""
        self._seconds = seconds

    async def run(self, who: str, work: Callable[..., Result], *arguments: object) -> Result:
        """What the work returns or raises; `server/busy` if too much waits, of all or of this one, or it takes long."""
        with self._counted(who):
            process = await self._taken(who)
            try:
                async with asyncio.timeout(self._seconds):
                    return await process.run(work, *arguments)
            except TimeoutError:
                raise Refusal.of("server/busy") from None
            finally:
                self._give(who, process)

    async def _taken(self, who: str) -> WorkerProcess:
        """A process, in turn with other addresses."""
        place: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        self._waiting.append((who, place))
        self._hand_out()
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give(who, place.result())
            raise

    def _give(self, who: str, process: WorkerProcess) -> None:
        self._free.append(process)
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        self._hand_out()

    def _hand_out(self) -> None:
        """Assign free processes to the addresses with the fewest running jobs, then to the longest unserved."""
        self._waiting = [each for each in self._waiting if not each[1].done()]  # without those who have just left
        while self._free:
            ready = [each for each in self._waiting if self._running[each[0]] < self._most]
            if not ready:
                return
            who, place = first = min(ready, key=lambda each: (self._running[each[0]], self._served.get(each[0], 0)))
            self._waiting.remove(first)
            self._begun += 1
            self._served[who] = self._begun
            self._served.move_to_end(who)
            if len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
            self._running[who] += 1
            place.set_result(self._free.pop())

    @contextlib.contextmanager
    def _counted(self, who: str) -> Iterator[None]:
        if not self._usage.add(who):
            raise Refusal.of("server/busy")
        try:
            yield
        finally:
            self._usage.drop(who)

    def close(self) -> None:
        for process in self._processes:
            process.close()


class WorkerPools:
    """The lanes; with `shares` one address has only a part of each. All ends with the server."""

    def __init__(self, *, shares: bool = False) -> None:
        part = QUEUE_SHARE_DIVISOR if shares else 1
        self.quick = WorkQueue(2, 32, 32 // part, 30.0)
        """Records and pictures of the usual size."""
        self.slow = WorkQueue(1, 8, 8 // part, 120.0)
        """Films and very large pictures, one at a time."""

    def close(self) -> None:
        """Drop all jobs, and accept no more."""
        self.quick.close()
        self.slow.close()


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
