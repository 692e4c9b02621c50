"""`aqua tables`: list, export, delete and back up the tables of the browser."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar
from urllib.error import HTTPError

import click

from aquaromana.cli.group import Failure, system_failure

if TYPE_CHECKING:
    from aquaromana.records import Record
    from aquaromana.server.protocol.table_info import TableInfo
    from aquaromana.server.service.table_service import TableService
    from aquaromana.server.settings import Settings
    from aquaromana.server.storage.store import Store

FORMATS: Final = ("aqr", "json")
PATIENCE: Final = 10.0
"""Timeout for a server to answer or to stop, in seconds."""
_T = TypeVar("_T")

_data = click.option("--data", type=click.Path(file_okay=False), metavar="DIR", help="The folder of the tables.")


@click.group(
    epilog="Example: aqua tables export x4k2mnpq7rst game.aqr",
    short_help="List, export, delete or back up saved tables.",
)
def tables() -> None:
    """List, export, delete or back up saved tables.

    All commands work with and without a running server.
    """


@tables.command("list", epilog="Example: aqua tables list", short_help="List all tables.")
@_data
def list_tables(data: str | None) -> None:
    """List all tables, most recently changed first."""
    with _archive(data) as archive:
        found = archive.tables()
    if not found:
        click.echo("There are no tables.")
        return
    decisions = _InPlace(_settings(data)).decisions()
    for info in found:
        click.echo(_line(info, decisions[info.id]))


@tables.command(
    "export",
    epilog="Example: aqua tables export x4k2mnpq7rst game.aqr",
    short_help="Write a table's record to a file.",
)
@click.argument("table", metavar="ID")
@click.argument("target", metavar="OUT", default="-")
@click.option("--to", type=click.Choice(FORMATS), help="The format of OUT; by default, from the end of its name.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@_data
def export(table: str, target: str, to: str | None, data: str | None, *, force: bool) -> None:
    """Write a table's record to OUT, or to standard output for -."""
    from aquaromana.cli.files import format_of, write_bytes
    from aquaromana.records import to_json, write_record

    wanted = to or ("aqr" if target == "-" else format_of(target, FORMATS))
    with _archive(data) as archive:
        record = archive.record(table)
    twin = json.dumps(to_json(record), ensure_ascii=False, indent=1) + "\n"
    write_bytes(target, (write_record(record) if wanted == "aqr" else twin).encode(), force=force)


@tables.command("delete", epilog="Example: aqua tables delete x4k2mnpq7rst", short_help="Delete tables permanently.")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@_data
def delete(ids: tuple[str, ...], data: str | None) -> None:
    """Delete tables with their games, permanently."""
    with _archive(data) as archive:
        for table in ids:
            archive.delete(table)
            click.echo(f"{table} is deleted")


@tables.command(
    "backup",
    epilog="Example: aqua tables backup tables-today.db",
    short_help="Copy all tables to a new file, even while people play.",
)
@click.argument("target", metavar="FILE", type=click.Path(dir_okay=False))
@_data
def backup(target: str, data: str | None) -> None:
    """Copy all tables to a new file. The server may keep running; the copy is consistent.

    To restore it, stop the server and replace tables.db in the data folder with the copy.
    """
    settings = _settings(data)
    if not _is_there(settings):
        raise Failure("there are no tables to copy")
    _InPlace(settings).backup(Path(target).expanduser())
    click.echo(f"All tables are copied to {target}")


# Where the tables are.


class _Archive(Protocol):
    def tables(self) -> list[TableInfo]: ...

    def record(self, table: str) -> Record: ...

    def delete(self, table: str) -> None: ...


@contextlib.contextmanager
def _archive(data: str | None) -> Iterator[_Archive]:
    """The tables: through the server if it is running, so that it knows about every change; else directly."""
    from aquaromana.server.errors import StartError
    from aquaromana.server.host.data_folder import Folder
    from aquaromana.server.launch import running

    settings = _settings(data)
    if not _is_there(settings):
        yield _Empty()
        return
    try:
        with Folder(settings.data) as folder:
            url = running(folder, PATIENCE)
            yield _Served(url, folder.noted("key")) if url else _InPlace(settings)
    except StartError as error:
        raise Failure(str(error)) from None


def _settings(data: str | None) -> Settings:
    from aquaromana.cli.browser import settings_for
    from aquaromana.cli.files import shown

    folder = Path(data).expanduser() if data else None
    if folder and not folder.is_dir():
        raise Failure(f"the folder {shown(str(folder))} does not exist")
    return settings_for(data=folder)


def _is_there(settings: Settings) -> bool:
    from aquaromana.server.settings import DATABASE

    return bool(settings.database) or (settings.data / DATABASE).exists()


class _Empty:
    """No tables have been saved yet."""

    def tables(self) -> list[TableInfo]:
        return []

    def record(self, table: str) -> Record:
        raise _unknown(table)

    def delete(self, table: str) -> None:
        raise _unknown(table)


class _InPlace:
    """The tables read directly from their file, without starting bots.

    Changes need a folder that no server is using. Backups and counts work at any time: a second connection to the
    database sees everything that has been committed.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def tables(self) -> list[TableInfo]:
        return self._in_hall(lambda service: service.tables())

    def record(self, table: str) -> Record:
        return self._in_hall(lambda service: service.record(table), table)

    def delete(self, table: str) -> None:
        self._in_hall(lambda service: service.delete(table), table, writes=True)

    def decisions(self) -> Counter[str]:
        """The number of decisions of each table's game."""
        from aquaromana.server.service.cache import storage

        async def run(store: Store) -> Counter[str]:
            with storage():
                return await store.decisions()

        return self._in_store(run)

    def backup(self, path: Path) -> None:
        from aquaromana.server.storage.backup import back_up

        self._in_store(lambda store: back_up(store, path), copy=False)

    def _in_hall(
        self, work: Callable[[TableService], Coroutine[Any, Any, _T]], table: str = "", *, writes: bool = False
    ) -> _T:
        from aquaromana.server.bots.pool import BotPool
        from aquaromana.server.service.table_service import TableService
        from aquaromana.server.storage.notify import Notifications

        async def run(store: Store) -> _T:
            async with Notifications.open(self.settings) as notifications:
                return await work(TableService(self.settings, store, BotPool(self.settings), notifications))

        return self._in_store(run, table, writes=writes)

    def _in_store(
        self,
        work: Callable[[Store], Coroutine[Any, Any, _T]],
        table: str = "",
        *,
        writes: bool = False,
        copy: bool = True,
    ) -> _T:
        """Do something with the store as it is. A server of an earlier release may be running on it: for those who
        only read, a copy is brought to the shape of this release.
        """
        from aquaromana.server.errors import Refusal, StartError
        from aquaromana.server.storage.commits import StorageFault
        from aquaromana.server.storage.store import Store

        async def run() -> _T:
            async with Store.open(self.settings.url, busy=self.settings.busy, migrates=writes) as store:
                if writes or not copy or await store.is_current():
                    return await work(store)
                with tempfile.TemporaryDirectory() as folder:
                    path = Path(folder) / "tables.db"
                    await store.backup(path)
                    async with Store.open(f"sqlite:///{path}") as copied:
                        return await work(copied)

        try:
            return asyncio.run(run())
        except Refusal as refusal:
            raise _unknown(table) if refusal.code == "table/unknown" else Failure(refusal.message) from None
        except (StartError, StorageFault) as error:
            raise Failure(str(error)) from None


class _Served:
    """The tables as the running server has them."""

    def __init__(self, url: str, key: str) -> None:
        self.url = url
        self.key = key

    def tables(self) -> list[TableInfo]:
        import msgspec

        from aquaromana.server.protocol.table_info import TableInfo

        return msgspec.convert(json.loads(self._fetch("")), list[TableInfo])

    def record(self, table: str) -> Record:
        from aquaromana.records import read_record

        return read_record(self._fetch(f"/{_safe(table)}/record.aqr", table))

    def delete(self, table: str) -> None:
        self._fetch(f"/{_safe(table)}", table, "DELETE")

    def _fetch(self, path: str, table: str = "", method: str = "GET") -> bytes:
        from aquaromana.server.launch import fetch

        try:
            return fetch(f"{self.url}api/tables{path}", method=method, timeout=60, key=self.key)
        except HTTPError as error:
            raise _unknown(table) if error.code == 404 else Failure(f"the server answered {error.code}") from None
        except OSError as error:
            raise system_failure("the server does not answer", error) from None


def _safe(table: str) -> str:
    from urllib.parse import quote

    return quote(table, safe="")


def _unknown(table: str) -> Failure:
    from aquaromana.cli.files import shown

    return Failure(f"there is no table {shown(table)!r}; aqua tables list shows them all")


def _line(info: TableInfo, decisions: int) -> str:
    """A table in one line: its id, when it changed, how far it is, and who plays with how many points."""
    changed = dt.datetime.fromtimestamp(info.changed).astimezone().strftime("%Y-%m-%d %H:%M")
    players = ", ".join(
        f"{_printable(player.name or player.bot or f'player {player.seat + 1}')} {points}"
        for player, points in zip(info.players, info.points, strict=True)
    )
    return f"{info.id:<13} {changed}  {decisions:3} decisions, {info.status:<7}  {players}"


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)
