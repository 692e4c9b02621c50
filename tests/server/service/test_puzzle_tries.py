"""Tries at puzzles: bots come first, an address has one at a time, and none that is given up ends a process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from aquaromana.puzzles import library
from aquaromana.server.bots import client
from aquaromana.server.bots.client import NoAnswer
from aquaromana.server.bots.messages import Drop, Hurry
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.bots.puzzles import JudgedTry, JudgeTry
from aquaromana.server.bots.worker import Mind
from aquaromana.server.protocol.events import Tried
from aquaromana.server.service import puzzle_tries
from aquaromana.server.service.puzzle_tries import CUTS, PuzzleTries
from tests.server.service.test_service_puzzles import first, play, settled, solve, wrong_stretch
from tests.support.server_play import service_in

JUDGED = Tried(outcome="right", decisions=1)


class _Pool:
    """Processes that judge whenever they may; the first so many answers are cut."""

    def __init__(self, *, cuts: int = 0, fails: bool = False) -> None:
        self.cuts, self.fails = cuts, fails
        self.asked: list[tuple[str, bool]] = []
        """For whom, and whether a bot may end it."""
        self.at_once = self.most = 0
        self.may_answer = asyncio.Event()

    @contextlib.asynccontextmanager
    async def place(self, table: str, *, owner: str, hint: bool, **_: Any) -> AsyncIterator["_Pool"]:
        self.asked.append((owner, hint))
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            yield self
        finally:
            self.at_once -= 1

    async def ask(self, _: JudgeTry) -> JudgedTry:
        await self.may_answer.wait()
        if self.fails:
            raise NoAnswer
        self.cuts -= 1
        return JudgedTry(None if self.cuts >= 0 else JUDGED)

    def drop(self) -> None:
        self.may_answer.set()


def tries_of(pool: _Pool) -> PuzzleTries:
    return PuzzleTries(cast("BotPool", pool))


def asked(number: int = 0) -> JudgeTry:
    return JudgeTry("table", "w2-000000", (), (number,))


async def soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_an_address_has_one_try_at_a_time_and_others_do_not_wait() -> None:
    pool = _Pool()
    tries = tries_of(pool)
    judging = [asyncio.create_task(tries.judged(asked(number), "Ann")) for number in range(5)]
    await soon()
    assert pool.asked == [("Ann", True)]
    judging.append(asyncio.create_task(tries.judged(asked(9), "Ben")))
    await soon()
    assert pool.asked == [("Ann", True), ("Ben", True)]
    judging.pop(2).cancel()
    pool.may_answer.set()
    assert await asyncio.gather(*judging) == [JUDGED] * 5
    assert len(pool.asked) == 5, "nobody waits for the one that was given up"
    assert pool.most == 2
    assert not tries._locks


async def test_the_same_try_is_judged_once_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_tries, "CACHED", 2)
    pool = _Pool()
    pool.may_answer.set()
    tries = tries_of(pool)
    for number, owner in ((1, "Ann"), (1, "Ben"), (2, "Ann"), (1, "Ann"), (3, "Ann"), (1, "Ben"), (2, "Ben")):
        assert await tries.judged(asked(number), owner) == JUDGED
    assert len(pool.asked) == 4, "of three, the one that nobody tried for longest was forgotten"


async def test_bots_end_a_judgement_only_so_often() -> None:
    pool = _Pool(cuts=CUTS)
    pool.may_answer.set()
    assert await tries_of(pool).judged(asked(), "Ann") == JUDGED
    assert [hint for _, hint in pool.asked] == [True] * CUTS + [False]


async def test_a_try_that_no_process_could_judge_is_judged_when_it_is_made_again() -> None:
    pool = _Pool(fails=True)
    pool.may_answer.set()
    tries = tries_of(pool)
    assert await tries.judged(asked(), "Ann") == Tried(outcome="unknown", decisions=1)
    pool.fails = False
    assert await tries.judged(asked(), "Ann") == JUDGED


@pytest.mark.parametrize("kind", ["win", "podium", "build"])
def test_a_hurried_judgement_ends_without_a_verdict(kind: str) -> None:
    puzzle = first(lambda each: each.kind == kind)
    request = JudgeTry("t", puzzle.id, (), tuple(int(move) for move in _decisions(wrong_stretch(puzzle))))
    mind = Mind()
    mind.hurry()
    assert mind.answer(request, lambda _: None) == JudgedTry(None)
    mind.expect()
    answer = mind.answer(request, lambda _: None)
    assert isinstance(answer, JudgedTry)
    assert answer.tried is not None
    assert answer.tried.outcome == "wrong"


def _decisions(moves: list[str]) -> list[Any]:
    from aquaromana.rules import Decision

    return [Decision(move) for move in moves]


# The attack: tries on many sockets, each of which is started over before it is judged.


class _Process:
    """A process that judges nothing until somebody hurries it."""

    ends = 0

    def __init__(self, heard: Callable[[Any, object], None], **_: object) -> None:
        self._heard = heard

    def send(self, what: object) -> None:
        if isinstance(what, Hurry | Drop):
            asyncio.get_running_loop().call_soon(self._heard, self, JudgedTry(None))

    def end(self) -> None:
        type(self).ends += 1

    async def ended(self) -> None:
        pass


async def ends_of_an_attack(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many processes are ended by tries at eight tables that are started over at once, three times."""
    monkeypatch.setattr(client, "BotProcess", _Process)
    monkeypatch.setattr(_Process, "ends", 0)
    puzzles = [each for each in library().puzzles if each.kind == "win"][:8]
    async with service_in(folder) as service:
        tables = [await service.create_puzzle(puzzle.id, "127.0.0.2") for puzzle in puzzles]
        for _ in range(3):
            for made, puzzle in zip(tables, puzzles, strict=True):
                await play(service, made.id, puzzle.seat, wrong_stretch(puzzle))
            await soon()
            for made in tables:
                await solve(service, made.id, "again")
            await soon()
        assert [(await settled(service, made.id)).outcome for made in tables] == [""] * len(tables)
        return _Process.ends


async def test_tries_that_are_given_up_end_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of somebody else took 25 times as long: every try ended a process, and another one had to start."""
    assert await ends_of_an_attack(tmp_path, monkeypatch) == 0


async def test_without_a_word_they_would_end_one_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_tries, "whole_answer", lambda _, asking: asking)
    assert await ends_of_an_attack(tmp_path, monkeypatch) > 2
