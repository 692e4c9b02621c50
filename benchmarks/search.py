"""The search beside its peers: playouts a second, and how well it keeps to its time.

The peer of the playouts is OpenSpiel's MCTSBot in C++ with one random rollout on go 9 × 9; ours play to the end at
random too. The peer of the overshoot is what is allowed: 5 % of the budget and 20 ms. Two threads have to make 1.8
times the playouts of one; on a machine with other work, or with one core, they cannot.
"""

import time
from collections.abc import Iterator
from functools import partial

import pyspiel

from aquaromana import Game
from aquaromana.bots import make_bot
from aquaromana.engine import Budget, Evaluator, Search
from benchmarks._figures import Figure, Peer, compare

PLAYOUTS = 30_000
GO_PLAYOUTS = 2_000
SECONDS = 0.1


def run(repeats: int) -> Iterator[Figure]:
    """Playouts a second by evaluator and players, then the overshoot of every level."""
    peer = Peer("OpenSpiel MCTSBot, go 9 × 9", go_playouts)
    evaluators: tuple[Evaluator, ...] = ("uniform", "rollout", "formula")
    for evaluator in evaluators:
        for players in (2, 4):
            yield compare(
                f"{evaluator}, {players} players", partial(playouts, evaluator, players), "playouts/s", peer, repeats
            )
    yield compare("2 threads beside 1", speedup, "times", Peer("what is wanted", lambda: 1.8), repeats)
    for level in range(1, 6):
        yield compare(
            f"overshoot, search:{level}",
            partial(overshoot, f"search:{level}"),
            "ms",
            Peer("what is allowed", lambda: 1000 * SECONDS * 0.05 + 20),
            2,
            less_is_better=True,
        )


def playouts(evaluator: Evaluator, players: int) -> float:
    """Playouts a second of CPU time, on one thread, right after the set-up."""
    game = after_setup(players)
    search = Search(evaluator=evaluator, seed=1)
    start = time.process_time()
    report = search.think(game, Budget(playouts=PLAYOUTS))
    return report.playouts / (time.process_time() - start)


def speedup() -> float:
    """How many times the playouts two threads make in the time of one."""
    one, two = (Search(seed=1, threads=threads).think(after_setup(4), Budget(seconds=1)).playouts for threads in (1, 2))
    return two / one


def go_playouts() -> float:
    """The peer's playouts a second of CPU time, from the empty board."""
    game = pyspiel.load_game("go(board_size=9)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 42)
    uct = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, GO_PLAYOUTS, 1000, False, 42, False, uct)  # noqa: FBT003 (pyspiel's own)
    state = game.new_initial_state()
    start = time.process_time()
    bot.step(state)
    return GO_PLAYOUTS / (time.process_time() - start)


def overshoot(name: str) -> float:
    """The longest time over its budget, in ms, that a bot took for a decision in a game with itself."""
    game = after_setup(2)
    bot = make_bot(name, seed=1)
    longest = 0.01
    for _ in range(40):
        if game.is_over:
            break
        start = time.perf_counter()
        decision = bot.choose(game, Budget(seconds=SECONDS))
        longest = max(longest, 1000 * (time.perf_counter() - start - SECONDS))
        game.push(decision)
    return longest


def after_setup(players: int) -> Game:
    """A game whose builders stand three squares apart."""
    game = Game(players)
    for kind in "CDSB" * 3:
        game.play(f"{kind}@{1 + 3 * len(game.moves)}")
    return game
