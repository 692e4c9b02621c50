"""Analysis of positions that nobody plays: who thinks about them, how much of that one address may have, and a cache.

Bots of running games come first: a question about a position waits for them, and ends early when one needs its process.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import Any, Final

from aquaromana.server.bots.pool import BotPool, NoAnswer
from aquaromana.server.bots.study import PLAYOUTS, Prove, Study, Tell, Think
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.study import Facts, Proof, Thought

EACH: Final = 4
"""Questions of one address that wait or are thought about."""
ALL: Final = 64
"""Questions of all addresses."""
ANSWERS: Final = 512
"""Answers that are cached."""
PATIENCE: Final = 30.0
"""Seconds that a question may wait for its answer."""
BOT: Final = "study"
"""By which the pool knows how long such questions take."""


class Studies:
    """Thinks about positions for people who analyze."""

    def __init__(self, pool: BotPool) -> None:
        self._pool = pool
        self._answers: OrderedDict[Study, Any] = OrderedDict()
        self._asking: Counter[str] = Counter()

    async def thought(self, position: str, stage: int, owner: str) -> Thought:
        """The engine's lines. Refusal if the address asks too much at once, or the server is too busy."""
        answer: Thought = await self._answer(Think(position, stage), owner)
        return answer

    async def facts(self, position: str, moves: tuple[str, ...], owner: str) -> Facts:
        """What is true of decisions that are known to be legal and of one seat."""
        answer: Facts = await self._answer(Tell(position, moves), owner)
        return answer

    async def proof(self, position: str, owner: str) -> Proof:
        """Whether somebody wins for certain."""
        answer: Proof = await self._answer(Prove(position), owner)
        return answer

    async def _answer(self, question: Study, owner: str) -> Any:
        if question in self._answers:
            self._answers.move_to_end(question)
            return self._answers[question]
        if self._asking[owner] >= EACH or self._asking.total() >= ALL:
            raise Refusal.of("study/busy")
        self._asking[owner] += 1
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._found(question, owner)
        except (TimeoutError, NoAnswer):
            raise Refusal.of("study/busy") from None
        finally:
            self._asking[owner] -= 1
            if not self._asking[owner]:
                del self._asking[owner]

    async def _found(self, question: Study, owner: str) -> Any:
        async with self._pool.place("", urgent=False, owner=owner, bot=BOT, hint=True) as worker:
            if question in self._answers:  # somebody else had it found meanwhile
                return self._answers[question]
            studying = asyncio.ensure_future(worker.study(question))
            try:
                answer = await asyncio.shield(studying)
            except asyncio.CancelledError:
                # Nobody waits any more. To end the thought takes less time than to start another process.
                worker.hurry()
                await asyncio.wait((studying,))
                raise
        if not (isinstance(answer, Thought) and _is_cut_short(question, answer)):
            self._answers[question] = answer
            while len(self._answers) > ANSWERS:
                self._answers.popitem(last=False)
        return answer


def _is_cut_short(question: Study, thought: Thought) -> bool:
    """A bot needed the process: asked again, there may be more to say."""
    wanted = PLAYOUTS * 4**question.stage if isinstance(question, Think) else 0
    return thought.playouts < wanted and not thought.exact
