"""The solver: positions looked at in a second of processor time, and how far before the end it proves a win.

Games are played by `search:3` with itself. From the end of each that has one winner it goes back decision by decision
and tries to prove the win with what half a second allows; the reach is the number of decisions left in the earliest
position in which it can. It gives up after eight positions in a row without a proof. The budget is in nodes, at the
speed just measured, so that other work on the machine does not count. The peer is what is wanted.
"""

import time
from collections.abc import Iterator
from functools import cache, partial
from statistics import median

from aquaromana import Game
from aquaromana.bots import make_bot
from aquaromana.engine.solve import Effort, Goal, Proven, Solver
from benchmarks._figures import Figure, Peer, compare

GAMES = 30
SECONDS = 0.5
NODES = 300_000  # of a sample of the speed
PATIENCE = 8
WANTED_SPEED = 1_000_000.0
WANTED_REACH = {2: 20.0, 3: 8.0, 4: 12.0}


def run(repeats: int) -> Iterator[Figure]:
    """Nodes a second and the median reach, for each number of players."""
    for players, wanted in WANTED_REACH.items():
        speed = compare(
            f"speed, {players} players",
            partial(nodes_per_second, players),
            "nodes/s",
            Peer("what is wanted", lambda: WANTED_SPEED),
            repeats,
        )
        yield speed
        reached = median(reaches(players, int(speed.value * SECONDS)))
        name = f"reach in {SECONDS:g} s, {players} players"
        yield Figure(name, reached, "decisions", "what is wanted", wanted, reached / wanted, 0.0)


@cache
def self_play(players: int, seed: int) -> Game:
    """A game of `search:3` with itself."""
    bots = [make_bot("search:3", seed=seed * 10 + seat) for seat in range(players)]
    game = Game(players)
    while not game.is_over:
        game.push(bots[game.to_move].choose(game))
    return game


def nodes_per_second(players: int) -> float:
    """Speed in positions that are not solved at once: thirty decisions before the end of five games."""
    games = [self_play(players, seed).copy() for seed in range(5)]
    for game in games:
        for _ in range(30):
            game.pop()
    solver, effort, start = Solver(core="native"), Effort(nodes=NODES), time.process_time()
    nodes = sum(solver.force(game.position, game.to_move, Goal.win(), effort).nodes for game in games)
    return nodes / (time.process_time() - start)


def reaches(players: int, nodes: int) -> list[int]:
    """The reach in each game with one winner."""
    games = [self_play(players, seed) for seed in range(GAMES)]
    return [reach(game, nodes) for game in games if len(game.winners()) == 1]


def reach(game: Game, nodes: int) -> int:
    """How many decisions before the end the win is proven at the earliest."""
    solver, (winner,) = Solver(core="native"), game.winners()
    line, found, missed = game.copy(), 0, 0
    while line.moves and missed < PATIENCE:
        line.pop()
        if isinstance(solver.force(line.position, winner, Goal.win(), Effort(nodes=nodes)), Proven):
            found, missed = len(game.moves) - len(line.moves), 0
        else:
            missed += 1
    return found
