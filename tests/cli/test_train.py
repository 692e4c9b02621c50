"""`aqua train` and `aqua net`: what they say when something is wrong, and small measurements."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from aquaromana.train.config import Config
from tests.cli.conftest import Aqua, one_line


def test_the_defaults_are_a_configuration(aqua: Aqua) -> None:
    assert Config.parse(aqua("train", "--defaults").stdout) == Config()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "missing argument 'RUN'"),
        (["RUN", "--config", "absent.toml"], "cannot read absent.toml: no such file"),
        (["RUN", "--address", "auto"], "--address goes with --runner ray"),
        (["RUN", "--threads", "0"], "'0' is not a whole number from 1 to 256"),
    ],
)
def test_a_run_that_cannot_begin_is_one_line(aqua: Aqua, arguments: list[str], said: str) -> None:
    assert said in one_line(aqua("train", *arguments))


def test_a_wrong_configuration_names_the_setting(aqua: Aqua, tmp_path: Path) -> None:
    path = tmp_path / "train.toml"
    path.write_text("[fit]\nepochs = 'many'\n")
    said = one_line(aqua("train", tmp_path / "run", "--config", path))
    assert 'train.toml: [fit] epochs is a whole number from 1 to 1000, not "many"' in said
    assert not (tmp_path / "run").exists()


def test_without_pytorch_the_line_names_the_command(
    aqua: Aqua, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("aquaromana.train.")]:
        if name.rpartition(".")[2] not in {"config", "errors"}:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    said = one_line(aqua("train", tmp_path / "run"))
    assert said == 'aqua train: training needs torch, which is not installed: pip install "aqua-romana[train]"'


def test_regret_of_bots_on_positions(aqua: Aqua, tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    arguments = ["--count", 3, "--playouts", 300, "--seed", 5]
    assert aqua("net", "positions", path, "--players", 4, *arguments).stdout.startswith("3 positions for 4 players")
    made = path.read_text()
    path.write_text("".join(made.splitlines(keepends=True)[:2]) + '{"players":4,"mov')  # cut off while writing
    aqua("net", "positions", path, "--players", 4, *arguments)
    assert path.read_text() == made
    said = aqua("net", "regret", "random", "search:5@200", "--positions", path).stdout.splitlines()
    assert len(said) == 3
    table = aqua("net", "regret", "search:5", "--positions", path, "--playouts", 300, "--csv", "-").stdout
    names, row = (line.split(",") for line in table.splitlines())
    figures = dict(zip(names, row, strict=True))
    assert 0 <= float(figures["regret"]) <= 1
    assert float(figures["blind"]) > 0
    assert -1 <= float(figures["correlation"]) <= 1
    assert json.loads(made.splitlines()[0])["players"] == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["regret", "nobody", "--positions", "x"], "there is no bot 'nobody'"),
        (["regret", "random", "--positions", "absent"], "cannot read absent: no such file"),
        (["positions", "x", "--players", "5"], "'5' is not a whole number from 2 to 4"),
        (["show", "absent"], "cannot read absent"),
    ],
)
def test_a_measurement_that_cannot_be_made_is_one_line(aqua: Aqua, arguments: list[str], said: str) -> None:
    assert said in one_line(aqua("net", *arguments))


def test_a_damaged_file_of_positions_is_told(aqua: Aqua, tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text('{"players":2}\n')
    assert "positions.jsonl is damaged in line 1" in one_line(aqua("net", "regret", "random", "--positions", path))
