"""The cache of tables in memory."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Bye
from aquaromana.server.service.audience import Subscriber
from aquaromana.server.service.cache import Changing, LoadedTable, TableCache
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.storage.store import Store
from tests.support.server_play import table


class Loads(TableObserver):
    """Counts what is loaded."""

    def __init__(self) -> None:
        self.tables: list[str] = []

    def on_loaded(self, loaded: LoadedTable) -> None:
        self.tables.append(loaded.table.id)


async def test_a_table_is_loaded_once_and_evicted_when_it_is_idle(tmp_path: Path) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await store.add(table())
        loads = Loads()
        cache = TableCache(store, loads)
        assert cache.peek("test") is None
        one, two = await asyncio.gather(cache.load("test"), cache.load("test"))
        assert one is two is cache.peek("test")
        assert loads.tables == ["test"]
        async with cache.using("test"):
            assert cache.sweep(0.0, lambda _: False) == [], "it is in use"
        assert cache.sweep(60.0, lambda _: False) == [], "it was used just now"
        assert cache.sweep(0.0, lambda _: True) == [], "it is needed"
        assert cache.sweep(0.0, lambda _: False) == ["test"]
        assert (len(cache), cache.ids()) == (0, set())


async def test_an_unknown_table_is_refused_and_stays_unknown(tmp_path: Path) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        cache = TableCache(store, TableObserver())
        for _ in range(2):
            with pytest.raises(Refusal) as caught:
                await cache.load("test")
            assert caught.value.code == "table/unknown"
        assert "test" not in cache


async def test_a_deleted_table_says_goodbye_to_its_subscribers(tmp_path: Path) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        cache = TableCache(store, TableObserver())
        loaded, subscriber = cache.put(table()), Subscriber(8)
        loaded.audience.join(subscriber, None)
        cache.delete("test")
        assert loaded.gone
        assert [each.message async for each in subscriber][-1] == Bye(code="table/deleted")
        assert "test" not in cache


async def test_a_change_locks_the_table_and_releases_it_after_an_error(tmp_path: Path) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        cache = TableCache(store, TableObserver())
        loaded = cache.put(table())

        async def renew(_: LoadedTable) -> None:
            assert loaded.lock.locked()

        async def fail(_: LoadedTable) -> None:
            raise Refusal.of("table/unknown")

        async with Changing(cache.using("test"), renew):
            assert (loaded.lock.locked(), loaded.users) == (True, 1)
        with pytest.raises(Refusal):
            async with Changing(cache.using("test"), fail):
                raise AssertionError("not reached")
        assert (loaded.lock.locked(), loaded.users) == (False, 0)
