"""Where a test keeps its tables: in a file, or in PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aquaromana.server.settings import DATABASE, Settings


@dataclass(frozen=True)
class Storage:
    """A data folder, with the URL of a database if the tables are not in it."""

    folder: Path
    database: str = ""

    @property
    def url(self) -> str:
        return Settings(data=self.folder, database=self.database).url

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query answers, or nothing for a change, from outside of everything that is tested."""
        if self.database:
            from tests.support.postgres import asked

            with ThreadPoolExecutor(1) as thread:  # the caller may run an event loop of its own
                return thread.submit(asyncio.run, asked(self.database, query)).result()
        with closing(sqlite3.connect(self.folder / DATABASE)) as connection, connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return list(connection.execute(query))
