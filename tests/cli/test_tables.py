"""`aqua tables`: with the server, and without it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

import pytest

from aquaromana.records import Record, from_json, read_record, write_record
from aquaromana.rules import Game
from aquaromana.server.host.data_folder import Folder
from tests.cli.conftest import Aqua, one_line, random_game
from tests.support.served import Served, hear, say, settings_in

GAME = random_game(2, 3, 30)


@pytest.fixture
def kept(data: Path) -> str:
    """A table that was kept; its id."""
    with Served(settings_in(data)) as served:
        record = write_record(Record.from_game(GAME, Seat0="Ann\u202e", Seat1="Ben"))
        return str(served.client.post("/api/records", content=record).json()["id"])


@contextmanager
def serving(data: Path) -> Iterator[None]:
    """A server that holds the folder."""
    with Served(settings_in(data)) as served, Folder(data) as folder:
        assert folder.claim()
        folder.note(served.url)
        yield


WAYS = pytest.mark.parametrize("way", [lambda _: nullcontext(), serving], ids=["alone", "served"])
Way = Callable[[Path], AbstractContextManager[None]]


@pytest.mark.slow
@WAYS
def test_tables_are_listed_exported_and_deleted(aqua: Aqua, data: Path, kept: str, tmp_path: Path, way: Way) -> None:
    with way(data):
        listed = aqua("tables", "list")
        assert listed.exit_code == 0, listed.output
        (line,) = listed.stdout.splitlines()
        assert line.startswith(kept)
        assert "30 decisions, playing" in line
        assert f"Ann {GAME.scores()[0]}, Ben {GAME.scores()[1]}" in line
        assert read_record(aqua("tables", "export", kept).stdout).moves == GAME.moves
        assert aqua("tables", "export", kept, "game.json").exit_code == 0
        assert from_json((tmp_path / "game.json").read_bytes()).moves == GAME.moves
        assert "already exists" in one_line(aqua("tables", "export", kept, "game.json"))
        assert aqua("tables", "export", kept, "game.json", "--force").exit_code == 0
        assert aqua("tables", "delete", kept).stdout == f"{kept} is deleted\n"
        assert aqua("tables", "list").stdout == "There are no tables.\n"
        for command in ("export", "delete"):
            said = one_line(aqua("tables", command, kept))
            assert said == f"aqua tables: there is no table '{kept}'; aqua tables list shows them all"


@pytest.mark.slow
@WAYS
def test_a_backup_holds_everything(aqua: Aqua, data: Path, kept: str, tmp_path: Path, way: Way) -> None:
    with way(data):
        result = aqua("tables", "backup", "copy.db")
        assert result.exit_code == 0, result.output
        assert "that file is already there" in one_line(aqua("tables", "backup", "copy.db"))
        assert "cannot be made" in one_line(aqua("tables", "backup", "no/folder.db"))
    with closing(sqlite3.connect(tmp_path / "copy.db")) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    (tmp_path / "other").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "other" / "tables.db")
    assert kept in aqua("tables", "list", "--data", "other").stdout


def test_where_nothing_is_kept_nothing_is_made(aqua: Aqua, data: Path) -> None:
    assert aqua("tables", "list").stdout == "There are no tables.\n"
    assert "there is no table 'x'" in one_line(aqua("tables", "export", "x"))
    assert "there is no table" in one_line(aqua("tables", "delete", "../\x1b"))
    assert "no tables to copy" in one_line(aqua("tables", "backup", "copy.db"))
    assert not data.exists()


def test_decisions_that_were_taken_back_do_not_count(aqua: Aqua, data: Path) -> None:
    with Served(settings_in(data)) as served:
        game, table, other = Game(players=2), served.create(), served.create()
        with served.live(table) as socket:
            for version in range(3):
                move = str(game.legal_moves()[0])
                say(socket, type="play", id=str(version), version=version, seat=game.to_move, moves=[move])
                assert hear(socket, "accepted", "refused")["type"] == "accepted"
                game.play(move)
            say(socket, type="takeback", id="back", version=3, seat=1, ply=1)
            assert hear(socket, "accepted", "refused")["type"] == "accepted"
    listed = {line.split()[0]: line for line in aqua("tables", "list").stdout.splitlines()}
    assert "  1 decisions, playing" in listed[table]
    assert "  0 decisions, playing" in listed[other]


@pytest.mark.parametrize("arguments", [["list"], ["export", "x"], ["delete", "x"], ["backup", "copy.db"]])
def test_a_missing_folder_is_named(aqua: Aqua, tmp_path: Path, arguments: list[str]) -> None:
    """Nobody believes that there are no tables because of a typing error."""
    said = one_line(aqua("tables", *arguments, "--data", "no/such"))
    assert said == "aqua tables: the folder no/such does not exist"
    assert not (tmp_path / "no").exists()


def test_a_server_that_does_not_answer_is_one_line(
    aqua: Aqua, data: Path, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aquaromana.cli.tables.PATIENCE", 0.1)
    with Folder(data) as folder:
        assert folder.claim()
        assert "does not answer" in one_line(aqua("tables", "list"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["export"], ["delete"], ["backup"], ["list", "x"], ["export", "x", "y.gif"]]
)
def test_wrong_usage_is_one_line(aqua: Aqua, kept: str, arguments: list[str]) -> None:
    one_line(aqua("tables", *arguments))


def test_a_broken_database_is_one_line(aqua: Aqua, data: Path) -> None:
    data.mkdir()
    (data / "tables.db").write_text("this is not a database" * 100)
    assert one_line(aqua("tables", "list")).count("\n") == 0


@pytest.mark.slow
def test_the_admin_sees_and_deletes_the_tables_of_others(aqua: Aqua, data: Path) -> None:
    with Served(settings_in(data, access="shared")) as served, Folder(data) as folder:
        folder.claim()
        served.app.state.key = "the-key-of-this-server"
        table = served.create()
        folder.note(served.url, "another-key")
        assert table not in aqua("tables", "list").stdout
        assert aqua("tables", "delete", table).exit_code == 2
        folder.note(served.url, "the-key-of-this-server")
        assert table in aqua("tables", "list").stdout
        assert aqua("tables", "delete", table).exit_code == 0
        assert table not in aqua("tables", "list").stdout
