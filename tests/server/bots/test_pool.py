"""The pool of bot processes: who comes first, and what ends with the server."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.rules import Game
from aquaromana.server.bots import client, fair_queue
from aquaromana.server.bots import pool as pool_module
from aquaromana.server.bots.advice import Advise
from aquaromana.server.bots.client import BotWorker
from aquaromana.server.bots.fair_queue import FairQueue, Waiting
from aquaromana.server.bots.messages import Hurry
from aquaromana.server.bots.pool import REVIEW_TIMEOUT, BotPool
from aquaromana.server.bots.reviews import Reviewed, ReviewTurn
from tests.server.bots.support import asked, gone, pid_of, wondered
from tests.support.server_play import run, settings_in


async def test_urgent_requests_come_first_and_none_is_forgotten(tmp_path: Path) -> None:
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


async def test_questions_of_people_do_not_count_as_waiting_bots(tmp_path: Path) -> None:
    async with BotPool.open(settings_in(tmp_path)) as pool:

        async def wait(*, hint: bool) -> None:
            async with pool.place("x", urgent=False, hint=hint):
                pass

        async with pool.place("first", urgent=False):
            tasks = [asyncio.create_task(wait(hint=hint)) for hint in (True, True, False)]
            await asyncio.sleep(0)
            assert (pool.waiting, pool.bots_waiting) == (3, 1)
        await asyncio.gather(*tasks)


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


def test_it_rests_some_time_after_the_last_thought(tmp_path: Path) -> None:
    async def test() -> None:
        async with BotPool.open(settings_in(tmp_path)) as pool:
            assert pool.rests(60)
            async with pool.place("a", urgent=True):
                assert not pool.rests(0)
            assert pool.rests(0)
            assert not pool.rests(60)

    run(test())


@pytest.mark.slow
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


async def test_the_process_for_reviews_stays_between_two_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answered(_: object) -> Reviewed:
        return Reviewed(1, 2, b"")

    ended: list[int] = []
    monkeypatch.setattr(pool_module, "SPARE_REST", 0.0)
    async with BotPool.open(settings_in(tmp_path, bot_patience=1.0)) as pool:
        assert pool._reviewer._patience == REVIEW_TIMEOUT, "an idle process may have to wait for the processor"
        monkeypatch.setattr(pool._reviewer, "ask", answered)
        monkeypatch.setattr(pool._reviewer, "end", lambda: ended.append(1))
        with pool.reviewing():
            await pool.review(ReviewTurn("a", "key", "", (), "quick"))
            await asyncio.sleep(0.01)  # bots come first
            assert not ended
        await asyncio.sleep(0.01)
        assert ended


async def test_a_hint_is_not_cut_for_bots_that_come_after_it(tmp_path: Path) -> None:
    async with BotPool.open(settings_in(tmp_path)) as pool:

        async def wait(owner: str, *, urgent: bool) -> None:
            async with pool.place("b", urgent=urgent, owner=owner):
                pass

        async with pool.place("a", urgent=True, owner="one", hint=True) as worker:
            unwatched = asyncio.create_task(wait("one", urgent=False))
            await asyncio.sleep(0)
            assert (pool.bots_waiting, worker.is_hurried) == (1, False), "nobody watches the bot"
            async with pool.place("c", urgent=True, owner="two", hint=True) as spare:
                watched = asyncio.create_task(wait("one", urgent=True))
                await asyncio.sleep(0)
                hurried = (worker.is_hurried, spare.is_hurried)
                assert hurried == (True, False), "the spare one does not think for somebody who has a process"
        await asyncio.gather(unwatched, watched)


async def test_a_hint_that_is_hurried_before_it_is_asked_for_is_hurried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []

    class Silent:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def send(self, what: object) -> None:
            sent.append(type(what))
            if isinstance(what, Hurry):
                hint.cancel()

        def end(self) -> None:
            pass

    async def ask() -> None:
        async with pool.place("a", urgent=True, owner="one", hint=True) as worker:
            await worker.ask(wondered(Game(2)))

    monkeypatch.setattr(client, "BotProcess", Silent)
    async with BotPool.open(settings_in(tmp_path)) as pool, asyncio.timeout(10):
        async with pool.place("first", urgent=True, owner="one"):
            hint = asyncio.create_task(ask())
            await asyncio.sleep(0)
        # The hint has its process, and does not know it yet.
        async with pool.place("bot", urgent=True, owner="one") as worker:
            assert sent == [Advise, Hurry]
            assert not worker.is_hurried, "that was for the hint"


async def test_the_bots_that_were_used_lately_are_those_whose_times_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "KEYS", 2)
    queue = FairQueue()
    place: asyncio.Future[BotWorker] = asyncio.get_running_loop().create_future()
    for bot, seconds in (("a", 1.0), ("b", 1.0), ("a", 3.0), ("c", 1.0)):
        queue.charge(Waiting(place, "t", "o", bot, urgent=True, hint=False), seconds, 0.0)
    assert queue._takes == {"a": 2.0, "c": 1.0}
