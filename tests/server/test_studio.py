"""Work in other processes: results, errors, too much of it, and processes that die."""

import asyncio
import os
import time

import pytest

from aquaromana.records import RecordError
from aquaromana.server import imports
from aquaromana.server.errors import Refusal
from aquaromana.server.studio import Studio

pytestmark = pytest.mark.slow  # processes start


def test_results_and_errors_come_back() -> None:
    async def run() -> None:
        studio = Studio(1)
        try:
            assert await studio.do(os.getpid) != os.getpid()
            assert await studio.do(max, 3, 4) == 4
            with pytest.raises(RecordError) as refused:
                await studio.do(imports.read, b'[Players "2"]\n0. C@99')
            assert (refused.value.line, refused.value.column) == (2, 4)
            with pytest.raises(RecordError) as wrong:
                await studio.do(imports.read, b"PK\x03\x04")
            assert wrong.value.code == "record/file-type"
        finally:
            studio.close()

    asyncio.run(run())


def test_a_process_that_dies_is_replaced() -> None:
    async def run() -> None:
        studio = Studio(1)
        try:
            with pytest.raises(Exception, match="terminated abruptly"):
                await studio.do(os._exit, 1)  # it dies again when it is tried again
            assert await studio.do(max, 3, 4) == 4
        finally:
            studio.close()

    asyncio.run(run())


def test_too_much_work_is_refused_and_an_end_ends_it_at_once() -> None:
    async def run() -> float:
        studio = Studio(1, waiting=2)
        waiting = [asyncio.ensure_future(studio.do(time.sleep, 60)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await studio.do(max, 3, 4)
        assert refused.value.code == "server/busy"
        begun = time.monotonic()
        for task in waiting:
            task.cancel()
        studio.close()
        await asyncio.gather(*waiting, return_exceptions=True)
        with pytest.raises(Refusal) as ended:
            await studio.do(max, 3, 4)
        assert ended.value.code == "server/restart"
        return time.monotonic() - begun

    assert asyncio.run(run()) < 20
