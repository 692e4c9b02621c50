"""HTTP responses: values as JSON, and every refusal in one form with its status."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from aquaromana.records import RecordError
from aquaromana.rules.errors import AquaError, Argument, Reason
from aquaromana.server.errors import Refusal, ServerReason

STATUS: Final[Mapping[str, int]] = {
    "table/unknown": 404,
    "table/deleted": 404,
    "table/ply": 404,
    "table/damaged": 409,
    "table/stale": 409,
    "table/limit": 409,
    "lesson/unknown": 404,
    "puzzle/unknown": 404,
    "access/needed": 403,
    "access/expired": 403,
    "access/invalid": 403,
    "access/revoked": 403,
    "access/host": 403,
    "access/seat": 403,
    "access/local": 403,
    "access/taken": 409,
    "token/invalid": 403,
    "token/revoked": 403,
    "hint/not-agreed": 403,
    "hint/running": 403,
    "review/running": 403,
    "review/too-many": 503,
    "webhook/off": 403,
    "request/host": 403,
    "request/origin": 403,
    "request/unknown": 404,
    "request/method": 405,
    "request/slow": 408,
    "request/too-large": 413,
    "request/too-many": 429,
    "request/token": 401,
    "server/failed": 500,
    "server/busy": 503,
    "study/busy": 503,
    "server/restart": 503,
    "server/storage": 503,
}
"""The HTTP status of a refusal; those that are not listed have 422."""

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done. Nothing was changed."""

    code: str
    """Stable, as in `table/unknown`; docs/protocol.md lists those of the server."""
    clause: str
    """The clause of the rules behind it, if there is one."""
    args: dict[str, str | int]
    """What the sentence mentions, free of any language."""
    message: str
    """One plain English sentence."""


def problem_of(error: Refusal | AquaError) -> Problem:
    """The body of an error response."""
    reason: Reason = error.reason
    args: dict[str, Argument] = dict(reason.args)
    if isinstance(error, RecordError):
        places = {"line": error.line, "column": error.column, "path": error.path, "ply": error.ply}
        args |= {name: place for name, place in places.items() if place is not None and name not in args}
    return Problem(code=reason.code, clause=reason.clause, args=args, message=str(error))


def refused(error: Refusal | AquaError) -> Response:
    """An error of ours as an answer."""
    problem = problem_of(error)
    headers: dict[str, str] = {}
    if problem.code == "request/too-many":
        headers["Retry-After"] = str(problem.args["seconds"])
    elif problem.code == "request/slow":
        headers["Connection"] = "close"
    elif problem.code == "request/token":
        headers["WWW-Authenticate"] = "Bearer"
    return reply(problem, STATUS.get(problem.code, 422), headers)


def failure(code: str, **args: Argument) -> Response:
    """The answer that refuses with a code of the server."""
    return refused(Refusal(ServerReason(code, args)))


def reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A message, or a list of them, as JSON."""
    return Response(_encode(value), status, headers, "application/json")


# What FastAPI calls when a request ends with an exception.


async def on_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal | AquaError)
    return refused(error)


async def on_invalid(_request: Request, error: Exception) -> Response:
    """A parameter of the path or the query that cannot be read."""
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = dict(error.errors()[0])
    where = ".".join(map(str, first["loc"][1:])) or str(first["loc"][0])
    return failure("request/invalid", where=where, why=str(first["msg"])[:1].lower() + str(first["msg"])[1:])


async def on_http(request: Request, error: Exception) -> Response:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return failure("request/unknown")
    if error.status_code == 405:
        answer = failure("request/method", method=request.method)
        answer.headers.update(error.headers or {})
        return answer
    if error.status_code == 413:
        return failure("request/too-large", limit=0)
    if error.status_code < 500:
        return failure("request/invalid", where="the request", why=str(error.status_code))
    _log.error("%s %s ended with %s", request.method, request.url.path, error.status_code)
    return failure("server/failed")
