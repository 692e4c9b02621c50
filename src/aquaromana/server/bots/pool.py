"""A pool of bot processes, so that no bot ever blocks the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Iterator
from typing import Final, Self

from aquaromana.server.bots.client import BotWorker
from aquaromana.server.bots.fair_queue import FairQueue, Waiting
from aquaromana.server.bots.reviews import Reviewed, ReviewTurn
from aquaromana.server.settings import Settings

SPARE_REST: Final = 30.0
"""Seconds after which a spare process that nobody needs ends."""
REVIEW_TIMEOUT: Final = 900.0
"""Seconds for one turn of a review at least: on a busy machine an idle process seldom gets the processor."""


class BotPool:
    """As many processes as the settings say, each started when it is needed.

    Every request has an owner, such as an address. When processes are scarce, the owner who used the least lately comes
    first, then the table that used the least, then the bot that takes the least time. While all processes think for
    others, a spare one thinks for an owner who has none, so that nobody waits for somebody else's long thoughts.

    Hints come after bots that people wait for, and a bot that finds no free process makes them end early. Reviews have
    a process of their own, which runs only when no other one wants to.
    """

    def __init__(self, settings: Settings) -> None:
        self._all = [BotWorker(settings.bot_patience) for _ in range(settings.workers)]
        self._free = list(self._all)
        self._spare = BotWorker(settings.bot_patience)
        self._reviewer = BotWorker(max(settings.bot_patience, REVIEW_TIMEOUT), idle=settings.reviews_idle)
        self._reviewer_rests: asyncio.TimerHandle | None = None
        self._spare_is_free = True
        self._resting: asyncio.TimerHandle | None = None
        self._queue = FairQueue()
        self._advising: dict[BotWorker, Waiting] = {}
        """Processes that think about hints, or are about to."""
        self._ended = -math.inf
        """When a process last finished thinking."""

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[Self]:
        pool = cls(settings)
        try:
            yield pool
        finally:
            for resting in (pool._resting, pool._reviewer_rests):
                if resting:
                    resting.cancel()
            ended = [worker.end() for worker in (*pool._all, pool._spare, pool._reviewer)]
            await asyncio.gather(*(process.ended() for process in ended if process))

    @property
    def busy(self) -> int:
        """Processes that think."""
        return len(self._all) - len(self._free) + (not self._spare_is_free)

    def rests(self, seconds: float) -> bool:
        """Whether no process has thought for so long: between two moves of bots there are gaps."""
        return not self.busy and time.monotonic() - self._ended >= seconds

    @property
    def waiting(self) -> int:
        """Requests that wait for one."""
        return len(self._queue)

    @property
    def bots_waiting(self) -> int:
        """Those of them for bots: not for hints, tries or studies."""
        return self._queue.bots

    @contextlib.asynccontextmanager
    async def place(
        self, table: str, *, urgent: bool, owner: str = "", bot: str = "", hint: bool = False
    ) -> AsyncIterator[BotWorker]:
        """A process for one request, if possible one that knows the game; urgent requests come first."""
        waiting = Waiting(asyncio.get_running_loop().create_future(), table, owner, bot, urgent, hint)
        worker = await self._taken(waiting)
        begun = time.monotonic()
        try:
            yield worker
        finally:
            self._ended = now = time.monotonic()
            self._queue.charge(waiting, now - begun, now)
            self._take_back(worker, owner)

    async def review(self, request: ReviewTurn) -> Reviewed:
        """The review with one more turn; NoAnswer if the process fails. One request at a time.

        A process that had to be replaced begins again: it answers with fewer turns than the last one.
        """
        return await self._reviewer.ask(request)

    @contextlib.contextmanager
    def reviewing(self) -> Iterator[None]:
        """Keep the process for reviews between two turns, however long bots come first; later it ends."""
        if self._reviewer_rests:
            self._reviewer_rests.cancel()
        try:
            yield
        finally:
            self._reviewer_rests = asyncio.get_running_loop().call_later(SPARE_REST, self._reviewer.end)

    async def _taken(self, waiting: Waiting) -> BotWorker:
        self._queue.add(waiting)
        self._hand_out()
        try:
            return await waiting.place
        except asyncio.CancelledError:
            if waiting.place.done() and not waiting.place.cancelled():
                self._take_back(waiting.place.result(), waiting.owner)
            raise

    def _take_back(self, worker: BotWorker, owner: str) -> None:
        self._queue.given_back(owner)
        self._advising.pop(worker, None)
        if worker is self._spare:
            self._spare_is_free = True
            self._resting = asyncio.get_running_loop().call_later(SPARE_REST, self._end_spare)
        else:
            self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Assign free processes to the next requests."""
        while self._free and (first := self._queue.first()):
            knowing = [each for each in self._free if any(game == first.table for game, _ in each.knows)]
            worker = (knowing or self._free)[-1]  # the one that was used last: the others may never have to start
            self._free.remove(worker)
            self._assign(first, worker)
        if self._spare_is_free and (other := self._queue.first(idle_owners=True)):
            if self._resting:
                self._resting.cancel()
            self._spare_is_free = False
            self._assign(other, self._spare)
        for worker, hint in self._advising.items():
            if self._queue.has_bot_before(hint, idle_owners=worker is self._spare):
                worker.hurry()

    def _assign(self, waiting: Waiting, worker: BotWorker) -> None:
        worker.is_hurried = False
        if waiting.hint:
            self._advising[worker] = waiting
        self._queue.assign(waiting, worker)

    def _end_spare(self) -> None:
        """It may hold a hundred megabytes that nobody needs any more."""
        self._resting = None
        if self._spare_is_free:
            self._spare.end()
