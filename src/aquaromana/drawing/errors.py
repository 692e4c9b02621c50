"""The error of this package."""

from __future__ import annotations


class DrawingError(ValueError):
    """A picture that cannot be made or read, in one plain sentence."""
