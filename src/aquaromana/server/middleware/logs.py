"""Logging: set-up, text and JSON formatters, and the middleware that logs and counts every request.

A request is logged by its route pattern (`/api/tables/{id}`), never with a query, cookie or body, so no secret gets
into a log.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import logging.handlers
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aquaromana.server import metrics
from aquaromana.server.middleware.address_limits import address_of
from aquaromana.server.settings import Settings

LARGEST: Final = 1 << 20
"""Bytes of a file before a new one begins."""
OURS: Final = "aquaromana"
OTHERS: Final = {
    "uvicorn": logging.ERROR,  # whatever is no HTTP would be a warning, and strangers could fill the log
    "asyncio": logging.WARNING,
    "websockets": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}
"""Libraries that log only problems: at lower levels some of them write whole addresses."""
SECOND: Final = 1.0
CAUSES: Final = 1000
"""Number of causes that are remembered; the oldest is forgotten first."""
CAUSE: Final = 120
"""Length of the key of a cause, in characters."""
_EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_FIELDS: Final = "aqua_fields"
_PLAIN: Final = re.compile(r"[\w./:{}+-]+")

_log = logging.getLogger("aquaromana.server.logs")  # docs/hosting.md shows this name; filters may rely on it
_encode: Final = msgspec.json.Encoder().encode


def log_event(logger: logging.Logger, level: int, event: str, **fields: Any) -> None:
    """Write a line about an event with what belongs to it."""
    logger.log(level, "%s", event, extra={_FIELDS: fields})


class OncePerSecond(logging.Filter):
    """Lets one line a second through for each cause; the next one says how many were left out.

    A cause is what a logger says, whatever it says it about: nobody fills the disk by causing it again and again. Lines
    about requests are as many as there are requests, and are only written where somebody wants them.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        cause = (record.name, str(record.msg)[:CAUSE])
        now = self._clock()
        last, left_out = self._said.get(cause, (-math.inf, 0))
        if now - last < SECOND:
            self._said[cause] = (last, left_out + 1)
            return False
        self._said[cause] = (now, 0)
        self._said.move_to_end(cause)
        if len(self._said) > CAUSES:
            self._said.popitem(last=False)
        if left_out:
            setattr(record, _FIELDS, {**getattr(record, _FIELDS, {}), "left_out": left_out})
        return True


def told_once(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle exceptions that nobody else handles: running out of files is one line, not a traceback per attempt."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in _EXHAUSTED:
        _log.error("%s: %s", "No connection can be accepted", error.strerror)
    else:
        loop.default_exception_handler(context)


class TextLines(logging.Formatter):
    """For people: time, level, place, event, and the fields as `name=value`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        fields = getattr(record, _FIELDS, {})
        line = "".join(char if char.isprintable() else "?" for char in super().formatMessage(record))
        return " ".join((line, *(f"{name}={_quoted(value)}" for name, value in fields.items())))


def _quoted(value: object) -> str:
    """A value that cannot be taken for two, or for another line."""
    text = str(value)
    return text if _PLAIN.fullmatch(text) else _encode(text.encode("ascii", "backslashreplace").decode()).decode()


class JsonLines(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, _FIELDS, {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _encode(line).decode()


def set_up(settings: Settings, file: Path | None = None) -> None:
    """Write lines as the settings say: to a file that stays small, or to the standard error."""
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler()
    else:
        handler = logging.handlers.RotatingFileHandler(file, maxBytes=LARGEST, backupCount=1, delay=True)
    handler.addFilter(OncePerSecond())
    handler.setFormatter(JsonLines() if settings.log == "json" else TextLines())
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    for name in (OURS, *OTHERS):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level if name == OURS else max(level, OTHERS[name]))
    logging.getLogger("uvicorn.error").setLevel(logging.NOTSET)  # an earlier run may have raised it


class RequestLogMiddleware:
    """Counts and logs every request; it is the outermost layer, so that it sees the final response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket" and _log.isEnabledFor(logging.INFO):
            begun = time.monotonic()
            try:
                await self.app(scope, receive, send)
            finally:
                seconds = round(time.monotonic() - begun, 1)
                log_event(
                    _log, logging.INFO, "socket", route=route_of(scope), seconds=seconds, address=address_of(scope)
                )
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0
        begun = time.monotonic()

        async def send_and_look(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_look)
        finally:
            seconds = time.monotonic() - begun
            method = scope["method"] if scope["method"] in _METHODS else "other"
            route = route_of(scope)
            metrics.requests.labels(method, route, str(status)).inc()
            metrics.request_seconds.observe(seconds)
            if _log.isEnabledFor(logging.INFO):
                fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
                log_event(_log, logging.INFO, "request", **fields, address=address_of(scope))


def route_of(scope: Scope) -> str:
    """The pattern that an address matched; `page` for the files of the page, nothing for what is not there."""
    path = getattr(scope.get("route"), "path", "")
    return str(path) or ("" if scope["path"].startswith("/api/") else "page")
