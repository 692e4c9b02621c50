"""Reviews that are being made, so that they go on after a restart and every process knows of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "review_jobs",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("depth", sa.String(8), nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_review_jobs_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_review_jobs"),
        sqlite_with_rowid=False,
    )
