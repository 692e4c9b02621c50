"""`aqua games`: datasets from the command line, and statistics of files good and bad."""

import json
from pathlib import Path

import pytest

from aquaromana.records import Record, write_record
from tests.cli.conftest import Aqua, one_line, random_game
from tests.support.house import ROOT

SHIPPED = ROOT / "docs" / "dataset"
MAKE = ("games", "make", "data", "random", "--players", 2, "--games", 2, "--workers", 1)


def finished(players: int = 2, seed: int = 1) -> str:
    return write_record(Record.from_game(random_game(players, seed)))


@pytest.mark.slow
def test_a_dataset_is_made_once(aqua: Aqua) -> None:
    made = aqua(*MAKE)
    assert made.exit_code == 0, made.output
    assert made.stdout == "2 games are in data; README.md there says how they were made\n"
    assert "`aqua games make data random --players 2 --games 2 --seed 0`" in Path("data/README.md").read_text()
    again = aqua(*MAKE)
    assert again.stderr.startswith("2 of 2 games are already there")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("make", "data"), "missing argument 'BOT...'"),
        (("make", "data", "nobody"), "no bot 'nobody'"),
        (("make", "data", "random", "--players", "5"), "2 to 4"),
        (("make", "data", "random", "--games", "0"), "from 1 to 1000000"),
        (("make", "file", "random"), "cannot write into file"),
        (("stats",), "missing argument"),
        (("stats", "nowhere.aqr"), "no file could be read in nowhere.aqr"),
        (("stats", "empty"), "empty holds no .aqr files"),
        (("stats", "begun.aqr"), "there is no finished game in begun.aqr"),
    ],
)
def test_wrong_options_are_one_line(aqua: Aqua, arguments: tuple[str, ...], told: str) -> None:
    Path("file").write_text("")
    Path("empty").mkdir()
    Path("begun.aqr").write_text(write_record(Record.from_game(random_game(2, 1, 20))))
    result = aqua("games", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.output


def test_without_pyarrow_the_line_names_the_extra(aqua: Aqua, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = one_line(aqua(*MAKE, "--parquet"))
    assert said == 'aqua games: writing Parquet needs pyarrow, which is not installed: pip install "aqua-romana[data]"'
    assert not Path("data").exists()


@pytest.mark.slow
def test_statistics_of_the_dataset_that_ships(aqua: Aqua) -> None:
    result = aqua("games", "stats", SHIPPED, "--json", "-")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert [(table["players"], table["games"]) for table in told["tables"]] == [(2, 9), (3, 9), (4, 9)]
    assert (told["unfinished"], told["unreadable"]) == (0, 0)


def test_statistics_of_records_json_pictures_and_pipes(aqua: Aqua) -> None:
    Path("one.aqr").write_text(finished(2, 1) + "\n" + finished(2, 2))
    Path("json.aqr").write_text(finished(3, 5))
    assert aqua("convert", "json.aqr", "two.json").exit_code == 0
    assert aqua("draw", "json.aqr", "-o", "three.svg").exit_code == 0
    Path("half.aqr").write_text(write_record(Record.from_game(random_game(3, 1, 20))))
    result = aqua("games", "stats", "one.aqr", "half.aqr", "two.json", "three.svg", "--plots", "plots")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].split() == ["games", "2", "2"]
    assert "unfinished games, not counted: 1" in result.stdout
    assert len(list(Path("plots").glob("*.svg"))) == 5


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("cut.aqr", finished()[:-40], "cut.aqr: "),
        ("foreign.aqr", finished().replace('[Format "1"]', '[Format "7"]'), "foreign.aqr: "),
        ("noise.aqr", "\x00\x01 nothing", "noise.aqr: "),
        ("illegal.aqr", finished().replace("0. ", "0. C1w.3.Sw "), "illegal.aqr: "),
    ],
)
def test_a_bad_file_is_one_line_and_the_others_are_counted(aqua: Aqua, name: str, content: str, told: str) -> None:
    Path("folder").mkdir()
    (Path("folder") / "good.aqr").write_text(finished())
    (Path("folder") / name).write_text(content)
    result = aqua("games", "stats", "folder")
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert told in line
    assert "games" in result.stdout


def test_games_before_the_fault_are_counted(aqua: Aqua) -> None:
    Path("two.aqr").write_text(finished(2, 1) + "\n" + finished(2, 2).replace("0. ", "0. C1w.3.Sw "))
    result = aqua("games", "stats", "two.aqr")
    assert result.exit_code == 1
    assert result.stderr.rstrip().endswith("; games counted before it: 1")


def test_set_ups_are_played_and_told(aqua: Aqua, tmp_path: Path) -> None:
    words = ("games", "setups", "made", "--games", 2, "--playouts", 1, "--threads", 1)
    done = aqua(*words, "--players", 2)
    assert "standard, 2 players, 2 games: " in done.stdout
    assert done.stdout.endswith("the tables are in made/setups.json\n")
    more = aqua(*words, "--players", 2, "--players", 3, "--layout", "balanced", "--table", "made/setups.json")
    assert "balanced, 2 players, 2 games: " in more.stdout
    assert "standard, " not in more.stdout
    assert "balanced with 3 players is the standard layout: ask for that one" in more.stderr
    tables = json.loads((tmp_path / "made" / "setups.json").read_text())["tables"]
    assert {name: list(sizes) for name, sizes in tables.items()} == {"balanced": ["2"], "standard": ["2"]}
    again = aqua(*words, "--players", 2, "--layout", "balanced", "--layout", "standard")
    assert again.stderr == "4 games are already there\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--layout", "balanced", "--players", 4), "balanced with 4 players is the standard layout"),
        (("--layout", "own.toml"), "'own.toml' is not one of 'standard', 'balanced'"),
        (("--table", "other.json"), "other.json: this is not a file of set-up tables in format 2"),
    ],
)
def test_set_ups_that_cannot_be_played_are_one_line(aqua: Aqua, words: tuple[object, ...], said: str) -> None:
    Path("other.json").write_text("{}")
    assert said in one_line(aqua("games", "setups", "made", "--games", 1, "--playouts", 1, *words))
