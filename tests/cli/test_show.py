"""`aqua show`: positions, records and pictures as text."""

from pathlib import Path

import pytest

from aquaromana.records import Record, read_record, write_records
from aquaromana.rules import Game
from tests.cli.conftest import Aqua, one_line, random_game


def test_a_position(aqua: Aqua) -> None:
    result = aqua("show", Game(players=2))
    assert result.exit_code == 0
    assert result.stdout.endswith("Yellow+Blue sets up a builder on the path.\n")
    assert not any(line.endswith(" ") for line in result.stdout.splitlines())
    assert "[" not in result.stdout


def test_a_record_with_tags_board_and_moves(aqua: Aqua, finished: Path) -> None:
    stdout = aqua("show", finished).stdout
    record = read_record(finished.read_bytes())
    assert '[Seat0 "Ann"]' in stdout
    assert "The game is over" in stdout
    assert "The game ended because " in stdout
    assert "Final scoring" in stdout
    assert all(str(move) in stdout for move in record.moves)
    assert "Seat0" not in aqua("show", finished, "--no-moves").stdout


@pytest.mark.parametrize(("ply", "asked"), [(0, "Ann sets up"), (1, "Bo sets up"), (-1, "The game is over")])
def test_any_ply(aqua: Aqua, finished: Path, ply: int, asked: str) -> None:
    assert asked in aqua("show", finished, "--ply", ply).stdout


def test_several_games_in_a_file(aqua: Aqua, tmp_path: Path) -> None:
    text = write_records([Record.from_game(random_game(players, 1, 15)) for players in (2, 3)])
    (tmp_path / "two.aqr").write_text(text, "utf-8")
    assert "game 2 of 2" in aqua("show", "two.aqr", "--game", 2).stdout
    assert "contains 2 games; there is no game 3" in one_line(aqua("show", "two.aqr", "--game", 3))


def test_the_standard_input_and_a_position_in_a_file(aqua: Aqua, finished: Path, tmp_path: Path) -> None:
    assert aqua("show", "-", stdin=finished.read_bytes()).stdout == aqua("show", finished).stdout
    position = str(random_game(2, 1, 30))
    assert aqua("show", "-", stdin=position + "\n").stdout == aqua("show", position).stdout


def test_nothing_in_a_file_steers_the_terminal(aqua: Aqua, finished: Path) -> None:
    text = finished.read_text("utf-8").replace('"Ann"', '"A\x1b[2Jn"')
    result = aqua("show", "-", stdin=text)
    assert "\x1b" not in result.stdout
    assert "\x1b[2J" not in aqua("show", "--color", "-", stdin=text).stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.aqr", "cannot read missing.aqr: no such file or directory"),
        ("folder", "cannot read folder: is a directory"),
        ("no/such.aqr", "cannot read no/such.aqr"),
        ("junk", "junk: line 1, column 2: The file is not UTF-8 text"),
        ("empty", "empty contains no game"),
        ("words", "words: line 1"),
        ("broken.json", "broken.json: "),
        ("broken.svg", "broken.svg: "),
        ("bare.svg", "bare.svg is a picture without a record"),
        ("cut.png", "cut.png: "),
        ("what", "'what' is neither a file nor a position"),
        ("2.s.0d0.88.38.-.ooo-ooo-ooo.-", "position"),
        ("\0", "neither a file nor a position"),
        ("", "neither a file nor a position"),
    ],
)
@pytest.mark.parametrize(
    "command", [["show"], ["verify"], ["convert", "--to", "json"], ["draw", "-o", "out.svg"], ["why"], ["perft"]]
)
def test_bad_input_is_one_line(aqua: Aqua, tmp_path: Path, command: list[str], name: str, said: str) -> None:
    (tmp_path / "folder").mkdir()
    contents = {
        "junk": b"\x00\xff\xfe" * 500,
        "empty": b"",
        "words": b"once upon a time",
        "broken.json": b'{"game": [',
        "broken.svg": b"<svg",
        "bare.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "cut.png": b"\x89PNG\r\n\x1a\n\x00\x00",
    }
    for file, content in contents.items():
        (tmp_path / file).write_bytes(content)
    arguments = [*command, name, *(["1"] if command[0] in ("why", "perft") else [])]
    assert said in one_line(aqua(*arguments))
    assert not (tmp_path / "out.svg").exists()


def test_a_missing_ply_is_one_line(aqua: Aqua, finished: Path) -> None:
    count = len(read_record(finished.read_bytes()).moves)
    assert f"has {count} decisions; there is no ply 1000" in one_line(aqua("show", finished, "--ply", 1000))
    assert "there is no ply -1000" in one_line(aqua("show", finished, "--ply", -1000))
