"""The limit on open files of this process, and so on its connections."""

from __future__ import annotations

import contextlib
from typing import Final

OWN: Final = 96
"""Files of our own: the database, pipes to other processes, the log."""
RESERVE: Final = 64
"""Connections beyond the usual ones, for administrators and for people at tables."""


def limit() -> int:
    """How many files may be open; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 0 if soft == resource.RLIM_INFINITY else soft


def raise_limit() -> None:
    """Let as many files be open as this process may have without being asked again."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def room() -> int:
    """Connections that may usually be open, without the reserve; 0 for no limit."""
    files = limit()
    return max(files // 2, files - OWN - RESERVE) if files else 0
