"""A storage that fails when it is told to, below everything of ours: in the driver itself."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

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

    def called(self, name: str, call: Callable[[], Any]) -> Any:
        """What a call of the driver answers, unless it is to fail."""
        self.calls += 1
        if not self.fails(self.calls):
            return call()
        self.failed += 1
        self.names.append(name)
        if self.when == "after":
            call()
        raise sqlite3.OperationalError(self.error)


@contextmanager
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """All connections of SQLite in here can fail: where a statement is executed, and where a transaction ends."""
    faults, real = Faults(), sqlite3.connect

    class Cursor(sqlite3.Cursor):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:  # type: ignore[override]
            faults.called("execute", lambda: super(Cursor, self).execute(*arguments))
            return self

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:  # type: ignore[override]
            faults.called("executemany", lambda: super(Cursor, self).executemany(*arguments))
            return self

    class Connection(sqlite3.Connection):
        def cursor(self, *_: Any, **__: Any) -> Any:
            return super().cursor(Cursor)

        def commit(self) -> None:
            faults.called("commit", super().commit)

        def rollback(self) -> None:
            faults.called("rollback", super().rollback)

    def connect(*arguments: Any, **more: Any) -> sqlite3.Connection:
        return real(*arguments, factory=Connection, **more)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        patch.setattr(sqlite3.dbapi2, "connect", connect)
        yield faults
        faults.none()
