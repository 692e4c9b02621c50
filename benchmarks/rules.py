"""The rules in pure Python beside python-chess: random play, and the time to import.

Both sides list the legal moves, choose one and play it, in whole games from the start. python-chess
is spared its tests for the end of a game: a game ends when no move is legal, or after 200.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import chess

from aquaromana import Game
from benchmarks._figures import Figure, Peer, compare

SECONDS = 0.4  # of CPU time for a sample
CHESS_PLIES = 200


def run(repeats: int) -> Iterator[Figure]:
    """Moves a second for each number of players, then milliseconds of import."""
    for players in (2, 3, 4):
        yield compare(
            f"random play, {players} players",
            partial(moves_per_second, partial(play, players)),
            "moves/s",
            Peer("python-chess", partial(moves_per_second, play_chess)),
            repeats,
        )
    yield compare(
        "import",
        partial(import_milliseconds, "aquaromana"),
        "ms",
        Peer("python-chess", partial(import_milliseconds, "chess")),
        repeats,
        less_is_better=True,
    )


def moves_per_second(play_game: Callable[[Callable[[], float]], int]) -> float:
    """Play game after game for a while, the same ones in every sample."""
    choice = random.Random(1).random
    moves = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < SECONDS:
        moves += play_game(choice)
    return moves / elapsed


def play(players: int, choice: Callable[[], float]) -> int:
    """A random game of ours; how many moves it had."""
    game = Game(players=players)
    played = 0
    while moves := game.legal_moves():
        game.play(moves[int(choice() * len(moves))])
        played += 1
    return played


def play_chess(choice: Callable[[], float]) -> int:
    """A random game of chess; how many moves it had."""
    board = chess.Board()
    played = 0
    while played < CHESS_PLIES and (moves := list(board.legal_moves)):
        board.push(moves[int(choice() * len(moves))])
        played += 1
    return played


def import_milliseconds(module: str) -> float:
    """CPU time of an import in a fresh interpreter, without that interpreter's own start."""
    code = f"import time; start = time.process_time(); import {module}; print(time.process_time() - start)"
    command = [sys.executable, "-I", "-c", code]
    return 1000 * float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
