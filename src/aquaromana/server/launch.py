"""Starts the server: one process per data folder; a second start finds the first."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import socket
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from aquaromana.server import addresses
from aquaromana.server.api.admin_key import SCHEME, new_key
from aquaromana.server.errors import StartError
from aquaromana.server.host import gc
from aquaromana.server.host.data_folder import Folder, database_lock, fingerprint, os_error_text
from aquaromana.server.host.secret import with_secret
from aquaromana.server.settings import Settings

LOG: Final = "server.log"
FIRST_PASSED: Final = 3
"""The first socket that systemd passes on."""
SWITCH: Final = 0.0005
"""Seconds after which a busy thread lets another one run: the writer waits for the event loop."""
STARTING: Final = 20.0
"""Seconds that a second start waits for the first one to listen, or to end once it has said that it does."""
_LOOK: Final = 0.1
"""Seconds between two looks at a server that is not there yet, or still."""

OnReady = Callable[[str], None]

_log = logging.getLogger(__name__)


def launch(
    settings: Settings, on_ready: OnReady, on_running: OnReady, *, exactly: bool = False, quiet: bool = False
) -> None:
    """Serve the data folder until a signal ends it, and print the address as soon as it listens.

    If it is served already, only print where. `exactly` insists on the port; `quiet` keeps what goes wrong in a file.
    StartError says in one line why it cannot be.
    """
    check(settings)
    os.umask(0o077)  # what is kept, and the log, are for this user alone
    with Folder(settings.data) as folder:
        if there := running(folder):
            on_running(there)
            return
        settings = with_secret(settings)
        with (
            database_lock(settings.database_file),
            contextlib.closing(inherited_socket() or bound(settings.host, settings.port, exactly=exactly)) as listening,
        ):
            url = address(listening)
            if settings.host in addresses.EVERYWHERE:
                names = addresses.own_names(listening.getsockname()[1])
                settings = replace(settings, public_names=(*settings.public_names, *names))
            key = new_key()
            folder.note(url, key)
            gc.pause()
            _set_up_log(settings, quiet=quiet)
            serve(settings, listening, lambda: on_ready(url), key)


def check(settings: Settings) -> None:
    """StartError if a server with these settings would be open to the wrong people."""
    if addresses.parsed(settings.host) is None and settings.host.lower() != "localhost":
        raise StartError(f"{settings.host[:60]!r} is not an address of this machine, such as 127.0.0.1 or 0.0.0.0.")
    if settings.access == "local" and not settings.is_private:
        where = settings.public_url or (settings.host if not addresses.is_loopback(settings.host) else "public names")
        raise StartError(f"With access local every visitor plays every seat: {where[:80]} needs access shared.")


def _set_up_log(settings: Settings, *, quiet: bool) -> None:
    from aquaromana.server.middleware import logs

    logs.set_up(settings, settings.data / LOG if quiet else None)


def serve(settings: Settings, listening: socket.socket, on_ready: Callable[[], None], key: str) -> None:
    """Serve on a socket until a signal comes."""
    from aquaromana.server import descriptors
    from aquaromana.server.app import create_app
    from aquaromana.server.host.listener import Listener

    descriptors.raise_limit()
    app = create_app(settings, key)
    if app.state.socket_limit.room < settings.sockets:
        _log.warning(
            "There is room for %s sockets: the system allows %s files.",
            app.state.socket_limit.room,
            descriptors.limit(),
        )
    listener = Listener(app, settings, on_ready)
    sys.setswitchinterval(SWITCH)

    async def run() -> None:
        # Outside of uvicorn, so that what prevents the start is one line and not a traceback.
        async with app.router.lifespan_context(app):
            gc.settle()
            tidying = asyncio.create_task(gc.tidy(), name="tidy")
            _log.info("started")
            await listener.serve([listening])
            tidying.cancel()
        _log.info("ended")

    with listener.signals():
        asyncio.run(run())


# A server that is there already.


def running(folder: Folder, wait: float = STARTING) -> str:
    """The address of the server of this folder; if there is none, nothing, and the folder is ours.

    One that is about to end is waited for. StartError if somebody has the folder and does not answer.
    """
    wanted = fingerprint(folder.path)
    end = time.monotonic() + wait
    while not folder.claim():
        url = folder.noted()
        whose, ending = _health(url) if url else ("", False)
        if whose == wanted and not ending:
            return url
        if whose == wanted:
            end = time.monotonic() + wait  # it drains, for an hour at most
        elif time.monotonic() > end:
            raise StartError(f"Another server uses the data folder {folder.path}, but it does not answer.")
        time.sleep(_LOOK)
    return ""


def _health(url: str) -> tuple[str, bool]:
    """The folder that is served there, and whether that is about to end."""
    try:
        health = ask(f"{url}health", timeout=2)
        return str(health["folder"]), bool(health.get("ending"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "", False


def ask(url: str, content: bytes | None = None, timeout: float = 10) -> Any:
    """What a server on this machine answers, as a value; HTTPError, which is an OSError, if it refuses."""
    return json.loads(fetch(url, content, timeout=timeout))


def fetch(
    url: str, content: bytes | None = None, method: str | None = None, timeout: float = 10, key: str = ""
) -> bytes:
    """What a server on this machine answers, as its administrator if there is a key."""
    # Whatever proxies are set, this machine is reached directly.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"Content-Type": "application/octet-stream"} if content is not None else {}
    if key:
        headers["Authorization"] = f"{SCHEME}{key}"
    request = urllib.request.Request(url, content, headers, method=method)
    with opener.open(request, timeout=timeout) as answer:
        data: bytes = answer.read()
        return data


# The port.


def bound(host: str, port: int, *, exactly: bool = False) -> socket.socket:
    """A socket on this port; if it is taken and not insisted on, on a free one."""
    try:
        return _bound(host, port)
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise StartError(f"{host} cannot be listened on: {os_error_text(error)}.") from None
        if exactly:
            raise StartError(f"Port {port} is taken; choose another one, or 0 for any.") from None
    return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    # asyncio sends small messages at once only where it reads the protocol, which accepted sockets inherit.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except BaseException:
        found.close()
        raise
    return found


def inherited_socket() -> socket.socket | None:
    """The socket that systemd holds for us while we restart, so that nobody is turned away; None if there is none."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS", "0") == "0":
        return None
    try:
        return socket.socket(fileno=FIRST_PASSED)
    except OSError as error:
        raise StartError(f"The socket that was passed on cannot be used: {os_error_text(error)}.") from None


def address(listening: socket.socket) -> str:
    """The URL of the page, on this machine if it can be."""
    host, port = listening.getsockname()[:2]
    if host in addresses.EVERYWHERE:
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://{addresses.in_url(host)}:{port}/"


# The browser.


def has_display() -> bool:
    """Whether a browser could show something here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def open_browser(url: str) -> bool:
    """Open a page if there is a display; False if there is none, or no browser."""
    import webbrowser

    try:
        return has_display() and webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
