"""`aqua analyze`: a table for people, JSON lines for programs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Aqua, one_line

START = "2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-"


def test_a_table_of_the_best_decisions(aqua: Aqua) -> None:
    result = aqua("analyze", START, "--bot", "search:5", "--budget", 50, "--lines", 3)
    assert result.exit_code == 0
    head, empty, columns, *rows = result.stdout.splitlines()
    assert head.startswith("seat 0 decides; 50 playouts in ")
    assert empty == ""
    assert columns.split() == ["decision", "visits", "seat", "0", "seat", "1", "points", "0", "points", "1", "then"]
    assert len(rows) == 3


@pytest.mark.slow
def test_queries_over_a_pipe() -> None:
    said = b'\n{"id":"a","players":2,"maxPlayouts":5,"bot":"search:1"}\n\xff\n' + b"x" * 1_100_000 + b"\n"
    command = [sys.executable, "-m", "aquaromana", "analyze", "--json", "--threads", "1"]
    done = subprocess.run(command, input=said, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert {answer["id"] for answer in answers} == {"a", None}
    codes = sorted(answer["error"]["code"] for answer in answers if "error" in answer)
    assert codes == ["line/too-long", "query/unreadable"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "which position?"),
        (["--json", START], "positions are read from standard input"),
        ([START, "--bot", "greedy", "--budget", "1s"], "does not say what it thinks"),
        ([START, "--bot", "nobody"], "there is no bot 'nobody'"),
        ([START, "--budget", "soon"], "not a valid budget"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_one_line(aqua: Aqua, arguments: list[str], why: str) -> None:
    assert why in one_line(aqua("analyze", *arguments))


def test_a_game_that_is_over(aqua: Aqua, finished: Path) -> None:
    assert "the game is over" in one_line(aqua("analyze", finished))
