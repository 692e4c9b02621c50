"""The whole loop at toy size on a CPU with the real core: self-play, training, the gate. It beats its own start."""

from __future__ import annotations

from pathlib import Path

import pytest

from aquaromana.arena import SerialRunner
from aquaromana.train.config import Config
from aquaromana.train.core import NativeCore
from aquaromana.train.gate import NetMaker
from aquaromana.train.run import EXPORT, Means, Run
from aquaromana.train.selfplay import ThreadPlayers
from tests.support.sizes import LongSize
from tests.train.fakes import Notes

GAMES = LongSize("train", ci=90, long=1500)
TOY = """
[run]
generations = 1
start = "untrained"
[games]
count = {games}
part = 50
[self_play]
full_playouts = 100
fast_playouts = 20
full_part = 0.3
[fit]
epochs = 2
batch = 256
rate = 0.003
device = "cpu"
[gate]
tables = [2, 4]
playouts = 30
seconds = 0.0
games = 200
elo0 = 0.0
elo1 = 100.0
"""


@GAMES.mark
@pytest.mark.slow
def test_the_loop_learns_to_beat_its_own_start(tmp_path: Path) -> None:
    means = Means(NativeCore(), ThreadPlayers(1), NetMaker, lambda make: SerialRunner(make=make), 1)
    notes = Notes()
    run = Run(tmp_path, Config.parse(TOY.format(games=GAMES.value)), means, notes)
    run.go()
    verdict = run.verdict(1)
    assert verdict is not None
    assert verdict["opponent"] == "gen-000"
    assert all(trial["forfeits"] == 0 for trial in verdict["trials"])
    for trial in verdict["trials"]:
        assert trial["share"] > 1.5 / trial["players"], notes.lines
    assert verdict["promoted"]
    assert (tmp_path / EXPORT).exists()
