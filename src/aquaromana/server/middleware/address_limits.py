"""Rate limits and quotas per client address: requests, new tables, claims, and what is held at a time.

With local access nothing is counted: everyone who reaches that server owns it.
"""

from __future__ import annotations

import logging
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import ip_network
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from aquaromana.server import descriptors
from aquaromana.server.addresses import address_key, parsed
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware.work_budget import WorkBudget
from aquaromana.server.responses import refused
from aquaromana.server.settings import Settings

KEYS: Final = 20_000
"""Number of addresses that are remembered; the least recently seen one is forgotten first."""
MINUTE: Final = 60.0
HOUR: Final = 3600.0
MAX_WORK_WAIT: Final = 10.0
"""Seconds that a request may wait for its turn."""
OPERATOR_PATHS: Final = frozenset({"/health", "/ready", "/metrics"})
"""Endpoints for monitoring; answered even when the server is nearly full."""

_log = logging.getLogger(__name__)


class Quota:
    """A token bucket for each key: so many requests in so many seconds, in a burst or as tokens come back.

    Of a key only one number is kept: the moment at which it will have everything again.
    """

    def __init__(
        self, count: int, seconds: float, *, keys: int = KEYS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds = seconds
        self._each = seconds / count if count else 0.0
        self._keys = keys
        self._clock = clock
        self._full: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full)

    def take(self, key: str) -> float:
        """Take one: 0.0, or the seconds after which there will be one; then nothing is taken."""
        if not self._each:
            return 0.0
        now = self._clock()
        full = max(self._full.get(key, now), now) + self._each
        if full - now > self._seconds + 1e-6:
            return full - now - self._seconds
        self._full[key] = full
        self._full.move_to_end(key)
        while len(self._full) > self._keys or next(iter(self._full.values())) <= now:
            self._full.popitem(last=False)
        return 0.0


class UsageLimit:
    """How much of a resource each client holds, with a limit for all together and one for each; 0 for no limit."""

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self.all = 0
        self._by: Counter[str] = Counter()

    def has_room(self, amount: int = 1) -> bool:
        """Whether so much is left for all together."""
        return not self.most or self.all + amount <= self.most

    def allows(self, who: str, amount: int = 1) -> bool:
        """Whether somebody may have so much more."""
        return not self.each or self._by[who] + amount <= self.each

    def add(self, who: str, amount: int = 1) -> bool:
        """Whether somebody may have so much more, and there is so much left; then it counts."""
        if not (self.has_room(amount) and self.allows(who, amount)):
            return False
        self.all += amount
        self._by[who] += amount
        return True

    def drop(self, who: str, amount: int = 1) -> None:
        """Somebody has so much less."""
        self.all -= amount
        self._by[who] -= amount
        if not self._by[who]:
            del self._by[who]


class AddressLimits:
    """The quotas of a server."""

    def __init__(self, settings: Settings) -> None:
        counts = settings.access == "shared"
        self._requests = Quota(settings.requests_per_minute if counts else 0, MINUTE)
        self._tables = Quota(settings.tables_per_hour if counts else 0, HOUR)
        self._claims = Quota(settings.claims_per_hour if counts else 0, HOUR)
        self._reviews = Quota(settings.reviews_per_hour if counts else 0, HOUR)
        self.bodies = UsageLimit(*(max(each, settings.body_size) for each in _bodies(settings)))
        """Bytes of bodies in memory; there is always room for one."""
        self.connections = UsageLimit(0, settings.connections_per_address if counts else 0)
        """Open connections other than sockets; those of proxies are not counted."""
        self.room = settings.connections or descriptors.room()
        """Open connections of all addresses together, without the reserve; 0 for no limit."""
        self.held: Callable[[], int] = lambda: 0
        """How many there are."""
        self.unread = UsageLimit(0, settings.unread_per_address if counts else 0)
        """Bytes of answers that wait to be read, of those who do not keep up."""
        self.work = WorkBudget(settings.work_per_address if counts else 0)
        """Time of the event loop."""
        self._proxies = [ip_network(each, strict=False) for each in settings.proxies]
        self.sockets = settings.sockets_per_address if counts else 0
        """Open at a time for one address; 0 for any number."""
        self._warns_of_proxy = counts and not settings.proxies

    def is_crowded(self) -> bool:
        """Whether only the reserve is left."""
        return 0 < self.room < self.held()

    def is_full(self) -> bool:
        """Whether nothing is left."""
        return 0 < self.room + descriptors.RESERVE < self.held()

    def request(self, address: str) -> None:
        """Count a request; Refusal if it is one too many."""
        _check(self._requests.take(address_key(address)))

    def check_work(self, address: str) -> None:
        """Refuse an address that has used so much time lately that a request would wait long."""
        debt = self.work.debt(address_key(address))
        _check(debt if debt > MAX_WORK_WAIT else 0.0)

    def warn_of_proxy(self, scope: Scope) -> None:
        """Log once that a proxy is not trusted: everybody behind it shares one quota."""
        if self._warns_of_proxy and any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            self._warns_of_proxy = False
            _log.warning("Ignoring X-Forwarded-For from %s: is it a proxy? See --proxy.", address_of(scope))

    def table(self, address: str) -> None:
        """Count a table that is made; Refusal if it is one too many."""
        _check(self._tables.take(address_key(address)))

    def claim(self, address: str) -> None:
        """Count a claim of a seat that is open for everybody; Refusal if it is one too many."""
        _check(self._claims.take(address_key(address)))

    def review(self, address: str) -> None:
        """Count a review that is asked for; Refusal if it is one too many."""
        _check(self._reviews.take(address_key(address)))

    def is_proxy(self, address: str) -> bool:
        """Whether everybody may come from this address."""
        found = parsed(address)
        return found is not None and any(found in network for network in self._proxies)


def _bodies(settings: Settings) -> tuple[int, int]:
    """For all, and for one address: with local access all of them come from one."""
    return settings.bodies, settings.bodies_per_address if settings.access == "shared" else settings.bodies


def _check(wait: float) -> None:
    if wait:
        raise Refusal.of("request/too-many", seconds=math.ceil(wait))


class RequestLimitMiddleware:
    """Counts requests to /api, including socket handshakes, before they are handled.

    When only the reserve of connections is left, clients that are not `expected` are turned away. Work for an
    address counts by the time that it takes.
    """

    def __init__(self, app: ASGIApp, limits: AddressLimits, expected: Callable[[Scope], bool]) -> None:
        self.app = app
        self.limits = limits
        self.expected = expected

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self.limits.is_crowded() and not (scope["path"] in OPERATOR_PATHS or self.expected(scope)):
            answer = refused(Refusal.of("server/busy"))
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send)
            return
        who = address_of(scope)
        try:
            if scope["path"].startswith("/api/"):
                self.limits.warn_of_proxy(scope)
                self.limits.request(who)
            self.limits.check_work(who)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send)
            return
        await self.limits.work.run(address_key(who), self._served(scope, receive, send))

    async def _served(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


def address_of(scope: Scope) -> str:
    """The address of the client; behind a trusted proxy, the address that it names.

    A proxy passes on what strangers wrote: what is not an address belongs to nobody, and is not kept.
    """
    client = scope.get("client")
    found = parsed(str(client[0])) if client else None
    return "" if found is None else str(found)


def client_key(scope: Scope) -> str:
    """The key of the client's address, under which its work is counted."""
    return address_key(address_of(scope))
