"""Asks a bot process, and replaces it when it dies or hangs.

A bot is asked again after its process died, and then a simpler bot decides. Other requests fail with NoAnswer.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, TypeVar

from aquaromana.server.bots.messages import Answer, AnswerT, Drop, Hurry, Request
from aquaromana.server.bots.process import BotProcess
from aquaromana.server.bots.worker import FALLBACKS, REMEMBERED, BotAnswer, Question
from aquaromana.server.protocol.messages import Thinking

GRACE: Final = 5.0
"""Seconds for which a process may go on with a thought that nobody waits for; a new process may take one to start."""

OnThinking = Callable[[Thinking], None]

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class _Gone(Exception):
    """The process ended before it answered."""


class NoAnswer(Exception):
    """A process ended, or took too long, before it had answered."""


class BotWorker:
    """A bot process as the server sees it, restarted when needed: one request at a time."""

    def __init__(self, patience: float, *, idle: bool = False) -> None:
        self._patience = patience
        self._idle = idle
        """Whether the process has idle priority."""
        self._process: BotProcess | None = None
        self._answer: asyncio.Future[Any] | None = None
        self._expected: type[Answer] = Answer
        self._on_report: Callable[[Any], None] | None = None
        self.is_hurried = False
        """Whether somebody waits for this process; false again when it is handed out."""
        self.knows: deque[tuple[str, int]] = deque(maxlen=REMEMBERED)
        """The games that it thought about last."""

    async def decide(self, question: Question, on_thinking: OnThinking | None = None) -> BotAnswer:
        """A legal stretch, whatever happens to the bot; cancelled, it ends the thought at once."""
        tries = deque((question, question, replace(question, bot=FALLBACKS[0])))
        while tries:
            asked = tries.popleft()
            if (game := (asked.table, asked.seat)) not in self.knows:
                self.knows.append(game)
            try:
                answer = await self._ask(asked, on_thinking)
            except _Gone:
                _log.warning("The process of the bot %s ended at table %s.", asked.bot[:80], asked.table)
            except TimeoutError:
                _log.warning("The bot %s took too long at table %s.", asked.bot[:80], asked.table)
                if tries and tries[0] is question:
                    tries.popleft()  # it had its time
            else:
                if answer.why:
                    _log.warning("The bot %s failed at table %s: %s", asked.bot[:80], asked.table, answer.why)
                return answer if asked.bot == question.bot else replace(answer, by=answer.by or asked.bot)
        return BotAnswer(at_random(question), FALLBACKS[-1])

    async def ask(self, request: Request[AnswerT], on_report: Callable[[Any], None] | None = None) -> AnswerT:
        """The answer to a person's request; NoAnswer if the process fails. Cancelled, it ends the thought."""
        try:
            return await self._ask(request, on_report)
        except (_Gone, TimeoutError):
            table = getattr(request, "table", "") or "none"
            _log.warning("A bot process did not answer %s (table: %s).", type(request).__name__, table)
            raise NoAnswer from None

    def hurry(self) -> None:
        """Have a hint, a try or a study end with what is known: what is thought about, or what is asked for next."""
        self.is_hurried = True
        if self._process and self._answer and not self._answer.done():
            self._process.send(Hurry())

    def drop(self) -> None:
        """Have what is thought about end, whatever it is: nobody waits for the answer."""
        if self._process and self._answer and not self._answer.done():
            self._process.send(Drop())

    async def _ask(self, request: Request[AnswerT], on_report: Callable[[Any], None] | None) -> AnswerT:
        if self._process is None:
            try:
                self._process = BotProcess(self._hear, idle=self._idle)
            except (OSError, RuntimeError) as error:  # too many files, too many threads
                _log.error("No process can be started for bots: %s", error)
                raise _Gone from error
        self._expected = request.answer_type
        self._answer, self._on_report = asyncio.get_running_loop().create_future(), on_report
        try:
            self._process.send(request)
            if self.is_hurried:
                self._process.send(Hurry())
            async with asyncio.timeout(self._patience):
                answer: AnswerT = await self._answer
                return answer
        except BaseException:
            self.end()
            raise
        finally:
            self._answer = self._on_report = None

    def _hear(self, process: BotProcess, said: object) -> None:
        if process is not self._process or self._answer is None or self._answer.done():
            if process is self._process and said is None:
                self.end()
            return
        if isinstance(said, self._expected):
            self._answer.set_result(said)
        elif said is None:
            self._answer.set_exception(_Gone())
        elif self._on_report and not isinstance(said, Answer):
            self._on_report(said)

    def end(self) -> BotProcess | None:
        """Kill the process; the next request starts another one."""
        process, self._process = self._process, None
        self.knows.clear()
        if process:
            process.end()
        return process


async def whole_answer(worker: BotWorker, asking: Coroutine[Any, Any, _T]) -> _T:
    """What is asked of a process; if cancelled, it returns only once the process is idle or has ended."""
    asked = asyncio.ensure_future(asking)
    try:
        return await asyncio.shield(asked)
    except asyncio.CancelledError:
        # To end the thought takes less time than to start another process.
        worker.drop()
        try:
            await asyncio.wait((asked,), timeout=GRACE)
        finally:
            if asked.cancel():  # cancelled again, or it hangs: this ends the process, so that nobody hears its answer
                await asyncio.gather(asked, return_exceptions=True)
        raise


def at_random(question: Question) -> tuple[str, ...]:
    """A stretch that needs no bot."""
    replay = question.replay()
    turn = replay.turn
    made: list[str] = []
    while not replay.game.is_over and replay.seat == question.seat and replay.turn == turn:
        replay.push(random.choice(replay.game.legal_moves()))
        made.append(str(replay.game.moves[-1]))
    return tuple(made)
