"""An event and a queue that are small: they do what those of asyncio do."""

import asyncio

import pytest

from aquaromana.server.light_asyncio import LightEvent, LightQueue


def test_an_event_wakes_all_waiters_also_when_one_has_left() -> None:
    async def run() -> None:
        event = LightEvent()
        leaving, staying = (asyncio.ensure_future(event.wait()) for _ in range(2))
        await asyncio.sleep(0)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        assert not staying.done()
        event.set()
        event.clear()
        assert await asyncio.wait_for(staying, 5), "it was set for a moment"
        assert not event.is_set()
        later = asyncio.ensure_future(event.wait())
        await asyncio.sleep(0)
        assert not later.done()
        event.set()
        event.set()
        assert all(await asyncio.wait_for(asyncio.gather(later, event.wait()), 5))

    asyncio.run(run())


def test_a_queue_gives_everything_once_and_in_order() -> None:
    async def run() -> None:
        queue: LightQueue[int] = LightQueue()
        queue.put_nowait(1)
        queue.put_nowait(2)
        assert (queue.qsize(), queue.empty()) == (2, False)
        assert [await queue.get(), await queue.get()] == [1, 2]
        assert queue.empty()
        waiting = asyncio.ensure_future(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait(3)
        queue.put_nowait(4)
        assert await asyncio.wait_for(waiting, 5) == 3
        assert await queue.get() == 4

    asyncio.run(run())


def test_nothing_is_lost_when_a_waiter_is_cancelled() -> None:
    async def run() -> None:
        queue: LightQueue[int] = LightQueue()
        waiting = asyncio.ensure_future(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait(1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await asyncio.wait_for(queue.get(), 5) == 1

    asyncio.run(run())
