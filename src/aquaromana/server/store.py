"""Where tables are kept: SQLite in a file, or what else a URL of SQLAlchemy names.

All changes go through one task. It takes whatever is waiting and commits it in one transaction, so that many tables
share the wait for the disk; what is written together stays together, and a stretch that conflicts with the log is
refused alone. Only after the commit is anybody told that something is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from aquaromana.rules import AquaError, Decision, Phase, Position
from aquaromana.rules.notation import parse_position, position_text
from aquaromana.rules.scoring import scores
from aquaromana.server import schema
from aquaromana.server.database import BEGIN, WRITING, make_engine, prepare, told
from aquaromana.server.messages import Player, TableInfo
from aquaromana.server.seating import Seating
from aquaromana.server.tables import Entry, Stretch, Table

TOGETHER: Final = 256
"""Changes that share a commit at most, so that the first does not wait long for the last."""

_log = logging.getLogger(__name__)


class StorageFault(Exception):
    """Nothing is known to be kept: the disk is full, the file is occupied, the connection is gone."""


class Conflict(Exception):
    """The log has another line in that place already, or the table is gone."""


class DamagedError(Exception):
    """What was kept cannot be played."""


@dataclass(slots=True)
class _Change:
    """Something to write, and who waits for it."""

    work: Callable[[AsyncConnection], Awaitable[None]] | None
    done: asyncio.Future[None]
    lines: Sequence[dict[str, Any]] = ()
    """Of the log."""
    standing: dict[str, Any] | None = None
    """How the game stands after them."""


class Store:
    """The tables that are kept. StorageFault if they cannot be reached."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._changes: asyncio.Queue[_Change] = asyncio.Queue()
        self._connection: AsyncConnection | None = None
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, *, busy: float = 5.0) -> AsyncIterator[Self]:
        """Open the storage and bring it to the shape of this release; StartError if that cannot be."""
        engine = make_engine(url, busy=busy)
        try:
            await prepare(engine)
            store = cls(engine)
            store._writer = asyncio.create_task(store._write(), name="store")
            try:
                yield store
            finally:
                await store._close()
        finally:
            await engine.dispose()

    async def _close(self) -> None:
        """Write what is waiting, then end."""
        await self._changes.join()
        assert self._writer is not None
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        await self._hang_up()

    # Changes.

    async def append(self, table: str, stretch: Stretch) -> None:
        """Keep a stretch; returns when it is safe. Conflict or StorageFault if it is not."""
        lines = [_line(table, entry) for entry in stretch.entries]
        standing = _standing(stretch.after) | {
            "table": table,
            "changed": stretch.entries[-1].at,
            "version": stretch.end,
        }
        await self._change(_Change(None, self._promise(), lines, standing))

    async def add(self, table: Table, entries: Iterable[Entry] = (), source: str | None = None) -> None:
        """Keep a new table, with the decisions of the record that it continues."""
        lines = [_line(table.id, entry) for entry in entries]
        row = _standing(table.position) | {
            "id": table.id,
            "origin": table.origin,
            "start": position_text(table.start),
            "first": table.first,
            "source": source,
            "created": table.created,
            "changed": table.changed,
            "version": table.version,
        }
        seats = [
            {"table_id": table.id, "seat": player.seat, "kind": player.kind, "name": player.name, "bot": player.bot}
            for player in table.players
        ]

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(schema.tables), row)
            await connection.execute(sa.insert(schema.seats), seats)
            if lines:
                await connection.execute(sa.insert(schema.log), lines)

        await self._change(_Change(work, self._promise()))

    async def delete(self, table: str) -> bool:
        """Remove a table and all that belongs to it; whether there was one."""
        found = False

        async def work(connection: AsyncConnection) -> None:
            nonlocal found
            await connection.execute(sa.delete(schema.log).where(schema.log.c.table_id == table))
            await connection.execute(sa.delete(schema.seats).where(schema.seats.c.table_id == table))
            gone = await connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == table))
            found = gone.rowcount > 0

        await self._change(_Change(work, self._promise()))
        return found

    @staticmethod
    def _promise() -> asyncio.Future[None]:
        return asyncio.get_running_loop().create_future()

    async def _change(self, change: _Change) -> None:
        self._changes.put_nowait(change)
        await change.done

    async def _write(self) -> None:
        """The one task that writes."""
        while True:
            batch = [await self._changes.get()]
            while len(batch) < TOGETHER and not self._changes.empty():
                batch.append(self._changes.get_nowait())
            try:
                await self._commit(batch)
            finally:
                for _ in batch:
                    self._changes.task_done()

    async def _commit(self, batch: list[_Change]) -> None:
        refused: list[_Change] = []
        try:
            try:
                await self._transaction(lambda connection: _all(connection, batch))
            except IntegrityError:
                refused = await self._apart(batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait hear of it, and the next try counts
            _log.error("The storage failed: %s", told(error), exc_info=not isinstance(error, SQLAlchemyError))
            await self._hang_up()
            for change in batch:
                _fail(change, StorageFault(told(error)))
            return
        for change in batch:
            if change in refused:
                _fail(change, Conflict())
            elif not change.done.done():
                change.done.set_result(None)

    async def _transaction(self, work: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        if self._connection is None:
            connection = await self._engine.connect()
            self._connection = await connection.execution_options(**{BEGIN: WRITING})
        async with self._connection.begin():
            await work(self._connection)

    async def _apart(self, batch: list[_Change]) -> list[_Change]:
        """Write each change by itself in one transaction; those that conflict are left out."""
        refused: list[_Change] = []

        async def each_alone(connection: AsyncConnection) -> None:
            for change in batch:
                try:
                    async with connection.begin_nested():
                        await _all(connection, [change])
                except IntegrityError:
                    refused.append(change)

        await self._transaction(each_alone)
        return refused

    async def _hang_up(self) -> None:
        """Give up the connection that wrote: after a fault nobody knows its state."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, sqlite3.Error, OSError, ValueError):
                await connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, sqlite3.Error, OSError, ValueError):
                await connection.close()

    # Questions.

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            _log.error("The storage cannot be read: %s", told(error))
            raise StorageFault(told(error)) from error

    async def load(self, table: str) -> Table | None:
        """A table as it was kept, None if there is none."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table))
            row = found.mappings().one_or_none()
            if row is None:
                return None
            players = await connection.execute(
                sa.select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat)
            )
            seatings = [Seating(seat["kind"], seat["name"], seat["bot"]) for seat in players.mappings()]
            entries = await _entries(connection, table)
        try:
            loaded = Table(table, seatings, parse_position(row["start"]), created=row["created"], origin=row["origin"])
            loaded.first = row["first"]
            loaded.replay(entries)
        except AquaError as error:
            raise DamagedError(f"table {table}: {error}") from error
        return loaded

    async def since(self, table: str, ply: int) -> list[Entry] | None:
        """The lines of a log from this one on; None if there is no such table."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table))
            return await _entries(connection, table, ply) if found.first() else None

    async def source(self, table: str) -> str | None:
        """The record that a table continues."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.tables.c.source).where(schema.tables.c.id == table))
            row = found.first()
        return row.source if row else None

    async def infos(self) -> list[TableInfo]:
        """All tables, those that changed last first."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.seats).order_by(schema.seats.c.seat))
            players: dict[str, list[Player]] = {}
            for seat in found:
                players.setdefault(seat.table_id, []).append(
                    Player(seat=seat.seat, kind=seat.kind, name=seat.name, bot=seat.bot)
                )
            columns = [column for column in schema.tables.c if column.name not in {"start", "source"}]
            rows = await connection.execute(sa.select(*columns).order_by(schema.tables.c.changed.desc()))
            return [
                TableInfo(
                    id=row.id,
                    players=players.get(row.id, []),
                    status="over" if row.over else "playing",
                    origin=row.origin,
                    version=row.version,
                    created=row.created,
                    changed=row.changed,
                    mover=row.mover,
                    points=[int(points) for points in row.points.split("-")],
                    start=row.first,
                )
                for row in rows
            ]

    async def count(self) -> int:
        async with self._reading() as connection:
            return int(await connection.scalar(sa.select(sa.func.count()).select_from(schema.tables)) or 0)

    async def waiting_for_bots(self) -> list[str]:
        """The tables at which a bot has to decide, those that changed last first."""
        tables, seats = schema.tables, schema.seats
        query = (
            sa.select(tables.c.id)
            .join(seats, sa.and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.mover))
            .where(tables.c.over.is_(False), seats.c.kind == "bot")
            .order_by(tables.c.changed.desc())
        )
        async with self._reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def finished_before(self, moment: float) -> list[str]:
        """The tables whose game ended before this moment."""
        tables = schema.tables
        query = sa.select(tables.c.id).where(tables.c.over.is_(True), tables.c.changed < moment)
        async with self._reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def backup(self, path: Path) -> None:
        """Write a copy of everything, as of one moment, to a new file, while all goes on."""
        if self._engine.dialect.name != "sqlite":
            raise StorageFault("a database server has tools of its own for that")
        async with self._reading() as connection:
            await connection.execution_options(**{BEGIN: ""})
            await connection.exec_driver_sql("VACUUM INTO ?", (str(path),))


async def _all(connection: AsyncConnection, batch: Sequence[_Change]) -> None:
    lines = [line for change in batch for line in change.lines]
    standings = [change.standing for change in batch if change.standing]
    if lines:
        await connection.execute(sa.insert(schema.log), lines)
    if standings:
        await connection.execute(_STAND, standings)
    for change in batch:
        if change.work:
            await change.work(connection)


_STAND: Final = sa.update(schema.tables).where(schema.tables.c.id == sa.bindparam("table"))
"""The names of the other parameters are those of the columns."""


def _line(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "ply": entry.ply,
        "seat": entry.seat,
        "move": str(entry.move),
        "by": entry.by,
        "at": entry.at,
        "intent": entry.intent,
    }


def _standing(position: Position) -> dict[str, Any]:
    """What lists say about a position."""
    return {
        "mover": position.mover,
        "over": position.phase is Phase.OVER,
        "points": "-".join(map(str, scores(position))),
    }


async def _entries(connection: AsyncConnection, table: str, ply: int = 0) -> list[Entry]:
    log = schema.log
    query = sa.select(log).where(log.c.table_id == table, log.c.ply >= ply).order_by(log.c.ply)
    try:
        return [
            Entry(row.ply, row.seat, Decision(row.move), row.at, row.by, row.intent)
            for row in await connection.execute(query)
        ]
    except AquaError as error:
        raise DamagedError(f"table {table}: {error}") from error


def _fail(change: _Change, error: Exception) -> None:
    if not change.done.done():
        change.done.set_exception(error)
