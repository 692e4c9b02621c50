"""PostgreSQL connections: timeouts, pooling, and errors in one line."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

if TYPE_CHECKING:
    import asyncpg

Raw: TypeAlias = "asyncpg.Connection"

NAME: Final = "postgresql"
"""The dialect, and the one scheme for all spellings of it."""
DRIVER: Final = "postgresql+asyncpg"
CALLED: Final = "aqua-romana"
POOL: Final = 3
MORE: Final = 5
"""Connections that are kept, and those that may join them for a while: a usual server has room for ten such pools."""
SLACK: Final = 5.0
"""Seconds that a statement may take apart from waiting for locks, and an answer apart from the statement."""
REACHED_WITHIN: Final = 5.0
UNFINISHED: Final = 30.0
"""Seconds after which the server ends a transaction that nobody goes on with, so that its locks are free again."""


def is_postgres(url: sa.URL) -> bool:
    return url.drivername.partition("+")[0] in {"postgres", NAME}


def make_engine(url: sa.URL, *, busy: float | None) -> AsyncEngine:
    """The engine for a URL; ImportError without the driver.

    Nobody waits longer than `busy` seconds for others; None for work that may take any time, with no pool either.
    """
    import asyncpg  # noqa: F401 (fails now, not with the first connection)

    async def connected() -> Raw:
        return await connect(url, busy=busy)

    shown = url.set(drivername=DRIVER)
    if busy is None:
        return create_async_engine(shown, async_creator=connected, poolclass=NullPool)
    engine = create_async_engine(
        shown, async_creator=connected, pool_size=POOL, max_overflow=MORE, pool_timeout=busy + SLACK
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def checked_out(connection: Any, _record: object, _proxy: object) -> None:
        if connection.driver_connection.is_closed():  # the server was restarted meanwhile
            raise DisconnectionError

    return engine


async def connect(url: sa.URL, *, busy: float | None, name: str = CALLED) -> Raw:
    """A connection of the driver itself, with a name that administrators see.

    OSError in one line if there is none.
    """
    import asyncpg

    settings = {} if "application_name" in url.query else {"application_name": name}
    settings |= {"idle_in_transaction_session_timeout": _ms(UNFINISHED)}
    if busy is not None:
        settings |= {"lock_timeout": _ms(busy), "statement_timeout": _ms(busy + SLACK)}
    with one_line():
        try:
            return await asyncpg.connect(
                url.set(drivername=NAME).render_as_string(hide_password=False),
                timeout=REACHED_WITHIN,
                command_timeout=None if busy is None else busy + 2 * SLACK,
                server_settings=settings,
            )
        except TimeoutError:
            raise TimeoutError("it does not answer") from None


def _ms(seconds: float) -> str:
    return str(max(1, round(seconds * 1000)))  # 0 would mean forever


@contextlib.contextmanager
def one_line() -> Iterator[None]:
    """Raise whatever the driver raises as OSError, in one line."""
    import asyncpg

    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, ValueError) as error:
        raise ConnectionError(" ".join(said(error).split())) from error


def came_from_server(error: OSError) -> bool:
    """Whether the server answered with this error, so that the connection is still good."""
    import asyncpg

    return isinstance(error.__cause__, asyncpg.PostgresError)


def said(error: BaseException) -> str:
    """What the server said, without its details and hints, which reveal rows."""
    return str(getattr(error, "message", None) or error)


def for_reading(engine: AsyncEngine) -> AsyncEngine:
    """The same connections for questions: all answers within a transaction are as of one moment."""
    if engine.dialect.name != NAME:
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def is_lost(connection: AsyncConnection) -> bool:
    """Whether it is known that a connection has ended, which no question needs to find out."""
    held = connection.sync_connection
    if held is None or held.invalidated:
        return True
    raw: Raw = held.connection.driver_connection
    return bool(raw.is_closed())


def must_repeat(error: BaseException) -> bool:
    """Whether the server ended a transaction only because of another one, so that it may be tried again."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in {"40001", "40P01"}
