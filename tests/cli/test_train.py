"""`aqua train` and `aqua net`: what they say when something is wrong, and small measurements."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import pytest

from aquaromana.cli.group import INTERRUPTED
from aquaromana.engine import champion_weights
from aquaromana.train.config import Config
from tests.cli.conftest import Aqua, Terminal, one_line

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="scripts/test installs it")
TOY = """
[run]
start = "untrained"
generations = 1
[games]
count = 12
part = 2
mix = [1.0, 0.0, 0.0]
[self_play]
full_playouts = 16
fast_playouts = 8
[fit]
epochs = 1
batch = 256
policy_steps = 2
device = "cpu"
[gate]
tables = [2]
playouts = 2
seconds = 0.0
games = 40
elo0 = -1000.0
elo1 = 0.0
"""
"""A network that is about as strong as the one before is promoted after a few games."""


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


@needs_torch
@pytest.mark.slow
def test_a_run_is_interrupted_and_resumed_to_its_end(
    aqua: Aqua, tmp_path: Path, terminal: Callable[..., Terminal]
) -> None:
    (tmp_path / "train.toml").write_text(TOY)
    arguments = ("train", "run", "--config", "train.toml", "--threads", "1")
    screen = terminal(*arguments)
    screen.wait_for("generation 1: games", 60)
    assert "━" in screen.wait_for("/12")
    os.write(screen.master, b"\x03")
    screen.wait_for("stopped; the same command goes on: aqua train run")
    assert screen.end() == INTERRUPTED
    assert not (tmp_path / "run" / "gen-001" / "gate.json").exists()

    resumed = aqua(*arguments)
    assert resumed.exit_code == 0
    assert resumed.stdout == "The network is run/champion.aquanet.\n"
    told = resumed.stderr.splitlines()
    expected = (
        "generation 1: games: ",
        "generation 1: samples: 12/12",
        "generation 1: training: ",
        "generation 1, epoch 1: loss ",
        "generation 1, policy: ",
        "generation 1: gate, 2 players at 2: 1/40",
        "generation 1: gate, 2 players at 2: passed, share ",
        "generation 1 is promoted",
    )
    assert [line for line in expected if not any(each.startswith(line) for each in told)] == []
    assert aqua("net", "show", "run/champion.aquanet").stdout.startswith("hash ")
    again = aqua("train", "run")
    assert (again.stdout, again.stderr) == (resumed.stdout, "")


@needs_torch
@pytest.mark.slow  # it loads PyTorch
def test_without_ray_a_run_on_a_cluster_is_one_line(
    aqua: Aqua, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    (tmp_path / "train.toml").write_text(TOY)
    said = one_line(aqua("train", "run", "--config", "train.toml", "--runner", "ray"))
    assert said == 'aqua train: a cluster needs Ray, which is not installed: pip install "aqua-romana[ray]"'
    assert not (tmp_path / "run").exists()


@needs_torch
@pytest.mark.slow
@pytest.mark.parametrize("address", [None, "HOST:6379"])
def test_a_run_on_a_cluster_plays_and_tests_there(
    aqua: Aqua, monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    from aquaromana.arena import cluster
    from aquaromana.train import run
    from aquaromana.train.selfplay import ClusterPlayers

    calls: list[Any] = []

    class Cluster:
        def __init__(self, address: str | None, *, cpus: int) -> None:
            calls.append((address, cpus))

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            calls.append("closed")

    class Run:
        def __init__(self, folder: Path, config: Config, means: run.Means, observer: object) -> None:
            self.means = means

        def go(self) -> None:
            calls.extend((type(self.means.players), type(self.means.runner(self.means.make(Path())))))

    monkeypatch.setattr(cluster, "Cluster", Cluster)
    monkeypatch.setattr(run, "Run", Run)
    where = ["--address", address] if address else []
    ended = aqua("train", "run", "--runner", "ray", "--threads", "3", *where)
    assert calls == [(address, 3), ClusterPlayers, cluster.RayRunner, "closed"]
    assert ended.stdout == "No generation was promoted.\n"


def test_regret_of_bots_on_positions(aqua: Aqua, tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    arguments = ["--count", 3, "--playouts", 300, "--seed", 5]
    assert aqua("net", "positions", path, "--players", 4, *arguments).stdout.startswith("3 positions for 4 players")
    made = path.read_text()
    path.write_text("".join(made.splitlines(keepends=True)[:3]) + '{"players":4,"mov')  # cut off while writing
    aqua("net", "positions", path, "--players", 4, *arguments)
    assert path.read_text() == made
    said = one_line(aqua("net", "positions", path, "--players", 4, *arguments, "--judge", "champion"))
    assert "judge is 'search:5,widen_from=500' there and 'champion' here; name another file" in said
    told = aqua("net", "regret", "random", "search:5@200", "--positions", path).stdout.splitlines()
    assert len(told) == 3
    table = aqua("net", "regret", "search:5", "--positions", path, "--playouts", 300, "--csv", "-").stdout
    names, row = (line.split(",") for line in table.splitlines())
    figures = dict(zip(names, row, strict=True))
    assert 0 <= float(figures["regret"]) <= 1
    assert float(figures["blind"]) > 0
    assert -1 <= float(figures["correlation"]) <= 1
    assert json.loads(made.splitlines()[1])["players"] == 4


def test_an_at_sign_in_the_name_of_a_file_is_no_budget(aqua: Aqua, tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    aqua("net", "positions", path, "--players", 3, "--count", 2, "--playouts", 300)
    figures = []
    for name in ("plain.net", "a@b.net"):
        file = tmp_path / name
        file.write_bytes(champion_weights().data)
        row = aqua("net", "regret", f"champion:{file}", "--positions", path, "--playouts", 20, "--csv", "-").stdout
        figures.append(row.splitlines()[1].removeprefix(f"champion:{file}"))
    assert figures[0] == figures[1]


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
