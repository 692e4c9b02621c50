"""The error of this package."""

from __future__ import annotations


class ArenaError(ValueError):
    """A match that cannot be played or kept, in one line."""
