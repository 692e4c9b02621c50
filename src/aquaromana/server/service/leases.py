"""Leases: which process of a cluster drives the bots of a table. Advisory locks that end with their process."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Container

from aquaromana.server.storage.notify import Notifications

_log = logging.getLogger(__name__)


class Leases:
    """Locks in the database, by the id of a table. They end with the process, or with its line to the database.

    They only spare work: should two processes think for a table, the log takes the decision of one.
    """

    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications
        self._held: set[str] = set()

    async def take(self, table: str) -> bool:
        """Take the lease of a table, and keep it; False if another process has it, or nobody can know."""
        if not self._notifications.shared or table in self._held:
            return True
        # To its end, lest something is locked that nobody knows of.
        return await asyncio.shield(asyncio.create_task(self._take(table)))

    async def _take(self, table: str) -> bool:
        try:
            ((held,),) = await self._notifications.ask("SELECT pg_try_advisory_lock($1)", _key(table))
        except OSError as error:
            _log.warning("The bots of table %s have to wait: %s.", table, error)
            return False
        if held:
            self._held.add(table)
        return bool(held)

    async def give_back(self, needed: Container[str]) -> None:
        """Leave all tables but these to others."""
        for table in [table for table in self._held if table not in needed]:
            self._held.discard(table)
            await self._notifications.ask("SELECT pg_advisory_unlock($1)", _key(table))

    def lose(self) -> None:
        """The line broke, and with it all locks."""
        self._held.clear()


def _key(table: str) -> int:
    digest = hashlib.blake2b(f"bots of {table}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
