"""Middleware that checks Host and Origin, adds security headers, and hides the details of failures.

Any page can make a browser send requests to this machine. Two checks make them worthless: the Host must be a name of
ours, otherwise a foreign name was made to point here (DNS rebinding); and the Origin, which browsers send with every
change and every socket, must be our own page.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aquaromana.server.addresses import in_url
from aquaromana.server.responses import failure

LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "[::1]"))

PAGE_POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'"
)
"""The Content-Security-Policy: nothing from elsewhere, nothing inline."""

FILE_POLICY: Final = "default-src 'none'; frame-ancestors 'none'; sandbox"
"""The policy of files with users' text: opened on their own, they can do nothing."""

HEADERS: Final[Mapping[str, str]] = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Of every response, unless the response has one of its own."""
DOCUMENT_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
}
"""Of every response that a browser could show as a page, too."""
SUBRESOURCES: Final = ("text/javascript", "text/css")
"""Types that are never a page, and have no policy of their own (there are no workers): with more than a hundred files,
a seventh of a first visit would be such headers."""
ONLY_TRUSTED: Final = ("Cross-Origin-Opener-Policy",)
"""Browsers respect it only over https or from this machine itself, and complain about it elsewhere."""

_ALL_HEADERS: Final[Mapping[str, str]] = {**HEADERS, **DOCUMENT_HEADERS}
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z.-]+)(?::([0-9]{1,5}))?")
_USUAL_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_log = logging.getLogger(__name__)


class OriginMiddleware:
    """Refuses what does not come from our own pages, adds the headers, and turns a failure into a plain answer."""

    def __init__(self, app: ASGIApp, public_names: Collection[str] = (), *, secure: str = "") -> None:
        self.app = app
        self.public_names = frozenset(name.lower() for name in public_names)
        self.secure = secure.lower()
        """The public host name that is reached by https, even if a proxy forwards to us by http; or none."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        code = suspicion(scope, self.public_names, self.secure)
        if scope["type"] == "websocket":
            await self._socket(code, scope, receive, send)
        else:
            await self._request(code, scope, receive, send)

    async def _request(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        started = False
        leave_out = () if self.secure or is_trusted(scope) else ONLY_TRUSTED

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in headers_for(headers.get("content-type", "")).items():
                    if name not in leave_out:
                        headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if code:
            await failure(code)(scope, receive, send_with_headers)
            return
        try:
            await self.app(scope, receive, send_with_headers)
        except ClientDisconnect:
            pass  # nobody waits for the answer
        except Exception:
            _log.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise  # half an answer can only be cut off
            await failure("server/failed")(scope, receive, send_with_headers)

    async def _socket(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        if code:
            if "websocket.http.response" in scope.get("extensions", {}):
                await failure(code)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await self.app(scope, receive, send)
        except Exception:  # noqa: BLE001 (the last who can)
            _log.exception("the socket %s failed", scope["path"])
            await send({"type": "websocket.close", "code": 1011})


def headers_for(content_type: str) -> Mapping[str, str]:
    """The security headers of a response of this type."""
    return HEADERS if content_type.startswith(SUBRESOURCES) else _ALL_HEADERS


def is_trusted(scope: Scope) -> bool:
    """Whether a browser trusts the way to us: https, or this machine itself."""
    name = _HOST.fullmatch(Headers(scope=scope).get("host", "").lower())
    return scope["scheme"] == "https" or (name is not None and name[1] in LOOPBACK)


def suspicion(scope: Scope, public_names: Collection[str] = (), secure: str = "") -> str:
    """What is wrong with where a request comes from: a code, or nothing. Pages of `secure` come by https alone."""
    headers = Headers(scope=scope)
    hosts = headers.getlist("host")
    host = _own_host(hosts[0].lower(), scope, public_names) if len(hosts) == 1 else ""
    if not host:
        return "request/host"
    if host == secure:
        schemes: tuple[str, ...] = ("https",)
    elif host in public_names:
        schemes = ("http", "https")
    else:
        schemes = ("https" if scope["scheme"] in ("https", "wss") else "http",)
    ours = {f"{scheme}://{host}" for scheme in schemes}
    if any(origin.lower() not in ours for origin in headers.getlist("origin")):
        return "request/origin"
    # Browsers send no Origin with plain reading, but these say the same; a link to us from elsewhere is welcome.
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        follows_link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD") or not follows_link:
            return "request/origin"
    return ""


def _own_host(text: str, scope: Scope, public_names: Collection[str]) -> str:
    """The Host as an Origin would name it, if it is ours."""
    match = _HOST.fullmatch(text)
    if not match:
        return ""
    name, usual = match[1], _USUAL_PORTS[scope["scheme"]]
    port = int(match[2]) if match[2] else usual
    host = name if port == usual else f"{name}:{port}"
    if host in public_names:
        return host
    # The address at which the connection arrived is not a name, so nobody can have pointed it here.
    server = scope.get("server")
    return host if server and server[1] == port and (name in LOOPBACK or name == in_url(server[0])) else ""
