"""The server's settings: one frozen value, made from arguments and the environment.

Every field can be given as an environment variable: `AQUA_` and its name in capitals, `AQUA_BOT_DELAY=0`. Arguments
win over the environment, and both over the defaults. docs/hosting.md is for those who host a server.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

from aquaromana.processes import cores
from aquaromana.server.addresses import is_loopback
from aquaromana.server.errors import StartError

PREFIX: Final = "AQUA_"
DATABASE: Final = "tables.db"
"""The file in the data folder."""
ALIASES: Final = {"database": "DATABASE_URL"}
"""Second names of settings in the environment."""
SHORTEST_TOKEN: Final = 16

_PORTS: Final = {"http": 80, "https": 443}
_NAME: Final = re.compile(r"[0-9a-z]([0-9a-z.-]*[0-9a-z])?|\[[0-9a-f:.]+\]")


class SettingsError(StartError):
    """A setting that cannot be; one line says which and why."""


def data_folder() -> Path:
    """The place the system has for what a user keeps."""
    from platformdirs import user_data_path

    return user_data_path("aqua-romana", appauthor=False)


def _number(low: float, high: float, default: Any, unit: str = "") -> Any:
    return field(default=default, metadata={"low": low, "high": high, "unit": unit})


def _one_of(*choices: str, default: str) -> Any:
    return field(default=default, metadata={"choices": choices})


def _hidden() -> Any:
    """A text that never appears where settings are shown."""
    return field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings. `Settings.make` reads the environment too; `Settings()` takes only what it is given."""

    data: Path = field(default_factory=data_folder)
    """The folder for everything that is kept."""
    database: str = _hidden()
    """A URL of SQLAlchemy, as `postgresql+asyncpg://…`; empty for a file in the data folder."""
    retention: float | None = _number(0, 36500, None, "days")
    """Days that finished tables are kept after their end; None means forever."""
    abandoned: float | None = _number(1, 36500, None, "days")
    """Days after which an unfinished table at which nothing happens is removed; None for never."""

    host: str = "127.0.0.1"
    port: int = _number(0, 65535, 7483)
    """0 for any free one."""
    public_url: str = ""
    """Where others find this server, as `https://aqua.example.org`; links and cookies follow it."""
    public_names: tuple[str, ...] = ()
    """Further names under which others may reach this server."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and -Proto are believed."""
    access: Literal["local", "shared"] = _one_of("local", "shared", default="local")
    """`local`: everyone who reaches the server is host of every table and plays every person's seat, so it has to
    stay on this machine. `shared`: people are known by signed cookies."""
    secret: str = _hidden()
    """Signs cookies, and seat links come from it; empty for one that is made and kept in the data folder."""
    secret_file: Path | None = None
    """A file with the secret."""
    lobby: bool = False
    """Whether open tables may be listed for everybody."""
    webhooks: bool = False
    """Whether people may have the server call an address of theirs when it is their turn."""
    webhook_private: bool = False
    """Whether such an address may be in a network that is not public."""

    workers: int = _number(0, 256, 0)
    """Processes in which bots think; 0 for one less than there are cores, which is left to people, but at least one."""
    bot_delay: float = _number(0, 60, 0.5, "seconds")
    """The shortest time from one change of a table to a bot's stretch, so that people can follow."""
    bot_patience: float = _number(0.1, 3600, 120.0, "seconds")
    """After that time a bot that thinks about a stretch counts as hanging, and another one decides."""

    reviews_idle: bool = True
    """Whether reviews of games run only when nothing else on this machine wants the processor. Otherwise they count as
    much as bots."""

    tables: int = _number(1, 10**7, 10_000)
    """Tables that are kept at most."""
    message_size: int = _number(256, 1 << 20, 4096, "bytes")
    """The largest message from a client."""
    message_count: int = _number(1, 10**6, 100)
    """Messages that a client may send within `message_window`."""
    message_window: float = _number(0.1, 3600, 20.0, "seconds")
    body_size: int = _number(1024, 1 << 30, 4 << 20, "bytes")
    """The largest body of a request: a record or a picture."""
    bodies: int = _number(1024, 1 << 40, 64 << 20, "bytes")
    """Bodies of all requests that are in memory at a time; at least one always fits."""
    bodies_per_address: int = _number(1024, 1 << 40, 16 << 20, "bytes")
    """Of these, for one address."""
    arrival: float = _number(0.1, 3600, 30.0, "seconds")
    """In which a request has to arrive, its body included; a connection without one is closed then."""
    sockets: int = _number(1, 10**6, 4000)
    """Open sockets at most."""
    sockets_per_address: int = _number(0, 10**6, 60)
    """Open sockets of one address at most; 0 for any number. What is for one address counts only with shared access."""
    connections: int = _number(0, 10**6, 0)
    """Open connections at most, sockets among them; 0 for as many as the system lets this process have. A reserve
    beyond them is for people with a seat, and for administrators."""
    connections_per_address: int = _number(0, 10**6, 200)
    """Open connections of one address other than sockets; 0 for no limit. Those of proxies are not counted."""
    unread_per_address: int = _number(0, 1 << 40, 32 << 20, "bytes")
    """Bytes of responses that one address may leave unread before it is disconnected; 0 for no limit."""
    tables_per_hour: int = _number(0, 10**6, 100)
    """Tables that one address may make in an hour, rematches among them; 0 for any number."""
    claims_per_hour: int = _number(0, 10**6, 30)
    """Seats of public tables that one address may take in an hour; 0 for any number."""
    reviews_per_hour: int = _number(0, 10**6, 60)
    """Reviews of games that one address may ask for in an hour; 0 for any number."""
    work_per_address: float = _number(0, 1, 0.25, "seconds")
    """Seconds in a second, by the clock, for which requests and messages from one address may occupy the event loop;
    who asks for more waits. 0 for any."""
    requests_per_minute: int = _number(0, 10**6, 600)
    """Requests to /api from one address in a minute; 0 for any number."""
    dead: float = _number(1, 3600, 9.0, "seconds")
    """A client that gives no sign of life for so long, not even the answer to a ping, is dropped."""
    lag: int = _number(2, 10**4, 64)
    """Messages that may wait for a slow reader; with one more it is dropped."""
    idle: float = _number(0, 86400, 300.0, "seconds")
    """Idle tables are evicted after this time and reloaded on demand."""
    busy: float = _number(0, 60, 5.0, "seconds")
    """How long the storage may be occupied by somebody else before a change is refused."""
    drain: float = _number(0, 3600, 0.0, "seconds")
    """How long the server goes on after the shutdown signal, while `/ready` already says no."""

    log: Literal["text", "json"] = _one_of("text", "json", default="text")
    """How lines of the log look."""
    log_level: Literal["debug", "info", "warning", "error"] = _one_of(
        "debug", "info", "warning", "error", default="warning"
    )
    """What is worth a line; with `info` there is one for every request."""
    metrics_token: str = _hidden()
    """With it, /metrics can be read from anywhere; without one only from this machine."""
    command: str = "aqua play"
    """What starts a game on this machine, as people here see it; scripts/play sets its own name."""

    def __post_init__(self) -> None:
        if self.workers == 0:
            object.__setattr__(self, "workers", max(1, cores() - 1))
        object.__setattr__(self, "data", Path(self.data))
        object.__setattr__(self, "public_url", _checked_url(self.public_url) if self.public_url else "")
        for each in fields(self):
            self._check(each.name, each.metadata)
        if not self.host or any(char.isspace() for char in self.host):
            raise SettingsError(f"{self.host!r} is not a valid host name.")
        for proxy in self.proxies:
            _check_proxy(proxy)
        if self.metrics_token and len(self.metrics_token) < SHORTEST_TOKEN:
            raise SettingsError(f"metrics_token has at least {SHORTEST_TOKEN} characters.")

    def _check(self, name: str, limits: Mapping[str, Any]) -> None:
        value = getattr(self, name)
        if "choices" in limits and value not in limits["choices"]:
            raise SettingsError(f"{name} is {' or '.join(limits['choices'])}, not {str(value)[:40]!r}.")
        if "low" not in limits or value is None:
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
            name: _parsed(variable, kind, text)
            for name, kind in known.items()
            for variable in (PREFIX + ALIASES.get(name, name.upper()), PREFIX + name.upper())
            if (text := environ.get(variable, "").strip())
        }
        return cls(**given | {name: value for name, value in arguments.items() if value is not None})

    @property
    def is_private(self) -> bool:
        """Whether only this machine can reach the server."""
        public = urlsplit(self.public_url).hostname if self.public_url else "localhost"
        return is_loopback(self.host) and is_loopback(public or "") and not self.public_names

    @property
    def is_secure(self) -> bool:
        """Whether others reach the server by https: cookies are for that alone."""
        return self.public_url.startswith("https:")

    @property
    def names(self) -> tuple[str, ...]:
        """The names that a Host header may have, in addition to those of this machine."""
        return (*self.public_names, *([urlsplit(self.public_url).netloc] if self.public_url else []))

    @property
    def database_file(self) -> Path | None:
        """The file of the database; None if it is not a file."""
        if not self.database:
            return self.data / DATABASE
        scheme, _, path = self.database.partition("://")
        path = path.removeprefix("/").removeprefix("file:").partition("?")[0]
        return Path(path) if scheme.startswith("sqlite") and path and path != ":memory:" else None

    @property
    def url(self) -> str:
        """Where the tables are kept, for SQLAlchemy."""
        if self.database:
            return self.database
        from sqlalchemy import URL

        return URL.create("sqlite+aiosqlite", database=str(self.data / DATABASE)).render_as_string(hide_password=False)


def _parsed(variable: str, kind: str, text: str) -> Any:
    """A setting from its text in the environment."""
    if kind.startswith("Path"):
        return Path(text).expanduser()
    if kind == "str" or kind.startswith("Literal"):
        return text
    if kind == "bool":
        if text.lower() not in _ANSWERS:
            raise SettingsError(f"{variable} is on or off, not {text[:40]!r}.")
        return _ANSWERS[text.lower()]
    if kind.startswith("tuple"):
        return tuple(word for word in text.replace(",", " ").split() if word)
    if kind == "float | None" and text.lower() in {"none", "never"}:
        return None
    try:
        return int(text) if kind == "int" else float(text)
    except ValueError:
        raise SettingsError(f"{variable}={text[:40]!r} is not a number.") from None


_ANSWERS: Final = {
    **dict.fromkeys(("1", "on", "true", "yes"), True),
    **dict.fromkeys(("0", "off", "false", "no"), False),
}


def _checked_url(text: str) -> str:
    """An address without a slash at its end, as an Origin names it."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise SettingsError(f"public_url {text[:80]!r} is not a valid URL.") from None
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    if parts.scheme not in _PORTS or not _NAME.fullmatch(name) or "@" in parts.netloc:
        raise SettingsError(f"public_url is an address like https://aqua.example.org, not {text[:80]!r}.")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise SettingsError(
            f"public_url has no path: the server needs a name of its own, as {parts.scheme}://{parts.netloc}."
        )
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, _PORTS[parts.scheme]) else "")


def _check_proxy(text: str) -> None:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise SettingsError(
            f"proxies are addresses or networks, as 127.0.0.1 or 10.0.0.0/8, not {text[:40]!r}."
        ) from None
