"""Tables in PostgreSQL: how it is reached, how its tables are made, and what happens when it is restarted."""

import asyncio

import pytest

from aquaromana.server.database import make_engine, prepare
from aquaromana.server.errors import StartError
from aquaromana.server.schema import HEAD, metadata
from aquaromana.server.store import Store
from tests.support.postgres import Postgres
from tests.support.server_play import run


def test_several_processes_that_start_at_once_make_the_tables_once(postgres: Postgres) -> None:
    url = postgres.new(empty=True)

    async def start() -> None:
        engine = make_engine(url, busy=5)
        await prepare(engine)
        await engine.dispose()

    async def test() -> None:
        await asyncio.gather(*(start() for _ in range(6)))

    run(test())
    assert postgres.ask(url, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    made = postgres.ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    assert {name for (name,) in made} == {*metadata.tables, "alembic_version"}
