"""Reading and writing files: nothing is lost, and every error is one line."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from aquaromana.cli.group import Failure, system_failure

LARGEST: Final = 64 << 20
"""The maximum number of bytes to read: far more than any record or picture has."""


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input for `-`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise system_failure(f"cannot read {shown(name)}", as_os_error(error)) from None
    if len(data) > LARGEST:
        raise Failure(f"cannot read {shown(name)}: it is larger than {LARGEST >> 20} MiB")
    return data


def write_bytes(name: str, data: bytes, *, force: bool) -> None:
    """Write a file in one go, or to standard output for `-`; an existing file is replaced only if forced."""
    try:
        if name == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        path = Path(name)
        if path.exists() and not force:
            raise Failure(f"{shown(name)} already exists; use --force to replace it")
        replace_file(path, data)
    except (OSError, ValueError) as error:
        raise system_failure(f"cannot write {shown(name, out=True)}", as_os_error(error)) from None


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file atomically: whatever happens, either the old or the new content is there.

    What is not a plain file, such as a pipe or /dev/stdout, is written to directly.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.write(data)
        return
    path = path.resolve()  # through links, so that a link stays one
    handle, fresh = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(fresh).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(fresh).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(fresh).unlink()
        raise


def format_of(name: str, formats: Sequence[str]) -> str:
    """The format, from the end of a file's name."""
    suffix = Path(name).suffix.removeprefix(".").lower()
    if suffix in formats:
        return suffix
    known = [f".{each}" for each in formats]
    endings = f"{', '.join(known[:-1])} or {known[-1]}"
    raise Failure(f"the name {shown(name)} does not end in a known format; use {endings}, or --to")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def as_os_error(error: OSError | ValueError) -> OSError:
    """Invalid names, such as those with a zero byte, fail like any other."""
    return error if isinstance(error, OSError) else OSError(0, str(error))


def shown(name: str, *, out: bool = False) -> str:
    """A file's name in a message; `-` is the standard input, or the standard output if it is for what comes out."""
    if name == "-":
        return "the standard output" if out else "the standard input"
    safe = "".join(char if char.isprintable() else "?" for char in name)
    return safe if len(safe) <= 200 else "..." + safe[-197:]  # the end of a path tells more than its beginning


def data_folder() -> Path:
    """Where games are saved: AQUA_DATA, or the system's usual place."""
    if own := os.environ.get("AQUA_DATA"):
        return Path(own)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "aqua-romana" / "games"
