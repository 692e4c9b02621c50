"""Group commit: a queue of changes, and the one task that writes them, many to a transaction.

What belongs together is written together, and a change that conflicts with the log is refused alone. No change is
acknowledged before its commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from aquaromana.server import metrics
from aquaromana.server.storage import notify, postgres, rows, schema
from aquaromana.server.storage.database import error_text
from aquaromana.server.storage.notify import Notification
from aquaromana.server.storage.rows import Row
from aquaromana.server.storage.transactions import Transactions, Work

MAX_BATCH: Final = 256
"""Maximum number of changes in one commit, so that the first does not wait long for the last."""

_log = logging.getLogger(__name__)


class StorageFault(Exception):
    """Nothing is known to be stored: the disk is full, the file is locked, or the connection is gone."""


class Conflict(Exception):
    """The log has another line in that place already, or the table is gone."""


@dataclass(slots=True, eq=False)
class Writing:
    """A queued write, and the future of its caller."""

    done: asyncio.Future[None]
    work: Work | None = None
    lines: Sequence[Row] = ()
    """Of the log."""
    snapshot: Row | None = None
    """How the table stands after them."""
    seats: Sequence[Row] = ()
    """Who sits there after them, if that changed."""


class Commits:
    """The commit queue and its writer task, until `close`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._changes: asyncio.Queue[Writing] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="store")

    async def close(self) -> None:
        """Write what is waiting, then end."""
        await self._changes.join()
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        await self._transactions.close()

    async def write(
        self,
        work: Work | None = None,
        lines: Sequence[Row] = (),
        snapshot: Row | None = None,
        seats: Sequence[Row] = (),
    ) -> None:
        """Queue something and wait until it is committed; Conflict or StorageFault if it is not."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._changes.put_nowait(Writing(done, work, lines, snapshot, seats))
        await done

    async def _write(self) -> None:
        while True:
            batch = [await self._changes.get()]
            while len(batch) < MAX_BATCH and not self._changes.empty():
                batch.append(self._changes.get_nowait())
            try:
                metrics.commit_changes.observe(len(batch))
                with metrics.commit_seconds.time():
                    await self._commit(batch)
            finally:
                for _ in batch:
                    self._changes.task_done()

    async def _commit(self, batch: list[Writing]) -> None:
        refused: list[Writing] = []
        try:
            try:
                await self._transactions.run(lambda connection: _all(connection, batch))
            except DBAPIError as error:
                if not (isinstance(error, IntegrityError) or postgres.must_repeat(error)):
                    raise
                await self._transactions.run(lambda connection: refused.extend(_apart(connection, batch)))
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait hear of it, and the next try counts
            _log.error(
                "The storage failed: %s", error_text(error), exc_info=not isinstance(error, SQLAlchemyError | OSError)
            )
            await self._transactions.disconnect()
            for change in batch:
                _fail(change, StorageFault(error_text(error)))
            return
        for change in batch:
            if change in refused:
                _fail(change, Conflict())
            elif not change.done.done():
                change.done.set_result(None)


def _apart(connection: sa.Connection, batch: Sequence[Writing]) -> list[Writing]:
    """Write each change by itself; those that conflict are left out."""
    refused: list[Writing] = []
    for change in batch:
        try:
            with connection.begin_nested():
                _all(connection, [change])
        except IntegrityError:
            refused.append(change)
    return refused


def _all(connection: sa.Connection, batch: Sequence[Writing]) -> None:
    # All processes write in one order, so that no two wait for each other.
    batch = sorted(batch, key=lambda change: change.snapshot[0] if change.snapshot else "")
    if lines := [line for change in batch for line in change.lines]:
        rows.insert(connection, schema.log, rows.LINE, lines)
    # Of several changes of one table the last says how it stands.
    if snapshots := {change.snapshot[0]: change.snapshot for change in batch if change.snapshot}:
        rows.update(connection, schema.tables, rows.SNAPSHOT, list(snapshots.values()), keys=1)
        notify.notify(connection, [Notification("log", table, snapshot[2]) for table, snapshot in snapshots.items()])
    if seats := {seat[:2]: seat for change in batch for seat in change.seats}:
        rows.update(connection, schema.seats, rows.SEAT, list(seats.values()), keys=2)
    for change in batch:
        if change.work:
            change.work(connection)


def _fail(change: Writing, error: Exception) -> None:
    if not change.done.done():
        change.done.set_exception(error)
