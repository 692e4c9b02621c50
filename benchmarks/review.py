"""Reviews: what they must find, what they must leave alone, how stable they are, and what they cost the bots.

`--repeats N` is the number of games at each table size, and half the number of games of each level: 20 for the figures
that are promised. The peer is what is promised: at least for what has to be found, at most for everything else.

Games and reviews are spread over all cores that the process may use. What is done is kept in a file: interrupted, it
goes on where it was. Results of other code are not taken from that file.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from aquaromana.processes import cores
from benchmarks._figures import Figure
from benchmarks._review_games import SIZES, MeanLoss, maker, mean_losses, measured
from benchmarks._work import WorkFile

WORK = Path(__file__).parents[1] / "build" / "review-bench.jsonl"
LEVELS = tuple(range(1, 13))


def run(repeats: int) -> Iterator[Figure]:
    """All figures."""
    from benchmarks._review_server import WAITING, delayed

    yield at_most(f"a bot beside {WAITING} reviews", 100 * delayed(repeats), "% longer", 10)
    results = WorkFile(WORK, maker())
    yield from of_games(results, repeats, cores())
    yield from of_levels(results, 2 * repeats, cores())


def of_games(results: WorkFile, games: int, workers: int) -> Iterator[Figure]:
    """What reviews say of the strongest bot's games, so many of each table size, with and without a planted blunder."""
    found = measured(results, games, workers)
    yield at_least(f"of {len(found.planted)} blunders found", 100 * found.found, "%", 95)
    yield at_most(f"of {len(found.plain):,} turns blamed", 100 * found.blamed, "%", 2)
    yield at_most("turns not sure", 100 * found.unsure, "%", 10)
    yield at_least("same class, another seed", 100 * fmean(each == 0 for each in found.apart), "%", 95)
    yield at_most("two classes apart", sum(each > 1 for each in found.apart), "turns", 0)


def of_levels(results: WorkFile, games: int, workers: int) -> Iterator[Figure]:
    """Whether each level gives away more in a turn than the one two above it."""
    losses = mean_losses(results, games, LEVELS, workers)
    for players in SIZES:
        pairs = list(zip(losses[players], losses[players][2:], strict=False))
        kept = sum(low.mean > high.mean for low, high in pairs)
        yield at_least(f"{players} players, levels in order", kept, f"of {len(pairs)}", len(pairs))
        yield from (loss_of(players, each) for each in losses[players])


def loss_of(players: int, loss: MeanLoss) -> Figure:
    """What a level gives away in a turn, in hundredths of a win, and how far that can be trusted."""
    name = f"  level {loss.level}, {players} players"
    return Figure(name, 100 * loss.mean, "% of a win", "±", 100 * loss.within, 1.0, loss.within / loss.mean)


def at_most(name: str, value: float, unit: str, promised: float) -> Figure:
    return Figure(name, value, unit, "at most", promised, promised / value if value > 0 else float("inf"), 0.0)


def at_least(name: str, value: float, unit: str, promised: float) -> Figure:
    return Figure(name, value, unit, "at least", promised, value / promised, 0.0)
