"""A run of toy size with a core that plays nothing; also a program, to be killed."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from aquaromana.train.config import Config
from aquaromana.train.core import Core
from aquaromana.train.run import Means, Run
from aquaromana.train.selfplay import ThreadPlayers
from tests.train.fakes import DecidedRunner, FakeCore, FakeMaker, Notes

TOY = """
[run]
generations = 2
[games]
count = 40
part = 12
window = 2
[fit]
epochs = 2
batch = 64
rate = 0.01
device = "cpu"
policy_steps = 20
[gate]
tables = [2, 4]
games = 100
elo1 = 100
"""


def toy_run(
    folder: Path, *, text: str = TOY, core: Core | None = None, wins: float = 1.0, notes: Notes | None = None
) -> Run:
    means = Means(core or FakeCore(), ThreadPlayers(1), FakeMaker, lambda _: DecidedRunner(wins), 1)
    return Run(folder, Config.parse(text), means, notes or Notes())


class Slow(Notes):
    """Gives others the time to kill it."""

    def step(self, name: str, done: int, total: int, note: str = "") -> None:
        time.sleep(0.01)


if __name__ == "__main__":
    toy_run(Path(sys.argv[1]), notes=Slow()).go()
