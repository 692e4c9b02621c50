"""Group commit: many changes share a transaction, and a conflict refuses one of them alone."""

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from aquaromana.server.storage import commits
from aquaromana.server.storage.commits import Commits, Conflict, StorageFault
from aquaromana.server.storage.transactions import Work


class Slow:
    """Transactions that wait to be let go, and remember how much work each had."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self.gate = asyncio.Event()
        self.runs = 0
        self.hung_up = 0
        self.fault: Exception | None = None

    async def run(self, work: Work) -> None:
        await self.gate.wait()
        self.runs += 1
        if self.fault:
            raise self.fault
        with self.connection.begin():
            work(self.connection)

    def check(self) -> None:
        pass

    def check_room(self) -> None:
        pass

    async def tidy(self) -> None:
        pass

    async def disconnect(self) -> None:
        self.hung_up += 1

    async def close(self) -> None:
        pass


def opened() -> sa.Connection:
    connection = sa.create_engine("sqlite://").connect()
    with connection.begin():
        connection.exec_driver_sql("CREATE TABLE words (word TEXT PRIMARY KEY)")
    return connection


def adding(word: str) -> Work:
    def work(connection: sa.Connection) -> None:
        connection.exec_driver_sql("INSERT INTO words VALUES (?)", (word,))

    return work


def words(connection: sa.Connection) -> list[str]:
    with connection.begin():
        return [row[0] for row in connection.exec_driver_sql("SELECT word FROM words ORDER BY word")]


async def test_what_waits_is_committed_together() -> None:
    with opened() as connection:
        slow = Slow(connection)
        queue = Commits(slow)
        writing = [asyncio.create_task(queue.write(adding(word))) for word in "abcd"]
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in writing), "nobody is told before the commit"
        slow.gate.set()
        await asyncio.gather(*writing)
        assert (words(connection), slow.runs) == (["a", "b", "c", "d"], 1)
        await queue.close()


async def test_a_batch_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits, "MAX_BATCH", 2)
    with opened() as connection:
        slow = Slow(connection)
        queue = Commits(slow)
        writing = [asyncio.create_task(queue.write(adding(word))) for word in "abcde"]
        slow.gate.set()
        await asyncio.gather(*writing)
        assert (len(words(connection)), slow.runs) == (5, 3)
        await queue.close()


async def test_a_conflict_refuses_one_change_and_keeps_the_others() -> None:
    with opened() as connection:
        slow = Slow(connection)
        queue = Commits(slow)
        writing = [asyncio.create_task(queue.write(adding(word))) for word in "aab"]
        slow.gate.set()
        results = await asyncio.gather(*writing, return_exceptions=True)
        assert [type(each) for each in results] == [type(None), Conflict, type(None)]
        assert words(connection) == ["a", "b"]
        await queue.close()


@pytest.mark.parametrize("fault", [OSError("the disk is full"), ValueError("a mistake of ours")])
async def test_a_fault_reaches_everybody_who_waits_and_the_next_try_counts(fault: Exception) -> None:
    with opened() as connection:
        slow = Slow(connection)
        slow.fault = fault
        slow.gate.set()
        queue = Commits(slow)
        results = await asyncio.gather(queue.write(adding("a")), queue.write(adding("b")), return_exceptions=True)
        assert [str(each) for each in results if isinstance(each, StorageFault)] == [str(fault)] * 2
        assert slow.hung_up == 1, "nobody knows the state of the connection"
        slow.fault = None
        await queue.write(adding("c"))
        assert words(connection) == ["c"]
        await queue.close()


async def test_closing_writes_what_waits() -> None:
    with opened() as connection:
        slow = Slow(connection)
        queue = Commits(slow)
        writing = asyncio.create_task(queue.write(adding("a")))
        await asyncio.sleep(0)
        slow.gate.set()
        await queue.close()
        await writing
        assert words(connection) == ["a"]


def test_a_repeated_key_is_what_sqlite_calls_a_conflict() -> None:
    with opened() as connection, connection.begin():
        adding("a")(connection)
        with pytest.raises(IntegrityError):
            adding("a")(connection)
