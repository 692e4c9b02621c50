"""Cleanup: old tables are removed, and the end waits for it."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.records import Record
from aquaromana.server.service.cleanup import Cleanup
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

    monkeypatch.setattr(Cleanup, "run", clean_up)
    async with service_in(tmp_path):
        await asyncio.sleep(0)
    assert seen == ["0"]
