"""A minimal HTTP client for outbound requests to addresses that users choose (SSRF-safe).

A user who can name an address could name one that only this server reaches. So every address of a host name must be
public, and the connection goes to the very address that was checked: the name is not resolved again.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlsplit

from aquaromana.server.addresses import address_key, parsed
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.address_limits import UsageLimit
from aquaromana.version import __version__

TIMEOUT: Final = 5.0
"""Seconds for everything: name lookup, connection and response."""
MAX_URL_LENGTH: Final = 500
"""Characters of an address."""
MAX_CALLS_PER_ADDRESS: Final = 4
"""Concurrent calls to one address, under any name."""
_ASKING: Final = 4
"""Concurrent name lookups."""

_PORTS: Final = {"http": 80, "https": 443}
_FIRST_FREE_PORT: Final = 1024
"""Ports below this one belong to other services."""
_HOST: Final = re.compile(r"[0-9a-z]([0-9a-z._-]{0,251}[0-9a-z])?|[0-9a-f:.]{2,45}")
_PLAIN: Final = re.compile(r"[\x21-\x7e]+")
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?\r?\n")
_ANSWER: Final = 1024
"""Bytes of the response that are read."""
_AGAIN: Final = frozenset((408, 425, 429, 500, 502, 503, 504))
_INNER: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            *("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"),  # IPv4 addresses in disguise
            *("fec0::/10", "192.88.99.0/24"),  # given up, but routed inside some networks
            "168.63.129.16/32",  # the inside of a cloud, under a public address
        ),
    )
)
"""Networks that are not public, whatever lists of public ones say."""


class Undelivered(Exception):
    """It was not delivered, and why."""

    def __init__(self, why: str, *, again: bool = False) -> None:
        super().__init__(why)
        self.again = again
        """Whether another try makes sense."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where something is to be sent."""

    scheme: str
    host: str
    port: int
    path: str

    @classmethod
    def of(cls, url: str, *, private: bool = False) -> Self:
        """A URL as a user wrote it; Refusal if it is not valid. Names are looked up only when something is sent."""
        if len(url) > MAX_URL_LENGTH or not _PLAIN.fullmatch(url):
            raise _refused(url, f"it needs 1 to {MAX_URL_LENGTH} letters without spaces")
        try:
            parts = urlsplit(url)
            host, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            raise _refused(url, "it cannot be read") from None
        if parts.scheme not in _PORTS:
            raise _refused(url, "it does not begin with https:// or http://")
        if not _HOST.fullmatch(host):
            raise _refused(url, "it names no host")
        if "@" in parts.netloc:
            raise _refused(url, "it has a name or a password in it")
        port = _PORTS[parts.scheme] if port is None else port
        address = parsed(host)
        if not private:
            if port not in _PORTS.values() and port < _FIRST_FREE_PORT:
                raise _refused(url, f"port {port} is for something else")
            if host == "localhost" or (address is not None and not is_public(str(address))):
                raise _refused(url, "it is not in the public network")
        path = parts.path or "/"
        return cls(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path)

    @property
    def authority(self) -> str:
        """What the header Host says."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == _PORTS[self.scheme] else f"{name}:{self.port}"


def _refused(url: str, why: str) -> Refusal:
    shown = "".join(char if char.isprintable() else "?" for char in url[:80])
    return Refusal.of("webhook/address", url=shown, why=why)


def is_public(address: str) -> bool:
    """Whether everybody can reach an address, so that nothing is given away by calling it."""
    found = parsed(address)
    if found is None or "%" in address:
        return False
    if any(found in network for network in _INNER):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


class OutboundClient:
    """Takes messages to targets, none of which can keep it waiting."""

    def __init__(self, *, private: bool = False) -> None:
        self.private = private
        """Whether it also goes to addresses that are not public."""
        self._asking = ThreadPoolExecutor(_ASKING, "names")  # names can take long: nobody else waits for these threads
        self._tls: ssl.SSLContext | None = None
        self._calls = UsageLimit(0, MAX_CALLS_PER_ADDRESS)

    def close(self) -> None:
        self._asking.shutdown(wait=False, cancel_futures=True)

    async def send(self, target: Target, content: bytes) -> None:
        """Post it once; Undelivered if no success response comes in time. Redirections are not followed."""
        try:
            async with asyncio.timeout(TIMEOUT):
                status = await self._call(target, await self._address(target), content)
        except TimeoutError:
            raise Undelivered("no answer in time", again=True) from None
        except ssl.SSLError as error:
            raise Undelivered(f"no encryption: {error.reason}") from None
        except OSError as error:
            raise Undelivered(f"no connection: {error.strerror or 'it was cut'}", again=True) from None
        if not 200 <= status < 300:
            raise Undelivered(f"the answer was {status}", again=status in _AGAIN)

    async def _address(self, target: Target) -> str:
        """The address of a name, if all its addresses are allowed."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(
                self._asking, lambda: socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            )
        except (socket.gaierror, UnicodeError):
            raise Undelivered("nobody knows that name", again=True) from None
        addresses = [str(each[4][0]) for each in found]
        if not addresses or not (self.private or all(map(is_public, addresses))):
            raise Undelivered("the name stands for an address that is not public")
        return addresses[0]

    async def _call(self, target: Target, address: str, content: bytes) -> int:
        who = address_key(address)
        if not self._calls.add(who):
            raise Undelivered("too many calls there at a time", again=True)
        try:
            return await self._post(target, address, content)
        finally:
            self._calls.drop(who)

    async def _post(self, target: Target, address: str, content: bytes) -> int:
        secure = target.scheme == "https"
        reader, writer = await asyncio.open_connection(
            address,
            target.port,
            ssl=self._context() if secure else None,
            server_hostname=target.host if secure else None,
            limit=_ANSWER,
        )
        try:
            head = (
                f"POST {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: aqua-romana/{__version__}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode() + content)
            await writer.drain()
            try:
                line = await reader.readuntil(b"\n")
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                raise Undelivered("the answer was no HTTP") from None
            status = _STATUS.fullmatch(line)
            if status is None:
                raise Undelivered("the answer was no HTTP")
            return int(status[1])
        finally:
            writer.transport.abort()  # nothing else of the answer is wanted

    def _context(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls
