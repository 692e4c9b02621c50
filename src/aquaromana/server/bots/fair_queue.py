"""The queue for bot processes: the address with the least thinking time lately comes first."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from aquaromana.server.bots.client import BotWorker

HALF_LIFE: Final = 30.0
"""The half-life of recorded thinking time, in seconds."""
KEYS: Final = 20_000
"""Number of addresses, tables and bots whose thinking times are remembered."""


@dataclass(slots=True, eq=False)
class Waiting:
    """A request that waits for a process."""

    place: asyncio.Future[BotWorker]
    table: str
    owner: str
    bot: str
    urgent: bool
    hint: bool


class FairQueue:
    """The requests that wait for a process, those that have one, and which one is next."""

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._thinking: Counter[str] = Counter()
        """The number of processes that think for an address."""
        self._usage = _Usage()
        self._takes: OrderedDict[str, float] = OrderedDict()
        """Seconds that a bot's thoughts took lately."""

    def __len__(self) -> int:
        return sum(not each.place.done() for each in self._waiting)

    @property
    def bots(self) -> int:
        """The requests for bots that wait, without hints, tries and studies."""
        return sum(not each.hint and not each.place.done() for each in self._waiting)

    def has_bot_before(self, hint: Waiting, *, idle_owners: bool = False) -> bool:
        """Whether a bot waits that comes before a hint that has a process: one that nobody watches may not.

        With `idle_owners`, among those for whom no other process thinks.
        """
        bots = [each for each in self._waiting if not each.hint and not each.place.done()]
        if idle_owners:
            bots = [each for each in bots if self._thinking[each.owner] <= (each.owner == hint.owner)]
        return any(each.urgent >= hint.urgent for each in bots)

    def add(self, waiting: Waiting) -> None:
        self._waiting.append(waiting)

    def first(self, *, idle_owners: bool = False) -> Waiting | None:
        """Who comes first; with `idle_owners`, among those for whom no process thinks. Of equals, the first to come."""
        now = time.monotonic()
        self._waiting = [each for each in self._waiting if not each.place.done()]  # without those who have just left
        candidates = [each for each in self._waiting if not (idle_owners and self._thinking[each.owner])]
        return min(candidates, key=lambda each: self._rank(each, now), default=None)

    def assign(self, waiting: Waiting, worker: BotWorker) -> None:
        self._waiting.remove(waiting)
        self._thinking[waiting.owner] += 1
        waiting.place.set_result(worker)

    def given_back(self, owner: str) -> None:
        """A process has stopped thinking for an address."""
        self._thinking[owner] -= 1
        if not self._thinking[owner]:
            del self._thinking[owner]

    def charge(self, waiting: Waiting, seconds: float, now: float) -> None:
        """Count the time that a process thought."""
        self._usage.add(waiting.owner, seconds, now)
        self._usage.add(f"{waiting.owner}/{waiting.table}", seconds, now)
        self._takes[waiting.bot] = (self._takes.get(waiting.bot, seconds) + seconds) / 2
        self._takes.move_to_end(waiting.bot)
        if len(self._takes) > KEYS:
            self._takes.popitem(last=False)

    def _rank(self, each: Waiting, now: float) -> tuple[bool, bool, int, float, float]:
        owner = self._usage.of(each.owner, now)
        table = self._usage.of(f"{each.owner}/{each.table}", now) + self._takes.get(each.bot, 0.0)
        return not each.urgent, each.hint, self._thinking[each.owner], owner, table


class _Usage:
    """Seconds for which processes thought for somebody lately: half is forgotten every HALF_LIFE seconds."""

    def __init__(self) -> None:
        self._had: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, who: str, now: float) -> float:
        had, since = self._had.get(who, (0.0, 0.0))
        return had * 0.5 ** ((now - since) / HALF_LIFE) if had else 0.0

    def add(self, who: str, seconds: float, now: float) -> None:
        self._had[who] = (self.of(who, now) + seconds, now)
        self._had.move_to_end(who)
        if len(self._had) > KEYS:
            self._had.popitem(last=False)
