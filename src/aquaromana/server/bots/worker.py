"""The program of a bot process; `client` is the server's side.

Of the server, this process imports only its requests and messages. It exits when its pipe closes, however the server
ended.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, ClassVar, Final

from aquaromana.bots import Bot, make_bot
from aquaromana.bots.bot import error_text
from aquaromana.engine import Report
from aquaromana.records.replay import Replay
from aquaromana.rules import Decision
from aquaromana.rules.notation import parse_position
from aquaromana.server.bots import advice, puzzles
from aquaromana.server.bots.advice import Advise, Check
from aquaromana.server.bots.messages import Answer, Drop, Hurry, Request
from aquaromana.server.bots.puzzles import JudgeTry
from aquaromana.server.bots.reviews import Reviews, ReviewTurn, Try, be_idle, tried
from aquaromana.server.bots.study import Prove, Studied, Study, Tell, Think
from aquaromana.server.protocol.messages import Candidate, Thinking

FALLBACKS: Final = ("greedy", "random")
"""The bot that decides where another one fails."""
REMEMBERED: Final = 4
"""Number of bots that are kept with their trees; a search may hold a hundred megabytes."""
LINES: Final = 5
"""Decisions in a report."""
_GENTLE: Final = 10
"""The niceness of bot processes, so that those that serve people go first."""


@dataclass(frozen=True, slots=True)
class BotAnswer(Answer):
    """What a bot process answers: a stretch, and who decided it if not the bot that was asked."""

    moves: tuple[str, ...]
    by: str = ""
    why: str = ""
    """What was wrong with the bot that was asked."""


@dataclass(frozen=True, slots=True)
class Question(Request[BotAnswer]):
    """A stretch that a bot has to decide."""

    answer_type: ClassVar = BotAnswer

    table: str
    seat: int
    bot: str
    start: str
    """The text of the position before the first decision."""
    moves: tuple[int, ...]
    version: int = 0
    """Of the table, which counts more than decisions: reports carry it."""

    def replay(self) -> Replay:
        """The game as it stands."""
        replay = Replay(parse_position(self.start))
        for move in self.moves:
            replay.push(Decision(move))
        return replay


Asked = Question | Advise | Check | ReviewTurn | Try | Study | JudgeTry
"""What a process can be asked."""

OnThinking = Callable[[Thinking], None]


class Mind:
    """Bots that decide, each with its memory of its game."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self._reviews = Reviews()
        self._stop: Callable[[], None] | None = None
        self._hurried = False
        self._deciding: Bot | None = None
        self._dropped = False

    def answer(self, asked: Asked, send: Callable[[object], None]) -> object:
        """The answer to any question; what is known before goes to `send`."""
        if isinstance(asked, Question):
            return self.decide(asked, send)
        if isinstance(asked, Check):
            return advice.check(asked)
        if isinstance(asked, ReviewTurn):
            return self._reviews.answer(asked)
        try:
            if isinstance(asked, JudgeTry):
                return puzzles.judge(asked, self._stops_by)
            if isinstance(asked, Try):
                return tried(asked, self._stops_by)
            if isinstance(asked, Think | Tell | Prove):
                return Studied(asked.answer(self._stops_by), cut=self._hurried)
            return advice.advise(asked, send, self._stops_by)
        finally:
            self._stop = None

    def expect(self) -> None:
        """Another question is on its way: nobody has hurried it yet."""
        self._hurried = self._dropped = False

    def hurry(self) -> None:
        """Have the hint that is asked for end with what is known; from any thread. Bots are not disturbed."""
        self._hurried = True
        if stop := self._stop:
            stop()

    def drop(self) -> None:
        """Have any thought end, a bot's too, because nobody waits for the answer; from any thread."""
        self._dropped = True
        self.hurry()
        if bot := self._deciding:
            with contextlib.suppress(Exception):  # a foreign bot may raise anything
                bot.stop()

    def _stops_by(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        if self._hurried:
            stop()

    def decide(self, question: Question, on_thinking: OnThinking) -> BotAnswer:
        """The stretch of the bot that is asked; should it fail, of a simpler one."""
        why = ""
        for name in (question.bot, *FALLBACKS):
            try:
                moves = self._stretch(question, name, on_thinking)
            except Exception as error:  # noqa: BLE001 - a foreign bot may raise anything
                why = why or error_text(error)[:200]
                self._bots.pop((question.table, question.seat, name), None)
            else:
                return BotAnswer(moves, name if why else "", why)
        raise AssertionError("the random bot cannot fail")

    def _stretch(self, question: Question, name: str, on_thinking: OnThinking) -> tuple[str, ...]:
        bot = self._bot(question.table, question.seat, name)
        replay = question.replay()
        turn = replay.turn
        made: list[str] = []
        self._deciding = bot
        try:
            while not replay.game.is_over and replay.seat == question.seat and replay.turn == turn:
                if self._dropped:
                    break
                on_report = partial(_report, question, tuple(made), on_thinking)
                replay.play(Decision(bot.choose(replay.game.copy(), on_report=on_report)))
                made.append(str(replay.game.moves[-1]))
        finally:
            self._deciding = None
        return tuple(made)

    def _bot(self, table: str, seat: int, name: str) -> Bot:
        key = (table, seat, name)
        bot = self._bots.pop(key, None) or make_bot(name)
        self._bots[key] = bot
        if len(self._bots) > REMEMBERED:
            self._bots.popitem(last=False)
        return bot


def _report(question: Question, made: tuple[str, ...], on_thinking: OnThinking, report: Report) -> None:
    on_thinking(
        Thinking(
            version=question.version,
            seat=question.seat,
            moves=list(made),
            playouts=report.playouts,
            shares=[round(share, 4) for share in report.shares],
            points=[round(points, 2) for points in report.points],
            lines=[
                Candidate(
                    move=str(choice.decision),
                    visits=choice.visits,
                    share=round(choice.shares[question.seat], 4),
                    line=[str(move) for move in choice.line],
                )
                for choice in report.choices[:LINES]
            ],
        )
    )


def main(*, idle: bool = False) -> None:
    """The main loop of the process: read a request from standard input, answer it, read the next.

    With `idle` it runs only when no other process wants to.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the server decides
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_GENTLE)
    if idle:
        be_idle()
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is not an answer
    waiting: queue.SimpleQueue[Asked] = queue.SimpleQueue()
    mind = Mind()
    threading.Thread(target=_think, args=(mind, waiting, answers), daemon=True).start()
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            heard = pickle.load(questions)
            if isinstance(heard, Hurry):
                mind.hurry()
            elif isinstance(heard, Drop):
                mind.drop()
            else:
                mind.expect()
                waiting.put(heard)
    os._exit(0)  # the server is gone or has no use for this process: nobody waits for a thought


def _think(mind: Mind, waiting: queue.SimpleQueue[Asked], answers: BinaryIO) -> None:
    def send(what: object) -> None:
        answers.write(pickle.dumps(what))
        answers.flush()

    try:
        while True:
            send(mind.answer(waiting.get(), send))
    finally:  # nobody hears this any more, or a bot wanted to end everything: the server starts another process
        os._exit(1)
