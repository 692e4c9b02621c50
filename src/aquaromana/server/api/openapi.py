"""The OpenAPI document: what FastAPI knows of the endpoints, plus the schemas of all messages."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from aquaromana.server.errors import CATALOGUE
from aquaromana.server.protocol import messages
from aquaromana.server.responses import STATUS, Problem
from aquaromana.version import __version__

ADDRESS: Final = "/api/openapi.json"
JSON: Final = "application/json"
TEMPLATE: Final = "#/components/schemas/{name}"

_ABOUT: Final = """\
Tables of Aqua Romana: create them, join them by links, watch them, export their records and pictures, import records.

Play goes over the WebSocket `/api/tables/{{id}}/live`. Its messages are JSON texts, told apart by `type`; the first one
is `hello`. docs/protocol.md describes all of it; the schemas of all messages are below. The client sends {from_client};
the server sends {from_server}.

It closes with 1003 for binary messages, 1007 for text that is not UTF-8, 1008 for too many messages, 1009 for one that
is too big, 1012 when the server restarts, 1013 when too many sockets are open, 4403 for clients without access, and
4404 for a table that does not exist.

Anyone who creates a table, or joins it by a link, gets a cookie for it. With local access no cookie is needed:
everybody who reaches such a server may do everything.

Names are those of the notation: squares `D1`, ports `D1e`, path squares as numbers. A request that is refused is
answered with a `Problem`; its code is stable, its sentence is not.
"""

NO_ACCESS: Final = ("access/needed", "access/expired", "access/invalid", "access/revoked")
"""Why somebody may not even see a table."""
BAD_POSITION: Final = ("position/unreadable", "position/impossible")
"""Why a position in text is refused."""
BAD_FILE: Final = (
    "record/file-type",
    "record/picture",
    "record/not-in-picture",
    "record/which",
    "record/empty",
    "record/unexpected",
    "request/too-large",
    "request/slow",
    "server/busy",
)
"""Why a file is refused."""
_FROM_CLIENT: Final = get_args(messages.FromClient)
_FROM_SERVER: Final = get_args(messages.FromServer)


def answer(schema: Any, description: str, media_type: str = JSON) -> dict[str, Any]:
    """What an address answers: a type of ours, a list of one, or a schema."""
    return {"description": description, "content": {media_type: {"schema": _schema(schema)}}}


def problems(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The answers that refuse with these codes, and with those that can come from everywhere."""
    everywhere = (
        "request/host",
        "request/origin",
        "request/invalid",
        "request/too-many",
        "server/failed",
        "server/restart",
    )
    by_status: dict[int, list[str]] = {}
    for code in (*codes, *everywhere):
        by_status.setdefault(STATUS.get(code, 422), []).append(code)
    return {status: answer(Problem, _code_list(found)) for status, found in sorted(by_status.items())}


def _code_list(codes: list[str]) -> str:
    return "\n".join(f"- `{code}`: {CATALOGUE[code][1]}" if code in CATALOGUE else f"- `{code}`" for code in codes)


def content(schema: Any, description: str, media_type: str = JSON, **more: Any) -> dict[str, Any]:
    """What an address takes, for `openapi_extra`."""
    kinds = {media_type: {"schema": _schema(schema)}, **more}
    return {"requestBody": {"required": True, "description": description, "content": kinds}}


def _schema(schema: Any) -> dict[str, Any]:
    if isinstance(schema, dict):
        return schema
    inner = get_args(schema)
    if inner:
        return {"type": "array", "items": _schema(inner[0])}
    return {"$ref": TEMPLATE.format(name=schema.__name__)}


FILE: Final = content(
    {"type": "string"},
    "A record (`.aqr`), its JSON form, a position in text, or a picture of ours that carries a record.",
    "text/plain",
    **{"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
)
"""A request with a file that can be imported."""


def describe(app: FastAPI, *types: type) -> dict[str, Any]:
    """The document: the addresses of the app, with the schemas of these types and of all messages."""
    document = get_openapi(
        title="Aqua Romana",
        version=__version__,
        description=_ABOUT.format(from_client=_names(_FROM_CLIENT), from_server=_names(_FROM_SERVER)),
        routes=app.routes,
        tags=app.openapi_tags,
    )
    spoken = (*types, Problem, *_FROM_CLIENT, *_FROM_SERVER)
    _, schemas = msgspec.json.schema_components(spoken, ref_template=TEMPLATE)
    document.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
    return document


def _names(kinds: tuple[type, ...]) -> str:
    return ", ".join(f"`{kind.__name__}`" for kind in kinds)
