"""Bots with faults, installed as another package would install its own, so that processes of the server find them.

And bots that need no process: they answer at once, by chance.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from aquaromana.server.bots.client import BotWorker, at_random
from aquaromana.server.bots.worker import BotAnswer, Question
from aquaromana.server.table import seating

MODULE = '''
import os
import time
from pathlib import Path

from aquaromana.bots import RandomBot


class Faulty(RandomBot):
    def __init__(self, name, fault):
        super().__init__()
        self.name = name
        self.fault = fault

    def choose(self, game, budget=None, on_report=None):
        decision = super().choose(game)
        return self.fault(game, decision)


def raises(game, decision):
    raise RuntimeError("I do not feel well")


def cheats(game, decision):
    return "J@1"


def dreams(game, decision):
    return {"move": None}


def hangs(game, decision):
    time.sleep(3600)


def dies(game, decision):
    os._exit(9)


def stumbles(game, decision):
    mark = Path(__file__).with_name("stumbled")
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return decision


def quits(game, decision):
    raise SystemExit


def prints(game, decision):
    print("a secret thought" * 1000, flush=True)
    os.write(1, b"another one")
    return decision


def leaves(game, decision):
    """Changes the game that it was handed."""
    while not game.is_over:
        game.push(game.legal_moves()[0])
    return decision


def maker(name):
    return lambda spec, seed: Faulty(name, globals()[name])


FAULTS = ("raises", "cheats", "dreams", "hangs", "dies", "stumbles", "quits", "prints", "leaves")
for _name in FAULTS:
    globals()["make_" + _name] = maker(_name)


def make_unmade(spec, seed):
    raise OSError("no network today")
'''

NAMES = ("raises", "cheats", "dreams", "hangs", "dies", "stumbles", "quits", "prints", "leaves", "unmade")


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make these bots known to this process and those that it starts."""
    (folder / "faulty_bots.py").write_text(MODULE)
    about = folder / "faulty_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty-bots\nVersion: 1.0\n")
    points = [f"{name} = faulty_bots:make_{name}" for name in NAMES]
    (about / "entry_points.txt").write_text("\n".join(["[aquaromana.bots]", *points, ""]))
    monkeypatch.syspath_prepend(folder)
    seating.known_bots.cache_clear()


def instant(monkeypatch: pytest.MonkeyPatch, on_asked: Callable[[Question], None] = lambda _: None) -> None:
    """Let all bots of this process answer at once; `on_asked` hears every question."""

    async def decide(_: BotWorker, question: Question, __: object = None) -> BotAnswer:
        on_asked(question)
        return BotAnswer(at_random(question))

    monkeypatch.setattr(BotWorker, "decide", decide)
