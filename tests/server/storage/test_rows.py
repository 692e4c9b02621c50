import pytest
import sqlalchemy as sa

from aquaromana.server.storage import rows, schema
from aquaromana.server.storage.store import Store
from tests.support.storages import Storage

TABLE = ("id", "origin", "start", "first", "created", "changed", "version", "mover", "points")


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3, 4, 63, 64, 65, 150])
async def test_many_rows_are_added_and_changed_in_few_statements(storage: Storage, count: int) -> None:
    names = [f"t{number:03}" for number in range(count)]

    def add(connection: sa.Connection) -> None:
        rows.insert(connection, schema.tables, TABLE, [(name, "new", "", 0, 1.0, 1.0, 0, 0, "0-0") for name in names])
        seats = [(name, seat, "person", "", "", seat, "", False) for name in names for seat in (0, 1)]
        rows.insert(connection, schema.seats, rows.SEAT, seats)

    def change(connection: sa.Connection) -> None:
        standings = [(name, 2.5, number, 1, "over", "3-4", None, "", 0) for number, name in enumerate(names[1:])]
        if standings:
            rows.update(connection, schema.tables, rows.SNAPSHOT, standings, keys=1)
        seats = [(name, 1, "bot", "", "greedy", 1, "", True) for name in names]
        rows.update(connection, schema.seats, rows.SEAT, seats, keys=2)

    async with Store.open(storage.url) as store:
        await store._commits.write(add)
        await store._commits.write(change)
        found = {info.id: info for info in await store.infos()}
    assert sorted(found) == names
    assert (found[names[0]].changed, found[names[0]].points) == (1.0, [0, 0])
    for number, name in enumerate(names[1:]):
        info = found[name]
        assert (info.changed, info.version, info.mover, info.status, info.points) == (
            2.5,
            number,
            1,
            "over",
            [3, 4],
        )
    for info in found.values():
        assert [(player.kind, player.bot, player.resigned) for player in info.players] == [
            ("person", "", False),
            ("bot", "greedy", True),
        ]


def test_no_statement_has_more_parameters_than_an_old_sqlite_takes() -> None:
    assert max(rows._CHUNKS) * max(len(rows.LINE), len(rows.SNAPSHOT), len(rows.SEAT)) < 999
