"""The data folder: a file lock that admits one server process, and a note with its URL and admin key.

The system releases the lock however the process ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, Self

from aquaromana.processes import try_lock
from aquaromana.server.errors import StartError

LOCK: Final = "server.lock"
NOTE: Final = "server.json"


class Folder:
    """A data folder, and whether it is ours to serve."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def claim(self) -> bool:
        """Take the lock; False if another process has it. StartError if the folder cannot be used."""
        try:
            self.path.mkdir(0o700, parents=True, exist_ok=True)
            file = (self.path / LOCK).open("ab")
        except OSError as error:
            raise StartError(f"The data folder {self.path} cannot be used: {os_error_text(error)}.") from None
        try:
            is_ours = try_lock(file)
        except OSError:
            is_ours = False
        if not is_ours:
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                (self.path / NOTE).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def note(self, url: str, key: str = "") -> None:
        """Write down where we are for those who come later, and the admin key for those who may read it."""
        fresh = self.path / f"{NOTE}.new"
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump({"url": url, "pid": os.getpid(), "key": key}, file)
        fresh.replace(self.path / NOTE)

    def noted(self, what: str = "url") -> str:
        """Where the server of this folder is, or its `key`, as it noted."""
        try:
            note = json.loads((self.path / NOTE).read_text("utf-8"))
            return str(note[what])
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


@contextlib.contextmanager
def database_lock(path: Path | None) -> Iterator[None]:
    """Hold a database file: two servers with two folders would not know of each other.

    StartError if another server has it.
    """
    if path is None:
        yield
        return
    path = path.resolve()  # whatever links lead to it
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        file = path.with_name(f"{path.name}.lock").open("ab")
    except OSError as error:
        raise StartError(f"The database {path} cannot be used: {os_error_text(error)}.") from None
    with file:
        try:
            is_ours = try_lock(file)
        except OSError:
            is_ours = False
        if not is_ours:
            raise StartError(f"Another server uses the database {path}.")
        yield


def fingerprint(path: Path) -> str:
    """Identifies a folder without naming it."""
    return hashlib.sha256(str(path.expanduser().resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def os_error_text(error: OSError) -> str:
    """What the system says, as a part of a sentence."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]
