"""Upkeep: old tables are removed, and the end waits for it."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.records import Record
from aquaromana.server.service.cleanup import Upkeep
from tests.support.random_play import finished
from tests.support.server_play import PEOPLE, hall_in, run, until
from tests.support.storages import Storage


def test_finished_tables_are_removed_after_their_time(storage: Storage) -> None:
    async def test() -> None:
        async with hall_in(storage) as hall:
            made = [await hall.add_record(Record.from_game(finished(2, seed))) for seed in range(3)]
            open_ = await hall.create(PEOPLE)
            assert await hall._upkeep.remove_old() == 0
        storage.rows(f"UPDATE tables SET changed = changed - 86400 * 8 WHERE id <> '{made[0].id}'")
        async with hall_in(storage, retention=7) as hall:

            async def removed() -> bool:
                return len(await hall.tables()) <= 2

            await until(removed)
            assert {info.id for info in await hall.tables()} == {made[0].id, open_.id}

    run(test())


def test_the_storage_stays_open_until_upkeep_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that was broken off was still being taken back when the loop ended: a traceback."""
    seen: list[str] = []

    async def go_on(upkeep: Upkeep) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            seen.append(str(await upkeep._store.count()))

    async def test() -> None:
        monkeypatch.setattr(Upkeep, "go_on", go_on)
        async with hall_in(tmp_path):
            await asyncio.sleep(0)
        assert seen == ["0"]

    run(test())
