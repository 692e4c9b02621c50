"""The reviews that are kept, and those that are being made."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from aquaromana.server.storage import schema
from aquaromana.server.storage.commits import Commits

LIVES: Final = 15.0
"""Seconds without a heartbeat after which another process continues a review."""

_kept, _jobs, _tables = schema.reviews, schema.review_jobs, schema.tables


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A review that is asked for, as all processes can read it."""

    table_id: str
    key: str
    """Of the game, the depth and the release."""
    depth: str
    owner: str
    done: int = 0
    total: int = 0
    body: str = ""


class ReviewStore:
    """Reviews in the storage. StorageFault if it cannot be reached.

    Each one that is being made belongs to a process. It sends a heartbeat now and then; a review whose process has not
    done so for a while is continued by another one, or by the next one after a restart.
    """

    def __init__(self, commits: Commits, reading: Callable[[], AbstractAsyncContextManager[AsyncConnection]]) -> None:
        self._commits = commits
        self._reading = reading
        self._process = secrets.token_hex(8)

    # What is whole.

    async def keep(self, table: str, key: str, body: str, *, deeper: Sequence[str] = ()) -> None:
        """Keep the review of a game in the place of an earlier one; nothing is kept of a table that is gone.

        A review with one of the `deeper` keys stays, and goes on if it is being made.
        """

        def work(connection: sa.Connection) -> None:
            mine = _jobs.c.table_id == table, _jobs.c.key.not_in(deeper)
            connection.execute(sa.delete(_jobs).where(*mine))
            connection.execute(sa.delete(_kept).where(_kept.c.table_id == table, _kept.c.key.not_in(deeper)))
            better = sa.select(_kept.c.key).where(_kept.c.table_id == table)
            if connection.execute(better).first() is None and _is_there(connection, table):
                row = {"table_id": table, "key": key, "made": time.time(), "body": body}
                connection.execute(sa.insert(_kept), row)

        await self._commits.write(work)

    async def kept(self, table: str) -> tuple[str, str] | None:
        """The review that is kept of a game, with its key."""
        async with self._reading() as connection:
            query = sa.select(_kept.c.key, _kept.c.body).where(_kept.c.table_id == table)
            row = (await connection.execute(query)).first()
        return (row.key, row.body) if row else None

    # What is being made.

    async def begin(self, job: ReviewJob, *, alone: bool) -> bool:
        """Note that this process makes a review; False if another one does. Who is alone takes over all there is."""
        begun = True

        def work(connection: sa.Connection) -> None:
            nonlocal begun
            others = sa.select(_jobs.c.table_id).where(_jobs.c.table_id == job.table_id, *self._is_elsewhere())
            begun = alone or connection.execute(others).first() is None
            if begun and _is_there(connection, job.table_id):
                connection.execute(sa.delete(_jobs).where(_jobs.c.table_id == job.table_id))
                now = time.time()
                row = asdict(job) | {"asked": now, "process": self._process, "until": now + LIVES}
                connection.execute(sa.insert(_jobs), row)

        await self._commits.write(work)
        return begun

    async def renew(self, jobs: Sequence[ReviewJob]) -> set[str]:
        """Send a heartbeat with the progress of this process; the tables whose reviews are no longer wanted."""
        unwanted: set[str] = set()

        def work(connection: sa.Connection) -> None:
            unwanted.clear()
            for job in jobs:
                own = sa.update(_jobs).where(
                    _jobs.c.table_id == job.table_id, _jobs.c.process == self._process, _jobs.c.key == job.key
                )
                news = {"until": time.time() + LIVES, "done": job.done, "total": job.total, "body": job.body}
                if not connection.execute(own.values(news)).rowcount:
                    unwanted.add(job.table_id)

        await self._commits.write(work)
        return unwanted

    async def drop(self, table: str) -> None:
        """Note that the review of a game is no longer wanted, whichever process computes it."""

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(_jobs).where(_jobs.c.table_id == table))

        await self._commits.write(work)

    async def forget(self, table: str, key: str, *, alone: bool) -> None:
        """Note that nothing is left to do of a review, unless another process makes it."""

        def work(connection: sa.Connection) -> None:
            others = [] if alone else [sa.not_(sa.and_(*self._is_elsewhere()))]
            connection.execute(sa.delete(_jobs).where(_jobs.c.table_id == table, _jobs.c.key == key, *others))

        await self._commits.write(work)

    async def running_elsewhere(self, table: str) -> ReviewJob | None:
        """The review of a game that another process makes."""
        async with self._reading() as connection:
            query = _all_jobs().where(_jobs.c.table_id == table, *self._is_elsewhere())
            row = (await connection.execute(query)).first()
        return ReviewJob(**row._asdict()) if row else None

    async def abandoned(self, *, alone: bool) -> list[ReviewJob]:
        """The reviews that no process computes any more, oldest request first; for a single process, all of them."""
        wanted = [] if alone else [_jobs.c.until <= time.time()]
        async with self._reading() as connection:
            found = await connection.execute(_all_jobs().where(*wanted).order_by(_jobs.c.asked))
            return [ReviewJob(**row._asdict()) for row in found]

    def _is_elsewhere(self) -> tuple[sa.ColumnElement[bool], ...]:
        return _jobs.c.process != self._process, _jobs.c.until > time.time()


def _all_jobs() -> sa.Select[tuple[str, str, str, str, int, int, str]]:
    columns = _jobs.c
    return sa.select(
        columns.table_id, columns.key, columns.depth, columns.owner, columns.done, columns.total, columns.body
    )


def _is_there(connection: sa.Connection, table: str) -> bool:
    return connection.execute(sa.select(_tables.c.id).where(_tables.c.id == table)).first() is not None
