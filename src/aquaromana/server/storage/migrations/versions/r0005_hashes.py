"""Stores the ids by which seats were claimed as hashes, so that a leaked database grants no seat."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_PREFIX = "@take:"
_PARTS = 4


def upgrade() -> None:
    log = sa.table("log", *(sa.column(name) for name in ("table_id", "ply", "intent")))
    connection = op.get_bind()
    found = connection.execute(sa.select(log).where(log.c.intent.like(f"{_PREFIX}%"))).all()
    for row in found:
        parts = row.intent.split(":", _PARTS - 1)
        if len(parts) == _PARTS:
            *head, once = parts
            hashed = hashlib.sha256(once.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            connection.execute(
                sa.update(log)
                .where(log.c.table_id == row.table_id, log.c.ply == row.ply)
                .values(intent=":".join((*head, hashed)))
            )
