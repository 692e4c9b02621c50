"""Reviews at tables: of finished games alone, in the background, kept, cancelled, refused, and tries judged afresh."""

import asyncio
import contextlib
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aquaromana.records import Line, Record, read_record
from aquaromana.rules.notation import position_text
from aquaromana.server.bots.client import NoAnswer
from aquaromana.server.bots.reviews import Reviewed, ReviewTurn, Tried, Try, tried
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.intents import Resign
from aquaromana.server.protocol.messages import Answer, Ask, Choices, Hello, Preview, Previewed, State
from aquaromana.server.protocol.review import AskTry, Practice, ReviewStatus
from aquaromana.server.service import review_moments, reviews
from aquaromana.server.service.table_service import TableService
from aquaromana.server.storage.commits import Conflict
from tests.support.house import ROOT
from tests.support.server_play import PEOPLE, service_in

LAST = 24
"""Decisions of the game that is reviewed."""


@cache
def ending() -> Record:
    """The end of a recorded game of two, as a game of its own."""
    whole = read_record((ROOT / "tests/records/data/two-players.aqr").read_text("utf-8"))
    start = whole.game(len(whole.moves) - LAST).position
    return Record(start, Line.of(whole.moves[-LAST:]), result=whole.result)


async def finished(service: TableService) -> str:
    return (await service.add_record(ending())).id


async def whole(service: TableService, table: str) -> ReviewStatus:
    """The status once nothing more comes."""
    status = await service.reviews.status(table)
    while status.state in ("waiting", "running"):
        status = await service.reviews.status(table, status.done)
    return status


async def refused(service: TableService, table: str) -> str:
    """The code with which a review, and all that goes with it, is refused."""
    codes = set()
    for asking in (
        service.reviews.start(table, "quick", ""),
        service.reviews.status(table),
        service.moments.at(table, 0),
        service.moments.practice(table, Practice(ply=0, message=Hello())),
        service.moments.judged(table, AskTry(ply=0, moves=[]), ""),
    ):
        with pytest.raises(Refusal) as refusal:
            await asking
        codes.add(refusal.value.code)
    (code,) = codes
    return code


@pytest.mark.slow
async def test_a_finished_game_is_reviewed_from_the_end_and_the_review_is_kept(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        table = await finished(service)
        assert (await service.reviews.status(table)).state == "none"
        status = await service.reviews.start(table, "quick", "")
        assert (status.state, status.ahead) == ("waiting", 1)
        seen: list[int] = []
        found: dict[str, Any] = {}
        while status.state != "done":
            status = await service.reviews.status(table, status.done)
            if status.review is not None:
                found = msgspec.json.decode(bytes(status.review))
                seen.append(found["turns"][0]["index"])
                assert found["total"] == status.total
                assert len(found["turns"]) == status.done
        assert seen == sorted(seen, reverse=True)
        assert len(set(seen)) > 2, "some of it could be seen before the end"
        assert found["whole"]
        assert (await service.reviews.start(table, "quick", "")).state == "done", "nothing is done twice"
    async with service_in(tmp_path) as service:
        again = await service.reviews.status(table)
        assert (again.state, again.done) == ("done", status.total)
        assert bytes(again.review) == bytes(status.review)
        await service.delete(table)
        assert await service._store.reviews.kept(table) is None


async def test_no_game_is_reviewed_that_people_still_play(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="shared") as service:
        running = await service.create(PEOPLE)
        assert await refused(service, running.id) == "table/playing"
        assert await refused(service, "nowhere") == "table/unknown"
        copy = await service.fork(running.id, 0, PEOPLE)
        version = (await service.info(copy.id)).version
        await service.apply(copy.id, Resign(id="r", version=version, seat=0))
        assert (await service.info(copy.id)).status == "over"
        assert await refused(service, copy.id) == "review/empty"
        lesson = await service.create_lesson("first")
        assert await refused(service, lesson.id) == "lesson/only"


@pytest.mark.slow
async def test_a_copy_of_a_running_game_that_somebody_gave_up_is_not_reviewed(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="shared") as service:
        record = ending().until(LAST - 8)
        running = await service.add_record(record)
        assert await refused(service, running.id) == "review/stops-early"
        copy = await service.fork(running.id, 6, PEOPLE)
        again = await service.fork(copy.id, 6, PEOPLE)
        for table in (copy.id, again.id):
            version = (await service.info(table)).version
            await service.apply(table, Resign(id="r", version=version, seat=0))
        assert await refused(service, copy.id) == "review/running"
        assert await refused(service, again.id) == "review/running"
        await service.delete(running.id)
        status = await service.reviews.start(copy.id, "quick", "")
        assert status.state == "waiting", "a game that was given up is reviewed as far as it went"
        assert (await whole(service, copy.id)).state == "done"


@pytest.mark.slow
async def test_a_review_can_be_cancelled_and_asked_for_again(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        one, two = await finished(service), await finished(service)
        await service.reviews.start(one, "normal", "")
        await service.reviews.start(two, "quick", "")
        assert (await service.reviews.status(two)).ahead == 1
        await service.reviews.status(one, 0)
        await service.reviews.cancel(one)
        assert (await service.reviews.status(one)).state == "none"
        assert (await whole(service, two)).state == "done", "the next one is not disturbed"
        assert (await service.reviews.start(one, "quick", "")).state == "waiting"
        await service.delete(one)
        assert await service._store.reviews.kept(one) is None
        await service.reviews.cancel("nowhere")


async def test_a_review_goes_on_after_a_restart_and_says_the_same(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        table, other, gone = [await finished(service) for _ in range(3)]
        for each in (table, other, gone):
            await service.reviews.start(each, "quick", "")
        await service.reviews.status(table, 0)
        await service.reviews.cancel(other)
    async with service_in(tmp_path) as service:
        async with asyncio.timeout(60):
            while (status := await service.reviews.status(table)).state == "none":  # noqa: ASYNC110
                await asyncio.sleep(0.01)  # the start is not waited for
        assert status.state in ("waiting", "running")
        await service.delete(gone)
        found = await whole(service, table)
        assert (await service.reviews.status(other)).state == "none", "what was cancelled stays cancelled"
        assert await service._store.reviews.abandoned(alone=True) == [], "nothing of it is left to do"
        again = await finished(service)
        await service.reviews.start(again, "quick", "")
        assert bytes((await whole(service, again)).review) == bytes(found.review)
    async with service_in(tmp_path) as service:
        assert bytes((await service.reviews.status(table)).review) == bytes(found.review)


async def test_a_table_that_is_deleted_in_the_middle_takes_its_review_with_it(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        one, two = await finished(service), await finished(service)
        await service.reviews.start(one, "normal", "")
        await service.reviews.start(two, "quick", "")
        await service.reviews.status(one, 0)
        assert [job.table_id for job in await service._store.reviews.abandoned(alone=True)] == [one, two]
        await service.delete(one)
        with pytest.raises(Refusal) as refusal:
            await service.reviews.status(one)
        assert refusal.value.code == "table/unknown"
        assert (await whole(service, two)).state == "done", "the next one is not disturbed"
        assert await service._store.reviews.abandoned(alone=True) == []
        assert await service._store.reviews.kept(one) is None


class _Stalled:
    """A pool that never gets on with a review, or fails at it."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.asked = 0
        self.bots_waiting = 0
        self.is_quiet = True

    def reviewing(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def rests(self, seconds: float) -> bool:
        return self.is_quiet

    async def review(self, question: ReviewTurn) -> Reviewed:
        self.asked += 1
        if self.fails:
            raise NoAnswer
        await asyncio.sleep(60)
        raise AssertionError


async def test_the_queue_is_bounded_for_all_and_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MAX_ACTIVE_REVIEWS", 5)
    async with service_in(tmp_path, access="shared") as service:
        monkeypatch.setattr(service.reviews, "_pool", _Stalled())
        tables = [await finished(service) for _ in range(6)]
        for number, table in enumerate(tables[:5]):
            await service.reviews.start(table, "quick", "Ann" if number < 3 else "Ben")
        assert (await service.reviews.start(tables[0], "quick", "Ann")).state != "none", "it is there already"
        for owner in ("Ann", "Cleo"):
            with pytest.raises(Refusal) as refusal:
                await service.reviews.start(tables[5], "quick", owner)
            assert refusal.value.code == "review/too-many"
        await service.reviews.cancel(tables[4])
        with pytest.raises(Refusal):
            await service.reviews.start(tables[5], "quick", "Ann")
        await service.reviews.start(tables[5], "quick", "Cleo")


async def test_a_process_that_fails_twice_fails_the_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path) as service:
        pool = _Stalled(fails=True)
        monkeypatch.setattr(service.reviews, "_pool", pool)
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        assert (await whole(service, table)).state == "failed"
        assert pool.asked == 2
        assert await service._store.reviews.abandoned(alone=True) == [], "it does not fail again after a restart"
        assert (await service.reviews.start(table, "quick", "")).state == "waiting"


class _Instant(_Stalled):
    """A pool that reviews a game at once, but not that of one table; some turns fail once."""

    def __init__(self, stalled: str = "", turns: int = 1) -> None:
        super().__init__()
        self.stalled = stalled
        self.turns = turns
        self.done = 0

    async def review(self, question: ReviewTurn) -> Reviewed:
        if question.table == self.stalled:
            return await super().review(question)
        self.asked += 1
        if self.turns > 1 and self.asked % 2:
            raise NoAnswer
        self.done += 1
        return Reviewed(self.done, self.turns, msgspec.json.encode({"total": self.turns, "turns": []}))


@pytest.mark.parametrize(("fault", "state"), [(Conflict("gone"), "done"), (RuntimeError("bug"), "failed")])
async def test_a_review_that_cannot_be_kept_disturbs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception, state: str
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise fault

    async with service_in(tmp_path) as service:
        one, two = await finished(service), await finished(service)
        monkeypatch.setattr(service.reviews, "_pool", _Instant(stalled=two))
        monkeypatch.setattr(service.reviews._store, "keep", fails)
        await service.reviews.start(one, "quick", "")
        await service.reviews.start(two, "quick", "")
        assert (await whole(service, one)).state == state
        await asyncio.sleep(0)
        assert (await service.reviews.status(two)).state == "running"
        service.reviews.on_deleted(one)
        await asyncio.sleep(0)
        assert (await service.reviews.status(two)).state == "running"
        work = service.reviews._jobs[two].work
        assert work is not None
        assert not work.done()


async def test_every_turn_may_fail_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path) as service:
        monkeypatch.setattr(service.reviews, "_pool", _Instant(turns=3))
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        assert (await whole(service, table)).state == "done"


async def test_only_a_new_review_counts_and_a_deeper_one_answers_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    async with service_in(tmp_path) as service:
        monkeypatch.setattr(service.reviews, "_pool", _Instant())
        table = await finished(service)
        both = [service.reviews.start(table, "normal", who, partial(made.append, who)) for who in ("Ann", "Ben")]
        await asyncio.gather(*both)
        assert len(made) == 1
        assert (await whole(service, table)).state == "done"
    async with service_in(tmp_path) as service:
        found = await service.reviews.start(table, "quick", "", partial(made.append, "Cleo"))
        assert (found.state, found.depth) == ("done", "normal")
    assert len(made) == 1


async def test_a_try_that_always_has_to_make_way_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = tuple(map(int, ending().moves))
    asked = Try("a", position_text(ending().start), (), moves[:1], (), "quick")
    assert tried(asked, lambda stop: stop()).found is None

    async def hurried(*_: object, **__: object) -> Tried:
        counted.append(1)
        return Tried(None)

    counted: list[int] = []
    async with service_in(tmp_path) as service:
        monkeypatch.setattr(service.moments._questions, "answer", hurried)
        with pytest.raises(Refusal) as refusal:
            await service.moments._judged(asked, "")
        assert refusal.value.code == "study/busy"
        assert len(counted) == review_moments.AGAIN


async def test_bots_that_wait_for_a_process_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path) as service:
        pool = _Stalled()
        pool.bots_waiting = 1
        monkeypatch.setattr(service.reviews, "_pool", pool)
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        await asyncio.sleep(0.2)
        assert pool.asked == 0
        pool.bots_waiting, pool.is_quiet = 0, False
        await asyncio.sleep(0.2)
        assert pool.asked == 0, "bots have only just thought"
        pool.is_quiet = True
        await asyncio.sleep(0.2)
        assert pool.asked == 1


@pytest.mark.slow
async def test_a_moment_can_be_looked_at_and_tried_as_if_it_were_played(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        found = msgspec.json.decode(bytes((await whole(service, table)).review))
        turn = max((turn for turn in found["turns"] if turn["counted"]), key=lambda turn: turn["loss"])
        ply, best = turn["ply"], turn["best"]["moves"]

        practiced = await service.moments.practice(table, Practice(ply=ply, message=Hello()))
        state, choices = practiced.messages
        assert isinstance(state, State)
        assert isinstance(choices, Choices)
        assert (state.ply, state.yours, choices.seat) == (ply, [turn["seat"]], turn["seat"])
        assert best[0] in {choice.move for choice in choices.choices}
        message = Preview(id="p", version=state.version, moves=best)
        (previewed,) = (await service.moments.practice(table, Practice(ply=ply, message=message))).messages
        assert isinstance(previewed, Previewed)
        assert previewed.complete
        ask = Ask(id="a", version=state.version, subject="square", name="A1")
        (answer,) = (await service.moments.practice(table, Practice(ply=ply, message=ask))).messages
        assert isinstance(answer, Answer)

        right = await service.moments.judged(table, AskTry(ply=ply, moves=best), "")
        assert (right.right, right.reply) == (True, None)
        line = (await service.moments.at(table, ply)).line([*best, *turn["line"]])
        assert len(line.views) == len(line.steps) + 1 == len(best) + len(turn["line"]) + 1
        assert [step.ply for step in line.steps] == list(range(ply, ply + len(line.steps)))
        with pytest.raises(Refusal) as refusal:
            await service.moments.judged(table, AskTry(ply=ply, moves=[]), "")
        assert refusal.value.code == "table/incomplete"
        with pytest.raises(Refusal) as refusal:
            await service.moments.at(table, 999)
        assert refusal.value.code == "table/ply"
        with pytest.raises(Refusal):
            (await service.moments.at(table, ply)).line(["nonsense"])


@pytest.mark.slow
async def test_a_wrong_try_is_answered_by_the_reply(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        blunder = await finished(service)
        async with service.using(blunder) as loaded:
            moves = [str(move) for move in loaded.table.moves]
        assert moves
        verdicts = []
        for ply in range(LAST - 1):
            practiced = await service.moments.practice(blunder, Practice(ply=ply, message=Hello()))
            choices = practiced.messages[1]
            assert isinstance(choices, Choices)
            for choice in choices.choices[:3]:
                message = Preview(id="p", version=ply, moves=[choice.move])
                (shown,) = (await service.moments.practice(blunder, Practice(ply=ply, message=message))).messages
                assert isinstance(shown, Previewed)
                if shown.complete and len(choices.choices) > 1:
                    verdict = await service.moments.judged(blunder, AskTry(ply=ply, moves=[choice.move]), "")
                    assert (verdict.reply is None) == verdict.right
                    verdicts.append(verdict)
            if any(not verdict.right for verdict in verdicts):
                break
        wrong = next(verdict for verdict in verdicts if not verdict.right)
        assert wrong.reply is not None
        assert wrong.share or wrong.points
