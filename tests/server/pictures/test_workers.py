"""Work in other processes: results, errors, too much of it, what nobody waits for, and processes that die."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from aquaromana.records import RecordError
from aquaromana.server.errors import Refusal
from aquaromana.server.pictures.workers import WorkQueue
from aquaromana.server.table import imports

pytestmark = pytest.mark.slow  # processes start


@asynccontextmanager
async def queue(waiting: int = 9, each: int = 9, seconds: float = 60.0) -> AsyncIterator[WorkQueue]:
    made = WorkQueue(1, waiting, each, seconds)
    try:
        yield made
    finally:
        made.close()


def refused_with(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.code


def test_results_and_errors_come_back() -> None:
    async def run() -> None:
        async with queue() as worker_pools:
            assert await worker_pools.run("a", os.getpid) != os.getpid()
            assert await worker_pools.run("a", max, 3, 4) == 4
            with pytest.raises(RecordError) as refused:
                await worker_pools.run("a", imports.read, b'[Players "2"]\n0. C@99')
            assert (refused.value.line, refused.value.column) == (2, 4)
            with pytest.raises(RecordError) as wrong:
                await worker_pools.run("a", imports.read, b"PK\x03\x04")
            assert wrong.value.code == "record/file-type"

    asyncio.run(run())


def test_a_process_that_dies_is_replaced() -> None:
    async def run() -> None:
        async with queue() as worker_pools:
            with pytest.raises(Exception, match="terminated abruptly"):
                await worker_pools.run("a", os._exit, 1)  # it dies again when it is tried again
            assert await worker_pools.run("a", max, 3, 4) == 4

    asyncio.run(run())


def test_too_much_work_is_refused_and_an_end_ends_it_at_once() -> None:
    async def run() -> float:
        async with queue(waiting=3, each=2) as worker_pools:
            waiting = [asyncio.ensure_future(worker_pools.run("a", time.sleep, 60)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Refusal) as too_many:
                await worker_pools.run("a", max, 3, 4)
            assert refused_with(too_many) == "server/busy", "one has no more than a share"
            waiting.append(asyncio.ensure_future(worker_pools.run("b", time.sleep, 60)))
            await asyncio.sleep(0)
            with pytest.raises(Refusal) as full:
                await worker_pools.run("c", max, 3, 4)
            assert refused_with(full) == "server/busy"
            begun = time.monotonic()
            worker_pools.close()
            ends = await asyncio.gather(*waiting, return_exceptions=True)
            assert {each.code for each in ends if isinstance(each, Refusal)} == {"server/restart"}
            with pytest.raises(Refusal) as ended:
                await worker_pools.run("a", max, 3, 4)
            assert refused_with(ended) == "server/restart"
            return time.monotonic() - begun

    assert asyncio.run(run()) < 20


def test_what_nobody_waits_for_is_dropped(tmp_path: Path) -> None:
    """Neither what is being done nor what is still to be done keeps others waiting."""

    async def run() -> None:
        async with queue() as worker_pools:
            await worker_pools.run("a", max, 3, 4)
            waiting = [asyncio.ensure_future(worker_pools.run("a", time.sleep, 60)) for _ in range(3)]
            waiting.append(asyncio.ensure_future(worker_pools.run("a", Path.touch, tmp_path / "done")))
            await asyncio.sleep(0.1)
            for each in waiting:
                each.cancel()
            async with asyncio.timeout(30):
                assert await worker_pools.run("b", max, 3, 4) == 4
        assert not (tmp_path / "done").exists()

    asyncio.run(run())


def test_work_has_a_timeout() -> None:
    async def run() -> None:
        async with queue(seconds=0.2) as worker_pools:
            with pytest.raises(Refusal) as late:
                await worker_pools.run("a", time.sleep, 60)
            assert refused_with(late) == "server/busy"
            worker_pools._seconds = 30.0
            assert await worker_pools.run("a", max, 3, 4) == 4

    asyncio.run(run())
