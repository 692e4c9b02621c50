"""What is kept: the tables, who sits there, and the log, to which lines are only ever added.

The log is the game. What a table's own row says about the state of the game is there for lists, and is written in the
same transaction.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, String, Table, Text

HEAD: Final = "0001"
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
    Column("over", Boolean(create_constraint=False), nullable=False),
    Column("points", String(64), nullable=False),  # 26-22-23-20
    Index(None, "changed"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    sqlite_with_rowid=False,
)

log: Final = Table(
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", String(16), nullable=False),
    Column("by", Text, nullable=False),  # who decided, if not the seat's own player
    Column("at", Double, nullable=False),
    Column("intent", String(64), nullable=False),  # the id of the Play it came with
    sqlite_with_rowid=False,
)
