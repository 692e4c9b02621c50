"""Reviews: what they must find, what they must leave alone, how stable they are, and what they cost the bots.

`--repeats N` is the number of games at each table size: 20 for the figures that are promised. The peer is what is
promised: at least for what has to be found, at most for everything else.
"""

import asyncio
import itertools
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean, median

from aquaromana import Game
from aquaromana.analysis.judge import Grade
from aquaromana.analysis.review import Review, TurnReview, review
from aquaromana.bots import make_bot
from aquaromana.engine.solve import Effort, Goal, Proven, Refuted, Solver
from aquaromana.records import Record
from aquaromana.rules import Decision
from aquaromana.server.protocol.messages import State
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.table.seating import Seating
from benchmarks._figures import Figure

STRONGEST = "champion@1500"
"""By playouts, so that its games are the same everywhere."""
LEVELS = (1, 3, 5, 7, 9, 11)
SIZES = (2, 3, 4)
TRIES = 5
"""So many games are looked at for each one in which a blunder can be planted."""
NODES = 40_000
WAITING = 8
BOT = "level:8"
DECISIONS = 60
"""Of a game of that bot, timed with and without reviews, for each repeat."""


def run(repeats: int) -> Iterator[Figure]:
    """All figures, the quickest first."""
    yield at_most("a bot beside 8 reviews", 100 * delayed(repeats), "% longer", 10)
    flagged = [is_flagged(each) for players in SIZES for each in planted(players, repeats)]
    yield at_least(f"of {len(flagged)} blunders found", 100 * fmean(flagged) if flagged else 0.0, "%", 95)
    games = [(players, seed) for players in SIZES for seed in range(repeats)]
    plain = [reviewed(players, seed, 0) for players, seed in games]
    counted = [turn for found in plain for turn in found.turns if turn.counted]
    wrong = [turn for turn in counted if turn.grade.rank >= Grade.MISTAKE.rank]
    yield at_most("innocent turns blamed", 100 * len(wrong) / len(counted), "%", 2)
    yield from stable(games, plain)
    for players in SIZES:
        losses = [mean_loss(players, level, repeats) for level in LEVELS]
        kept = sum(low > high for low, high in itertools.pairwise(losses))
        told = " > ".join(f"{loss:.3f}" for loss in losses)
        yield at_least(f"{players} players: {told}", kept, "in order", len(LEVELS) - 1)


def at_most(name: str, value: float, unit: str, promised: float) -> Figure:
    return Figure(name, value, unit, "at most", promised, promised / value if value > 0 else float("inf"), 0.0)


def at_least(name: str, value: float, unit: str, promised: float) -> Figure:
    return Figure(name, value, unit, "at least", promised, value / promised, 0.0)


# Games.


def played(bot: str, game: Game, seed: int) -> Game:
    """The game, played to its end by one bot in every seat."""
    mind = make_bot(bot, seed=seed)
    while not game.is_over:
        game.push(mind.choose(game))
    return game


@cache
def game_of(players: int, seed: int) -> Record:
    return Record.from_game(played(STRONGEST, Game(players), seed))


@cache
def reviewed(players: int, seed: int, review_seed: int) -> Review:
    return review(game_of(players, seed), seed=review_seed)


# Stability.


def stable(games: Sequence[tuple[int, int]], plain: Sequence[Review]) -> Iterator[Figure]:
    """The same games with another seed: the classes, and how often a review is not sure."""
    pairs: list[tuple[TurnReview, TurnReview]] = []
    for (players, seed), found in zip(games, plain, strict=True):
        other = reviewed(players, seed, 1)
        pairs += [pair for pair in zip(found.turns, other.turns, strict=True) if pair[0].counted]
    unsure = [pair for pair in pairs if not (pair[0].loss.sure and pair[1].loss.sure)]
    yield at_most("turns not sure", 100 * len(unsure) / len(pairs), "%", 10)
    apart = [distance(*pair) for pair in pairs if pair[0].loss.sure and pair[1].loss.sure]
    yield at_least("same class, another seed", 100 * fmean(each == 0 for each in apart), "%", 95)
    yield at_most("two classes apart", sum(each > 1 for each in apart), "turns", 0)


def distance(one: TurnReview, other: TurnReview) -> int:
    """Classes between two judgements; best and playable count as one."""
    return abs(max(one.grade.rank, 1) - max(other.grade.rank, 1))


# Planted blunders.


@dataclass(frozen=True, slots=True)
class Planted:
    """A game in which a certain win was given up after so many decisions."""

    record: Record
    ply: int


def planted(players: int, wanted: int) -> list[Planted]:
    """As many as are wanted, or can be found."""
    found: list[Planted] = []
    for seed in range(TRIES * wanted):
        if len(found) < wanted and (each := plant(game_of(players, seed), seed)):
            found.append(each)
    return found


def plant(record: Record, seed: int) -> Planted | None:
    """Replace the last decision at which a certain win could be given up, and play on."""
    solver = Solver()
    for ply in range(len(record.moves) - 2, len(record.moves) // 2, -1):
        game = record.game(ply)
        if len(game.legal_moves()) < 2:
            continue
        if not isinstance(solver.force(game.position, game.to_move, Goal.win(), Effort(nodes=NODES)), Proven):
            continue
        verdicts = solver.verdicts(game.position, game.to_move, Goal.win(), Effort(nodes=10 * NODES))
        lost = next((move for move, verdict in verdicts.items() if isinstance(verdict, Refuted)), None)
        if lost is not None:
            return Planted(Record.from_game(played(STRONGEST, _after(game, lost), seed)), ply)
    return None


def _after(game: Game, move: Decision) -> Game:
    game.play(move)
    return game


def is_flagged(planted: Planted) -> bool:
    """Whether the review calls the turn with the planted decision a blunder."""
    found = review(planted.record)
    turn = next(turn for turn in reversed(found.turns) if turn.ply <= planted.ply)
    return turn.grade is Grade.BLUNDER


# Levels.


def mean_loss(players: int, level: int, games: int) -> float:
    """What a level gives away in a turn that counts, over so many games with itself."""
    records = [Record.from_game(played(f"level:{level}", Game(players), seed)) for seed in range(games)]
    found = [review(record, depth="quick") for record in records]
    return fmean(turn.loss.share for each in found for turn in each.turns if turn.counted)


# The server.


def delayed(repeats: int) -> float:
    """How much longer bots take for their moves while reviews wait and run, as a part."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_delayed(Path(folder), repeats))


async def _delayed(folder: Path, repeats: int) -> float:
    record = Record.from_game(played("greedy", Game(3), 1))
    async with TableService.open(Settings(data=folder, workers=1, bot_delay=0.0)) as service:
        tables = [(await service.add_record(record)).id for _ in range(WAITING)]
        await _seconds(service)
        ratios = []
        for _ in range(repeats):
            alone = await _seconds(service)
            for table in tables:
                await service.reviews.start(table, "normal", "")
            beside = await _seconds(service)
            for table in tables:
                service.reviews.cancel(table)
            ratios.append(beside / alone - 1)
        return max(0.0, median(ratios))


async def _seconds(service: TableService) -> float:
    """How long bots take for the first decisions of a game."""
    begun = time.perf_counter()
    info = await service.create([Seating("bot", "", BOT)] * 3)
    async with service.watch(info.id) as changes:
        async for outgoing in changes:
            if isinstance(outgoing.message, State) and outgoing.message.ply >= DECISIONS:
                break
    took = time.perf_counter() - begun
    await service.delete(info.id)
    return took
