"""`aqua review`: a table, files, and what cannot be reviewed."""

import json
from pathlib import Path

import pytest

from aquaromana.analysis.review import DEPTHS, Reviewer, TurnReview
from aquaromana.cli.group import INTERRUPTED
from aquaromana.records import Record, read_record, verify, write_record
from tests.cli.conftest import Aqua, one_line, random_game
from tests.support.odd_records import TINY, odd_records


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


@pytest.mark.parametrize("kind", odd_records())
def test_unusual_games_are_reviewed_as_far_as_they_go(
    aqua: Aqua, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    record, file = odd_records()[kind], tmp_path / "odd.aqr"
    file.write_text(write_record(record), "utf-8")
    result = aqua("review", file, "--depth", "quick", "--json", "r.json", "-o", "r.aqr", "--svg", "r.svg")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert found["whole"]
    assert len(found["turns"]) == found["total"]
    again = read_record((tmp_path / "r.aqr").read_text("utf-8"))
    assert (again.start, again.moves, again.tags.get("Resigned")) == (
        record.start,
        record.moves,
        record.tags.get("Resigned"),
    )


def test_a_record_with_an_illegal_decision_is_one_line(aqua: Aqua, tmp_path: Path) -> None:
    file = short_game(tmp_path)
    text = file.read_text("utf-8")
    moves = [str(move) for move in read_record(text).moves]
    file.write_text(text.replace(moves[-1], "A1n.1.Cs"), "utf-8")
    assert "short.aqr" in one_line(aqua("review", file))


def test_ctrl_c_keeps_the_turns_that_are_done(aqua: Aqua, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    turn, judged = Reviewer._turn, 0

    def interrupted(reviewer: Reviewer, *args: object) -> TurnReview:
        nonlocal judged
        judged += 1
        if judged > 2:
            raise KeyboardInterrupt
        return turn(reviewer, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Reviewer, "_turn", interrupted)
    result = aqua("review", short_game(tmp_path), "--depth", "quick", "--json", "r.json")
    assert result.exit_code == INTERRUPTED
    assert "Interrupted: 2 of " in result.stderr
    found = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert (found["whole"], len(found["turns"])) == (False, 2)
