"""Schema migrations from earlier releases."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa

from aquaromana.server.errors import StartError
from aquaromana.server.storage.schema import HEAD, metadata

FOLDER = Path(__file__).parent
_VERSION: Final = """\
CREATE TABLE alembic_version (
\tversion_num VARCHAR(32) NOT NULL,
\tCONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)"""
"""The table in which alembic notes the revision, as alembic makes it."""


def migrate(connection: sa.Connection, to: str = HEAD) -> None:
    """Bring a database to a revision, within the transaction that is going on."""
    found = revision(connection)
    if found == to:
        return
    if found is None and to == HEAD and not sa.inspect(connection).get_table_names():
        create(connection)
    else:
        upgrade(connection, found, to)


def create(connection: sa.Connection) -> None:
    """Make the tables of an empty database as they are now: going through all revisions takes long."""
    metadata.create_all(connection)
    connection.exec_driver_sql(_VERSION)
    connection.execute(sa.text("INSERT INTO alembic_version (version_num) VALUES (:head)"), {"head": HEAD})


def upgrade(connection: sa.Connection, found: str | None, to: str) -> None:
    """Change the tables of an earlier release; StartError if they are of a later one."""
    from alembic import command  # it takes a while to load, and hardly ever is there something to do
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    try:
        command.upgrade(config, to)
    except CommandError:
        raise StartError(f"The tables were written by a later release, at revision {found}.") from None


def revision(connection: sa.Connection) -> str | None:
    """The revision that a database is at, None for an empty one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if found is None else str(found)
