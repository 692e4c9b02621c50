"""Forks in the storage: the chain of games that one continues, however long, without loading any of them."""

from __future__ import annotations

import sqlalchemy as sa

from aquaromana.server.storage.schema import tables


def running_before(table: str) -> sa.Select[tuple[str]]:
    """The ids of the unfinished games that a fork continues, directly or through other forks."""
    is_fork = tables.c.origin == "fork"
    chain = sa.select(tables.c.parent.label("id")).where(tables.c.id == table, is_fork).cte("chain", recursive=True)
    chain = chain.union(sa.select(tables.c.parent).join(chain, tables.c.id == chain.c.id).where(is_fork))
    return sa.select(tables.c.id).join(chain, tables.c.id == chain.c.id).where(tables.c.status != "over")


def relinking(table: str, parent: str) -> sa.Update:
    """Have the forks of a fork that is deleted continue what it continued."""
    return sa.update(tables).where(tables.c.parent == table, tables.c.origin == "fork").values(parent=parent)
