"""Transactions on one connection: all or nothing, and again after a fault."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from aquaromana.server.storage.transactions import FileTransactions, Work


def words(path: Path) -> list[str]:
    with sa.create_engine(f"sqlite:///{path}").connect() as connection:
        return [row[0] for row in connection.exec_driver_sql("SELECT word FROM words ORDER BY word")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with sa.create_engine(f"sqlite:///{tmp_path / 'words.db'}").begin() as connection:
        connection.exec_driver_sql("CREATE TABLE words (word TEXT PRIMARY KEY)")
    return tmp_path / "words.db"


def add(*added: str) -> Work:
    def work(connection: sa.Connection) -> None:
        for word in added:
            connection.exec_driver_sql("INSERT INTO words VALUES (?)", (word,))

    return work


def replace(path: Path) -> None:
    path.rename(path.with_suffix(".old"))
    path.write_bytes(b"")


async def test_a_transaction_is_kept_as_a_whole_or_not_at_all(path: Path) -> None:
    transactions = FileTransactions(sa.make_url(f"sqlite:///{path}"), busy=1.0)
    await transactions.run(add("a", "b"))
    with pytest.raises(sa.exc.IntegrityError):
        await transactions.run(add("c", "a"))
    await transactions.run(add("d"))
    await transactions.close()
    assert words(path) == ["a", "b", "d"]


async def test_after_a_fault_the_connection_is_reopened(path: Path) -> None:
    transactions = FileTransactions(sa.make_url(f"sqlite:///{path}"), busy=1.0)
    await transactions.run(add("a"))
    for word in "bc":
        await transactions.disconnect()  # the last connection: SQLite removes the -wal with it
        transactions.check()
        await transactions.run(add(word))
    await transactions.close()
    assert words(path) == ["a", "b", "c"]


async def test_a_file_that_is_replaced_takes_nothing_more(path: Path) -> None:
    transactions = FileTransactions(sa.make_url(f"sqlite:///{path}"), busy=1.0)
    await transactions.run(add("a"))
    await transactions.disconnect()
    replace(path)
    with pytest.raises(OSError, match="removed or replaced"):
        await transactions.run(add("b"))
    await transactions.close()
    assert words(path.with_suffix(".old")) == ["a"]
