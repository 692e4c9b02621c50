"""Notifications between the processes of a cluster that a table changed, by PostgreSQL LISTEN/NOTIFY.

They are part of the transaction that makes the change, so nobody hears of what is not there. SQLite has one process
and nothing to notify.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator, Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self, TypeAlias, get_args

import sqlalchemy as sa

from aquaromana.server.errors import StartError
from aquaromana.server.storage import postgres

if TYPE_CHECKING:
    from aquaromana.server.settings import Settings

Kind: TypeAlias = Literal["log", "chat", "people"]
"""What changed; each has a channel of its own."""
GONE: Final = -1
"""In place of a number, of a table that was deleted."""

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts to reconnect."""
HEARTBEAT: Final = 5.0
"""Seconds after which an idle connection is checked."""

_NOTIFY: Final = sa.text("SELECT pg_notify(:channel, :payload)")
_log = logging.getLogger(__name__)


class Notification(NamedTuple):
    """That the log of a table has so many lines, or that somebody said something with this number there."""

    kind: Kind
    table: str
    number: int


EVERYTHING: Final = Notification("log", "", GONE)
"""Something may have been missed: whatever is in memory may be old."""


def notify(connection: sa.Connection, notifications: Iterable[Notification]) -> None:
    """Notify everybody when the current transaction is committed."""
    if connection.dialect.name != postgres.NAME:
        return
    if notified := [
        {"channel": channel(kind), "payload": f"{table}:{number}"} for kind, table, number in notifications
    ]:
        connection.execute(_NOTIFY, notified)


def channel(kind: str) -> str:
    return f"aqua_{kind}"


class Notifications:
    """Notifications since it was opened, of other processes and of this one: an asynchronous iterator.

    Of several notices of a kind about a table only the latest is heard. After a gap EVERYTHING comes. This class is
    for a database that nobody shares, and hears nothing.
    """

    shared: bool = False
    """Whether there may be other processes."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[Kind, str], int] = {}
        self._news = asyncio.Event()

    @staticmethod
    @contextlib.asynccontextmanager
    async def open(settings: Settings) -> AsyncIterator[Notifications]:
        """Hear what happens from now on; StartError if the database cannot be reached."""
        url = sa.make_url(settings.url)
        if not postgres.is_postgres(url):
            yield Notifications()
            return
        async with PostgresNotifications(url, settings.busy) as listening:
            yield listening

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Notification:
        while not self._waiting:
            self._news.clear()
            await self._news.wait()
        kind, table = next(iter(self._waiting))
        return Notification(kind, table, self._waiting.pop((kind, table)))

    def _hear(self, notification: Notification) -> None:
        self._waiting[notification.kind, notification.table] = notification.number
        self._news.set()

    async def ask(self, query: str, *arguments: object) -> list[Any]:
        """Rows, on the connection that also listens: what it locks, it holds as long as it lives.

        OSError while there is none.
        """
        raise ConnectionError(f"nobody shares this database, to answer {query!r} with {arguments}")


class PostgresNotifications(Notifications):
    """Notifications through PostgreSQL, on a dedicated connection that is reopened when it breaks."""

    shared = True

    def __init__(self, url: sa.URL, busy: float) -> None:
        super().__init__()
        self._url = url
        self._busy = busy
        self._connection: postgres.Raw | None = None
        self._lost = asyncio.Event()
        self._asking = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._connect()
        except OSError as error:
            raise StartError(f"The tables cannot be shared with other processes: {error}.") from error
        self._keeping = asyncio.create_task(self._keep(), name="notices")
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._keeping is not None
        self._keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._keeping
        self._disconnect()

    async def _connect(self) -> None:
        connection = await postgres.connect(self._url, busy=self._busy, name=f"{postgres.CALLED} notices")
        lost = self._lost = asyncio.Event()  # a new one: the end of the connection before may still be reported
        connection.add_termination_listener(lambda _: lost.set())
        try:
            with postgres.one_line():
                # Nothing is written here that would have to survive the loss of power.
                await connection.execute("SET synchronous_commit = off")
                for kind in get_args(Kind):
                    await connection.add_listener(channel(kind), self._heard)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    def _heard(self, _connection: object, _process: int, heard: str, payload: str) -> None:
        table, _, number = payload.rpartition(":")
        kind = next((kind for kind in get_args(Kind) if channel(kind) == heard), None)
        if kind and table and number.removeprefix("-").isdecimal():  # any client with the password can send anything
            self._hear(Notification(kind, table, int(number)))

    async def _keep(self) -> None:
        """Keep the connection; if it breaks, reconnect and report the gap."""
        pause = 0.0
        while True:
            if self._connection is None:
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # not all at the same moment
                try:
                    await self._connect()
                except OSError as error:
                    _log.warning("Notifications from other processes cannot be received: %s.", error)
                    pause = min(max(FIRST_PAUSE, 2 * pause), LONGEST_PAUSE)
                    continue
                self._hear(EVERYTHING)
                pause = FIRST_PAUSE
            if await self._lasts():
                pause = 0.0
            else:
                _log.warning("The connection for notifications between processes broke.")
                self._disconnect()

    async def _lasts(self) -> bool:
        """Wait for the end of the connection, but not long; whether it is still there."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await self._lost.wait()
                return False
        with contextlib.suppress(OSError):
            await self.ask("SELECT 1")
            return True
        return False

    async def ask(self, query: str, *arguments: object) -> list[Any]:
        async with self._asking:
            connection, lost = self._connection, self._lost
            if connection is None:
                raise ConnectionError("the line is broken")
            try:
                with postgres.one_line():
                    return list(await connection.fetch(query, *arguments))
            except OSError as error:
                if connection.is_closed() or not postgres.came_from_server(error):
                    lost.set()
                raise
