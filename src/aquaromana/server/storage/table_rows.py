"""A whole table as rows: written when it is created, read again with its log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from aquaromana.rules import AquaError, Decision
from aquaromana.rules.notation import parse_position, position_text
from aquaromana.server.protocol.events import Event, parse_event
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.storage import rows, schema
from aquaromana.server.storage.transactions import Work
from aquaromana.server.table.changes import LogEntry
from aquaromana.server.table.seating import Opening
from aquaromana.server.table.table import Table

AT_ONCE: Final = 50
"""Lines of a log that are replayed before other tasks get their turn."""


class DamagedError(Exception):
    """What was kept cannot be played."""


def adding(table: Table, entries: Iterable[LogEntry] = (), source: str | None = None, owner: str = "") -> Work:
    """How a new table is written; without an owner, it has that of the table that it follows."""
    lines = [rows.line(table.id, entry) for entry in entries]
    row = rows.snapshot_columns(table.snapshot) | {
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
        "lesson": table.lesson or table.puzzle,
        "opening": msgspec.json.encode(table.opening).decode(),
    }
    seats = [rows.seat(table.id, player) for player in table.players]

    def work(connection: sa.Connection) -> None:
        of_parent = sa.select(schema.tables.c.owner).where(schema.tables.c.id == table.parent)
        found = owner or (connection.scalar(of_parent) if table.parent else "") or ""
        connection.execute(sa.insert(schema.tables), row | {"owner": found})
        rows.insert(connection, schema.seats, rows.SEAT, seats)
        if lines:
            rows.insert(connection, schema.log, rows.LINE, lines)

    return work


async def read(connection: AsyncConnection, table: str) -> tuple[Mapping[Any, Any], list[LogEntry]] | None:
    """The row of a table and its log; None if there is none."""
    found = await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table))
    row = found.mappings().one_or_none()
    return None if row is None else (row, await entries(connection, table))


async def entries(connection: AsyncConnection, table: str, version: int = 0) -> list[LogEntry]:
    """The log of a table from a version on."""
    log = schema.log
    query = sa.select(log).where(log.c.table_id == table, log.c.ply >= version).order_by(log.c.ply)
    found: list[LogEntry] = []
    try:
        for row in await connection.execute(query):
            found.append(LogEntry(row.ply, row.seat, _made(row.move, row.event), row.at, row.by, row.intent))
            if len(found) % (10 * AT_ONCE) == 0:
                await asyncio.sleep(0)
        return found
    except (AquaError, msgspec.DecodeError) as error:
        raise DamagedError(f"table {table}: {error}") from error


def _made(move: str, event: str) -> Decision | Event:
    return parse_event(event) if event else Decision(move)


async def replayed(row: Mapping[Any, Any], entries: Sequence[LogEntry]) -> Table:
    """The table that was read."""
    try:
        opening = msgspec.json.decode(row["opening"], type=Opening)
        table = Table(
            row["id"],
            opening.players,
            parse_position(row["start"]),
            created=row["created"],
            origin=row["origin"],
            options=msgspec.json.decode(row["options"], type=Options),
            waiting=opening.waiting,
            parent=row["parent"],
            lesson=row["lesson"],
        )
        table.first = row["first"]
        for begin in range(0, len(entries), AT_ONCE):
            table.replay(entries[begin : begin + AT_ONCE])
            await asyncio.sleep(0)  # a long log must not keep everybody waiting
    except (AquaError, msgspec.DecodeError, LookupError) as error:
        raise DamagedError(f"table {row['id']}: {error}") from error
    return table
