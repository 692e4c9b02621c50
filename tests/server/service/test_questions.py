"""Questions about positions and tries: so many at a time, and no process is given back while it still thinks."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from aquaromana.rules import Game
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.bots.study import Prove, Studied, Study, Think
from aquaromana.server.bots.worker import Mind
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.study import Proof, Thought
from aquaromana.server.service import questions
from aquaromana.server.service.questions import Questions
from aquaromana.server.service.studies import Studies
from tests.support.core import need_core
from tests.support.damaged_weights import damaged_weights

POSITION = "4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-"


class _Pool:
    """One process that thinks until it may answer, and that nobody can interrupt."""

    def __init__(self, *, cut: bool = False) -> None:
        self.cut = cut
        self.asked = self.dropped = 0
        self.is_thinking = self.was_thinking = False
        """Now, and when it was given back."""
        self.may_answer = asyncio.Event()

    @contextlib.asynccontextmanager
    async def place(self, *_: Any, **__: Any) -> AsyncIterator["_Pool"]:
        try:
            yield self
        finally:
            self.was_thinking = self.is_thinking

    async def ask(self, question: Study) -> Studied:
        self.asked += 1
        self.is_thinking = True
        try:
            await self.may_answer.wait()
        finally:
            self.is_thinking = False
        return Studied(Proof(position=question.position, verdicts=[]), cut=self.cut)

    def drop(self) -> None:
        self.dropped += 1


def studies_of(pool: _Pool) -> Studies:
    return Studies(Questions(cast("BotPool", pool)))


async def soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_after_two_cancellations_no_process_is_thinking() -> None:
    pool = _Pool()
    asking = asyncio.create_task(studies_of(pool).proof(POSITION, "Ann"))
    await soon()
    asking.cancel()
    await soon()
    assert (pool.dropped, pool.is_thinking, asking.done()) == (1, True, False)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not pool.was_thinking


async def test_after_one_cancellation_the_process_finishes_its_answer() -> None:
    pool = _Pool()
    asking = asyncio.create_task(studies_of(pool).proof(POSITION, "Ann"))
    await soon()
    asking.cancel()
    await soon()
    pool.may_answer.set()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not pool.was_thinking


async def test_one_address_has_only_so_many_questions_and_all_have_room_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MAX_QUESTIONS", questions.MAX_QUESTIONS_PER_ADDRESS + 1)
    pool = _Pool()
    studies = studies_of(pool)
    asking = [asyncio.create_task(studies.proof(POSITION, "Ann")) for _ in range(questions.MAX_QUESTIONS_PER_ADDRESS)]
    await soon()
    with pytest.raises(Refusal) as refusal:
        await studies.proof(POSITION, "Ann")
    assert refusal.value.code == "study/busy"
    asking.append(asyncio.create_task(studies.proof(POSITION, "Ben")))
    await soon()
    with pytest.raises(Refusal) as refusal:
        await studies.proof(POSITION, "Cleo")
    assert refusal.value.code == "study/busy"
    pool.may_answer.set()
    await asyncio.gather(*asking)
    await studies.proof("another", "Ann")


@pytest.mark.parametrize(("cut", "asked"), [(False, 1), (True, 2)])
async def test_only_answers_that_nobody_cut_are_cached(cut: bool, asked: int) -> None:
    pool = _Pool(cut=cut)
    pool.may_answer.set()
    studies = studies_of(pool)
    for _ in range(2):
        await studies.proof(POSITION, "Ann")
    assert pool.asked == asked


def test_a_thought_that_is_hurried_before_it_begins_ends_at_once() -> None:
    mind = Mind()
    mind.hurry()
    studied = mind.answer(Think(POSITION, 3), lambda _: None)
    assert isinstance(studied, Studied)
    assert isinstance(studied.answer, Thought)
    assert studied.cut
    assert 0 < studied.answer.playouts < 200


def test_the_board_thinks_without_its_network_if_that_is_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    need_core()
    with damaged_weights(tmp_path), caplog.at_level(logging.WARNING, "aquaromana"):
        thoughts = [Mind().answer(Think(POSITION, 0), lambda _: None) for _ in range(2)]
    for studied in thoughts:
        assert isinstance(studied, Studied)
        assert isinstance(studied.answer, Thought)
        assert studied.answer.lines
    assert [record.getMessage().count("without its network") for record in caplog.records] == [1]


def test_a_proof_that_is_hurried_begins_nothing_more() -> None:
    mind = Mind()
    mind.hurry()
    studied = mind.answer(Prove(POSITION), lambda _: None)
    assert isinstance(studied, Studied)
    assert studied.cut
    assert isinstance(studied.answer, Proof)
    assert studied.answer.nodes == 0
    seats = [(one.seat, one.verdict) for one in studied.answer.verdicts]
    first = Game.from_position(POSITION).to_move
    assert seats == [((first + step) % 4, "unknown") for step in range(4)]
