"""What observers hear of a table, and in which order."""

import asyncio
from pathlib import Path
from random import Random

from aquaromana.server.service.cache import LoadedTable
from aquaromana.server.service.observer import Observers, TableObserver
from aquaromana.server.table.changes import Change
from tests.support.server_play import PEOPLE, play_stretch, service_in


class Witness(TableObserver):
    """Writes down what it hears."""

    def __init__(self, name: str, heard: list[str]) -> None:
        self.name = name
        self.heard = heard

    def on_loaded(self, loaded: LoadedTable) -> None:
        self.heard.append(f"{self.name}: loaded {loaded.table.version}")

    def on_persisted(self, loaded: LoadedTable, change: Change) -> None:
        self.heard.append(f"{self.name}: persisted {change.version}-{change.end}, table at {loaded.table.version}")

    def on_broadcast(self, loaded: LoadedTable) -> None:
        self.heard.append(f"{self.name}: broadcast {loaded.table.version}")

    def on_deleted(self, table: str) -> None:
        self.heard.append(f"{self.name}: deleted")


def test_observers_hear_in_their_order_until_they_are_removed() -> None:
    heard: list[str] = []
    observers, one, two = Observers(), Witness("one", heard), Witness("two", heard)
    observers.add(one, two)
    observers.on_deleted("table")
    observers.remove(one)
    observers.on_deleted("table")
    assert heard == ["one: deleted", "two: deleted", "two: deleted"]


async def test_a_change_is_persisted_before_it_is_broadcast(tmp_path: Path) -> None:
    heard: list[str] = []

    async def heard_so_far(count: int) -> None:
        while len(heard) < count:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)

    async with service_in(tmp_path) as service:
        service.observers.add(Witness("it", heard))
        made = await service.create(PEOPLE)
        await heard_so_far(1)
        await play_stretch(service, made.id, Random(1))
        await heard_so_far(3)
        await service.delete(made.id)
    async with service_in(tmp_path) as service:
        made = await service.create(PEOPLE)
    async with service_in(tmp_path) as service:
        service.observers.add(Witness("again", heard))
        await service.info(made.id)
    assert heard == [
        "it: broadcast 0",
        "it: persisted 0-1, table at 1",
        "it: broadcast 1",
        "it: deleted",
        "again: loaded 0",
    ]
