"""The training example: a short run learns, and the program prints and draws its curve."""

import runpy
import sys
from pathlib import Path

import pytest

from tests.support.core import need_core
from tests.support.house import ROOT

EXAMPLE = ROOT / "examples" / "train_small.py"


@pytest.mark.slow
def test_a_short_run_learns() -> None:
    """Against the quickest bot, and seeded; with ten seeds the gain was 9 to 42 points."""
    need_core()
    first, *_, before, last = runpy.run_path(str(EXAMPLE))["train"](rounds=6, games=20, seed=1, bot="first")
    assert first.lead < -30, "it begins at random"
    assert (before.lead + last.lead) / 2 > first.lead + 6


@pytest.mark.slow
def test_the_program_prints_a_line_a_round_and_draws_the_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    need_core()
    plot = tmp_path / "curve.svg"
    arguments = ["--rounds", "2", "--games", "2", "--bot", "first", "--players", "3", "--plot", str(plot)]
    monkeypatch.setattr(sys, "argv", ["train_small.py", *arguments])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["2", "4"]
    assert "Points ahead of first" in plot.read_text("utf-8")


@pytest.mark.parametrize("arguments", [["--players", "5"], ["--rounds", "many"], ["--weather"]])
def test_a_wrong_argument_is_refused(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["train_small.py", *arguments])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert ended.value.code == 2
