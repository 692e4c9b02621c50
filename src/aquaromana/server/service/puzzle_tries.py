"""Judges tries at puzzles: after bots, one at a time for an address, and the same try only once for everybody.

A bot that needs the process ends a judgement. It begins again later, and after a few attempts nothing ends it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from aquaromana.server.bots.client import NoAnswer, whole_answer
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.bots.puzzles import JudgeTry
from aquaromana.server.protocol.events import Tried

BOT: Final = "puzzle"
"""The name under which the pool measures how long judging takes."""
CUTS: Final = 3
"""How often bots may end the judgement of one try."""
CACHED: Final = 2_000
"""Number of tries whose judgement is cached."""

_Key = tuple[str, tuple[int, ...], tuple[int, ...]]


class PuzzleTries:
    """Has the processes of bots judge tries."""

    def __init__(self, pool: BotPool) -> None:
        self._pool = pool
        self._cache: OrderedDict[_Key, Tried] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a try of an address is judged, as long as somebody there waits."""

    async def judged(self, asked: JudgeTry, owner: str) -> Tried:
        """What a try is worth; unknown if the process fails."""
        lock = self._locks.setdefault(owner, asyncio.Lock())
        async with lock:
            key = (asked.puzzle, asked.made, asked.stretch)
            tried = self._cache.pop(key, None) or await self._judged_now(asked, owner)
            if tried is None:
                return Tried(outcome="unknown", decisions=len(asked.stretch))
            self._cache[key] = tried  # the budget counts positions, so the answer is always the same
            if len(self._cache) > CACHED:
                self._cache.popitem(last=False)
            return tried

    async def _judged_now(self, asked: JudgeTry, owner: str) -> Tried | None:
        """What a process answers; nothing if it fails."""
        cuts = 0
        while True:
            is_patient = cuts < CUTS
            place = self._pool.place(asked.table, urgent=True, owner=owner, bot=BOT, hint=is_patient)
            async with place as worker:
                try:
                    tried = (await whole_answer(worker, worker.ask(asked))).tried
                except NoAnswer:
                    return None
            if tried:
                return tried
            cuts += 1
