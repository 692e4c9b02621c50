"""Where tables are kept: SQLite in a file, or what else a URL of SQLAlchemy names.

All changes go through one task. It takes whatever is waiting and commits it in one transaction, so that many tables
share the wait for the disk; what is written together stays together, and a change that conflicts with the log is
refused alone. Only after the commit is anybody told that something is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from aquaromana.rules import AquaError, Decision
from aquaromana.rules.notation import parse_position, position_text
from aquaromana.rules.scoring import scores
from aquaromana.server import metrics, notices, postgres, schema
from aquaromana.server.chat import KEPT
from aquaromana.server.database import BEGIN, WRITING, make_engine, prepare, told
from aquaromana.server.events import Event, Revoked, event_text, parse_event
from aquaromana.server.messages import Options, Player, Said, TableInfo
from aquaromana.server.notices import Notice
from aquaromana.server.seating import Opening
from aquaromana.server.tables import Change, Entry, Standing, Table

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
class _Writing:
    """Something to write, and who waits for it."""

    work: Callable[[AsyncConnection], Awaitable[None]] | None
    done: asyncio.Future[None]
    lines: Sequence[dict[str, Any]] = ()
    """Of the log."""
    standing: dict[str, Any] | None = None
    """How the table stands after them."""
    seats: Sequence[dict[str, Any]] = ()
    """Who sits there after them, if that changed."""


class Store:
    """The tables that are kept. StorageFault if they cannot be reached."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._questions = postgres.for_reading(engine)
        self._changes: asyncio.Queue[_Writing] = asyncio.Queue()
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

    async def append(self, table: str, change: Change, new: Table | None = None) -> None:
        """Keep a change, and a table that comes of it; returns when it is safe. Conflict or StorageFault if not."""
        lines = [_line(table, entry) for entry in change.entries]
        standing = _standing(change.after) | {
            "table": table,
            "changed": change.entries[-1].at,
            "version": change.end,
        }
        players = change.after.company.players
        seats = () if players is change.before.company.players else [_seat(table, player) for player in players]
        work = _adding(new) if new else None
        await self._write_soon(_Writing(work, self._promise(), lines, standing, seats))

    async def add(self, table: Table, entries: Iterable[Entry] = (), source: str | None = None) -> None:
        """Keep a new table, with the decisions of the record that it continues."""
        await self._write_soon(_Writing(_adding(table, entries, source), self._promise()))

    async def delete(self, table: str) -> bool:
        """Remove a table and all that belongs to it; whether there was one."""
        found = False

        async def work(connection: AsyncConnection) -> None:
            nonlocal found
            for part in (schema.log, schema.seats, schema.chat, schema.webhooks):
                await connection.execute(sa.delete(part).where(part.c.table_id == table))
            gone = await connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == table))
            found = gone.rowcount > 0
            await notices.tell(connection, [Notice("log", table, notices.GONE)])

        await self._write_soon(_Writing(work, self._promise()))
        return found

    @staticmethod
    def _promise() -> asyncio.Future[None]:
        return asyncio.get_running_loop().create_future()

    async def _write_soon(self, writing: _Writing) -> None:
        self._changes.put_nowait(writing)
        await writing.done

    async def _write(self) -> None:
        """The one task that writes."""
        while True:
            batch = [await self._changes.get()]
            while len(batch) < TOGETHER and not self._changes.empty():
                batch.append(self._changes.get_nowait())
            try:
                metrics.commit_changes.observe(len(batch))
                with metrics.commit_seconds.time():
                    await self._commit(batch)
            finally:
                for _ in batch:
                    self._changes.task_done()

    async def _commit(self, batch: list[_Writing]) -> None:
        refused: list[_Writing] = []
        try:
            try:
                await self._transaction(lambda connection: _all(connection, batch))
            except DBAPIError as error:
                if not (isinstance(error, IntegrityError) or postgres.must_repeat(error)):
                    raise
                refused = await self._apart(batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait hear of it, and the next try counts
            _log.error("The storage failed: %s", told(error), exc_info=not isinstance(error, SQLAlchemyError | OSError))
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
        if self._connection is not None and postgres.is_lost(self._connection):
            await self._hang_up()
        if self._connection is None:
            connection = await self._engine.connect()
            self._connection = await connection.execution_options(**{BEGIN: WRITING})
        async with self._connection.begin():
            await work(self._connection)

    async def _apart(self, batch: list[_Writing]) -> list[_Writing]:
        """Write each change by itself in one transaction; those that conflict are left out."""
        refused: list[_Writing] = []

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
            async with self._questions.connect() as connection:
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
            entries = await _entries(connection, table)
        try:
            opening = msgspec.json.decode(row["opening"], type=Opening)
            loaded = Table(
                table,
                opening.players,
                parse_position(row["start"]),
                created=row["created"],
                origin=row["origin"],
                options=msgspec.json.decode(row["options"], type=Options),
                waiting=opening.waiting,
                parent=row["parent"],
            )
            loaded.first = row["first"]
            loaded.replay(entries)
        except (AquaError, msgspec.DecodeError, LookupError) as error:
            raise DamagedError(f"table {table}: {error}") from error
        return loaded

    async def since(self, table: str, ply: int) -> list[Entry] | None:
        """The lines of a log from this one on; None if there is no such table."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table))
            return await _entries(connection, table, ply) if found.first() else None

    # What people say.

    async def say(self, table: str, said: Said) -> None:
        """Keep what somebody said; Conflict if somebody else was first with this number."""
        row = {"table_id": table} | msgspec.structs.asdict(said)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(schema.chat), row)
            await notices.tell(connection, [Notice("chat", table, said.number)])

        await self._write_soon(_Writing(work, self._promise()))

    async def said(self, table: str, since: int = 0) -> list[Said]:
        """The last words that were said, from this number on."""
        chat = schema.chat
        words = sa.select(chat).where(chat.c.table_id == table, chat.c.number >= since)
        async with self._reading() as connection:
            rows = await connection.execute(words.order_by(chat.c.number.desc()).limit(KEPT))
            return [
                Said(number=row.number, seat=row.seat, at=row.at, text=row.text, phrase=row.phrase)
                for row in reversed(rows.all())
            ]

    async def set_webhook(self, table: str, chair: int, generation: int, url: str) -> None:
        """Keep where a player wants to be told of his turn; nothing for nowhere."""
        hooks = schema.webhooks
        row = {"table_id": table, "chair": chair, "generation": generation, "url": url}

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(sa.delete(hooks).where(hooks.c.table_id == table, hooks.c.chair == chair))
            if url:
                await connection.execute(sa.insert(hooks), row)

        await self._write_soon(_Writing(work, self._promise()))

    async def webhook(self, table: str, chair: int, generation: int) -> str:
        """Where the player of a chair wants to be told, if he wants to."""
        hooks = schema.webhooks
        wanted = (hooks.c.table_id == table, hooks.c.chair == chair, hooks.c.generation == generation)
        async with self._reading() as connection:
            row = (await connection.execute(sa.select(hooks.c.url).where(*wanted))).first()
        return row.url if row else ""

    async def revoked(self, ids: Collection[str]) -> dict[str, Counter[str]]:
        """How often links of these tables became void, by what they led to."""
        log = schema.log
        revoked = event_text(Revoked(target="")).partition(',"target"')[0] + "%"
        query = sa.select(log.c.table_id, log.c.event).where(log.c.table_id.in_(ids), log.c.event.like(revoked))
        found: dict[str, Counter[str]] = {}
        async with self._reading() as connection:
            for row in await connection.execute(query):
                event = parse_event(row.event)
                if isinstance(event, Revoked):
                    found.setdefault(row.table_id, Counter())[event.target] += 1
        return found

    async def source(self, table: str) -> str | None:
        """The record that a table continues."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.tables.c.source).where(schema.tables.c.id == table))
            row = found.first()
        return row.source if row else None

    async def infos(self, ids: Collection[str] | None = None, *, lobby: bool = False) -> list[TableInfo]:
        """Tables, those that changed last first: all, those with these ids, or those for which players are sought."""
        tables, seats = schema.tables, schema.seats
        wanted: list[sa.ColumnElement[bool]] = []
        if ids is not None:
            wanted.append(tables.c.id.in_(ids))
        if lobby:
            wanted += [tables.c.public.is_(True), tables.c.status == "waiting"]
        async with self._reading() as connection:
            found = await connection.execute(
                sa.select(seats).join(tables, tables.c.id == seats.c.table_id).where(*wanted).order_by(seats.c.seat)
            )
            players: dict[str, list[Player]] = {}
            for seat in found:
                players.setdefault(seat.table_id, []).append(
                    Player(
                        seat=seat.seat,
                        kind=seat.kind,
                        name=seat.name,
                        bot=seat.bot,
                        chair=seat.chair,
                        stand_in=seat.stand_in,
                        resigned=seat.resigned,
                    )
                )
            columns = [column for column in tables.c if column.name not in {"start", "source", "opening"}]
            rows = await connection.execute(sa.select(*columns).where(*wanted).order_by(tables.c.changed.desc()))
            return [
                TableInfo(
                    id=row.id,
                    players=players.get(row.id, []),
                    status=row.status,
                    origin=row.origin,
                    version=row.version,
                    created=row.created,
                    changed=row.changed,
                    mover=row.mover,
                    points=[int(points) for points in row.points.split("-")],
                    start=row.first,
                    options=msgspec.json.decode(row.options, type=Options),
                    parent=row.parent,
                    next=row.next,
                )
                for row in rows
            ]

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of those of these tables that are there."""
        columns = schema.tables.c
        async with self._reading() as connection:
            rows = await connection.execute(sa.select(columns.id, columns.version).where(columns.id.in_(ids)))
            return {row.id: row.version for row in rows}

    async def check(self) -> None:
        """StorageFault if nobody answers."""
        async with self._reading() as connection:
            await connection.execute(sa.select(1))

    async def count(self) -> int:
        async with self._reading() as connection:
            return int(await connection.scalar(sa.select(sa.func.count()).select_from(schema.tables)) or 0)

    async def waiting_for_bots(self) -> list[str]:
        """The tables at which a bot has to decide, those that changed last first."""
        tables, seats = schema.tables, schema.seats
        query = (
            sa.select(tables.c.id)
            .join(seats, sa.and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.mover))
            .where(tables.c.status == "playing", sa.or_(seats.c.kind == "bot", seats.c.stand_in != ""))
            .order_by(tables.c.changed.desc())
        )
        async with self._reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def due(self, moment: float) -> list[str]:
        """The tables at which somebody's time was over before this moment."""
        query = sa.select(schema.tables.c.id).where(schema.tables.c.deadline <= moment)
        async with self._reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def abandoned_before(self, moment: float) -> list[str]:
        """The tables with an unfinished game at which nothing has happened since this moment."""
        tables = schema.tables
        query = sa.select(tables.c.id).where(tables.c.status != "over", tables.c.changed < moment)
        async with self._reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def finished_before(self, moment: float) -> list[str]:
        """The tables whose game ended before this moment."""
        tables = schema.tables
        query = sa.select(tables.c.id).where(tables.c.status == "over", tables.c.changed < moment)
        async with self._reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def backup(self, path: Path) -> None:
        """Write a copy of everything, as of one moment, to a new file, while all goes on."""
        if self._engine.dialect.name != "sqlite":
            raise StorageFault("a database server has tools of its own for that")
        async with self._reading() as connection:
            await connection.execution_options(**{BEGIN: ""})
            await connection.exec_driver_sql("VACUUM INTO ?", (str(path),))


async def _all(connection: AsyncConnection, batch: Sequence[_Writing]) -> None:
    # All processes write in one order, so that no two wait for each other.
    batch = sorted(batch, key=lambda change: change.standing["table"] if change.standing else "")
    lines = [line for change in batch for line in change.lines]
    standings = [change.standing for change in batch if change.standing]
    if lines:
        await connection.execute(sa.insert(schema.log), lines)
    if standings:
        await connection.execute(_STAND, standings)
        told = [Notice("log", standing["table"], standing["version"]) for standing in standings]
        await notices.tell(connection, told)
    if seats := [seat for change in batch for seat in change.seats]:
        await connection.execute(_SEAT, [{"table": seat["table_id"], "place": seat["seat"], **seat} for seat in seats])
    for change in batch:
        if change.work:
            await change.work(connection)


_STAND: Final = sa.update(schema.tables).where(schema.tables.c.id == sa.bindparam("table"))
"""The names of the other parameters are those of the columns."""


_SEAT: Final = sa.update(schema.seats).where(
    schema.seats.c.table_id == sa.bindparam("table"), schema.seats.c.seat == sa.bindparam("place")
)


def _adding(
    table: Table, entries: Iterable[Entry] = (), source: str | None = None
) -> Callable[[AsyncConnection], Awaitable[None]]:
    """How a new table is written."""
    lines = [_line(table.id, entry) for entry in entries]
    row = _standing(table.standing) | {
        "id": table.id,
        "origin": table.origin,
        "start": position_text(table.start),
        "first": table.first,
        "source": source,
        "created": table.created,
        "changed": table.changed,
        "version": table.version,
        "options": msgspec.json.encode(table.options).decode(),
        "public": table.options.public,
        "parent": table.parent,
        "opening": msgspec.json.encode(table.opening).decode(),
    }
    seats = [_seat(table.id, player) for player in table.players]

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(sa.insert(schema.tables), row)
        await connection.execute(sa.insert(schema.seats), seats)
        if lines:
            await connection.execute(sa.insert(schema.log), lines)

    return work


def _line(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "ply": entry.number,
        "seat": entry.seat,
        "move": str(entry.made) if isinstance(entry.made, Decision) else "",
        "by": entry.by,
        "at": entry.at,
        "intent": entry.intent,
        "event": "" if isinstance(entry.made, Decision) else event_text(entry.made),
    }


def _seat(table: str, player: Player) -> dict[str, Any]:
    return {"table_id": table} | msgspec.structs.asdict(player)


def _standing(standing: Standing) -> dict[str, Any]:
    """What lists say about a table."""
    return {
        "mover": standing.position.mover,
        "status": standing.status,
        "points": "-".join(map(str, scores(standing.position))),
        "deadline": standing.deadline,
        "next": standing.company.next,
    }


async def _entries(connection: AsyncConnection, table: str, ply: int = 0) -> list[Entry]:
    log = schema.log
    query = sa.select(log).where(log.c.table_id == table, log.c.ply >= ply).order_by(log.c.ply)
    try:
        return [
            Entry(row.ply, row.seat, _made(row.move, row.event), row.at, row.by, row.intent)
            for row in await connection.execute(query)
        ]
    except (AquaError, msgspec.DecodeError) as error:
        raise DamagedError(f"table {table}: {error}") from error


def _made(move: str, event: str) -> Decision | Event:
    return parse_event(event) if event else Decision(move)


def _fail(change: _Writing, error: Exception) -> None:
    if not change.done.done():
        change.done.set_exception(error)
