"""Deleting tables, and making room for others: what is deleted is looked at again in the moment of deletion."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.intents import Rematch, Rename, Resign
from aquaromana.server.service.table_service import TableService
from aquaromana.server.storage.store import Store
from aquaromana.server.table.credentials import HOST as HOST_LINK
from aquaromana.server.table.credentials import LOCAL
from tests.support.server_friends import BEN, HOST, PERSON, apply, refused
from tests.support.server_play import service_in

PEOPLE = [PERSON, PERSON]


def age(folder: Path, *tables: str) -> None:
    """As if nothing had happened there for more than a day."""
    with contextlib.closing(sqlite3.connect(folder / "tables.db")) as connection, connection:
        for table in tables:
            connection.execute("UPDATE tables SET changed = changed - 100000 WHERE id = ?", (table,))


@pytest.mark.parametrize("is_loaded", [True, False])
async def test_a_host_whose_link_is_replaced_meanwhile_deletes_nothing(tmp_path: Path, is_loaded: bool) -> None:
    """Their request was admitted before; what counts is the moment of the deletion."""
    async with service_in(tmp_path) as service:
        made = await service.create(PEOPLE)
        for credentials in (BEN, HOST):
            if credentials is HOST:
                await service.replace_link(made.id, HOST_LINK, HOST)
            if not is_loaded:
                service._cache.drop(made.id)
            assert await refused(service.delete(made.id, credentials)) == "access/host"
        assert (await service.info(made.id)).id == made.id
        await service.delete(made.id, LOCAL)
        assert await refused(service.info(made.id)) == "table/unknown"


async def test_of_two_who_find_the_same_table_to_remove_both_find_room(tmp_path: Path) -> None:
    async with service_in(tmp_path, tables=3) as service:
        old = [(await service.create(PEOPLE)).id for _ in range(3)]
        age(tmp_path, *old)
        made = await asyncio.gather(*(service.create(PEOPLE) for _ in range(2)))
        assert len({table.id for table in made} & {info.id for info in await service.tables()}) == 2


async def test_a_table_that_is_used_meanwhile_makes_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path, tables=2) as service:
        used, unused = [(await service.create(PEOPLE)).id for _ in range(2)]
        age(tmp_path, used, unused)
        age(tmp_path, used)
        find = Store.unused_since

        async def found(store: Store, moment: float, *, but: str = "") -> tuple[str, float] | None:
            spare = await find(store, moment, but=but)
            if spare and spare[0] == used:
                await service.apply(used, Rename(id="n", version=0, seat=0, name="Ann"))
            return spare

        monkeypatch.setattr(Store, "unused_since", found)
        made = await service.create(PEOPLE)
        assert {info.id for info in await service.tables()} == {used, made.id}
        assert await _limit(service) == "table/limit"


async def _limit(service: TableService) -> str:
    try:
        await service.create(PEOPLE)
    except Refusal as refusal:
        return refusal.code
    return ""


async def test_a_rematch_does_not_remove_the_table_before_it(tmp_path: Path) -> None:
    """It waited for itself forever."""
    async with service_in(tmp_path, access="shared", secret="x" * 40, tables=1) as service, asyncio.timeout(20):
        made = await service.create(PEOPLE, owner="127.0.0.2")
        await apply(service, made.id, BEN, Resign, seat=1)
        version = (await service.info(made.id)).version
        assert await refused(service.apply(made.id, Rematch(id="r", version=version), HOST)) == "table/limit"
        assert (await service.info(made.id)).status == "over"
