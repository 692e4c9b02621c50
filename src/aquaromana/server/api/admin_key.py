"""Authentication of the administrator: a bearer key that is written to the data folder of the running server.

`aqua tables` sends it. Anyone who can read the folder could change its files anyway, so the key
grants every permission.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

SCHEME: Final = "Bearer "


def new_key() -> str:
    """A key for as long as a server runs."""
    return secrets.token_urlsafe(32)


def bearer_token(connection: HTTPConnection) -> bytes:
    """The token that a request brings; empty if there is none."""
    header = connection.headers.get("authorization", "")
    return header.removeprefix(SCHEME).encode() if header.startswith(SCHEME) else b""


def is_admin(connection: HTTPConnection) -> bool:
    """Whether a request shows the key of this server."""
    key: str = connection.app.state.key
    return bool(key) and secrets.compare_digest(bearer_token(connection), key.encode())
