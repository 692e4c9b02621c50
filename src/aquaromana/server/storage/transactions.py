"""Transactions, one after the other, on one connection.

SQLite is written by a thread, which runs a transaction to the disk in one go; PostgreSQL by the event loop itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from aquaromana.server.storage import postgres
from aquaromana.server.storage.database import BEGIN, WRITING, beside, make_file_engine

Work: TypeAlias = Callable[[sa.Connection], None]

MIN_FREE_DISK: Final = 16 << 20
"""Free bytes on the disk below which the server is not ready: SQLite needs some to write at all."""
_DISCONNECT_ERRORS = (SQLAlchemyError, sqlite3.Error, OSError, ValueError)


class Transactions(Protocol):
    """Does work in a transaction of its own: all of it is kept when that returns, and nothing if it raises."""

    async def run(self, work: Work) -> None: ...

    def check(self) -> None:
        """OSError if what is written would be lost."""

    def check_room(self) -> None:
        """OSError if there is hardly room for more."""

    async def tidy(self) -> None:
        """Overwrite deleted content."""

    async def disconnect(self) -> None:
        """Drop the connection: after a fault nobody knows its state."""

    async def close(self) -> None: ...


def transactions(engine: AsyncEngine, *, busy: float) -> Transactions:
    """Those of the database that an engine reaches."""
    return ServerTransactions(engine) if engine.dialect.name == postgres.NAME else FileTransactions(engine.url, busy)


class FileTransactions:
    """Of SQLite."""

    def __init__(self, url: sa.URL, busy: float) -> None:
        self._engine = make_file_engine(url, busy=busy)
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection: sa.Connection | None = None
        self._path = Path(url.database or "")
        self._file = _identity(self._path)
        self._beside: dict[Path, tuple[int, int] | None] = {}
        """The files that belong to the database, as they were when this connection first wrote."""
        self._lost = ""
        """Why nothing can be kept any more."""

    async def run(self, work: Work) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Work) -> None:
        if self._connection is None:
            self.check()  # or a new file would be made
            self._beside = {}
            self._connection = self._engine.connect().execution_options(**{BEGIN: WRITING})
        try:
            with self._connection.begin():
                work(self._connection)
                self._beside = self._beside or {file: _identity(file) for file in beside(self._path)}
                self.check()
        except OSError:
            self._checkpoint_lost_wal()
            raise

    def _checkpoint_lost_wal(self) -> None:
        """Bring into the file what was kept in one that is removed, before the connection to it is gone."""
        if self._connection is not None and self._lost:
            with contextlib.suppress(*_DISCONNECT_ERRORS):
                driver: sqlite3.Connection | None = self._connection.connection.driver_connection
                if driver is not None:
                    driver.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def check(self) -> None:
        """A file that was removed is still written to, and gone with the process; so is one that was replaced."""
        if _identity(self._path) != self._file:
            raise OSError(f"{self._path.name} was removed or replaced while the server runs")
        for file, identity in self._beside.items():
            if _identity(file) != identity:  # it cannot be put back: what is in the old one is known only to us
                self._lost = f"{file.name} was removed or replaced while the server runs; start the server again"
        if self._lost:
            raise OSError(self._lost)

    def check_room(self) -> None:
        if shutil.disk_usage(self._path.parent).free < MIN_FREE_DISK:
            raise OSError("the disk is full")

    async def tidy(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._tidy)

    def _tidy(self) -> None:
        if self._connection is not None and not self._lost:
            with contextlib.suppress(*_DISCONNECT_ERRORS):
                driver: sqlite3.Connection | None = self._connection.connection.driver_connection
                if driver is not None:
                    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    async def disconnect(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*_DISCONNECT_ERRORS):
                connection.invalidate()
            with contextlib.suppress(*_DISCONNECT_ERRORS):
                connection.close()
        self._beside = {}  # SQLite itself removes them when the last connection closes

    async def close(self) -> None:
        await self.disconnect()
        self._thread.shutdown()
        self._engine.dispose()


def _identity(path: Path) -> tuple[int, int] | None:
    """What identifies a file at this moment; None if there is none, or if this is not a path."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class ServerTransactions:
    """Of PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def run(self, work: Work) -> None:
        if self._connection is not None and postgres.is_lost(self._connection):
            await self.disconnect()
        if self._connection is None:
            self._connection = await self._engine.connect()
        async with self._connection.begin():
            await self._connection.run_sync(work)

    def check(self) -> None:
        """Whatever a server has taken is there."""

    def check_room(self) -> None:
        """A server says so itself."""

    async def tidy(self) -> None:
        """A server does so itself."""

    async def disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*_DISCONNECT_ERRORS):
                await connection.invalidate()
            with contextlib.suppress(*_DISCONNECT_ERRORS):
                await connection.close()

    async def close(self) -> None:
        await self.disconnect()
