"""Cleanup: old tables are removed, and the end waits for it."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.records import Record
from aquaromana.server.service import table_service
from aquaromana.server.service.cleanup import Cleanup
from aquaromana.server.storage.store import Store
from tests.support.random_play import finished
from tests.support.server_play import PEOPLE, service_in, until
from tests.support.storages import Storage


@pytest.mark.slow
async def test_finished_tables_are_removed_after_their_time(storage: Storage) -> None:
    async with service_in(storage) as service:
        made = [await service.add_record(Record.from_game(finished(2, seed))) for seed in range(3)]
        open_ = await service.create(PEOPLE)
        assert await service._cleanup.remove_old() == 0
    storage.rows(f"UPDATE tables SET changed = changed - 86400 * 8 WHERE id <> '{made[0].id}'")
    async with service_in(storage, retention=7) as service:

        async def removed() -> bool:
            return len(await service.tables()) <= 2

        await until(removed)
        assert {info.id for info in await service.tables()} == {made[0].id, open_.id}


async def test_the_storage_stays_open_until_cleanup_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that was broken off was still being taken back when the loop ended: a traceback."""
    seen: list[str] = []

    async def clean_up(cleanup: Cleanup) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            seen.append(str(await cleanup._store.count()))

    monkeypatch.setattr(table_service, "_CLEANUP_STOPS", 0.01)
    monkeypatch.setattr(Cleanup, "run", clean_up)
    async with service_in(tmp_path):
        await asyncio.sleep(0)
    assert seen == ["0"]


async def test_a_query_of_the_cleanup_is_not_cancelled_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer came to an event loop that had closed: an exception in the thread of SQLite's driver."""
    asked, answered = asyncio.Event(), []
    find = Store.finished_before

    async def slow(store: Store, moment: float) -> list[str]:
        asked.set()
        await asyncio.sleep(0.2)
        answered.append(list(await find(store, moment)))
        return answered[0]

    monkeypatch.setattr(Store, "finished_before", slow)
    async with service_in(tmp_path, retention=7):
        await asked.wait()
    assert answered == [[]]
