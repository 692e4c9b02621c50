"""`aqua convert`: there and back, from pictures, never over a file without being told."""

import json
from pathlib import Path

import pytest

from aquaromana.records import Record, write_record, write_records
from tests.cli.conftest import Aqua, one_line, random_game


def test_there_and_back(aqua: Aqua, finished: Path, tmp_path: Path) -> None:
    assert aqua("convert", finished, "game.json").exit_code == 0
    assert json.loads((tmp_path / "game.json").read_text("utf-8"))["players"] == 3
    assert aqua("convert", "game.json", "back.aqr").exit_code == 0
    assert (tmp_path / "back.aqr").read_bytes() == finished.read_bytes()


def test_pipes(aqua: Aqua, finished: Path) -> None:
    twin = aqua("convert", "-", "-", "--to", "json", stdin=finished.read_bytes())
    back = aqua("convert", "-", "--to", "aqr", stdin=twin.stdout)
    assert back.stdout == finished.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("picture", ["game.svg", "game.png", "game.gif"])
def test_out_of_a_picture(aqua: Aqua, tmp_path: Path, picture: str) -> None:
    text = write_record(Record.from_game(random_game(3, 1, 5), Seat0="Ann"))
    assert aqua("draw", "-", "-o", picture, "--width", 64, stdin=text).exit_code == 0
    assert aqua("convert", picture, "again.aqr").exit_code == 0
    assert (tmp_path / "again.aqr").read_text("utf-8") == text
    assert "true" in aqua("verify", picture).stdout
    assert '[Seat0 "Ann"]' in aqua("show", picture).stdout


def test_hashes(aqua: Aqua, finished: Path) -> None:
    with_hashes = aqua("convert", finished, "--to", "aqr", "--hashes").stdout
    assert "%" in with_hashes
    assert "%" not in aqua("convert", "-", "--to", "aqr", "--no-hashes", stdin=with_hashes).stdout


def test_several_games(aqua: Aqua, tmp_path: Path) -> None:
    text = write_records([Record.from_game(random_game(players, 1, 15)) for players in (2, 3)])
    (tmp_path / "two.aqr").write_text(text, "utf-8")
    assert aqua("convert", "two.aqr", "--to", "aqr").stdout == text
    assert "use --game N" in one_line(aqua("convert", "two.aqr", "x.json"))
    assert json.loads(aqua("convert", "two.aqr", "--to", "json", "--game", 2).stdout)["players"] == 3


def test_an_existing_file_is_replaced_only_by_force(aqua: Aqua, finished: Path, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("precious", "utf-8")
    assert "game.json already exists; use --force to replace it" in one_line(aqua("convert", finished, "game.json"))
    assert (tmp_path / "game.json").read_text("utf-8") == "precious"
    assert aqua("convert", finished, "game.json", "--force").exit_code == 0
    assert (tmp_path / "game.json").read_text("utf-8") != "precious"


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("game.txt", "does not end in a known format; use .aqr or .json"),
        ("game.png", "aqua draw makes pictures"),
        ("no/such/game.json", "cannot write no/such/game.json: no such file or directory"),
    ],
)
def test_bad_targets_are_one_line(aqua: Aqua, finished: Path, target: str, said: str) -> None:
    assert said in one_line(aqua("convert", finished, target))


def test_the_standard_output_gets_a_record(aqua: Aqua, finished: Path) -> None:
    aqua("convert", finished, "game.json")
    assert aqua("convert", "game.json", "-").stdout == finished.read_text("utf-8")
    assert aqua("convert", "game.json").stdout == finished.read_text("utf-8")


def test_half_characters_are_one_line(aqua: Aqua) -> None:
    twin = '{"version": 1, "players": 2, "moves": [], "tags": {"Event": "\\ud800"}}'
    result = aqua("convert", "-", "--to", "json", stdin=twin)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
