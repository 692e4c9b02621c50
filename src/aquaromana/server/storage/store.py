"""The store of tables, in SQLite or PostgreSQL. Writes go through the queue in `commits`; queries are here."""

from __future__ import annotations

import contextlib
import logging
import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from aquaromana.server.errors import StartError
from aquaromana.server.protocol.events import Revoked, Stepped, TakenBack, event_text, parse_event
from aquaromana.server.protocol.table_info import Options, Player, TableInfo
from aquaromana.server.storage import forks, notify, postgres, rows, schema, table_rows
from aquaromana.server.storage.commits import Commits, StorageFault
from aquaromana.server.storage.database import BEGIN, error_text, make_engine, prepare
from aquaromana.server.storage.migrations import revision
from aquaromana.server.storage.notify import Notification
from aquaromana.server.storage.reviews import ReviewStore
from aquaromana.server.storage.transactions import Transactions, transactions
from aquaromana.server.table.changes import Change, LogEntry
from aquaromana.server.table.chat import CHAT_HISTORY, Remark
from aquaromana.server.table.table import Table

_log = logging.getLogger(__name__)


class NotAllowedError(Exception):
    """Somebody may not do this, or not any more."""


class Store:
    """The tables that are kept. StorageFault if they cannot be reached."""

    def __init__(self, engine: AsyncEngine, transactions: Transactions, commits: Commits) -> None:
        self._engine = engine
        self._questions = postgres.for_reading(engine)
        self._transactions = transactions
        self._commits = commits
        self.reviews = ReviewStore(commits, self._reading)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, *, busy: float = 5.0, migrates: bool = True) -> AsyncIterator[Self]:
        """Open the storage and bring it to the shape of this release; StartError if that cannot be.

        Who does not migrate leaves it as it is, and finds out by `is_current` whether it can be used.
        """
        engine = make_engine(url, busy=busy)
        if engine.dialect.name == "sqlite" and engine.url.database in (None, "", ":memory:"):
            raise StartError(f"{url} keeps nothing: name a file, as in sqlite:///tables.db.")
        try:
            if migrates:
                await prepare(engine)
            own = transactions(engine, busy=busy)
            commits = Commits(own)
            try:
                yield cls(engine, own, commits)
            finally:
                await commits.close()
        finally:
            await engine.dispose()

    # Changes.

    async def append(self, table: str, change: Change, new: Table | None = None) -> None:
        """Commit a change, and a table that it creates; returns once it is durable. Conflict or StorageFault if not."""
        players = change.after.members.players
        await self._commits.write(
            table_rows.adding(new) if new else None,
            [rows.line(table, entry) for entry in change.entries],
            rows.snapshot(table, change),
            () if players is change.before.members.players else [rows.seat(table, player) for player in players],
        )

    async def add(
        self, table: Table, entries: Iterable[LogEntry] = (), source: str | None = None, owner: str = ""
    ) -> None:
        """Keep a new table, with the decisions of the record that it continues, and who made it."""
        await self._commits.write(table_rows.adding(table, entries, source, owner))

    async def delete(
        self, table: str, *, unchanged_since: float = math.inf, may: Callable[[Counter[str]], bool] | None = None
    ) -> bool:
        """Remove a table and all that belongs to it; whether there was one that had not changed since that moment.

        NotAllowedError if `may` says no to the revoked links. All of it is looked at in the same transaction.
        """
        found = is_allowed = False

        def work(connection: sa.Connection) -> None:
            nonlocal found, is_allowed
            columns = schema.tables.c
            wanted = sa.select(columns.changed, columns.origin, columns.parent).where(columns.id == table)
            row = connection.execute(wanted.with_for_update()).first()
            found = row is not None and row.changed <= unchanged_since
            is_allowed = may is None or may(_revoked(connection.execute(_revocations([table])))[table])
            if not (row and found and is_allowed):
                return
            if row.origin == "fork":
                connection.execute(forks.relinking(table, row.parent))
            for part in (schema.log, schema.seats, schema.chat, schema.webhooks, schema.reviews, schema.review_jobs):
                connection.execute(sa.delete(part).where(part.c.table_id == table))
            connection.execute(sa.delete(schema.tables).where(columns.id == table))
            notify.notify(connection, [Notification("log", table, notify.GONE)])

        await self._commits.write(work)
        if found and not is_allowed:
            raise NotAllowedError
        await self._transactions.tidy()
        return found

    # Questions.

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._questions.connect() as connection:
                yield connection
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            _log.error("The storage cannot be read: %s", error_text(error))
            raise StorageFault(error_text(error)) from error

    async def load(self, table: str) -> Table | None:
        """A table as it was kept, None if there is none; DamagedError if it cannot be played."""
        async with self._reading() as connection:
            found = await table_rows.read(connection, table)
        return await table_rows.replayed(*found) if found else None

    async def since(self, table: str, version: int) -> list[LogEntry] | None:
        """The lines of a log from this one on; None if there is no such table."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table))
            return await table_rows.entries(connection, table, version) if found.first() else None

    # What people say.

    async def say(self, table: str, remark: Remark) -> None:
        """Keep what somebody said; Conflict if somebody else was first with this number."""
        row = {"table_id": table} | asdict(remark)
        row["seat"] = row.pop("chair")

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.insert(schema.chat), row)
            notify.notify(connection, [Notification("chat", table, remark.number)])

        await self._commits.write(work)

    async def remarks(self, table: str, since: int = 0) -> list[Remark]:
        """The last words that were said, from this number on."""
        chat = schema.chat
        columns = (chat.c.number, chat.c.seat, chat.c.at, chat.c.text, chat.c.phrase, chat.c.intent)
        words = sa.select(*columns).where(chat.c.table_id == table, chat.c.number >= since)
        async with self._reading() as connection:
            found = await connection.execute(words.order_by(chat.c.number.desc()).limit(CHAT_HISTORY))
            kept = [row._asdict() for row in reversed(found.all())]
        return [Remark(chair=each.pop("seat"), **each) for each in kept]

    async def set_webhook(self, table: str, chair: int, generation: int, url: str) -> None:
        """Store the URL to notify of a player's turns; empty for none."""
        hooks = schema.webhooks
        row = {"table_id": table, "chair": chair, "generation": generation, "url": url}

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(hooks).where(hooks.c.table_id == table, hooks.c.chair == chair))
            if url:
                connection.execute(sa.insert(hooks), row)

        await self._commits.write(work)

    async def webhook(self, table: str, chair: int, generation: int) -> str:
        """The URL to notify of a player's turns; empty for none."""
        hooks = schema.webhooks
        wanted = (hooks.c.table_id == table, hooks.c.chair == chair, hooks.c.generation == generation)
        async with self._reading() as connection:
            row = (await connection.execute(sa.select(hooks.c.url).where(*wanted))).first()
        return row.url if row else ""

    async def revoked(self, ids: Collection[str]) -> Mapping[str, Counter[str]]:
        """How often links of these tables became void, by what they led to."""
        async with self._reading() as connection:
            return _revoked(await connection.execute(_revocations(ids)))

    async def source(self, table: str) -> str | None:
        """The record that a table continues."""
        async with self._reading() as connection:
            found = await connection.execute(sa.select(schema.tables.c.source).where(schema.tables.c.id == table))
            row = found.first()
        return row.source if row else None

    async def lobby(self, since: float, most: int) -> list[TableInfo]:
        """The tables for which players are sought and that changed since this moment, so many of the last ones."""
        tables = schema.tables
        wanted = (tables.c.public.is_(True), tables.c.status == "waiting", tables.c.changed > since)
        query = sa.select(tables.c.id).where(*wanted).order_by(tables.c.changed.desc()).limit(most)
        async with self._reading() as connection:
            ids = [row.id for row in await connection.execute(query)]
        return await self.infos(ids) if ids else []

    async def infos(self, ids: Collection[str] | None = None) -> list[TableInfo]:
        """Tables, those that changed last first: all, or those with these ids."""
        tables, seats = schema.tables, schema.seats
        wanted: list[sa.ColumnElement[bool]] = []
        if ids is not None:
            wanted.append(tables.c.id.in_(ids))
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
            listed = await connection.execute(sa.select(*columns).where(*wanted).order_by(tables.c.changed.desc()))
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
                    lesson=row.lesson.partition(":")[0] if row.origin == "lesson" else "",
                    puzzle=row.lesson.partition(":")[0] if row.origin == "puzzle" else "",
                    step=row.step,
                )
                for row in listed
            ]

    async def running_before(self, table: str) -> list[TableInfo]:
        """The unfinished games that a fork continues, directly or through other forks."""
        async with self._reading() as connection:
            ids = [row.id for row in await connection.execute(forks.running_before(table))]
        return await self.infos(ids) if ids else []

    async def decisions(self) -> Counter[str]:
        """How many decisions the game of each table has, without those taken back or made in another step."""
        log = schema.log
        taken_back = event_text(TakenBack(ply=0, decisions=0)).partition(',"ply"')[0] + "%"
        stepped = event_text(Stepped(step="", position="")).partition(',"step"')[0] + "%"
        made = sa.select(log.c.table_id, sa.func.count().label("made")).where(log.c.event == "")
        async with self._reading() as connection:
            counted = await connection.execute(made.group_by(log.c.table_id))
            found = Counter({row.table_id: int(row.made) for row in counted})
            events = sa.select(log.c.table_id, log.c.event).where(
                sa.or_(log.c.event.like(taken_back), log.c.event.like(stepped))
            )
            for row in await connection.execute(events):
                with contextlib.suppress(msgspec.DecodeError):  # opening that table will report it
                    event = parse_event(row.event)
                    found[row.table_id] -= event.decisions if isinstance(event, TakenBack | Stepped) else 0
        return found

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of those of these tables that are there."""
        columns = schema.tables.c
        async with self._reading() as connection:
            found = await connection.execute(sa.select(columns.id, columns.version).where(columns.id.in_(ids)))
            return {row.id: row.version for row in found}

    async def check(self) -> None:
        """StorageFault if the database does not answer, or would lose what is written."""
        async with self._reading() as connection:
            self._transactions.check()
            self._transactions.check_room()
            await connection.execute(sa.select(1))

    async def is_current(self) -> bool:
        """Whether the database has the shape of this release."""
        async with self._reading() as connection:
            return await connection.run_sync(revision) == schema.HEAD

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

    async def unused_since(self, moment: float, *, but: str = "") -> tuple[str, float] | None:
        """The table at which nothing happened for longest, and not since this moment, of those that no person used.

        Nobody has decided anything there, or only bots sit there. With it, when it last changed; `but` is left out.
        """
        tables, seats = schema.tables, schema.seats
        person = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.kind == "person")
        unused = sa.or_(tables.c.version == 0, sa.not_(person))
        found = sa.select(tables.c.id, tables.c.changed).where(tables.c.changed < moment, unused, tables.c.id != but)
        async with self._reading() as connection:
            row = (await connection.execute(found.order_by(tables.c.changed).limit(1))).first()
        return (row.id, row.changed) if row else None

    async def surplus(self, share: int, *, but: str = "") -> tuple[str, float] | None:
        """The least recently used table of the address that has most tables, and more than this share.

        With it, when it last changed; `but` is left out.
        """
        tables = schema.tables
        count = sa.func.count()
        most = sa.select(tables.c.owner).where(tables.c.owner != "").group_by(tables.c.owner)
        most = most.having(count > share).order_by(count.desc()).limit(1)
        theirs = (tables.c.owner == most.scalar_subquery(), tables.c.id != but)
        oldest = sa.select(tables.c.id, tables.c.changed).where(*theirs).order_by(tables.c.changed)
        async with self._reading() as connection:
            row = (await connection.execute(oldest.limit(1))).first()
        return (row.id, row.changed) if row else None

    async def finished_before(self, moment: float) -> list[str]:
        """The tables whose game ended before this moment."""
        tables = schema.tables
        query = sa.select(tables.c.id).where(tables.c.status == "over", tables.c.changed < moment)
        async with self._reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def backup(self, path: Path) -> None:
        """Write a copy of everything, as of one moment, to a new file; play goes on meanwhile."""
        if self._engine.dialect.name != "sqlite":
            raise StorageFault("a database server has tools of its own for that")
        async with self._reading() as connection:
            await connection.execution_options(**{BEGIN: ""})
            await connection.exec_driver_sql("VACUUM INTO ?", (str(path),))


def _revocations(ids: Collection[str]) -> sa.Select[tuple[str, str]]:
    log = schema.log
    revoked = event_text(Revoked(target="")).partition(',"target"')[0] + "%"
    return sa.select(log.c.table_id, log.c.event).where(log.c.table_id.in_(ids), log.c.event.like(revoked))


def _revoked(found: Iterable[sa.Row[Any]]) -> defaultdict[str, Counter[str]]:
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in found:
        event = parse_event(row.event)
        if isinstance(event, Revoked):
            counted[row.table_id][event.target] += 1
    return counted
