"""Authentication: which credentials a request or socket brings in its cookies, and permission checks for routes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Final

from fastapi import Depends, Request, params
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from aquaromana.server.api.admin_key import is_admin
from aquaromana.server.api.requests import TableId
from aquaromana.server.api.tokens import AGE, COOKIE, VISITED, TokenSigner
from aquaromana.server.errors import Refusal
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.table import permissions
from aquaromana.server.table.credentials import LOCAL, NOBODY, Credentials
from aquaromana.server.table.members import Members

HERE: Final = "/api/tables"
MAX_COOKIES_PER_NAME: Final = 8
"""Number of cookies with the same name that are checked."""

_TABLE: Final = re.compile(rf"{HERE}/(\w{{1,32}})(?:/|$)", re.ASCII)


def _kept(value: str) -> dict[str, re.Pattern[str]]:
    cookie = rf"(?:^|;)[ \t]*%s[ \t]*=[ \t]*{value}[ \t]*(?=;|$)"
    return {name: re.compile(cookie % name, re.ASCII) for name in (COOKIE, VISITED)}


_OURS: Final = _kept(r'"?([\w-]+\.[\w-]+\.[\w-]+)"?')
"""Cookies with the shape of ours: three parts of letters, digits, `-` and `_`."""
_ANY: Final = _kept("([^;]*)")


@dataclass(frozen=True, slots=True)
class Identity:
    """The client behind a request: its credentials for one table."""

    credentials: Credentials
    flaw: str = ""
    """The code that says why its cookie is void, if it is."""

    def check(self, members: Members, what: type | str) -> None:
        """Refusal without the permission for a message or an endpoint; it says what is wrong with the credentials."""
        try:
            permissions.check(members, self.credentials, what)
        except Refusal as refusal:
            if permissions.Role.ANONYMOUS not in permissions.roles(members, self.credentials):
                raise
            if self.flaw:
                raise Refusal.of(self.flaw) from None
            raise Refusal.of("access/needed" if self.credentials == NOBODY else "access/revoked") from refusal


def identify(connection: HTTPConnection, table: str) -> Identity:
    """The identity of a client at a table, by its cookies, the admin key, or local access."""
    settings: Settings = connection.app.state.settings
    if settings.access == "local" or is_admin(connection):
        return Identity(LOCAL)
    tokens: TokenSigner = connection.app.state.tokens
    credentials, flaw = NOBODY, ""
    for text in _cookies(connection, COOKIE):
        try:
            credentials |= tokens.unseal(table, text)
        except Refusal as refusal:
            flaw = flaw or refusal.code
    return Identity(credentials, "" if credentials != NOBODY else flaw)


def is_expected(scope: Scope) -> bool:
    """Whether somebody is admitted when there is hardly room: they have a seat at the table, or are its host."""
    about = _TABLE.match(scope["path"])
    if about is None:
        return False
    credentials = identify(HTTPConnection(scope), about[1]).credentials
    return credentials.local or bool(credentials.chairs) or credentials.host is not None


def _cookies(connection: HTTPConnection, name: str) -> list[str]:
    """All cookies with a name: other servers under our host name can add some, but not hide ours.

    Checking one takes time, so of many only the first few are looked at that could be one of ours.
    """
    lines = ";".join(connection.headers.getlist("cookie"))
    found = [each[1] for each in islice(_OURS[name].finditer(lines), MAX_COOKIES_PER_NAME)]
    return found or [each[1] for each in islice(_ANY[name].finditer(lines), 1)]


def _identity(request: Request, id: TableId) -> Identity:  # noqa: A002 - it is the table's id everywhere
    return identify(request, id)


Identified = Annotated[Identity, Depends(_identity)]


def may(what: str) -> params.Depends:
    """A dependency of every address of a table: checks the permission for it, as `table.permissions` has it."""

    async def admitted(request: Request, id: TableId, identity: Identified) -> Identity:  # noqa: A002
        service: TableService = request.app.state.service
        if not identity.credentials.local:  # local access permits everything, even deleting what cannot be read
            try:
                async with service.using(id) as loaded:
                    identity.check(loaded.table.members, what)
            except Refusal as refusal:
                if (what, refusal.code) != ("delete", "table/damaged"):
                    raise
                await service.check_host(id, identity.credentials)
        return identity

    admitted.__name__ = f"may {what}"  # by which a test finds out that no address is without
    return params.Depends(admitted)


# Session cookies.


def visited(connection: HTTPConnection) -> dict[str, Credentials]:
    """The tables that a browser has been at, with its credentials for them, the last one first."""
    tokens: TokenSigner = connection.app.state.tokens
    found: dict[str, Credentials] = {}
    for text in _cookies(connection, VISITED):
        for table, credentials in tokens.visited(text).items():
            found[table] = found.get(table, NOBODY) | credentials
    return found


def hand_out(request: Request, response: Response, table: str, credentials: Credentials) -> Response:
    """Set session cookies that add credentials for a table to those that the browser has."""
    settings: Settings = request.app.state.settings
    if settings.access == "local":
        return response
    tokens: TokenSigner = request.app.state.tokens
    known = visited(request)
    mine = known.pop(table, NOBODY) | identify(request, table).credentials | credentials
    _set(response, settings, COOKIE, tokens.seal(table, mine), f"{HERE}/{table}")
    _set(response, settings, VISITED, tokens.seal_visited({table: mine, **known}), HERE)
    return response


def forget(request: Request, response: Response, table: str) -> Response:
    """Delete the session cookies for a table."""
    settings: Settings = request.app.state.settings
    if settings.access == "local":
        return response
    tokens: TokenSigner = request.app.state.tokens
    known = visited(request)
    known.pop(table, None)
    response.delete_cookie(COOKIE, f"{HERE}/{table}", secure=settings.is_secure, httponly=True, samesite="strict")
    _set(response, settings, VISITED, tokens.seal_visited(known), HERE)
    return response


def _set(response: Response, settings: Settings, name: str, value: str, path: str) -> None:
    response.set_cookie(
        name, value, max_age=AGE, path=path, secure=settings.is_secure, httponly=True, samesite="strict"
    )
