"""Persisting changes: what is committed is applied and broadcast, what is not leaves no trace."""

from pathlib import Path

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.service.cache import LoadedTable, TableCache
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.service.writer import Overtaken, Writer, with_retries
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.store import Store
from aquaromana.server.table.changes import Change
from tests.support.server_play import play, table


def change(loaded: LoadedTable, move: str = "C@12") -> Change:
    seat = loaded.table.position.mover
    proposed = loaded.table.propose(play(loaded.table, [move]), [seat], at=1.0)
    assert isinstance(proposed, Change)
    return proposed


async def refused(work: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await work  # type: ignore[misc]
    return caught.value


async def test_a_change_is_stored_before_the_table_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await store.add(table())
        cache = TableCache(store, TableObserver())
        writer, loaded = Writer(store, cache, TableObserver()), await cache.load("test")
        append = Store.append

        async def looking(self: Store, *arguments: object) -> None:
            assert loaded.table.version == 0, "nobody sees it before it is kept"
            await append(self, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(Store, "append", looking)
        await writer.persist(loaded, change(loaded))
        assert loaded.table.version == 1
        assert await store.versions(["test"]) == {"test": 1}


@pytest.mark.parametrize("fault", [StorageFault("full"), Conflict()])
async def test_a_change_that_is_not_kept_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await store.add(table())
        cache = TableCache(store, TableObserver())
        writer, loaded = Writer(store, cache, TableObserver()), await cache.load("test")

        async def fail(*_: object) -> None:
            raise fault

        monkeypatch.setattr(Store, "append", fail)
        refusal = await refused(writer.persist(loaded, change(loaded)))
        assert refusal.code == ("table/stale" if isinstance(fault, Conflict) else "server/storage")
        assert (loaded.table.version, loaded.doubtful) == (0, False)


async def test_a_fault_after_the_commit_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await store.add(table())
        cache = TableCache(store, TableObserver())
        writer, loaded = Writer(store, cache, TableObserver()), await cache.load("test")
        append = Store.append

        async def fail_late(self: Store, *arguments: object) -> None:
            await append(self, *arguments)  # type: ignore[arg-type]
            raise StorageFault("the line broke")

        monkeypatch.setattr(Store, "append", fail_late)
        await writer.persist(loaded, change(loaded))
        assert (loaded.table.version, loaded.table.ply) == (1, 1)


class Persisted(TableObserver):
    """Collects the versions of which it is told that they are persisted."""

    def __init__(self) -> None:
        self.versions: list[int] = []

    def on_persisted(self, loaded: LoadedTable, change: Change) -> None:
        assert loaded.table.version > change.version, "the table has it by now"
        self.versions.append(change.version)


@pytest.mark.parametrize("readable", [True, False], ids=["at once", "later"])
async def test_observers_hear_of_a_commit_that_reported_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, readable: bool
) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await store.add(table())
        cache, observer = TableCache(store, TableObserver()), Persisted()
        writer, loaded = Writer(store, cache, observer), await cache.load("test")
        append = Store.append

        async def fail_late(self: Store, *arguments: object) -> None:
            await append(self, *arguments)  # type: ignore[arg-type]
            raise StorageFault("the line broke")

        async def fail(*_: object) -> None:
            raise StorageFault("the line is still broken")

        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", fail_late)
            if readable:
                await writer.persist(loaded, change(loaded))
            else:
                broken.setattr(Store, "since", fail)
                assert (await refused(writer.persist(loaded, change(loaded)))).code == "server/storage"
                assert (loaded.doubtful, observer.versions) == (True, [])
        await writer.catch_up(loaded)
        await writer.catch_up(loaded)
        assert observer.versions == [0], "once"


async def test_what_another_process_wrote_is_read_and_a_deleted_table_is_forgotten(tmp_path: Path) -> None:
    async with Store.open(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await store.add(table())
        cache = TableCache(store, TableObserver())
        writer, loaded = Writer(store, cache, TableObserver()), await cache.load("test")
        other = TableCache(store, TableObserver())
        await Writer(store, other, TableObserver()).persist(theirs := await other.load("test"), change(theirs))
        await writer.catch_up(loaded)
        assert loaded.table.version == 1
        await store.delete("test")
        assert (await refused(writer.catch_up(loaded))).code == "table/unknown"
        assert loaded.gone
        assert "test" not in cache


async def test_overtaken_work_is_retried_and_other_refusals_are_not() -> None:
    tries = 0

    async def work() -> int:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise Overtaken.of("table/stale", made=0, now=1)
        return tries

    async def hopeless() -> int:
        nonlocal tries
        tries += 1
        raise Refusal.of("table/over")

    assert await with_retries(work) == 3
    assert (await refused(with_retries(hopeless))).code == "table/over"
    assert tries == 4
