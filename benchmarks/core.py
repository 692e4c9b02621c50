"""The C++ core beside its peers: random play that lists all legal decisions at each step.

Inside the core the peer is the same play in pure Python; the portable build is measured beside the one for this
machine's processor. From Python the peer is OpenSpiel's go on a board of 9 × 9, through pyspiel.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pyspiel

from aquaromana import Game
from aquaromana._core import State
from aquaromana.engine.native import core_state
from benchmarks._figures import Figure, Peer, compare
from benchmarks.rules import moves_per_second, play

ROOT = Path(__file__).parent.parent
DECISIONS = 1_000_000  # of a sample inside the core
STEPS = 30_000  # of a sample from Python


def run(repeats: int) -> Iterator[Figure]:
    """Nanoseconds a decision inside the core, then microseconds a decision from Python."""
    for players in (2, 3, 4):
        yield compare(
            f"core, {players} players",
            partial(core_nanoseconds, players),
            "ns",
            Peer("the rules in Python", partial(python_nanoseconds, players)),
            repeats,
            less_is_better=True,
        )
    with tempfile.TemporaryDirectory() as folder:
        build_portable(Path(folder))
        for players in (2, 3, 4):
            yield compare(
                f"core, {players} players, portable",
                partial(portable_nanoseconds, Path(folder), players),
                "ns",
                Peer("the build for this machine", partial(core_nanoseconds, players)),
                repeats,
                less_is_better=True,
            )
    go = pyspiel.load_game("go(board_size=9)")
    for players in (2, 3, 4):
        yield compare(
            f"from Python, {players} players",
            partial(step_microseconds, partial(play_core, core_state(Game(players).position))),
            "µs",
            Peer("OpenSpiel go 9 × 9", partial(step_microseconds, partial(play_go, go))),
            repeats,
            less_is_better=True,
        )


def core_nanoseconds(players: int) -> float:
    """CPU time a decision, in uniformly random games."""
    state = core_state(Game(players).position)
    start = time.process_time()
    made = state.random_play(seed=1, decisions=DECISIONS)
    return 1e9 * (time.process_time() - start) / made


def python_nanoseconds(players: int) -> float:
    """The same in pure Python."""
    return 1e9 / moves_per_second(partial(play, players))


def build_portable(folder: Path) -> None:
    """Build the core for any processor of this kind."""
    environment = {name: value for name, value in os.environ.items() if name != "AQUA_MARCH"}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(folder / "lib")]
    command += ["--build-temp", str(folder / "temp")]
    environment["AQUA_REQUIRE_NATIVE"] = "1"
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)


def portable_nanoseconds(folder: Path, players: int) -> float:
    """`core_nanoseconds` in another interpreter that loads the portable build."""
    code = (
        "import sys, importlib.util as u, pathlib, aquaromana\n"
        "file = next(pathlib.Path(sys.argv[1]).glob('lib/aquaromana/_core.*'))\n"
        "spec = u.spec_from_file_location('aquaromana._core', file)\n"
        "module = u.module_from_spec(spec); spec.loader.exec_module(module)\n"
        "sys.modules['aquaromana._core'] = aquaromana._core = module\n"
        "from benchmarks.core import core_nanoseconds\n"
        "print(core_nanoseconds(int(sys.argv[2])))"
    )
    command = [sys.executable, "-c", code, str(folder), str(players)]
    return float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def step_microseconds(play_game: Callable[[Callable[[], float]], int]) -> float:
    """CPU time of one decision: the list of legal ones, a choice, and its effect."""
    choice = random.Random(1).random
    made = 0
    start = time.process_time()
    while made < STEPS:
        made += play_game(choice)
    return 1e6 * (time.process_time() - start) / made


def play_core(start: State, choice: Callable[[], float]) -> int:
    """A random game of ours through the core."""
    state = start.copy()
    made = 0
    while moves := state.legal_moves():
        state.play(moves[int(choice() * len(moves))])
        made += 1
    return made


def play_go(game: pyspiel.Game, choice: Callable[[], float]) -> int:
    """A random game of go."""
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(choice() * len(actions))])
        made += 1
    return made
