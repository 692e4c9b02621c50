"""`aqua facts`: what is true of decisions, in words, and how many have a reason."""

import json
from pathlib import Path

import pytest

from aquaromana.records import Record, write_record
from aquaromana.rules import Game
from tests.cli.conftest import Aqua, one_line
from tests.support.house import ROOT
from tests.support.random_play import finished

POSITION = "4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-"
GAME = str(ROOT / "docs" / "pictures" / "game.aqr")


def test_all_that_is_true_of_decisions_is_told_with_its_clause(aqua: Aqua) -> None:
    first, *lines = aqua("facts", POSITION, "H4s.15.De", "-").stdout.splitlines()
    assert first == "H4s.15.De -"
    assert "  + Your red aqueduct is now worth podium 4 instead of 3. (R5.2)" in lines
    assert "  - Lets Blue have podium 6 next turn. (R5.2)" in lines
    marks = [line[2] for line in lines]
    assert marks == sorted(marks, key="+·-".index)


def test_another_stretch_can_be_compared_with(aqua: Aqua) -> None:
    lines = aqua("facts", POSITION, "H4s.8.Ss", "--against", "H4s.15.De").stdout.splitlines()
    assert lines[1] == "  + Ends the blue aqueduct at length 4: podium 4. (R8.5)"


EXPECTING = "4.c.3d0.4HH12L11Q31X10X4H2H6.CCCB2S2D5D2B5D2SS2B6.---.ooo-ooo-ooo-ooo.-"


def test_what_the_computer_expects_is_told_only_if_asked_for(aqua: Aqua) -> None:
    assert "The computer expects" not in aqua("facts", EXPECTING, "xD8n").stdout
    lines = aqua("facts", EXPECTING, "xD8n", "--expect").stdout.splitlines()
    assert [line for line in lines if line.startswith("  - The computer expects Red to take podium ")]


def test_without_decisions_each_legal_one_is_told_with_what_sets_it_apart(aqua: Aqua) -> None:
    lines = aqua("facts", POSITION).stdout.splitlines()
    decisions = [line for line in lines if not line.startswith(" ")]
    assert decisions == [str(move) for move in Game.from_position(POSITION).legal_moves()]
    assert all(line.startswith("  + ") for line in lines if line not in decisions)


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Damit kann Blau im nächsten Zug"), ("fr", "Permet à Bleu d’obtenir")]
)
def test_other_languages(aqua: Aqua, language: str, said: str) -> None:
    assert said in aqua("facts", POSITION, "H4s.15.De", "--language", language).stdout


def test_seats_have_the_names_of_the_record(aqua: Aqua, tmp_path: Path) -> None:
    record = Record.from_game(Game.from_position(POSITION), Seat0="Ann", Seat1="Ben", Seat2="Cem", Seat3="Dora")
    (tmp_path / "game.aqr").write_text(write_record(record), "utf-8")
    assert "Lets Cem have podium 6" in aqua("facts", str(tmp_path / "game.aqr"), "H4s.15.De").stdout


def test_facts_as_json(aqua: Aqua) -> None:
    (line,) = aqua("facts", POSITION, "H4s.15.De", "--json").stdout.splitlines()
    told = json.loads(line)
    assert told["decisions"] == ["H4s.15.De"]
    args = {"color": "red", "before": 3, "podium": 4}
    assert {"mark": "+", "code": "podium/step", "clause": "R5.2", "args": args, "grade": "fact"} in told["facts"]


@pytest.mark.slow
def test_coverage_counts_the_decisions_of_games(aqua: Aqua, tmp_path: Path) -> None:
    (tmp_path / "game.aqr").write_text(write_record(Record.from_game(finished(2, 4))), "utf-8")
    title, head, *rows = aqua("facts", "--coverage", GAME, str(tmp_path / "game.aqr")).stdout.splitlines()
    assert title == "Decisions with a reason, in 2 games:"
    assert head.split() == ["2", "players", "4", "players", "all"]
    assert {row.split()[0] for row in rows} >= {"build", "pass"}
    assert all("%" in row for row in rows)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "'nothing' is neither a file nor a position"),
        ([POSITION, "what?"], "is not a decision"),
        ([POSITION, "D1e.12.Cs"], "that cannot be decided: The workman at D1e is yellow"),
        ([POSITION, "H4s.15.De", "-", "-"], "The turn of seat 1 does not go on with -"),
        ([POSITION, "H4s.15.De", "--against", " "], "--against names no decision"),
        ([POSITION, "--language", "it"], "'it' is not one of"),
        ([GAME], "the game is over: there is nothing to decide"),
        ([POSITION, "--coverage"], "no game has a decision with alternatives after the set-up"),
    ],
)
def test_bad_input_is_one_line(aqua: Aqua, arguments: list[str], said: str) -> None:
    assert said in one_line(aqua("facts", *arguments))
