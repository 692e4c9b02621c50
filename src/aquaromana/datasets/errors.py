"""The error of this package."""

from __future__ import annotations


class DatasetError(ValueError):
    """A dataset that cannot be made or read, in one plain sentence."""
