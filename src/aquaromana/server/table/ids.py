"""Ids of tables, and of what happens without a message."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from aquaromana.server.errors import Refusal

LONGEST: Final = 32
"""Letters for which the storage has room."""

OURS: Final = "@"
"""Begins the ids of what happens without a message; no message has such a one."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH: Final = 12
"""Letters of a new one: nobody finds it by trying."""

_HASH: Final = 32
"""Letters of a hash: 128 bits."""


def new_id() -> str:
    """An id for a table, or for what happens there."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def taking_id(chair: int, generation: int | None, once: str) -> str:
    """By what a chair was taken: whoever says `once` again gets that chair again, and no other.

    It is kept as a hash: whoever reads the storage, or a backup, cannot say it.
    """
    return f"{OURS}take:{chair}:{generation}:{hashed(once)}"


def replacing_id(target: str, generation: int, once: str) -> str:
    """By what a link was replaced: whoever says `once` again gets the new one again. Kept as a hash, too."""
    return f"{OURS}replace:{target}:{generation}:{hashed(once)}"


def hashed(secret: str) -> str:
    """What is kept of something that nobody else may say."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]


def is_table_id(text: str) -> bool:
    """Whether there could be a table with this id."""
    return text.isascii() and text.isalnum() and len(text) <= LONGEST


def check_table_id(text: str) -> None:
    """Refusal if no table can have this id."""
    if not is_table_id(text):
        raise Refusal.of("table/unknown")
