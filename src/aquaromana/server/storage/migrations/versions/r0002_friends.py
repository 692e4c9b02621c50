"""Playing with friends: events in the log, chairs, clocks, chat."""

from __future__ import annotations

import json
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("status", sa.String(8), nullable=False, server_default="playing"))
    op.add_column("tables", sa.Column("deadline", sa.Double))
    op.add_column("tables", sa.Column("options", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("parent", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("next", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("opening", sa.Text, nullable=False, server_default=""))
    tables = sa.table("tables", *map(sa.column, ("id", "over", "status", "opening")))
    op.execute(sa.update(tables).where(sa.column("over", sa.Boolean).is_(True)).values(status="over"))
    seats = sa.table("seats", *map(sa.column, ("table_id", "seat", "kind", "name", "bot", "chair")))
    rows = (
        op.get_bind()
        .execute(
            sa.select(seats.c.table_id, seats.c.kind, seats.c.name, seats.c.bot).order_by(
                seats.c.table_id, seats.c.seat
            )
        )
        .all()
    )
    for table, group in groupby(rows, key=lambda row: row.table_id):
        players = [{"kind": row.kind, "name": row.name, "bot": row.bot} for row in group]
        op.execute(sa.update(tables).where(tables.c.id == table).values(opening=json.dumps({"players": players})))
    op.drop_column("tables", "over")
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
    op.add_column("seats", sa.Column("chair", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("stand_in", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(sa.update(seats).values(chair=seats.c.seat))
    op.add_column("log", sa.Column("event", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("phrase", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "webhooks",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("chair", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "chair", name="pk_webhooks"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_webhooks_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
