"""Several processes with the same tables: who is at which of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attendance",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("chair", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("guests", sa.Integer, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "chair", "process", name="pk_attendance"),
        sqlite_with_rowid=False,
    )
