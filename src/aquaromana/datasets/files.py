"""Files of a dataset: records that games are added to one by one, and files that are replaced in one go."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from aquaromana.datasets.errors import DatasetError
from aquaromana.datasets.plan import Shard

HEAD: Final = b'[Game "Aqua Romana"]\n'


def cannot(what: str, path: Path, error: OSError) -> DatasetError:
    """`cannot write data/x.aqr: no space left on device`."""
    why = error.strerror or str(error)
    return DatasetError(f"cannot {what} {path}: {why[:1].lower()}{why[1:]}")


class ShardFile:
    """The records of a shard. Whatever interrupts the writing, what is there is a number of whole games."""

    def __init__(self, folder: Path, shard: Shard) -> None:
        self.path = folder / f"{shard.name}.aqr"
        self.shard = shard
        self.saved = 0
        """How many games are there."""

    def load(self) -> None:
        """Count the games that are there, and drop one that was cut off."""
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            whole = _whole(data)
            if whole < len(data):
                os.truncate(self.path, whole)
        except OSError as error:
            raise cannot("read", self.path, error) from None
        self.saved = data[:whole].count(HEAD)
        seeds = re.findall(rb'^\[Seed "(.*)"\]$', data[:whole], re.MULTILINE)
        wanted = [self.shard.cell.match.seed_text(self.shard.first + number).encode() for number in range(self.saved)]
        if seeds != wanted or self.saved > self.shard.end - self.shard.first:
            raise DatasetError(f"{self.path} does not hold the games that belong there: move it away")

    @property
    def is_complete(self) -> bool:
        return self.saved == self.shard.end - self.shard.first

    def append(self, record: str) -> None:
        """Add the next game and wait for the disk."""
        try:
            with self.path.open("ab") as file:
                file.write((b"\n" if self.saved else b"") + record.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise cannot("write", self.path, error) from None
        self.saved += 1


def _whole(data: bytes) -> int:
    """The length of the part that is whole games: the last one has to end with the line that states its result."""
    ends = [match.start() for match in re.finditer(rb"^" + re.escape(HEAD), data, re.MULTILINE)]
    if not ends:
        return 0
    last = data[ends[-1] :]
    stated = re.search(rb'^\[Result "([^"]*)"\]$', last, re.MULTILINE)
    if stated and last.endswith(b"\n" + stated[1] + b"\n"):
        return len(data)
    return max(ends[-1] - 1, 0)  # the line between two games goes with the second


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A file beside `path` to write into; it takes the place of `path` once it is whole."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        yield fresh
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise cannot("write", path, error) from None
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    with replaced(path) as fresh:
        fresh.write_bytes(text.encode())


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
