"""The ids of tables: new ones, and which there can be."""

from __future__ import annotations

import secrets
from typing import Final

from aquaromana.server.errors import Refusal

LONGEST: Final = 32
"""Letters for which the storage has room."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH: Final = 12
"""Letters of a new one: nobody finds it by trying."""


def new_id() -> str:
    """An id for a table, or for what happens there."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether there could be a table with this id."""
    return text.isascii() and text.isalnum() and len(text) <= LONGEST


def check_table_id(text: str) -> None:
    """Refusal if no table can have this id."""
    if not is_table_id(text):
        raise Refusal.of("table/unknown")
