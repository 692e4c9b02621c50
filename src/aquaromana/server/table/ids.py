"""Ids of tables, and of what happens without a message."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from aquaromana.server.errors import Refusal

MAX_TABLE_ID_LENGTH: Final = 32
"""Characters of a table's id, as the storage holds it."""

OURS: Final = "@"
"""The prefix of ids of events without a message; no message may use it."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH: Final = 12
"""Length of a new id: it cannot be guessed."""

_HASH: Final = 32
"""Length of a hash: 128 bits."""


def new_id() -> str:
    """An id for a table, or for what happens there."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def taking_id(chair: int, generation: int | None, once: str) -> str:
    """The key by which a chair was taken: repeating `once` gives that chair again, and no other.

    It is stored as a hash: reading the storage, or a backup, does not reveal it.
    """
    return f"{OURS}take:{chair}:{generation}:{hashed(once)}"


def replacing_id(target: str, generation: int, once: str) -> str:
    """The key by which a link was replaced: repeating `once` gives the new link again. Also stored as a hash."""
    return f"{OURS}replace:{target}:{generation}:{hashed(once)}"


def hashed(secret: str) -> str:
    """The hash under which a secret is stored."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]


def is_table_id(text: str) -> bool:
    """Whether there could be a table with this id."""
    return text.isascii() and text.isalnum() and len(text) <= MAX_TABLE_ID_LENGTH


def check_table_id(text: str) -> None:
    """Refusal if no table can have this id."""
    if not is_table_id(text):
        raise Refusal.of("table/unknown")
