"""Bots in processes of their own: always a legal answer, whatever a bot does, and no process left behind."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from aquaromana.analysis.hints import Hint
from aquaromana.rules import Game
from aquaromana.rules.notation import position_text
from aquaromana.server.bots import pool as pool_module
from aquaromana.server.bots.advice import Advise, Check, Checked
from aquaromana.server.bots.pool import BotAnswer, BotPool, BotWorker, NoAnswer, Question, at_random
from aquaromana.server.bots.worker import Mind
from aquaromana.server.protocol.messages import Thinking
from aquaromana.server.settings import Settings
from tests.support.random_play import sampled
from tests.support.server_bots import install
from tests.support.server_play import run, settings_in


@cache
def games() -> list[Game]:
    """Moments of games, drawn when the first test wants them."""
    return [game for game in sampled(42) if not game.is_over]


def asked(game: Game, bot: str, table: str = "a") -> Question:
    moves = tuple(map(int, game.moves))
    return Question(table, game.to_move, bot, position_text(game.start), moves, len(moves))


def check(game: Game, answer: BotAnswer) -> None:
    """The decisions are legal, all of one seat, and lead to another question."""
    after, seat = game.copy(), game.to_move
    assert answer.moves
    for move in answer.moves:
        assert not after.is_over
        assert after.to_move == seat
        after.play(move)


def with_thinker(settings: Settings, work: Callable[[BotWorker], Coroutine[Any, Any, None]]) -> None:
    async def test() -> None:
        async with BotPool.open(settings) as pool, pool.place("a", urgent=True) as worker:
            await work(worker)

    run(test())


def pid_of(worker: BotWorker) -> int:
    assert worker._process is not None
    assert worker._process._process is not None
    return worker._process._process.pid


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return not Path("/proc/self/stat").exists()  # it is just gone, or this system has no such files
    return status.rpartition(")")[2].split()[0] != "Z"


def gone(pid: int, within: float = 20.0) -> bool:
    end = time.monotonic() + within
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_alive(pid)


# In the process.


@pytest.mark.parametrize("bot", ["random", "greedy", "search:1"])
def test_a_worker_decides_whole_stretches(bot: str) -> None:
    mind = Mind()
    for game in games()[::3]:
        reports: list[Thinking] = []
        question = asked(game, bot)
        answer = mind.decide(question, reports.append)
        check(game, answer)
        assert (answer.by, answer.why) == ("", "")
        assert bool(reports) == bot.startswith("search")
        for report in reports:
            assert (report.version, report.seat) == (len(game.moves), game.to_move)
            assert report.lines
            assert len(report.shares) == len(report.points) == game.players
            assert list(answer.moves[: len(report.moves)]) == report.moves


def test_no_more_bots_are_remembered_than_there_is_room_for() -> None:
    mind = Mind()
    for number in range(12):
        mind.decide(asked(games()[0], "random", f"table {number}"), lambda _: None)
    assert 1 <= len(mind._bots) < 12


def test_chance_makes_whole_stretches_too() -> None:
    for game in games():
        check(game, BotAnswer(at_random(asked(game, ""))))


# Between the processes.


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch)


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize(
    ("bot", "by", "told"),
    [
        ("search:1", "", ""),
        ("prints", "", ""),
        ("leaves", "", ""),
        ("raises", "greedy", "RuntimeError: I do not feel well"),
        ("cheats", "greedy", "The joker is not set up"),
        ("dreams", "greedy", "TypeError"),
        ("unmade", "greedy", "no network today"),
        ("unknown:5", "greedy", "There is no bot 'unknown:5'"),
        ("dies", "greedy", "The process of the bot dies ended"),
        pytest.param("quits", "greedy", "The process of the bot quits ended", marks=pytest.mark.slow),
        pytest.param("stumbles", "", "The process of the bot stumbles ended", marks=pytest.mark.slow),
        pytest.param("hangs", "greedy", "The bot hangs took too long", marks=pytest.mark.slow),
    ],
)
def test_a_bot_decides_or_another_one_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, bot: str, by: str, told: str
) -> None:
    async def work(worker: BotWorker) -> None:
        for game in games()[: 1 if bot == "hangs" else 2]:
            answer = await worker.decide(asked(game, bot))
            check(game, answer)
            assert answer.by == by

    with_thinker(settings_in(tmp_path, bot_patience=5 if bot == "hangs" else 60), work)
    assert told in caplog.text
    assert bool(caplog.records) == bool(told)


@pytest.mark.usefixtures("faulty")
def test_where_no_process_can_be_started_chance_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no such program"))

    async def work(worker: BotWorker) -> None:
        answer = await worker.decide(asked(games()[0], "search:1"))
        check(games()[0], answer)
        assert answer.by == "random"

    with_thinker(settings_in(tmp_path), work)
    assert "No process can be started for bots" in caplog.text


@pytest.mark.slow
def test_thoughts_are_told_while_they_last(tmp_path: Path) -> None:
    game = max(games(), key=lambda each: len(each.legal_moves()))
    heard: list[Thinking] = []

    async def work(worker: BotWorker) -> None:
        check(game, await worker.decide(asked(game, "search:5@0.5s/stretch"), heard.append))

    with_thinker(settings_in(tmp_path), work)
    assert len(heard) >= 2
    of_the_first = [each.playouts for each in heard if not each.moves]
    assert of_the_first == sorted(of_the_first)


@pytest.mark.slow
def test_a_thought_that_nobody_wants_ends_at_once(tmp_path: Path) -> None:
    async def work(worker: BotWorker) -> None:
        heard = asyncio.Event()
        game = max(games(), key=lambda each: len(each.legal_moves()))
        question = asked(game, "search:5@3000s")
        task = asyncio.create_task(worker.decide(question, lambda _: heard.set()))
        await heard.wait()
        pid = pid_of(worker)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await asyncio.to_thread(gone, pid)
        check(game, await worker.decide(asked(game, "random")))

    with_thinker(settings_in(tmp_path), work)


async def test_the_end_of_the_server_does_not_wait_for_thoughts(tmp_path: Path) -> None:
    pids: list[int] = []
    async with BotPool.open(settings_in(tmp_path, workers=2)) as pool:
        heard = [asyncio.Event(), asyncio.Event()]

        async def think(number: int) -> None:
            async with pool.place(str(number), urgent=False) as worker:
                await worker.decide(asked(Game(3), "search:5@3000s"), lambda _: heard[number].set())

        tasks = [asyncio.create_task(think(number)) for number in range(2)]
        for each in heard:
            await each.wait()
        pids.extend(pid_of(worker) for worker in pool._all)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert len(set(pids)) == 2
    assert all(map(gone, pids))


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system knows no such priorities")
def test_a_process_is_gentle(tmp_path: Path) -> None:
    async def work(worker: BotWorker) -> None:
        await worker.decide(asked(games()[0], "random"))
        here = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid_of(worker)) == min(here + 10, 19)

    with_thinker(settings_in(tmp_path), work)


KILLED = """
import asyncio, sys
from aquaromana import Game
from aquaromana.rules.notation import position_text
from aquaromana.server.settings import Settings
from aquaromana.server.bots.pool import Question, BotPool

async def main():
    async with BotPool.open(Settings(workers=1)) as thinkers, thinkers.place("a", urgent=True) as thinker:
        def heard(_):
            print(thinker._process._process.pid, flush=True)
        await thinker.decide(Question("a", 0, "search:5@3000s", position_text(Game(2).position), ()), heard)

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal")
def test_a_process_does_not_outlive_a_server_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert is_alive(pid)
        server.kill()
    assert gone(pid)


# Who comes first.


async def test_who_is_urgent_comes_first_and_nobody_is_forgotten(tmp_path: Path) -> None:
    served: list[str] = []
    async with BotPool.open(settings_in(tmp_path)) as pool:

        async def wait(name: str, *, urgent: bool) -> None:
            async with pool.place(name, urgent=urgent):
                served.append(name)
                await asyncio.sleep(0)

        async with pool.place("first", urgent=False):
            tasks = [asyncio.create_task(wait(name, urgent=name.isupper())) for name in ("a", "B", "c", "D", "E")]
            await asyncio.sleep(0)
            tasks[3].cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*tasks, return_exceptions=True)
        assert served == ["B", "E", "a", "c"]
        assert len(pool._free) == 1


async def test_a_place_given_to_somebody_who_left_goes_to_the_next(tmp_path: Path) -> None:
    async with BotPool.open(settings_in(tmp_path)) as pool:

        async def wait() -> None:
            async with pool.place("x", urgent=False):
                pass

        place = pool.place("first", urgent=False)
        await place.__aenter__()
        left, stays = asyncio.create_task(wait()), asyncio.create_task(wait())
        await asyncio.sleep(0)
        await place.__aexit__(None, None, None)
        left.cancel()  # it has the place already, but does not know it yet
        await asyncio.gather(left, stays, return_exceptions=True)
        assert stays.exception() is None
        assert len(pool._free) == 1


async def test_questions_of_people_are_no_bots_that_wait(tmp_path: Path) -> None:
    async with BotPool.open(settings_in(tmp_path)) as pool:

        async def wait(*, hint: bool) -> None:
            async with pool.place("x", urgent=False, hint=hint):
                pass

        async with pool.place("first", urgent=False):
            tasks = [asyncio.create_task(wait(hint=hint)) for hint in (True, True, False)]
            await asyncio.sleep(0)
            assert (pool.waiting, pool.bots_waiting) == (3, 1)
        await asyncio.gather(*tasks)


async def test_an_answer_to_another_question_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def __init__(self, *_: object, **__: object) -> None:
            self.sent: list[object] = []

        def send(self, question: object) -> None:
            self.sent.append(question)

    monkeypatch.setattr(pool_module, "_Process", Silent)
    worker = BotWorker(60.0)
    asking = asyncio.create_task(worker.check(Check(wondered(games()[0]), (), ())))
    await asyncio.sleep(0)
    process = worker._process
    assert process is not None
    worker._hear(process, BotAnswer(("-",)))
    await asyncio.sleep(0)
    assert not asking.done()
    worker._hear(process, Checked(None))
    assert await asking is None


@pytest.mark.slow
async def test_a_game_goes_back_to_the_process_that_knows_it(tmp_path: Path) -> None:
    async with BotPool.open(settings_in(tmp_path, workers=3)) as pool:
        async with pool.place("a", urgent=True) as first:
            await first.decide(asked(Game(2), "random", "a"))
            async with pool.place("b", urgent=True) as second:
                assert second is not first
                await second.decide(asked(Game(2), "random", "b"))
        for table, expected in (("a", first), ("b", second), ("a", first)):
            async with pool.place(table, urgent=True) as again:
                assert again is expected


# Hints.

LATE = (
    "2.b.1d0.1W2N1F2X2NXL2XII5XH2XX5X3LX5X3XLHQ2HXN2X1XI1XFIX1FX2I1N2J1L2X1."
    "B4DD1S1CDS1JC4SS1BC2C1D5BB1.-.xoo-oox-xxx-oxo.1B2R3Y3B5G10B"
)
"""Near the end, so that not much is left to think about."""


def wondered(game: Game, table: str = "a") -> Advise:
    return Advise(table, position_text(game.start), tuple(map(int, game.moves)))


def test_a_process_tells_hints_and_what_the_coach_says(tmp_path: Path) -> None:
    game = Game.from_position(LATE)

    async def work(worker: BotWorker) -> None:
        heard: list[Hint] = []
        await worker.advise(wondered(game), heard.append)
        assert heard
        assert [hint.stage for hint in heard] == sorted({hint.stage for hint in heard})
        played = game.copy()
        for decision in heard[-1].stretch:
            played.play(decision)
        best = tuple(map(int, heard[-1].stretch))
        assert await worker.check(Check(wondered(game), best, (best,))) is None
        check(game, await worker.decide(asked(game, "random")))

    with_thinker(settings_in(tmp_path), work)


def test_a_bot_comes_before_a_hint_and_has_it_end_early(tmp_path: Path) -> None:
    async def test() -> None:
        order: list[str] = []

        async def use(name: str, *, hint: bool) -> None:
            async with pool.place(name, urgent=True, owner="one", hint=hint):
                order.append(name)

        async with BotPool.open(settings_in(tmp_path)) as pool:
            async with pool.place("a", urgent=True, owner="one", hint=True) as worker:
                hurried: list[str] = []
                worker.hurry = lambda: hurried.append("a")  # type: ignore[method-assign]
                waiting = [asyncio.create_task(use("hint", hint=True))]
                await asyncio.sleep(0)
                assert hurried == []
                waiting.append(asyncio.create_task(use("bot", hint=False)))
                await asyncio.sleep(0)
                assert hurried == ["a"]
            await asyncio.gather(*waiting)
        assert order == ["bot", "hint"]

    run(test())


def test_a_hurried_hint_answers_with_what_is_known_also_before_it_began(tmp_path: Path) -> None:
    game = Game.from_position(LATE)
    mind = Mind()
    told: list[Any] = []
    mind.hurry()
    mind.answer(wondered(game), told.append)
    assert len(told) == 1
    mind.expect()
    mind.answer(wondered(game), told.append)
    assert told[0].value.playouts < told[1].value.playouts, "the next question is not hurried"


def test_a_process_that_dies_over_a_hint_is_told_and_replaced(tmp_path: Path) -> None:
    game = Game.from_position(LATE)

    async def work(worker: BotWorker) -> None:
        def kill(_: Hint) -> None:
            os.kill(pid_of(worker), signal.SIGTERM)

        with pytest.raises(NoAnswer):
            await worker.advise(wondered(game), kill)
        check(game, await worker.decide(asked(game, "random")))

    with_thinker(settings_in(tmp_path), work)


def test_it_rests_some_time_after_the_last_thought(tmp_path: Path) -> None:
    async def test() -> None:
        async with BotPool.open(settings_in(tmp_path)) as pool:
            assert pool.rests(60)
            async with pool.place("a", urgent=True):
                assert not pool.rests(0)
            assert pool.rests(0)
            assert not pool.rests(60)

    run(test())
