"""Reviews where two processes share a database: both know of them, both can cancel, and one goes on for the other."""

import asyncio
import contextlib
from pathlib import Path

import msgspec
import pytest

from aquaromana.server.bots.reviews import Reviewed, ReviewTurn
from aquaromana.server.service import reviews
from aquaromana.server.service.table_service import TableService
from aquaromana.server.storage import reviews as stored
from tests.server.service.test_cluster import two_halls
from tests.server.service.test_service_reviews import finished

TOTAL = 4
IN_TIME = 30.0


class _Steps:
    """A pool that judges one turn whenever it is told to."""

    def __init__(self) -> None:
        self.steps = asyncio.Semaphore(0)
        self.asked = self.done = 0
        self.bots_waiting = 0

    def reviewing(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def rests(self, seconds: float) -> bool:
        return True

    async def review(self, question: ReviewTurn) -> Reviewed:
        self.asked += 1
        await self.steps.acquire()
        self.done += 1
        return Reviewed(self.done, TOTAL, msgspec.json.encode({"total": TOTAL, "turns": [{}] * self.done}))


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "HEARTBEAT", 0.05)


def stepping(monkeypatch: pytest.MonkeyPatch, *halls: TableService) -> list[_Steps]:
    pools = [_Steps() for _ in halls]
    for hall, pool in zip(halls, pools, strict=True):
        monkeypatch.setattr(hall.reviews, "_pool", pool)
    return pools


async def until(service: TableService, table: str, state: str, done: int = 0) -> None:
    async with asyncio.timeout(IN_TIME):
        while ((status := await service.reviews.status(table)).state, status.done) != (state, done):  # noqa: ASYNC110
            await asyncio.sleep(0.02)  # a process that cannot tell


@pytest.mark.slow
async def test_a_review_is_known_and_can_be_cancelled_at_the_other_process(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_halls(tmp_path, database) as (one, two):
        pools = stepping(monkeypatch, one, two)
        table = await finished(one)
        await one.reviews.start(table, "quick", "")
        assert (await two.reviews.status(table)).state == "waiting"
        pools[0].steps.release()
        status = await two.reviews.status(table, 0)
        assert (status.state, status.done, status.total) == ("running", 1, TOTAL)
        assert msgspec.json.decode(bytes(status.review)) == {"total": TOTAL, "turns": [{}]}
        assert (await two.reviews.start(table, "quick", "")).state == "running"
        assert pools[1].asked == 0, "it is made once"
        await two.reviews.cancel(table)
        await until(one, table, "none")
        assert (await two.reviews.status(table)).state == "none"
        again = await two.reviews.start(table, "quick", "")
        assert again.state == "waiting", "it can be asked for again, here too"
        for _ in range(TOTAL):
            pools[1].steps.release()
        await until(one, table, "done", TOTAL)


@pytest.mark.slow
async def test_a_process_goes_on_with_what_another_one_left(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LIVES", 1.0)
    async with two_halls(tmp_path, database) as (one, two):
        pools = stepping(monkeypatch, one, two)
        table = await finished(one)
        await one.reviews.start(table, "quick", "")
        await asyncio.sleep(1.5)
        assert pools[1].asked == 0, "it gives signs of life"
        monkeypatch.setattr(one.reviews, "_publish_progress", asyncio.Event().wait)  # as a process that died
        for _ in range(TOTAL):
            pools[1].steps.release()
        await until(two, table, "done", TOTAL)
