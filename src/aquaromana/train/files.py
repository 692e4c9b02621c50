"""Atomic file writes, and the format of game files.

A file of games is a header, then each game with its length and its checksum before it, then a footer with their number.
Whatever is cut short or damaged is noticed on reading.
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from aquaromana.train.errors import TrainingError

MAGIC: Final = b"AQUAGAME"
FORMAT: Final = 1
_HEADER: Final = struct.Struct("<8sI")
_GAME: Final = struct.Struct("<II")
_FOOTER: Final = struct.Struct("<II4s")
_END: Final = b"END\n"
NEW: Final = ".new"
"""How the names of unfinished files end."""


class DamagedError(TrainingError):
    """A file that is not as it was written."""


def write_file(path: Path, data: bytes) -> None:
    """Put a file in place in one go; TrainingError in one line if the disk is full or will not take it."""
    fresh: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(prefix=f".{path.name}.", suffix=NEW, dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(fresh).chmod(0o644)
        Path(fresh).replace(path)
    except OSError as error:
        why = error.strerror or str(error)
        raise TrainingError(
            f"cannot write {path}: {why[:1].lower()}{why[1:]}; nothing is lost, and the same command goes on from there"
        ) from None
    finally:
        if fresh is not None:
            with contextlib.suppress(OSError):
                Path(fresh).unlink()


def update_file(path: Path, data: bytes) -> None:
    """Put a file in place unless it is there with just this content."""
    if not path.exists() or read_file(path) != data:
        write_file(path, data)


def read_file(path: Path) -> bytes:
    """The content of a file; TrainingError in one line if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise TrainingError(f"cannot read {path}: {why[:1].lower()}{why[1:]}") from None


def drop_unfinished(folder: Path) -> None:
    """Remove what a killed process left half-written."""
    for path in folder.rglob(f".*{NEW}"):
        with contextlib.suppress(OSError):
            path.unlink()


def pack_games(games: Sequence[bytes]) -> bytes:
    parts = [_HEADER.pack(MAGIC, FORMAT)]
    total = 0
    for game in games:
        parts += [_GAME.pack(len(game), zlib.crc32(game)), game]
        total = zlib.crc32(game, total)
    parts.append(_FOOTER.pack(len(games), total, _END))
    return b"".join(parts)


def unpack_games(data: bytes, name: str = "the file") -> list[bytes]:
    """The games of a file; DamagedError in one line unless all of them are whole."""
    if len(data) < _HEADER.size or not data.startswith(MAGIC):
        raise DamagedError(f"{name} is not a file of games")
    _, version = _HEADER.unpack_from(data)
    if version != FORMAT:
        raise DamagedError(f"{name} has format {version}; this package reads {FORMAT}")
    end = len(data) - _FOOTER.size
    if end < _HEADER.size or data[-len(_END) :] != _END:
        raise DamagedError(f"{name} is cut short")
    count, checksum, _ = _FOOTER.unpack_from(data, end)
    games = []
    at, total = _HEADER.size, 0
    while at < end:
        if at + _GAME.size > end:
            raise DamagedError(f"{name} is damaged at byte {at}")
        length, expected = _GAME.unpack_from(data, at)
        game = data[at + _GAME.size : at + _GAME.size + length]
        if at + _GAME.size + length > end or zlib.crc32(game) != expected:
            raise DamagedError(f"{name} is damaged at byte {at}")
        games.append(game)
        total = zlib.crc32(game, total)
        at += _GAME.size + length
    if len(games) != count or total != checksum:
        raise DamagedError(f"{name} is damaged: {len(games)} games instead of {count}")
    return games


def write_games(path: Path, games: Sequence[bytes]) -> None:
    write_file(path, pack_games(games))


def read_games(path: Path) -> list[bytes]:
    return unpack_games(read_file(path), str(path))


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Be the only process in a folder; the lock goes with the process, however it ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file: IO[Any] = path.open("a+b")
    except OSError as error:
        why = error.strerror or str(error)
        raise TrainingError(f"cannot write into {path.parent}: {why[:1].lower()}{why[1:]}") from None
    with file:
        if sys.platform != "win32":  # it has no such lock: two runs in one folder are the user's to avoid
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TrainingError(f"another process is training in {path.parent}") from None
        yield


def csv_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """A table as CSV, with the keys of all rows as header; what a row lacks is empty."""
    file = io.StringIO()
    if rows:
        writer = csv.DictWriter(file, list(dict.fromkeys(key for row in rows for key in row)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return file.getvalue().encode()
