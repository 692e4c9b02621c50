"""Who asks: the passes that a request or a socket brings in its cookies, and what they are good for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request, params
from starlette.requests import HTTPConnection
from starlette.responses import Response

from aquaromana.server.api.admin_key import is_keeper
from aquaromana.server.api.requests import TableId
from aquaromana.server.api.tokens import AGE, COOKIE, VISITED, Passes
from aquaromana.server.errors import Refusal
from aquaromana.server.service.table_service import Hall
from aquaromana.server.settings import Settings
from aquaromana.server.table import permissions
from aquaromana.server.table.credentials import LOCAL, NOBODY, Actor
from aquaromana.server.table.members import Company

HERE: Final = "/api/tables"


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody with what he brought for one table."""

    actor: Actor
    flaw: str = ""
    """The code that says why his cookie counts for nothing, if so."""

    def check(self, company: Company, what: type | str) -> None:
        """Refusal if he may not send such a message, or ask for that; it says what is wrong with what he brought."""
        try:
            permissions.check(company, self.actor, what)
        except Refusal as refusal:
            if permissions.Role.ANONYMOUS not in permissions.roles(company, self.actor):
                raise
            if self.flaw:
                raise Refusal.of(self.flaw) from None
            raise Refusal.of("access/needed" if self.actor == NOBODY else "access/revoked") from refusal


def asker_of(connection: HTTPConnection, table: str) -> Asker:
    """Who asks about a table."""
    settings: Settings = connection.app.state.settings
    if settings.access == "local" or is_keeper(connection):
        return Asker(LOCAL)
    passes: Passes = connection.app.state.passes
    actor, flaw = NOBODY, ""
    for text in _cookies(connection, COOKIE):
        try:
            actor |= passes.unseal(table, text)
        except Refusal as refusal:
            flaw = flaw or refusal.code
    return Asker(actor, "" if actor != NOBODY else flaw)


def _cookies(connection: HTTPConnection, name: str) -> list[str]:
    """All that a browser keeps under a name: pages of other servers under our name can add one, and hide none."""
    pairs = (pair.partition("=") for line in connection.headers.getlist("cookie") for pair in line.split(";"))
    return [value.strip().strip('"') for key, _, value in pairs if key.strip() == name]


def _asker(request: Request, id: TableId) -> Asker:  # noqa: A002 - it is the table's id everywhere
    return asker_of(request, id)


Asking = Annotated[Asker, Depends(_asker)]


def may(what: str) -> params.Depends:
    """A dependency of every address of a table: checks the permission for it, as `table.permissions` has it."""

    async def admitted(request: Request, id: TableId, asker: Asking) -> Asker:  # noqa: A002
        hall: Hall = request.app.state.hall
        if not asker.actor.local:  # who may all, and delete even what cannot be read
            async with hall.using(id) as opened:
                asker.check(opened.table.company, what)
        return asker

    admitted.__name__ = f"may {what}"  # by which a test finds out that no address is without
    return params.Depends(admitted)


# What is handed out.


def visited(connection: HTTPConnection) -> dict[str, Actor]:
    """The tables that a browser has been at with its passes for them, the last one first."""
    passes: Passes = connection.app.state.passes
    found: dict[str, Actor] = {}
    for text in _cookies(connection, VISITED):
        for table, actor in passes.visited(text).items():
            found[table] = found.get(table, NOBODY) | actor
    return found


def hand_out(request: Request, response: Response, table: str, actor: Actor) -> Response:
    """Let an answer bring passes for a table, besides those that the browser has already."""
    settings: Settings = request.app.state.settings
    if settings.access == "local":
        return response
    passes: Passes = request.app.state.passes
    known = visited(request)
    mine = known.pop(table, NOBODY) | asker_of(request, table).actor | actor
    _set(response, settings, COOKIE, passes.seal(table, mine), f"{HERE}/{table}")
    _set(response, settings, VISITED, passes.seal_visited({table: mine, **known}), HERE)
    return response


def forget(request: Request, response: Response, table: str) -> Response:
    """Let an answer take back whatever the browser has of a table."""
    settings: Settings = request.app.state.settings
    if settings.access == "local":
        return response
    passes: Passes = request.app.state.passes
    known = visited(request)
    known.pop(table, None)
    response.delete_cookie(COOKIE, f"{HERE}/{table}", secure=settings.is_secure, httponly=True, samesite="strict")
    _set(response, settings, VISITED, passes.seal_visited(known), HERE)
    return response


def _set(response: Response, settings: Settings, name: str, value: str, path: str) -> None:
    response.set_cookie(
        name, value, max_age=AGE, path=path, secure=settings.is_secure, httponly=True, samesite="strict"
    )
