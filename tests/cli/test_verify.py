"""`aqua verify`: true records, false ones, and files that are none."""

from pathlib import Path

from aquaromana.records import Record, write_records
from tests.cli.conftest import Aqua, random_game


def test_true_records(aqua: Aqua, finished: Path, tmp_path: Path) -> None:
    (tmp_path / "two.aqr").write_text(
        write_records([Record.from_game(random_game(players, 1, 15)) for players in (2, 3)], hashes=True), "utf-8"
    )
    result = aqua("verify", finished, "two.aqr")
    assert (result.exit_code, result.stderr) == (0, "")
    first, second, third = result.stdout.splitlines()
    assert first.startswith(f"{finished}: true: ")
    assert (second, third) == tuple(
        f"two.aqr, game {number}: true: 15 decisions, 15 state hashes, not finished" for number in (1, 2)
    )


def test_a_wrong_result_is_reported(aqua: Aqua, finished: Path) -> None:
    text = finished.read_text("utf-8")
    points = text.split('[Result "')[1].split('"')[0]
    wrong = "-".join(["99", *points.split("-")[1:]])
    finished.write_text(text.replace(points, wrong), "utf-8")
    result = aqua("verify", finished)
    assert (result.exit_code, result.stdout) == (2, "")
    (said,) = result.stderr.splitlines()
    assert "false: line " in said
    assert wrong in said


def test_a_position_cannot_be_verified(aqua: Aqua, tmp_path: Path) -> None:
    position = str(random_game(2, 1, 15))
    (tmp_path / "position.txt").write_text(position, "utf-8")
    for source in (position, "position.txt"):
        result = aqua("verify", source)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is a position: only records can be verified" in result.stderr


def test_the_others_are_still_verified(aqua: Aqua, finished: Path) -> None:
    result = aqua("verify", "missing.aqr", finished)
    assert result.exit_code == 2
    assert "cannot read missing.aqr" in result.stderr
    assert "true: " in result.stdout


def test_the_standard_input_was_called_input_or_output(aqua: Aqua, finished: Path) -> None:
    text = finished.read_text("utf-8")
    assert aqua("verify", "-", stdin=text).stdout.startswith("the standard input: true: ")
    wrong = aqua("verify", "-", stdin="?")
    assert wrong.stderr.startswith("aqua verify: the standard input: line 1, column 1: ")
