"""`aqua solve`: verdicts, lines and intervals for people and for programs; one line for what cannot be."""

import json
from pathlib import Path

import pytest

from aquaromana.records import Record, write_record
from aquaromana.rules import Game
from tests.cli.conftest import Aqua, one_line
from tests.engine.test_solve import KINGMAKER
from tests.support.core import need_core
from tests.support.random_play import finished


@pytest.fixture(autouse=True)
def core() -> None:
    need_core()


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A finished game of two."""
    file = tmp_path / "game.aqr"
    file.write_text(write_record(Record.from_game(finished(2, 4))), "utf-8")
    return str(file)


def test_a_refuted_win_with_its_line(aqua: Aqua) -> None:
    result = aqua("solve", KINGMAKER, "--seat", "0")
    first, line = result.stdout.splitlines()
    assert result.exit_code == 0
    assert first.startswith("seat 0, win: refuted (")
    assert line.split()[0] in {"J3n.21.Dw", "J3n.21.De", "J3n.21.Sn"}


def test_every_decision_proven_ones_first(aqua: Aqua) -> None:
    lines = aqua("solve", KINGMAKER, "--seat", "0", "--each").stdout.splitlines()[2:]
    assert [line.split()[0] for line in lines] == ["proven"] * 2 + ["refuted"] * 3
    assert {line.split()[1] for line in lines[:2]} == {"J3n.10.Sn", "J3n.36.Sn"}


def test_what_tie_breaks_leave(aqua: Aqua) -> None:
    assert aqua("solve", KINGMAKER, "--value").stdout.splitlines() == [
        "seat 0: 0 to 100 % of the win, 33 to 43 points",
        "seat 1: 0 to 100 % of the win, 33 to 36 points",
        "seat 2: 0 % of the win, 22 points",
    ]


def test_json_for_programs(aqua: Aqua) -> None:
    told = json.loads(aqua("solve", KINGMAKER, "--goal", "points:22", "--each", "--json").stdout)
    assert (told["seat"], told["goal"], told["verdict"]) == (2, "points:22", "proven")
    assert len(told["decisions"]) == 5
    value = json.loads(aqua("solve", KINGMAKER, "--value", "--json").stdout)
    assert value["results"] == [[33, 36, 22], [43, 33, 22]]
    assert value["value"] == "open"


def test_where_a_game_was_decided(aqua: Aqua, record: str) -> None:
    game = finished(2, 4)
    said = aqua("solve", record, "--decided", "--budget", "3000").stdout
    told = json.loads(aqua("solve", record, "--decided", "--budget", "3000", "--json").stdout)
    assert said.startswith(f"decided after {told['ply']} of {len(game.moves)} decisions")
    assert told["winners"] == list(game.winners())
    before = aqua("solve", record, "--ply", str(told["ply"]), "--seat", str(told["winners"][0])).stdout
    assert "proven" in before


def test_a_small_budget_answers_unknown(aqua: Aqua) -> None:
    start = str(Game(2))
    assert "unknown" in aqua("solve", start, "--budget", "100").stdout
    assert "unknown" in aqua("solve", start, "--budget", "100", "--value").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([KINGMAKER, "--seat", "3"], "no seat 3"),
        ([KINGMAKER, "--seat", "x"], "not a whole number"),
        ([KINGMAKER, "--goal", "glory"], "'glory' is not a goal"),
        ([KINGMAKER, "--goal", "podium:A1n:3"], "no aqueduct starts at A1n"),
        ([KINGMAKER, "--budget", "soon"], "'soon' is not a budget for a solver"),
        ([KINGMAKER, "--decided"], "the game is not over"),
        (["nowhere.aqr"], "nowhere.aqr"),
        (["3.b.nonsense"], "neither a file nor a position"),
    ],
)
def test_what_cannot_be_is_one_line(aqua: Aqua, arguments: list[str], said: str) -> None:
    result = aqua("solve", *arguments)
    assert result.exit_code == 2
    assert said in one_line(result)


def test_a_finished_game_has_nothing_to_solve(aqua: Aqua, record: str) -> None:
    result = aqua("solve", record)
    assert result.exit_code == 2
    assert "the game is over" in one_line(result)
