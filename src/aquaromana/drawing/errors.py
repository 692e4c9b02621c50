"""What can go wrong with pictures."""

from __future__ import annotations


class DrawingError(ValueError):
    """A picture that cannot be made or read, in one plain sentence."""
