"""Deduplicates chat messages that are resent after a restart or to another process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat", sa.Column("intent", sa.String(64), nullable=False, server_default=""))
