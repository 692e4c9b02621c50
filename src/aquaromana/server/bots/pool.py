"""A pool of bot processes, so that no bot ever blocks the event loop.

A process that dies or hangs is replaced and the request retried once; after that a simpler bot decides.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import os
import pickle
import random
import subprocess
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

from aquaromana.processes import interrupts_held
from aquaromana.server.bots.advice import Advise, Advised, Check, Checked, Hurry
from aquaromana.server.bots.puzzles import JudgedTry, JudgeTry
from aquaromana.server.bots.reviews import Reviewed, ReviewTurn, Tried, Try
from aquaromana.server.bots.study import Prove, Studied, Study, Tell, Think
from aquaromana.server.bots.worker import FALLBACKS, REMEMBERED, BotAnswer, Question
from aquaromana.server.protocol.messages import Thinking
from aquaromana.server.settings import Settings

if TYPE_CHECKING:
    from aquaromana.analysis.hints import Caution, Hint
    from aquaromana.analysis.review import TurnReview

__all__ = ["BotAnswer", "BotPool", "BotWorker", "NoAnswer", "Question"]

PROGRAM: Final = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from aquaromana.server.bots.worker import main
main(idle=sys.argv[2:] == ["idle"])
"""
"""Nothing but the worker is loaded: no program of the server's, as `multiprocessing` would."""

HALF_LIFE: Final = 30.0
KEYS: Final = 20_000
"""Addresses and tables of which it is known how much thinking they had."""
SPARE_REST: Final = 30.0
"""Seconds after which a spare process that nobody needs ends."""
LEAVING: Final = 2.0
"""Seconds for which the end waits for processes that were killed."""

OnThinking = Callable[[Thinking], None]
_Asked = Question | Advise | Check | ReviewTurn | Try | Study | JudgeTry
_ANSWERS: Final[dict[type, type]] = {
    Question: BotAnswer,
    Advise: Advised,
    Check: Checked,
    ReviewTurn: Reviewed,
    Try: Tried,
    Think: Studied,
    Tell: Studied,
    Prove: Studied,
    JudgeTry: JudgedTry,
}
"""What answers a question; whatever else a process says is a report."""

_log = logging.getLogger(__name__)


class _Gone(Exception):
    """The process ended before it answered."""


class NoAnswer(Exception):
    """A process ended, or took too long, before it had a hint or a review."""


class _Process:
    """A process and the thread that hears what it says, on every system the same."""

    def __init__(self, heard: Callable[[_Process, object], None], *, idle: bool) -> None:
        self._idle = idle
        self._loop = asyncio.get_running_loop()
        self._heard = heard
        self._theirs, own = os.pipe()
        self._questions = os.fdopen(own, "wb")
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._ended = False
        self._thread = threading.Thread(target=self._live, name="thinker", daemon=True)
        self._thread.start()

    def send(self, question: _Asked | Hurry) -> None:
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
        command = [sys.executable, "-c", PROGRAM, json.dumps(sys.path), *(["idle"] if self._idle else [])]
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

    def __init__(self, patience: float, *, idle: bool = False) -> None:
        self._patience = patience
        self._idle = idle
        """Whether the process runs only when no other one wants to."""
        self._process: _Process | None = None
        self._answer: asyncio.Future[Any] | None = None
        self._expected: type = BotAnswer
        self._on_report: Callable[[Any], None] | None = None
        self.knows: deque[tuple[str, int]] = deque(maxlen=REMEMBERED)
        """The games that it thought about last."""

    async def decide(self, question: Question, on_thinking: OnThinking | None = None) -> BotAnswer:
        """A legal stretch, whatever happens to the bot; cancelled, it ends the thought at once."""
        tries = deque((question, question, replace(question, bot=FALLBACKS[0])))
        while tries:
            asked = tries.popleft()
            try:
                answer: BotAnswer = await self._ask(asked, on_thinking)
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

    async def advise(self, question: Advise, on_hint: Callable[[Hint], None]) -> None:
        """Tell hints until no better one comes; NoAnswer if the process fails. Cancelled, it ends the thought."""
        await self._advised(question, on_hint)

    async def check(self, question: Check) -> Caution | None:
        """What the coach says; NoAnswer if the process fails."""
        checked: Checked = await self._advised(question, None)
        return checked.caution

    async def judge(self, question: Try) -> TurnReview | None:
        """What a try at a turn is worth, nothing if it was hurried; NoAnswer if the process fails."""
        found: Tried = await self._advised(question, None)
        return found.found

    async def review(self, question: ReviewTurn) -> Reviewed:
        """The review with one more turn; NoAnswer if the process fails."""
        found: Reviewed = await self._advised(question, None)
        return found

    async def judge_puzzle(self, question: JudgeTry) -> JudgedTry:
        """What a try at a puzzle is worth; NoAnswer if the process fails."""
        found: JudgedTry = await self._advised(question, None)
        return found

    async def study(self, question: Study) -> Studied:
        """What is known about a position; NoAnswer if the process fails."""
        try:
            studied: Studied = await self._ask(question, None)
        except (_Gone, TimeoutError):
            _log.warning("No answer could be found about a position.")
            raise NoAnswer from None
        return studied

    def hurry(self) -> None:
        """Have a hint, a try or a study that is thought about end with what is known."""
        if self._process and self._answer and not self._answer.done():
            self._process.send(Hurry())

    async def _advised(
        self, question: Advise | Check | ReviewTurn | Try | JudgeTry, on_hint: Callable[[Hint], None] | None
    ) -> Any:
        try:
            return await self._ask(question, on_hint)
        except (_Gone, TimeoutError):
            _log.warning("No %s came for table %s.", type(question).__name__, question.table)
            raise NoAnswer from None

    async def _ask(self, question: _Asked, on_report: Callable[[Any], None] | None) -> Any:
        if self._process is None:
            self._process = _Process(self._hear, idle=self._idle)
        if isinstance(question, Question) and (game := (question.table, question.seat)) not in self.knows:
            self.knows.append(game)
        self._expected = _ANSWERS[type(question)]
        self._answer, self._on_report = asyncio.get_running_loop().create_future(), on_report
        try:
            self._process.send(question)
            async with asyncio.timeout(self._patience):
                return await self._answer
        except BaseException:
            self.end()
            raise
        finally:
            self._answer = self._on_report = None

    def _hear(self, process: _Process, said: object) -> None:
        if process is not self._process or self._answer is None or self._answer.done():
            if process is self._process and said is None:
                self.end()
            return
        if isinstance(said, self._expected):
            self._answer.set_result(said)
        elif said is None:
            self._answer.set_exception(_Gone())
        elif self._on_report and type(said) not in _ANSWERS.values():
            self._on_report(said)

    def end(self) -> _Process | None:
        """Kill the process; the next question starts another one."""
        process, self._process = self._process, None
        self.knows.clear()
        if process:
            process.end()
        return process


@dataclass(slots=True, eq=False)
class _Waiting:
    """A question that waits for a process."""

    place: asyncio.Future[BotWorker]
    table: str
    owner: str
    bot: str
    urgent: bool
    hint: bool


class _Usage:
    """How many seconds somebody had processes think of late: half of it is forgotten every HALF_LIFE seconds."""

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


class BotPool:
    """As many processes as the settings say, each started when it is needed.

    Questions belong to somebody, an address say. When processes are scarce, whoever had the least of late comes first,
    then the table that had the least, then the bot that thinks least long. While all of them think for others, one
    more, the spare, thinks for somebody for whom none does: nobody waits for somebody else's long thoughts.

    Hints come after bots that somebody waits for, and a bot that finds no process free has them end early. Reviews have
    a process of their own, which runs only when no other one wants to.
    """

    def __init__(self, settings: Settings) -> None:
        self._all = [BotWorker(settings.bot_patience) for _ in range(settings.workers)]
        self._free = list(self._all)
        self._spare = BotWorker(settings.bot_patience)
        self._reviewer = BotWorker(settings.bot_patience, idle=settings.reviews_idle)
        self._reviewer_rests: asyncio.TimerHandle | None = None
        self._spare_is_free = True
        self._resting: asyncio.TimerHandle | None = None
        self._queue: list[_Waiting] = []
        self._thinking: Counter[str] = Counter()
        """Processes that think for somebody."""
        self._usage = _Usage()
        self._advising: set[BotWorker] = set()
        """Processes that think about hints."""
        self._ended = -math.inf
        """When a process had last thought."""
        self._takes: dict[str, float] = {}
        """Seconds that a bot's thoughts took of late."""

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
        """Questions that wait for one."""
        return sum(not each.place.done() for each in self._queue)

    @property
    def bots_waiting(self) -> int:
        """Those of them that are no hints, tries or studies."""
        return sum(not each.hint and not each.place.done() for each in self._queue)

    @contextlib.asynccontextmanager
    async def place(
        self, table: str, *, urgent: bool, owner: str = "", bot: str = "", hint: bool = False
    ) -> AsyncIterator[BotWorker]:
        """A process for one question of somebody, if possible one that knows the game; who is urgent comes first."""
        worker = await self._taken(table, urgent=urgent, owner=owner, bot=bot, hint=hint)
        begun = time.monotonic()
        if hint:
            self._advising.add(worker)
        try:
            yield worker
        finally:
            self._advising.discard(worker)
            self._ended = now = time.monotonic()
            took = now - begun
            self._usage.add(owner, took, now)
            self._usage.add(f"{owner}/{table}", took, now)
            if len(self._takes) < KEYS:
                self._takes[bot] = (self._takes.get(bot, took) + took) / 2
            self._give(worker, owner)

    async def review(self, question: ReviewTurn) -> Reviewed:
        """The review with one more turn; NoAnswer if the process fails. One question at a time."""
        if self._reviewer_rests:
            self._reviewer_rests.cancel()
        try:
            return await self._reviewer.review(question)
        finally:
            self._reviewer_rests = asyncio.get_running_loop().call_later(SPARE_REST, self._reviewer.end)

    async def _taken(self, table: str, *, urgent: bool, owner: str, bot: str, hint: bool) -> BotWorker:
        waiting = _Waiting(asyncio.get_running_loop().create_future(), table, owner, bot, urgent, hint)
        self._queue.append(waiting)
        self._hand_out()
        try:
            return await waiting.place
        except asyncio.CancelledError:
            if waiting.place.done() and not waiting.place.cancelled():
                self._give(waiting.place.result(), owner)
            raise

    def _give(self, worker: BotWorker, owner: str) -> None:
        """Take a process back."""
        self._thinking[owner] -= 1
        if not self._thinking[owner]:
            del self._thinking[owner]
        if worker is self._spare:
            self._spare_is_free = True
            self._resting = asyncio.get_running_loop().call_later(SPARE_REST, self._end_spare)
        else:
            self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give what is free to those who come first."""
        now = time.monotonic()
        self._queue = [each for each in self._queue if not each.place.done()]  # without those who have just left
        while self._queue and self._free:
            first = self._first(self._queue, now)
            knowing = [each for each in self._free if any(game == first.table for game, _ in each.knows)]
            worker = (knowing or self._free)[-1]  # the one that was used last: the others may never have to start
            self._free.remove(worker)
            self._assign(first, worker)
        if self._spare_is_free and (others := [each for each in self._queue if not self._thinking[each.owner]]):
            if self._resting:
                self._resting.cancel()
            self._spare_is_free = False
            self._assign(self._first(others, now), self._spare)
        if any(not each.hint for each in self._queue):
            for worker in self._advising:
                worker.hurry()

    def _assign(self, waiting: _Waiting, worker: BotWorker) -> None:
        self._queue.remove(waiting)
        self._thinking[waiting.owner] += 1
        waiting.place.set_result(worker)

    def _first(self, waiting: Sequence[_Waiting], now: float) -> _Waiting:
        """Who comes first; of those who are alike, the one who came first."""

        def rank(each: _Waiting) -> tuple[bool, bool, int, float, float]:
            owner = self._usage.of(each.owner, now)
            table = self._usage.of(f"{each.owner}/{each.table}", now) + self._takes.get(each.bot, 0.0)
            return not each.urgent, each.hint, self._thinking[each.owner], owner, table

        return min(waiting, key=rank)

    def _end_spare(self) -> None:
        """It may know a hundred megabytes that nobody needs any more."""
        self._resting = None
        if self._spare_is_free:
            self._spare.end()


def at_random(question: Question) -> tuple[str, ...]:
    """A stretch for which no bot is needed."""
    replay = question.replay()
    turn = replay.turn
    made: list[str] = []
    while not replay.game.is_over and replay.seat == question.seat and replay.turn == turn:
        replay.push(random.choice(replay.game.legal_moves()))
        made.append(str(replay.game.moves[-1]))
    return tuple(made)
