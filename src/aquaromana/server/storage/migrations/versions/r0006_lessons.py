"""Tables at which a lesson is given, and the step of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("lesson", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("step", sa.Integer, nullable=False, server_default="0"))
