"""The server's secret: it signs session cookies, and link secrets derive from it.

Anyone who knows it can take any seat. It never appears on a command line, where every user of the machine could read
it, and never in a log.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Final

from aquaromana.server.errors import StartError
from aquaromana.server.host.data_folder import os_error_text
from aquaromana.server.settings import Settings

FILE: Final = "secret"
"""In the data folder."""
SHORTEST: Final = 32
DEMO: Final = "a demo secret that everybody knows, for loopback alone"
"""For examples and tests; a server that others can reach refuses it."""
_LARGEST: Final = 4096


def with_secret(settings: Settings) -> Settings:
    """The settings with a secret: the given one, or the one that is kept in the data folder, made if need be.

    StartError if there is none that is good enough.
    """
    secret = _read(settings.secret_file) if settings.secret_file else settings.secret
    if not secret and settings.database and not settings.is_private:
        raise StartError("Servers that share a database share a secret: set AQUA_SECRET, or name a --secret-file.")
    secret = secret or _kept(settings.data / FILE)
    if len(secret) < SHORTEST:
        raise StartError(f"A secret has at least {SHORTEST} characters; make one with: openssl rand -hex 32.")
    if secret == DEMO and not settings.is_private:
        raise StartError("Everybody knows the demo secret: a server that others can reach needs one of its own.")
    return replace(settings, secret=secret, secret_file=None)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST).decode().strip()
    except OSError as error:
        raise StartError(f"The secret in {path} cannot be read: {os_error_text(error)}.") from None
    except UnicodeDecodeError:
        raise StartError(f"The secret in {path} is not text.") from None


def _kept(path: Path) -> str:
    """What is in the file, which nobody else may read; it appears with all of its content or not at all."""
    if path.exists():
        return _read(path)
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, path)
        except FileExistsError:
            pass  # another start was faster: its secret counts
        except OSError:  # a disk without links
            part.replace(path)
    except OSError as error:
        raise StartError(f"The secret cannot be kept in {path}: {os_error_text(error)}.") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()
    return _read(path)
