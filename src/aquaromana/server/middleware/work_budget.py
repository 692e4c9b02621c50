"""How much of the event loop's time one address may take: fair queueing, so that nobody keeps others from playing.

Whatever somebody asks for is counted by the time for which it occupied the loop: by the clock, so that on a machine
that is busy with other things nobody gets more of what is left. An address over its share waits until its debt is
repaid; meanwhile everybody else is served. Nobody is disconnected for it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final, Generic, ParamSpec, TypeVar

from aquaromana.server.tasks import Tasks

BURST: Final = 0.05
"""Seconds of work that an address may use in a burst."""
MIN_COST: Final = 0.0001
"""Minimum cost of any work in seconds, charged before it is done."""
KEYS: Final = 20_000
"""Number of addresses that are remembered; the least recently seen one is forgotten first."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class _Account:
    """What one address owes."""

    __slots__ = ("lock", "paid", "thread")

    def __init__(self) -> None:
        self.paid = 0.0
        """The moment at which everything is paid off."""
        self.lock = asyncio.Lock()
        """Held while waiting, so that requests are served in order."""
        self.thread = asyncio.Lock()
        """Held while using a thread."""


class WorkBudget:
    """The share of the loop that each address has, as a part of 1; 0 for any."""

    def __init__(self, share: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.share = share
        self._clock = clock
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self._threads = Tasks()

    def debt(self, who: str) -> float:
        """Seconds until an address may ask for more."""
        account = self._accounts.get(who)
        return max(0.0, account.paid - self._clock() - BURST / self.share) if account else 0.0

    def charge(self, who: str, seconds: float) -> None:
        """Charge an address for so many seconds of work."""
        if self.share:
            account = self._account(who)
            account.paid = max(account.paid, self._clock()) + seconds / self.share

    async def turn(self, who: str) -> None:
        """Wait until an address may send a request, after its earlier ones."""
        if not self.share:
            return
        account = self._account(who)
        if account.lock.locked() or self.debt(who):
            async with account.lock:
                while wait := self.debt(who):  # noqa: ASYNC110 - others add to it meanwhile
                    await asyncio.sleep(wait)
        self.charge(who, MIN_COST)

    async def run(self, who: str, work: Coroutine[Any, Any, _T]) -> _T:
        """Run work in its turn and charge it; what it returns."""
        if not self.share:
            return await work
        try:
            await self.turn(who)
        except BaseException:
            work.close()
            raise
        return await _Counted(work, self._clock, lambda seconds: self.charge(who, seconds))

    async def run_in_thread(self, who: str, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Run work in a thread, in its turn, and charge it; what it returns.

        Threads take their time from the loop, too, and there are few: an address has one at a time.
        """
        if not self.share:
            return await asyncio.to_thread(work, *args, **kwargs)
        took = 0.0

        def timed() -> _T:
            nonlocal took
            begun = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                took = time.thread_time() - begun

        async def in_turn() -> _T:
            async with self._account(who).thread:
                await self.turn(who)
                try:
                    return await asyncio.to_thread(timed)
                finally:
                    self.charge(who, took)

        # Nothing stops a thread: it counts to its end, also for somebody who left.
        return await asyncio.shield(self._threads.start(in_turn()))

    def _account(self, who: str) -> _Account:
        account = self._accounts.get(who)
        if account is None:
            account = self._accounts[who] = _Account()
            if len(self._accounts) > KEYS:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(who)
        return account


class _Counted(Generic[_T]):
    """Work whose steps between two waits are counted, in seconds of the loop."""

    def __init__(
        self, work: Coroutine[Any, Any, _T], clock: Callable[[], float], charge: Callable[[float], None]
    ) -> None:
        self._work = work
        self._clock = clock
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, _T]:
        step: Callable[[Any], Any] = self._work.send
        given: Any = None
        while True:
            begun = self._clock()
            try:
                waits_for = step(given)
            except StopIteration as end:
                result: _T = end.value
                return result
            finally:
                self._charge(self._clock() - begun)
            try:
                given = yield waits_for
                step = self._work.send
            except BaseException as error:  # noqa: BLE001 - it is for the work, whatever it is
                step, given = self._work.throw, error
