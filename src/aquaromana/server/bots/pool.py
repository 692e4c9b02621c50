"""A pool of bot processes, so that no bot ever blocks the event loop.

A process that dies or hangs is replaced and the request retried once; after that a simpler bot decides.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import pickle
import random
import subprocess
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Final, Self

from aquaromana.processes import interrupts_held
from aquaromana.server.bots.worker import FALLBACKS, REMEMBERED, Decided, Question
from aquaromana.server.protocol.messages import Thinking
from aquaromana.server.settings import Settings

__all__ = ["BotPool", "BotWorker", "Decided", "Question"]

PROGRAM: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from aquaromana.server.bots.worker import main; main()"
)
"""Nothing but the worker is loaded: no program of the server's, as `multiprocessing` would."""

LEAVING: Final = 2.0
"""Seconds for which the end waits for processes that were killed."""

OnThinking = Callable[[Thinking], None]

_log = logging.getLogger(__name__)


class _Gone(Exception):
    """The process ended before it answered."""


class _Process:
    """A process and the thread that hears what it says, on every system the same."""

    def __init__(self, heard: Callable[[_Process, object], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._heard = heard
        self._theirs, own = os.pipe()
        self._questions = os.fdopen(own, "wb")
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._ended = False
        self._thread = threading.Thread(target=self._live, name="thinker", daemon=True)
        self._thread.start()

    def send(self, question: Question) -> None:
        with contextlib.suppress(OSError, ValueError):  # its death is heard
            self._questions.write(pickle.dumps(question))
            self._questions.flush()

    def end(self) -> None:
        """Kill it; should it not have begun, it ends as soon as it has."""
        with self._lock:
            self._ended = True
            if self._process:
                self._process.kill()
        with contextlib.suppress(OSError):
            self._questions.close()

    async def ended(self) -> None:
        await asyncio.to_thread(self._thread.join, LEAVING)

    def _live(self) -> None:
        process = self._started()
        if process is not None:
            with self._lock:
                self._process = process
                if self._ended:
                    process.kill()
            assert process.stdout is not None
            with process.stdout, contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
                while True:
                    self._say(pickle.load(process.stdout))
            process.kill()
            process.wait()
        self._say(None)

    def _started(self) -> subprocess.Popen[bytes] | None:
        command = [sys.executable, "-c", PROGRAM, json.dumps(sys.path)]
        try:
            with interrupts_held():
                return subprocess.Popen(command, stdin=self._theirs, stdout=subprocess.PIPE)
        except OSError as error:
            _log.error("No process can be started for bots: %s", error)
            return None
        finally:
            os.close(self._theirs)  # so that it notices our end

    def _say(self, said: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._heard, self, said)


class BotWorker:
    """One process after another, as the server sees them: one question at a time."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._process: _Process | None = None
        self._answer: asyncio.Future[Decided] | None = None
        self._on_thinking: OnThinking | None = None
        self.knows: deque[tuple[str, int]] = deque(maxlen=REMEMBERED)
        """The games that it thought about last."""

    async def decide(self, question: Question, on_thinking: OnThinking | None = None) -> Decided:
        """A legal stretch, whatever happens to the bot; cancelled, it ends the thought at once."""
        tries = deque((question, question, replace(question, bot=FALLBACKS[0])))
        while tries:
            asked = tries.popleft()
            try:
                decided = await self._ask(asked, on_thinking)
            except _Gone:
                _log.warning("The process of the bot %s ended at table %s.", asked.bot[:80], asked.table)
            except TimeoutError:
                _log.warning("The bot %s took too long at table %s.", asked.bot[:80], asked.table)
                if tries and tries[0] is question:
                    tries.popleft()  # it had its time
            else:
                if decided.why:
                    _log.warning("The bot %s failed at table %s: %s", asked.bot[:80], asked.table, decided.why)
                return decided if asked.bot == question.bot else replace(decided, by=decided.by or asked.bot)
        return Decided(at_random(question), FALLBACKS[-1])

    async def _ask(self, question: Question, on_thinking: OnThinking | None) -> Decided:
        if self._process is None:
            self._process = _Process(self._hear)
        game = (question.table, question.seat)
        if game not in self.knows:
            self.knows.append(game)
        self._answer, self._on_thinking = asyncio.get_running_loop().create_future(), on_thinking
        try:
            self._process.send(question)
            async with asyncio.timeout(self._patience):
                return await self._answer
        except BaseException:
            self.end()
            raise
        finally:
            self._answer = self._on_thinking = None

    def _hear(self, process: _Process, said: object) -> None:
        if process is not self._process or self._answer is None or self._answer.done():
            if process is self._process and said is None:
                self.end()
            return
        if isinstance(said, Decided):
            self._answer.set_result(said)
        elif said is None:
            self._answer.set_exception(_Gone())
        elif isinstance(said, Thinking) and self._on_thinking:
            self._on_thinking(said)

    def end(self) -> _Process | None:
        """Kill the process; the next question starts another one."""
        process, self._process = self._process, None
        self.knows.clear()
        if process:
            process.end()
        return process


class BotPool:
    """As many processes as the settings say, each started when it is needed."""

    def __init__(self, settings: Settings) -> None:
        self._all = [BotWorker(settings.bot_patience) for _ in range(settings.workers)]
        self._free = list(self._all)
        self._urgent: deque[asyncio.Future[BotWorker]] = deque()
        self._patient: deque[asyncio.Future[BotWorker]] = deque()

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[Self]:
        pool = cls(settings)
        try:
            yield pool
        finally:
            ended = [worker.end() for worker in pool._all]
            await asyncio.gather(*(process.ended() for process in ended if process))

    @property
    def busy(self) -> int:
        """Processes that think."""
        return len(self._all) - len(self._free)

    @property
    def waiting(self) -> int:
        """Questions that wait for one."""
        return len(self._urgent) + len(self._patient)

    @contextlib.asynccontextmanager
    async def place(self, table: str, *, urgent: bool) -> AsyncIterator[BotWorker]:
        """A process for one question, if possible one that knows the game; who is urgent comes first."""
        worker = await self._taken(table, urgent=urgent)
        try:
            yield worker
        finally:
            self._give(worker)

    async def _taken(self, table: str, *, urgent: bool) -> BotWorker:
        if self._free:
            knowing = [each for each in self._free if any(game == table for game, _ in each.knows)]
            worker = (knowing or self._free)[-1]  # the one that was used last: the others may never have to start
            self._free.remove(worker)
            return worker
        waiting: asyncio.Future[BotWorker] = asyncio.get_running_loop().create_future()
        (self._urgent if urgent else self._patient).append(waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self._give(waiting.result())
            raise

    def _give(self, worker: BotWorker) -> None:
        for queue in (self._urgent, self._patient):
            while queue:
                waiting = queue.popleft()
                if not waiting.done():
                    waiting.set_result(worker)
                    return
        self._free.append(worker)


def at_random(question: Question) -> tuple[str, ...]:
    """A stretch for which no bot is needed."""
    replay = question.replay()
    turn = replay.turn
    made: list[str] = []
    while not replay.game.is_over and replay.seat == question.seat and replay.turn == turn:
        replay.push(random.choice(replay.game.legal_moves()))
        made.append(str(replay.game.moves[-1]))
    return tuple(made)
