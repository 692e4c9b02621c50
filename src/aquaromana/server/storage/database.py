"""Database engines: connecting, tuning SQLite for durability, and migrating to the current schema."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from aquaromana.server.errors import StartError
from aquaromana.server.storage import postgres
from aquaromana.server.storage.migrations import migrate

BEGIN: Final = "aqua_begin"
"""The execution option that says how a transaction of SQLite begins; empty for none."""
WRITING: Final = "BEGIN IMMEDIATE"
"""A transaction that will write takes the write lock at its start: upgrading later can fail."""
TURN: Final = 60.0
"""Seconds that a process waits for another one that is just changing the database."""
_LOCK: Final = 0x61717561
"""The advisory lock of schema migrations."""


def make_engine(url: str, *, busy: float) -> AsyncEngine:
    """The engine for a URL; StartError if there is none."""
    try:
        address = sa.make_url(url)
        if postgres.is_postgres(address):
            return postgres.make_engine(address, busy=busy)
        if address.drivername == "sqlite":
            address = address.set(drivername="sqlite+aiosqlite")
        sqlite = address.get_backend_name() == "sqlite"
        engine = create_async_engine(address, connect_args={"timeout": busy} if sqlite else {})
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise StartError(f"The database {redacted(url)} cannot be used: {error_text(error)}.") from None
        raise StartError('For PostgreSQL a driver is missing: pip install "aqua-romana[postgres]".') from None
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        raise StartError(f"The database {redacted(url)} cannot be used: {error_text(error)}.") from None
    if sqlite:
        _tune(engine.sync_engine)
    return engine


def make_file_engine(url: sa.URL, *, busy: float) -> sa.Engine:
    """One for the same file, for a thread."""
    address = url.set(drivername="sqlite")
    engine = sa.create_engine(address, poolclass=NullPool, connect_args={"timeout": busy, "check_same_thread": False})
    _tune(engine)
    return engine


def redacted(url: str) -> str:
    """A URL, valid or not, without its password."""
    try:
        address = sa.make_url(url)
    except ArgumentError:
        return repr(url.rpartition("@")[2][:100])
    return address.difference_update_query(["password", "sslpassword"]).render_as_string()


def _tune(engine: sa.Engine) -> None:
    """Configure SQLite for durability: what is committed survives a power failure."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        if begin := connection.get_execution_options().get(BEGIN, "BEGIN"):
            connection.exec_driver_sql(begin)


async def prepare(engine: AsyncEngine) -> None:
    """Make the tables of the database, or change those of an earlier release; StartError if that cannot be."""
    try:
        if engine.dialect.name == "sqlite" and engine.url.database:
            keep_private(Path(engine.url.database))
        if engine.dialect.name == postgres.NAME:
            patient = postgres.make_engine(engine.url, busy=None)
            try:
                await _prepare(patient)
            finally:
                await patient.dispose()
        else:
            await _prepare(engine)
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        where = redacted(engine.url.render_as_string(hide_password=False))
        raise StartError(f"The tables cannot be opened at {where}: {error_text(error)}.") from error


def keep_private(path: Path) -> None:
    """Let nobody else on this machine read a database: it says who plays, and what they say."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite takes an empty file for a new one
    for file in (path, *beside(path)):
        with contextlib.suppress(OSError):  # it is not there, or somebody else's
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def beside(path: Path) -> tuple[Path, Path]:
    """The files that belong to a database while it is open."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


async def _prepare(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        await connection.execution_options(**{BEGIN: WRITING})
        async with connection.begin():
            if engine.dialect.name == postgres.NAME:
                await _await_turn(connection)
            await connection.run_sync(migrate)


async def _await_turn(connection: AsyncConnection) -> None:
    """Of several processes that start at once, one changes the database and the others find it changed."""
    try:
        async with asyncio.timeout(TURN):
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    except TimeoutError:
        raise TimeoutError("another process has been changing them for a long time") from None


def error_text(error: BaseException) -> str:
    """One line about an error, without the statement that SQLAlchemy adds."""
    origin: BaseException = error.orig if isinstance(error, DBAPIError) and error.orig else error
    if isinstance(error, DBAPIError) and origin.__cause__ is not None:
        origin = origin.__cause__  # of the driver, where SQLAlchemy has put its own around it
    return " ".join(postgres.said(origin).split())[:200].rstrip(".") or type(origin).__name__
