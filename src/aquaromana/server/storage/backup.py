"""Backup of the whole database to a file, while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from pathlib import Path

from aquaromana.server.errors import Refusal
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.store import Store


async def back_up(store: Store, path: Path) -> None:
    """Write a copy of all tables, as of one moment, to a new file; play goes on meanwhile."""
    try:
        if await asyncio.to_thread(path.exists):
            raise FileExistsError(0, "that file is already there")
        part = await asyncio.to_thread(_begin, path.parent)
        try:
            await store.backup(part)
            await asyncio.to_thread(_finish, part, path)
        finally:
            with contextlib.suppress(OSError):
                await asyncio.to_thread(part.unlink, missing_ok=True)
    except (StorageFault, OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refusal.of("server/backup", why=why) from error


def _begin(folder: Path) -> Path:
    """A new file that is ours alone, as empty as SQLite wants it."""
    part = folder / f".aqua-{secrets.token_hex(8)}.part"
    part.touch(0o600, exist_ok=False)
    return part


def _finish(part: Path, path: Path) -> None:
    """Let a new file appear under its name when all of it is on the disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)
