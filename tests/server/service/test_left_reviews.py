"""Reviews that something goes wrong with: what is whole stays, and what can be made is made later."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

from aquaromana.server.bots.client import NoAnswer
from aquaromana.server.bots.reviews import Reviewed, ReviewTurn
from aquaromana.server.errors import Refusal
from aquaromana.server.service import reviews
from aquaromana.server.service.review_jobs import key_of
from aquaromana.server.service.table_service import TableService
from aquaromana.server.storage import reviews as stored
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.reviews import ReviewJob, ReviewStore
from aquaromana.server.table.table import Table
from tests.server.service.test_service_reviews import finished, whole
from tests.support.server_play import service_in

TOTAL = 4


class _Script:
    """A pool that answers with so many turns each time; with 0 the process is gone, and at the end it stalls."""

    bots_waiting = 0

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)

    def reviewing(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def rests(self, _: float) -> bool:
        return True

    async def review(self, _: ReviewTurn) -> Reviewed:
        if not self.answers:
            await asyncio.Event().wait()
        if not (done := self.answers.pop(0)):
            raise NoAnswer
        return Reviewed(done, TOTAL, body(done))


def body(done: int = TOTAL) -> bytes:
    return msgspec.json.encode({"total": TOTAL, "turns": [{}] * done})


def scripted(service: TableService, monkeypatch: pytest.MonkeyPatch, *answers: int) -> None:
    monkeypatch.setattr(service.reviews, "_pool", _Script(*answers))


def other_process(service: TableService, monkeypatch: pytest.MonkeyPatch) -> ReviewStore:
    """The storage as another process sees it."""
    monkeypatch.setattr(service.reviews, "_shared", True)
    own = service._store.reviews
    return ReviewStore(own._commits, own._reading)


async def key(service: TableService, table: str, depth: str) -> str:
    async with service.using(table) as loaded:
        return key_of(loaded.table, depth)


async def eventually(service: TableService, table: str, state: str) -> None:
    async with asyncio.timeout(30):
        while (await service.reviews.status(table)).state != state:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("answers", "state"), [((1, 2, 0, 1, 2, 3, 4), "done"), ((1, 2, 0, 1, 2, 0), "failed")])
async def test_a_process_that_begins_again_takes_nothing_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: tuple[int, ...], state: str
) -> None:
    async with service_in(tmp_path) as service:
        scripted(service, monkeypatch, *answers)
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        seen: list[int] = []
        async with asyncio.timeout(30):
            while (status := await service.reviews.status(table, max(seen, default=0))).state == "running":
                seen.append(status.done)
        assert status.state == state
        assert seen == sorted(seen)


async def test_a_failed_review_hides_none_that_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path) as service:
        scripted(service, monkeypatch, TOTAL, 0, 0)
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        assert (await whole(service, table)).state == "done"
        await service.reviews.start(table, "normal", "")
        status = await whole(service, table)
        assert (status.state, status.depth) == ("done", "quick")
        assert (await service.reviews.start(table, "normal", "")).state == "waiting", "it can be tried again"


@pytest.mark.parametrize("answers", [(TOTAL,), (0, 0)])
async def test_what_another_process_made_counts_more_than_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: tuple[int, ...]
) -> None:
    async with service_in(tmp_path) as service:
        scripted(service, monkeypatch, *answers)
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        ended = await whole(service, table)
        other = other_process(service, monkeypatch)
        deeper = await key(service, table, "normal")
        await other.begin(ReviewJob(table, deeper, "normal", "", 1, TOTAL), alone=False)
        assert (await service.reviews.status(table)).state == "running"
        await other.keep(table, deeper, body().decode())
        status = await service.reviews.status(table)
        assert (status.state, status.depth) == ("done", "normal")
        monkeypatch.setattr(service._store.reviews, "kept", _fault)
        assert (await service.reviews.status(table)).state == ended.state, "without the storage, what is known"


@pytest.mark.parametrize("is_made", [True, False])
async def test_a_shallower_review_takes_the_place_of_no_deeper_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_made: bool
) -> None:
    """A process that was silent for a while finishes what another one has taken over, and made deeper."""
    async with service_in(tmp_path) as service:
        scripted(service, monkeypatch, 1)
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        await service.reviews.status(table, after=0)
        other = other_process(service, monkeypatch)
        deeper = await key(service, table, "normal")
        monkeypatch.setattr(stored, "LIVES", 60.0)
        await other.begin(ReviewJob(table, deeper, "normal", "", 1, TOTAL), alone=True)
        if is_made:
            await other.keep(table, deeper, body().decode())
        job = service.reviews._jobs[table]
        await service._store.reviews.keep(table, job.key, body().decode(), deeper=job.deeper())
        assert await other.kept(table) == (deeper if is_made else job.key, body().decode())
        assert [each.key for each in await other.abandoned(alone=True)] == ([] if is_made else [deeper])
        await other.keep(table, deeper, body().decode())
        assert await other.kept(table) == (deeper, body().decode()), "a deeper one replaces any"


async def _fault(*_: object, **__: object) -> NoReturn:
    raise StorageFault("no disk")


async def test_what_is_left_waits_for_better_times_and_what_nobody_can_make_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with service_in(tmp_path) as service:
        strange, table = await finished(service), await finished(service)
        store = service._store.reviews
        await store.begin(ReviewJob(strange, "key", "endless", ""), alone=True)
        await store.begin(ReviewJob(table, await key(service, table, "quick"), "quick", ""), alone=True)
    monkeypatch.setattr(reviews, "HEARTBEAT", 0.01)
    monkeypatch.setattr(reviews, "MAX_ACTIVE_REVIEWS", 0)
    async with service_in(tmp_path) as service:
        scripted(service, monkeypatch)
        async with asyncio.timeout(30):
            while len(await service._store.reviews.abandoned(alone=True)) > 1:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        left = await service._store.reviews.abandoned(alone=True)
        assert [job.table_id for job in left] == [table], "too many reviews at the moment do not count as a failure"
        assert len([each for each in caplog.records if "is dropped" in each.getMessage()]) == 1
        monkeypatch.setattr(reviews, "MAX_ACTIVE_REVIEWS", 1)
        await eventually(service, table, "running")


async def test_a_process_forgets_its_own_reviews_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path) as service:
        scripted(service, monkeypatch, 0, 0)
        other, table = other_process(service, monkeypatch), await finished(service)
        await service.reviews.start(table, "quick", "")
        await other.drop(table)
        await other.begin(ReviewJob(table, "key", "normal", ""), alone=False)
        await eventually(service, table, "failed")
        for known in ("key", "another"):
            await service.reviews._forget(table, known)
            assert [job.key for job in await other.abandoned(alone=True)] == ["key"]
        await other.forget(table, "another", alone=False)
        assert [job.key for job in await other.abandoned(alone=True)] == ["key"]
        await other.forget(table, "key", alone=False)
        assert await other.abandoned(alone=True) == []


async def test_a_review_that_cannot_be_cancelled_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path) as service:
        scripted(service, monkeypatch)
        table = await finished(service)
        await service.reviews.start(table, "quick", "")
        with monkeypatch.context() as patched:
            patched.setattr(service._store.reviews, "drop", _fault)
            with pytest.raises(Refusal) as refusal:
                await service.reviews.cancel(table)
            assert refusal.value.code == "server/storage"
        assert (await service.reviews.status(table)).state != "none", "it would come back after a restart"
        await service.reviews.cancel(table)
        assert (await service.reviews.status(table)).state == "none"
        assert await service._store.reviews.abandoned(alone=True) == []


@pytest.mark.parametrize("fails", [False, True])
async def test_a_game_that_cannot_be_read_is_not_taken_for_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    async def unreadable(_: str) -> NoReturn:
        raise StorageFault("unreadable")

    class Copy:
        origin, parent = "fork", "deleted"

        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

    async with service_in(tmp_path, access="shared") as service:
        async with service.using(await finished(service)) as loaded:
            game: Table = loaded.table
        if fails:
            monkeypatch.setattr(service._store, "running_before", unreadable)
        copy: Any = Copy()
        with pytest.raises(Refusal) if fails else contextlib.nullcontext() as refused:
            await service.reviews.check_reviewable(copy)
        assert not fails or (refused and refused.value.code == "server/storage")
