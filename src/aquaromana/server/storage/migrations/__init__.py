"""Schema migrations from earlier releases."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from aquaromana.server.errors import StartError
from aquaromana.server.storage.schema import HEAD

FOLDER = Path(__file__).parent


def migrate(connection: sa.Connection, to: str = HEAD) -> None:
    """Bring a database to a revision, within the transaction that is going on."""
    found = revision(connection)
    if found == to:
        return
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
