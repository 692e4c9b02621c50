"""What can be set about the server, in one frozen value made from arguments and the environment.

Every field can be given as an environment variable: `AQUA_` and its name in capitals, `AQUA_BOT_DELAY=0`. Arguments
win over the environment, and both over the defaults.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Self

from aquaromana.server.errors import StartError

PREFIX: Final = "AQUA_"
DATABASE: Final = "tables.db"
"""The file in the data folder."""


class SettingsError(StartError):
    """A setting that cannot be; one line says which and why."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def data_folder() -> Path:
    """The place the system has for what a user keeps."""
    from platformdirs import user_data_path

    return user_data_path("aqua-romana", appauthor=False)


def _number(low: float, high: float, default: Any, unit: str = "") -> Any:
    return field(default=default, metadata={"low": low, "high": high, "unit": unit})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings. `Settings.make` reads the environment too; `Settings()` takes only what it is given."""

    data: Path = field(default_factory=data_folder)
    """The folder for everything that is kept."""
    database: str = ""
    """A URL of SQLAlchemy, as `postgresql+asyncpg://…`; empty for a file in the data folder."""
    retention: float | None = _number(0, 36500, None, "days")
    """Days that finished tables are kept after their end; None for ever."""

    host: str = "127.0.0.1"
    port: int = _number(0, 65535, 7483)
    """0 for any free one."""
    public_names: tuple[str, ...] = ()
    """Names under which others may reach this server, besides those of this machine itself."""

    workers: int = _number(0, 256, 0)
    """Processes in which bots think; 0 for one less than there are cores, which is left to people, but at least one."""
    bot_delay: float = _number(0, 60, 0.5, "seconds")
    """The shortest time from one change of a table to a bot's stretch, so that people can follow."""
    bot_patience: float = _number(0.1, 3600, 120.0, "seconds")
    """After that time a bot that thinks about a stretch counts as hanging, and another one decides."""

    tables: int = _number(1, 10**7, 10_000)
    """Tables that are kept at most."""
    message_size: int = _number(256, 1 << 20, 4096, "bytes")
    """The largest message from a client."""
    message_count: int = _number(1, 10**6, 100)
    """Messages that a client may send within `message_window`."""
    message_window: float = _number(0.1, 3600, 20.0, "seconds")
    body_size: int = _number(1024, 1 << 30, 4 << 20, "bytes")
    """The largest body of a request: a record or a picture."""
    sockets: int = _number(1, 10**6, 4000)
    """Open sockets at most."""
    silence: float = _number(1, 3600, 60.0, "seconds")
    """A client that says nothing for so long is dropped."""
    lag: int = _number(2, 10**4, 64)
    """Messages that may wait for a slow reader; with one more he is dropped."""
    idle: float = _number(0, 86400, 300.0, "seconds")
    """A table that nobody used for so long leaves the memory; it comes back when it is wanted."""
    busy: float = _number(0, 60, 5.0, "seconds")
    """How long the storage may be occupied by somebody else before a change is refused."""

    def __post_init__(self) -> None:
        if self.workers == 0:
            object.__setattr__(self, "workers", max(1, cores() - 1))
        object.__setattr__(self, "data", Path(self.data))
        for each in fields(self):
            self._check(each.name, each.metadata)
        if not self.host or any(char.isspace() for char in self.host):
            raise SettingsError(f"{self.host!r} is no name of a host.")

    def _check(self, name: str, limits: Mapping[str, Any]) -> None:
        value = getattr(self, name)
        if not limits or value is None:
            return
        if not limits["low"] <= value <= limits["high"]:
            unit = f" {limits['unit']}" if limits["unit"] else ""
            raise SettingsError(f"{name} is {limits['low']:g} to {limits['high']:g}{unit}, not {value:g}.")

    @classmethod
    def make(cls, environ: Mapping[str, str] | None = None, **arguments: Any) -> Self:
        """The settings by these arguments, where they are not None, and by the environment."""
        environ = os.environ if environ is None else environ
        known = {each.name: str(each.type) for each in fields(cls)}
        if unknown := set(arguments) - set(known):
            raise TypeError(f"no settings: {', '.join(sorted(unknown))}")
        given = {
            name: _parsed(PREFIX + name.upper(), kind, text)
            for name, kind in known.items()
            if (text := environ.get(PREFIX + name.upper(), "").strip())
        }
        return cls(**given | {name: value for name, value in arguments.items() if value is not None})

    @property
    def url(self) -> str:
        """Where the tables are kept, for SQLAlchemy."""
        if self.database:
            return self.database
        from sqlalchemy import URL

        return URL.create("sqlite+aiosqlite", database=str(self.data / DATABASE)).render_as_string(hide_password=False)


def _parsed(variable: str, kind: str, text: str) -> Any:
    """A setting from its text in the environment."""
    if kind == "Path":
        return Path(text).expanduser()
    if kind == "str":
        return text
    if kind.startswith("tuple"):
        return tuple(word for word in text.replace(",", " ").split() if word)
    if kind == "float | None" and text.lower() in {"none", "never"}:
        return None
    try:
        return int(text) if kind == "int" else float(text)
    except ValueError:
        raise SettingsError(f"{variable}={text[:40]!r} is no number.") from None
