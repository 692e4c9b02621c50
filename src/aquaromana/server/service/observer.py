"""Observers of tables: what reacts when a table is loaded, changed, broadcast or deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aquaromana.server.service.cache import LoadedTable
    from aquaromana.server.table.changes import Change


class TableObserver:
    """Reacts to what happens to tables, at once and without raising. Observers override what concerns them."""

    def on_loaded(self, loaded: LoadedTable) -> None:
        """A table came into memory."""

    def on_persisted(self, loaded: LoadedTable, change: Change) -> None:
        """A change that was made at this process is committed and applied, but not broadcast yet."""

    def on_broadcast(self, loaded: LoadedTable) -> None:
        """A change, made at this process or another one, was broadcast."""

    def on_deleted(self, table: str) -> None:
        """A table was deleted, here or elsewhere."""


class Observers(TableObserver):
    """All observers, notified in the order in which they were added."""

    def __init__(self) -> None:
        self._all: list[TableObserver] = []

    def add(self, *observers: TableObserver) -> None:
        self._all.extend(observers)

    def remove(self, observer: TableObserver) -> None:
        self._all.remove(observer)

    def on_loaded(self, loaded: LoadedTable) -> None:
        for each in self._all:
            each.on_loaded(loaded)

    def on_persisted(self, loaded: LoadedTable, change: Change) -> None:
        for each in self._all:
            each.on_persisted(loaded, change)

    def on_broadcast(self, loaded: LoadedTable) -> None:
        for each in self._all:
            each.on_broadcast(loaded)

    def on_deleted(self, table: str) -> None:
        for each in self._all:
            each.on_deleted(table)
