"""A storage that fails when it is told to, below everything of ours: in the driver itself."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import aiosqlite
import pytest

When = Literal["before", "after"]
"""Whether a call fails before it did anything, or does what it should and then fails."""

ERRORS = ("database or disk is full", "database is locked", "disk I/O error")


@dataclass
class Faults:
    """Counts the calls of the driver, and lets chosen ones fail."""

    error: str = ERRORS[0]
    when: When = "before"
    fails: Callable[[int], bool] = lambda _: False
    calls: int = 0
    failed: int = 0
    names: list[str] = field(default_factory=list)

    def nth(self, number: int) -> None:
        """Let the n-th call from now on fail, and only that."""
        wanted = self.calls + number
        self.fails = lambda call: call == wanted

    def every(self, number: int) -> None:
        self.fails = lambda call: call % number == 0

    def all(self) -> None:
        self.fails = lambda _: True

    def none(self) -> None:
        self.fails = lambda _: False


@contextmanager
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """All connections of SQLite in here can fail."""
    faults = Faults()
    real: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute

    async def execute(self: aiosqlite.Connection, work: Any, *args: Any, **more: Any) -> Any:
        faults.calls += 1
        if not faults.fails(faults.calls):
            return await real(self, work, *args, **more)
        faults.failed += 1
        faults.names.append(getattr(work, "__name__", ""))
        if faults.when == "after":
            await real(self, work, *args, **more)
        raise sqlite3.OperationalError(faults.error)

    with monkeypatch.context() as patch:
        patch.setattr(aiosqlite.Connection, "_execute", execute)
        yield faults
        faults.none()
