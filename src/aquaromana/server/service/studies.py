"""Analysis of positions outside a live game, with caches of answers and of lines."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Any, Final

from aquaromana.server.bots.client import BotWorker
from aquaromana.server.bots.study import PLAYOUTS, Prove, Studied, Study, Tell, Think
from aquaromana.server.protocol.study import Facts, Moment, Proof, Thought
from aquaromana.server.service.questions import Questions
from aquaromana.server.table import study

ANSWERS: Final = 512
"""Answers that are cached."""
BOT: Final = "study"
"""The name under which the pool measures how long such questions take."""


class Studies:
    """Thinks about positions for people who analyze."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._answers: OrderedDict[Study, Any] = OrderedDict()
        self._lines = study.Lines()

    def moment(self, start: str, moves: list[str]) -> Moment:
        """Where a line of decisions leads; AquaError if one of them is not legal. From any thread."""
        return study.moment(self._lines.game(start, moves))

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
        return await self._questions.answer(partial(self._found, question), owner=owner, bot=BOT)

    async def _found(self, question: Study, worker: BotWorker) -> Any:
        if question in self._answers:  # somebody else had it found meanwhile
            return self._answers[question]
        studied = await worker.ask(question)
        if not _is_cut_short(question, studied):
            self._answers[question] = studied.answer
            while len(self._answers) > ANSWERS:
                self._answers.popitem(last=False)
        return studied.answer


def _is_cut_short(question: Study, studied: Studied) -> bool:
    """A bot needed the process, or it was slow: asked again, there may be more to say."""
    answer = studied.answer
    if isinstance(question, Think) and isinstance(answer, Thought):
        return answer.playouts < PLAYOUTS * 4**question.stage and not answer.exact
    return studied.cut
