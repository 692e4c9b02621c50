"""The database schema: tables, seats, chat, and the append-only log.

The log of decisions and events is authoritative. The other columns cache the current state for listings, and are
written in the same transaction.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

HEAD: Final = "0009"
"""The newest revision in `migrations`; a database at it is used without loading alembic."""

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("origin", String(16), nullable=False),
    Column("start", Text, nullable=False),  # the position before the first decision
    Column("first", Integer, nullable=False),  # decisions that came with the record it continues
    Column("source", Text),  # that record, with its comments and variations
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("version", Integer, nullable=False),
    Column("mover", Integer, nullable=False),
    Column("points", String(64), nullable=False),  # 26-22-23-20
    Column("status", String(8), nullable=False, server_default="playing"),
    Column("deadline", Double),  # when the mover's time runs out
    Column("options", Text, nullable=False, server_default="{}"),
    Column("public", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("parent", String(32), nullable=False, server_default=""),  # the table that it goes on from
    Column("next", String(32), nullable=False, server_default=""),  # the table of the rematch
    Column("opening", Text, nullable=False, server_default=""),  # who sat there when it was made
    Column("lesson", String(64), nullable=False, server_default=""),  # the lesson or puzzle there, and its version
    Column("step", Integer, nullable=False, server_default="0"),  # of that lesson, from 1
    Column("owner", String(32), nullable=False, server_default=""),  # a hash of the address that made it
    Index(None, "changed"),
    Index(None, "deadline"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("chair", Integer, nullable=False, server_default="0"),
    Column("stand_in", Text, nullable=False, server_default=""),
    Column("resigned", Boolean(create_constraint=False), nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

log: Final = Table(
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # the lines before it
    Column("seat", Integer, nullable=False),
    Column("move", String(16), nullable=False),  # empty for an event
    Column("by", Text, nullable=False),  # who decided, if not the seat's own player
    Column("at", Double, nullable=False),
    Column("intent", String(64), nullable=False),  # the id of the message it came with
    Column("event", Text, nullable=False, server_default=""),  # as in `protocol.events`; empty for a decision
    sqlite_with_rowid=False,
)

chat: Final = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),  # the speaker's chair
    Column("at", Double, nullable=False),
    Column("text", Text, nullable=False),
    Column("phrase", String(32), nullable=False),
    Column("intent", String(64), nullable=False, server_default=""),  # the id of the message it came with
    sqlite_with_rowid=False,
)

webhooks: Final = Table(
    "webhooks",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("generation", Integer, nullable=False),  # of the link whose cookie set it: void with it
    Column("url", Text, nullable=False),
    sqlite_with_rowid=False,
)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(32), nullable=False),  # of the game, the depth and the release
    Column("made", Double, nullable=False),
    Column("body", Text, nullable=False),  # as JSON; docs/review.md describes it
    sqlite_with_rowid=False,
)

review_jobs: Final = Table(
    "review_jobs",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(32), nullable=False),  # as above
    Column("depth", String(8), nullable=False),
    Column("owner", Text, nullable=False),  # who asked for it: nobody may ask for many
    Column("asked", Double, nullable=False),
    Column("process", String(16), nullable=False),  # that makes it …
    Column("until", Double, nullable=False),  # … as far as others know, until then
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("body", Text, nullable=False),  # as far as it is
    sqlite_with_rowid=False,
)

attendance: Final = Table(
    "attendance",
    metadata,
    # Only where several processes share the tables; written by the statements in `service.shared_presence`.
    Column("table_id", String(32), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("process", String(16), primary_key=True),
    Column("guests", Integer, nullable=False),
    Column("until", Double, nullable=False),
    sqlite_with_rowid=False,
)
