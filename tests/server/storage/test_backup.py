"""Copies of all tables."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.storage.backup import back_up
from aquaromana.server.storage.commits import StorageFault
from tests.support.server_play import PEOPLE, play_stretch, service_in


async def test_a_backup_is_made_while_people_play(tmp_path: Path) -> None:
    rng = Random(1)
    copy = tmp_path / "copy"
    copy.mkdir()
    async with service_in(tmp_path) as service:
        made = await service.create(PEOPLE)

        async def play_on() -> None:
            for _ in range(20):
                await play_stretch(service, made.id, rng)

        await asyncio.gather(play_on(), back_up(service._store, copy / "tables.db"))
        for taken in (copy / "tables.db", tmp_path / "no" / "folder.db"):
            with pytest.raises(Refusal) as caught:
                await back_up(service._store, taken)
            assert caught.value.code == "server/backup"
        steps = await service.steps(made.id)
        assert [path.name for path in copy.iterdir()] == ["tables.db"]
    async with service_in(copy) as service:
        saved = await service.steps(made.id)
        assert saved == steps[: len(saved)]


async def test_files_of_others_stay_whatever_they_are_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    for name in ("one.db.part", "two.db.part"):
        (copies / name).write_text("of somebody else")
    async with service_in(tmp_path) as service:
        await back_up(service._store, copies / "one.db")

        async def fail(_: Path) -> None:
            raise StorageFault("the disk is full")

        monkeypatch.setattr(service._store, "backup", fail)
        with pytest.raises(Refusal):
            await back_up(service._store, copies / "two.db")
    assert sorted(path.name for path in copies.iterdir()) == ["one.db", "one.db.part", "two.db.part"]
    assert (copies / "one.db.part").read_text() == (copies / "two.db.part").read_text() == "of somebody else"
