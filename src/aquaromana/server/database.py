"""The database behind the store: how it is reached, how it is tuned, and how it gets the shape of this release."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from aquaromana.server.errors import StartError
from aquaromana.server.migrations import migrate

BEGIN: Final = "aqua_begin"
"""The execution option that says how a transaction of SQLite begins; empty for none."""
WRITING: Final = "BEGIN IMMEDIATE"
"""Whoever is going to write says so at once: later it could be too late."""


def make_engine(url: str, *, busy: float) -> AsyncEngine:
    """The engine for a URL; StartError if there is none."""
    try:
        address = sa.make_url(url)
        if address.drivername == "sqlite":
            address = address.set(drivername="sqlite+aiosqlite")
        sqlite = address.get_backend_name() == "sqlite"
        engine = create_async_engine(address, connect_args={"timeout": busy} if sqlite else {})
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        raise StartError(f"The database {_shown(url)} cannot be used: {told(error)}.") from None
    if sqlite:
        _tune(engine)
    return engine


def _shown(url: str) -> str:
    """A URL that may not even be one, without its password."""
    try:
        return sa.make_url(url).render_as_string()
    except ArgumentError:
        return repr(url.rpartition("@")[2][:100])


def _tune(engine: AsyncEngine) -> None:
    """Let SQLite promise what we promise: what is committed survives the loss of power."""

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: sa.Connection) -> None:
        if begin := connection.get_execution_options().get(BEGIN, "BEGIN"):
            connection.exec_driver_sql(begin)


async def prepare(engine: AsyncEngine) -> None:
    """Make the tables of the database, or change those of an earlier release; StartError if that cannot be."""
    try:
        if engine.dialect.name == "sqlite" and engine.url.database:
            Path(engine.url.database).parent.mkdir(parents=True, exist_ok=True)
        async with engine.connect() as connection:
            await connection.execution_options(**{BEGIN: WRITING})
            async with connection.begin():
                await connection.run_sync(migrate)
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise StartError(f"The tables cannot be opened at {engine.url.render_as_string()}: {told(error)}.") from error


def told(error: BaseException) -> str:
    """One line about an error, without the statement that SQLAlchemy adds."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return " ".join(str(origin).split())[:200].rstrip(".") or type(origin).__name__
