"""`aqua review`: a table, files, and what cannot be reviewed."""

import json
from pathlib import Path

import pytest

from aquaromana.records import Record, read_record, verify, write_record
from tests.cli.conftest import Aqua, random_game


def short_game(tmp_path: Path) -> Path:
    file = tmp_path / "short.aqr"
    file.write_text(write_record(Record.from_game(random_game(2, 3, 24))), "utf-8")
    return file


@pytest.mark.slow
def test_it_says_what_each_seat_gave_away_and_writes_files(aqua: Aqua, tmp_path: Path) -> None:
    file = short_game(tmp_path)
    result = aqua(
        "review", file, "--depth", "quick", "--json", "r.json", "-o", "r.aqr", "--svg", "r.svg", "--language", "de"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert "given away" in result.stdout
    assert json.loads((tmp_path / "r.json").read_text("utf-8"))["whole"]
    assert verify(read_record((tmp_path / "r.aqr").read_text("utf-8"))).is_true
    assert (tmp_path / "r.svg").read_text("utf-8").startswith("<svg")
    again = aqua("review", file, "--depth", "quick", "--json", "r.json")
    assert again.exit_code == 2
    assert "already exists" in again.stderr


def test_what_has_no_decisions_is_refused(aqua: Aqua) -> None:
    result = aqua("review", str(random_game(2, 1, 15)))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "has no decisions to review" in result.stderr
