"""Rows of the database, and bulk statements to insert and update them.

Every SQLite statement gives up the interpreter lock and gets it back late from a busy event loop, so a commit is kept
to a few statements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
import sqlalchemy as sa

from aquaromana.rules import Decision
from aquaromana.rules.scoring import scores
from aquaromana.server.protocol.events import event_text
from aquaromana.server.protocol.table_info import Player
from aquaromana.server.storage import postgres, schema
from aquaromana.server.table.changes import Change, LogEntry, Snapshot

Row: TypeAlias = tuple[Any, ...]

LINE: Final = tuple(column.name for column in schema.log.c)
SNAPSHOT: Final = ("id", "changed", "version", "mover", "status", "points", "deadline", "next", "step")
SEAT: Final = ("table_id", "seat", *(name for name in Player.__struct_fields__ if name != "seat"))
_CHUNKS: Final = (64, 16, 4, 1)
"""Rows of a statement: with nine columns each, fewer parameters than any SQLite takes."""


def line(table: str, entry: LogEntry) -> Row:
    """A line of the log, with the columns LINE."""
    made = entry.made
    move, event = (str(made), "") if isinstance(made, Decision) else ("", event_text(made))
    return (table, entry.number, entry.seat, move, entry.by, entry.at, entry.intent, event)


def snapshot(table: str, change: Change) -> Row:
    """How a table stands after a change, with the columns STANDING."""
    return (table, change.entries[-1].at, change.end, *snapshot_columns(change.after).values())


def snapshot_columns(after: Snapshot) -> dict[str, Any]:
    """What lists say about a table."""
    return {
        "mover": after.position.mover,
        "status": after.status,
        "points": "-".join(map(str, scores(after.position))),
        "deadline": after.deadline,
        "next": after.members.next,
        "step": after.step,
    }


def seat(table: str, player: Player) -> Row:
    """Who sits on a seat, with the columns SEAT."""
    own = msgspec.structs.asdict(player)
    return (table, *(own[name] for name in SEAT[1:]))


def insert(connection: sa.Connection, table: sa.Table, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Add rows to a table."""
    if connection.dialect.name == postgres.NAME:
        connection.execute(sa.insert(table), [dict(zip(columns, row, strict=True)) for row in rows])
    else:
        for chunk in _chunks(rows):
            connection.exec_driver_sql(_inserting(table.name, tuple(columns), len(chunk)), _flat(chunk))


def update(connection: sa.Connection, table: sa.Table, columns: Sequence[str], rows: Sequence[Row], keys: int) -> None:
    """Change the rows whose first columns, so many as there are keys, are these; no two of them have the same."""
    if connection.dialect.name == postgres.NAME:
        where = [table.c[name] == sa.bindparam(f"old_{name}") for name in columns[:keys]]
        connection.execute(
            sa.update(table).where(*where),
            [
                {f"old_{name}": value for name, value in zip(columns[:keys], row, strict=False)}
                | dict(zip(columns[keys:], row[keys:], strict=True))
                for row in rows
            ],
        )
    else:
        for chunk in _chunks(rows):
            connection.exec_driver_sql(_updating(table.name, tuple(columns), keys, len(chunk)), _flat(chunk))


def _chunks(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    begin = 0
    for size in _CHUNKS:
        while len(rows) - begin >= size:
            yield rows[begin : begin + size]
            begin += size


def _flat(rows: Iterable[Row]) -> Row:
    return tuple(value for row in rows for value in row)


@cache
def _inserting(table: str, columns: tuple[str, ...], count: int) -> str:
    return f"INSERT INTO {_quoted(table)} ({_list(columns)}) VALUES {_values(columns, count)}"


@cache
def _updating(table: str, columns: tuple[str, ...], keys: int, count: int) -> str:
    same = " AND ".join(f"new.{_quoted(name)} = {_quoted(table)}.{_quoted(name)}" for name in columns[:keys])
    changed, key = _list(columns[keys:]), _list(columns[:keys])
    return (
        f"WITH new ({_list(columns)}) AS (VALUES {_values(columns, count)}) "
        f"UPDATE {_quoted(table)} SET ({changed}) = (SELECT {changed} FROM new WHERE {same}) "
        f"WHERE ({key}) IN (SELECT {key} FROM new)"
    )


def _values(columns: tuple[str, ...], count: int) -> str:
    return ", ".join([f"({', '.join('?' * len(columns))})"] * count)


def _list(columns: Iterable[str]) -> str:
    return ", ".join(map(_quoted, columns))


def _quoted(name: str) -> str:
    return f'"{name}"'
