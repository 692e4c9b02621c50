"""Bots in processes of their own: always a legal answer, whatever a bot does, and no process left behind."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from aquaromana.analysis.hints import Hint
from aquaromana.rules import Game
from aquaromana.server.bots import client
from aquaromana.server.bots.advice import Check, Checked
from aquaromana.server.bots.client import BotWorker, NoAnswer, at_random, whole_answer
from aquaromana.server.bots.process import BotProcess
from aquaromana.server.bots.worker import BotAnswer
from aquaromana.server.protocol.messages import Thinking
from tests.server.bots.support import LATE, asked, check, games, gone, is_alive, pid_of, with_worker, wondered
from tests.support.server_bots import install
from tests.support.server_play import settings_in


@pytest.mark.slow
def test_chance_makes_whole_stretches_too() -> None:
    for game in games():
        check(game, BotAnswer(at_random(asked(game, ""))))


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

    with_worker(settings_in(tmp_path, bot_patience=5 if bot == "hangs" else 60), work)
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

    with_worker(settings_in(tmp_path), work)
    assert "No process can be started for bots" in caplog.text


@pytest.mark.parametrize("fault", [OSError(24, "Too many open files"), RuntimeError("can't start new thread")])
async def test_where_files_or_threads_run_out_chance_decides(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(client, "BotProcess", fails)
    worker = BotWorker(60.0)
    answer = await worker.decide(asked(games()[0], "search:1"))
    check(games()[0], answer)
    assert answer.by == "random"
    assert str(fault) in caplog.text
    with pytest.raises(NoAnswer):
        await worker.ask(wondered(games()[0]))


async def test_a_process_without_a_thread_leaves_no_pipe_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise RuntimeError("can't start new thread")

    made: list[int] = []
    pipe = os.pipe

    def noted() -> tuple[int, int]:
        made.extend(ends := pipe())
        return ends

    monkeypatch.setattr(os, "pipe", noted)
    monkeypatch.setattr(threading.Thread, "start", fails)
    with pytest.raises(RuntimeError):
        BotProcess(lambda *_: None, idle=False)
    assert len(made) == 2
    for end in made:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(end)


@pytest.mark.slow
def test_thoughts_are_told_while_they_last(tmp_path: Path) -> None:
    game = max(games(), key=lambda each: len(each.legal_moves()))
    heard: list[Thinking] = []

    async def work(worker: BotWorker) -> None:
        check(game, await worker.decide(asked(game, "search:5@0.5s/stretch"), heard.append))

    with_worker(settings_in(tmp_path), work)
    assert len(heard) >= 2
    of_the_first = [each.playouts for each in heard if not each.moves]
    assert of_the_first == sorted(of_the_first)


@pytest.mark.slow
def test_a_thought_that_nobody_wants_ends_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word is enough, and the process stays; without one, the process ends."""
    monkeypatch.setattr(client, "GRACE", 60.0)

    async def work(worker: BotWorker) -> None:
        game = max(games(), key=lambda each: len(each.legal_moves()))
        question = asked(game, "search:5@3000s")
        for is_told in (True, False):
            heard = asyncio.Event()
            thinking = worker.decide(question, lambda _, heard=heard: heard.set())  # type: ignore[misc]
            task = asyncio.create_task(whole_answer(worker, thinking) if is_told else thinking)
            await heard.wait()
            pid = pid_of(worker)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            if is_told:
                await worker.decide(asked(game, "random"))
                assert pid_of(worker) == pid
            else:
                assert await asyncio.to_thread(gone, pid)
        check(game, await worker.decide(asked(game, "random")))

    with_worker(settings_in(tmp_path), work)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system knows no such priorities")
def test_a_process_is_gentle(tmp_path: Path) -> None:
    async def work(worker: BotWorker) -> None:
        await worker.decide(asked(games()[0], "random"))
        here = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid_of(worker)) == min(here + 10, 19)

    with_worker(settings_in(tmp_path), work)


KILLED = """
import asyncio, sys
from aquaromana import Game
from aquaromana.rules.notation import position_text
from aquaromana.server.settings import Settings
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.bots.worker import Question

async def main():
    async with BotPool.open(Settings(workers=1)) as thinkers, thinkers.place("a", urgent=True) as thinker:
        def heard(_):
            print(thinker._process._process.pid, flush=True)
        await thinker.decide(Question("a", 0, "search:5@3000s", position_text(Game(2).position), ()), heard)

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal")
def test_a_process_does_not_outlive_a_server_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert is_alive(pid)
        server.kill()
    assert gone(pid)


async def test_an_answer_to_another_question_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def __init__(self, *_: object, **__: object) -> None:
            self.sent: list[object] = []

        def send(self, question: object) -> None:
            self.sent.append(question)

    monkeypatch.setattr(client, "BotProcess", Silent)
    worker = BotWorker(60.0)
    asking = asyncio.create_task(worker.ask(Check(wondered(games()[0]), (), ())))
    await asyncio.sleep(0)
    process = worker._process
    assert process is not None
    worker._hear(process, BotAnswer(("-",)))
    await asyncio.sleep(0)
    assert not asking.done()
    worker._hear(process, Checked(None))
    assert (await asking).caution is None


# Hints.


@pytest.mark.slow
def test_a_process_tells_hints_and_what_the_coach_says(tmp_path: Path) -> None:
    game = Game.from_position(LATE)

    async def work(worker: BotWorker) -> None:
        heard: list[Hint] = []
        await worker.ask(wondered(game), heard.append)
        assert heard
        assert [hint.stage for hint in heard] == sorted({hint.stage for hint in heard})
        played = game.copy()
        for decision in heard[-1].stretch:
            played.play(decision)
        best = tuple(map(int, heard[-1].stretch))
        assert (await worker.ask(Check(wondered(game), best, (best,)))).caution is None
        check(game, await worker.decide(asked(game, "random")))

    with_worker(settings_in(tmp_path), work)


@pytest.mark.slow
def test_a_process_that_dies_over_a_hint_is_told_and_replaced(tmp_path: Path) -> None:
    game = Game.from_position(LATE)

    async def work(worker: BotWorker) -> None:
        def kill(_: Hint) -> None:
            os.kill(pid_of(worker), signal.SIGTERM)

        with pytest.raises(NoAnswer):
            await worker.ask(wondered(game), kill)
        check(game, await worker.decide(asked(game, "random")))

    with_worker(settings_in(tmp_path), work)
