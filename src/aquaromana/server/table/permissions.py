"""Permissions: which roles may send which message and use which endpoint of a table, in one registry.

Roles are those of one client at one table. What the registry permits can still be refused as the table stands: players
play only their own seats, for instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import intents, messages
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.members import Members


class Role(StrEnum):
    """A role at a table; a client can have several."""

    HOST = "host"
    SEAT = "seat"
    SPECTATOR = "spectator"
    ANONYMOUS = "anonymous"


_HOST: Final = frozenset({Role.HOST})
_SEAT: Final = frozenset({Role.SEAT})
_PLAYERS: Final = frozenset({Role.HOST, Role.SEAT})
_WATCHING: Final = frozenset({Role.HOST, Role.SEAT, Role.SPECTATOR})
_ALL: Final = frozenset(Role)

MESSAGES: Final[Mapping[type, frozenset[Role]]] = {
    messages.Hello: _WATCHING,
    messages.Watch: _WATCHING,
    messages.Ping: _WATCHING,
    messages.Ask: _WATCHING,
    messages.Preview: _PLAYERS,
    messages.Play: _SEAT,
    intents.Sit: _HOST,
    intents.Start: _HOST,
    intents.Rename: _PLAYERS,
    intents.StandIn: _PLAYERS,
    intents.Back: _SEAT,
    intents.Resign: _SEAT,
    intents.Takeback: _SEAT,
    intents.Consent: _SEAT,
    intents.Revoke: _PLAYERS,
    intents.Switch: _HOST,
    intents.Rematch: _PLAYERS,
    intents.Guide: _SEAT,
    intents.Solve: _SEAT,
    messages.AskLinks: _PLAYERS,
    messages.Say: _SEAT,
}
"""Which roles may send which message."""

ADDRESSES: Final[Mapping[str, frozenset[Role]]] = {
    "live": _WATCHING,
    "info": _WATCHING,
    "state": _WATCHING,
    "views": _WATCHING,
    "steps": _WATCHING,
    "record": _WATCHING,
    "decided": _WATCHING,
    "study": _WATCHING,
    "picture": _WATCHING,
    "fork": _WATCHING,
    "suggestion": _PLAYERS,
    "hint": _SEAT,
    "coach": _SEAT,
    "review": _WATCHING,
    "review-cancel": _PLAYERS,
    "delete": _HOST,
    "webhook": _SEAT,
    "bot": _HOST,
    "invitation": _ALL,
    "join": _ALL,
    "claim": _ALL,
    "follow": _ALL,
    "link": _ALL,
}
"""Which roles may use which endpoint under `/api/tables/{id}`."""


def roles(members: Members, credentials: Credentials) -> frozenset[Role]:
    """The roles that credentials give at a table."""
    rights = members.rights(credentials)
    return _roles(rights.host, bool(rights.chairs), rights.watch)


@cache
def _roles(host: bool, seat: bool, watch: bool) -> frozenset[Role]:  # noqa: FBT001 - a table of them
    held = ((host, Role.HOST), (seat, Role.SEAT), (watch, Role.SPECTATOR))
    return frozenset(role for has, role in held if has) or frozenset({Role.ANONYMOUS})


def check(members: Members, credentials: Credentials, what: type | str) -> None:
    """Refusal if credentials do not permit a message or an endpoint."""
    allowed = ADDRESSES[what] if isinstance(what, str) else MESSAGES[what]
    if roles(members, credentials) & allowed:
        return
    if Role.SPECTATOR in allowed:
        raise Refusal.of("access/needed")
    raise Refusal.of("access/host" if allowed == _HOST else "access/seat")
