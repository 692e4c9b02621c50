"""Questions of people about positions and finished games: who answers them, and how many one address may ask at once.

Bots of running games come first: a question waits for them, and ends early when one needs its process.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from aquaromana.server.bots.client import BotWorker, NoAnswer, whole_answer
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.errors import Refusal

MAX_QUESTIONS_PER_ADDRESS: Final = 4
"""Questions of one address that wait or are being answered."""
MAX_QUESTIONS: Final = 64
"""Questions of all addresses."""
ANSWER_TIMEOUT: Final = 30.0
"""Seconds that a question may wait for its answer."""

_T = TypeVar("_T")


class Questions:
    """Has the processes of bots answer questions, so many at a time."""

    def __init__(self, pool: BotPool) -> None:
        self._pool = pool
        self._asking: Counter[str] = Counter()

    async def answer(
        self,
        ask: Callable[[BotWorker], Coroutine[Any, Any, _T]],
        *,
        owner: str,
        bot: str,
        table: str = "",
        urgent: bool = False,
    ) -> _T:
        """What a process answers. Refusal if the address asks too much at once, or the server is too busy."""
        if self._asking[owner] >= MAX_QUESTIONS_PER_ADDRESS or self._asking.total() >= MAX_QUESTIONS:
            raise Refusal.of("study/busy")
        self._asking[owner] += 1
        place = self._pool.place(table, urgent=urgent, owner=owner, bot=bot, hint=True)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT), place as worker:
                return await whole_answer(worker, ask(worker))
        except (TimeoutError, NoAnswer):
            raise Refusal.of("study/busy") from None
        finally:
            self._asking[owner] -= 1
            if not self._asking[owner]:
                del self._asking[owner]
