"""The games by which reviews are measured, and what reviews say of them. Needs no server.

Set-ups are drawn: with two players the champion's search is the same whatever its seed, and so would be all its games.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import aquaromana
from aquaromana import Game
from aquaromana.analysis.judge import Grade
from aquaromana.analysis.review import TurnReview, judge_try, review
from aquaromana.analysis.review.reviewer import is_forced, pieces_of
from aquaromana.bots import make_bot
from aquaromana.engine import engine_version
from aquaromana.engine.solve import Effort, Goal, Proven, Refuted, Solver
from aquaromana.records import Record, read_record, write_record
from aquaromana.rules import Decision, Phase
from benchmarks._work import Job, Result, WorkFile, fingerprint

Key = tuple[int, int]
"""A table size, and the seed of a game."""

STRONGEST = "champion@10000"
"""By playouts, so that its games are the same everywhere."""
SIZES = (2, 3, 4)
OTHER_SEED = 4
LATE = 40
"""Decisions before the end of a game among which a certain win is looked for."""
NODES = 40_000
"""For that; ten times as many for what gives it up."""
TRIES = 5
"""So many games are looked at for each one in which a blunder is to be planted."""
EVERY = {2: 4, 3: 4, 4: 1}
"""Of a level's game one turn in so many is judged, by table size: with four players levels are close together."""
BY_SECONDS = 12
"""The level that thinks in seconds; the strongest bot stands for it."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a review says of one turn that counts."""

    grade: Grade
    sure: bool
    loss: float

    @property
    def rank(self) -> int:
        """Best and playable count as one."""
        return max(self.grade.rank, 1)


@dataclass(frozen=True, slots=True)
class Measured:
    """What reviews say of the strongest bot's games."""

    planted: Sequence[Grade]
    """The grades of the turns with a planted blunder."""
    plain: Sequence[Judgement]
    other: Sequence[Judgement]
    """The same turns of the same games, reviewed with another seed."""

    @property
    def found(self) -> float:
        """The planted blunders that are called one, as a part."""
        return fmean(grade is Grade.BLUNDER for grade in self.planted) if self.planted else 0.0

    @property
    def blamed(self) -> float:
        """The turns of the plain games that are called a mistake or a blunder, as a part."""
        return fmean(turn.rank >= Grade.MISTAKE.rank for turn in self.plain)

    @property
    def unsure(self) -> float:
        """The turns that a review is not sure of, as a part, over both reviews."""
        return fmean(not turn.sure for turn in (*self.plain, *self.other))

    @property
    def apart(self) -> list[int]:
        """The classes between the two judgements of each turn that both are sure of."""
        pairs = zip(self.plain, self.other, strict=True)
        return [abs(one.rank - two.rank) for one, two in pairs if one.sure and two.sure]


@dataclass(frozen=True, slots=True)
class MeanLoss:
    """What a level gives away in a turn that counts, and half its 95 % interval over games."""

    level: int
    mean: float
    within: float


def maker() -> str:
    """A digest of all code on which results depend."""
    home = Path(aquaromana.__file__).parent
    folders = [home / name for name in ("analysis", "bots", "engine", "records", "rules")]
    return f"{engine_version()} {fingerprint(Path(__file__), *folders, suffixes=('.py', '.net', '.json'))}"


# What is measured.


def measured(results: WorkFile, games: int, workers: int) -> Measured:
    """Blunders planted in so many games of each table size, and the same games as they were."""
    planted = _planted(results, games, workers)
    records = _records(results, [(players, seed) for players in SIZES for seed in range(games)], workers)
    told = results.done(
        do, [(("review", *key, seed), text) for seed in (0, OTHER_SEED) for key, text in records.items()], workers
    )
    plain, other = (
        [turn for key in records for turn in _turns(told["review", *key, seed])] for seed in (0, OTHER_SEED)
    )
    return Measured(planted, plain, other)


def _records(results: WorkFile, keys: Sequence[Key], workers: int) -> dict[Key, str]:
    """The strongest bot's games by table size and seed."""
    told = results.done(do, [(("game", *key), "") for key in keys], workers)
    return {key: told["game", *key]["record"] for key in keys}


def _planted(results: WorkFile, wanted: int, workers: int) -> list[Grade]:
    """The grades of planted blunders: so many of each table size, if so many can be planted."""
    found: dict[int, list[Grade]] = {players: [] for players in SIZES}
    for first in range(0, TRIES * wanted, wanted):
        short = [players for players in SIZES if len(found[players]) < wanted]
        keys = [(players, seed) for players in short for seed in range(first, first + wanted)]
        records = _records(results, keys, workers)
        told = results.done(do, [(("plant", *key), text) for key, text in records.items()], workers)
        for key in keys:
            grade = told["plant", *key]["grade"]
            found[key[0]] += [Grade(grade)] if grade else []
    return [grade for grades in found.values() for grade in grades[:wanted]]


def mean_losses(results: WorkFile, games: int, levels: Sequence[int], workers: int) -> dict[int, list[MeanLoss]]:
    """By table size, what each level gives away in a turn, over so many games with itself."""
    slowest_first = sorted(levels, reverse=True)
    jobs = [(("level", size, level, seed), "") for level in slowest_first for size in SIZES for seed in range(games)]
    told = results.done(do, jobs, workers)
    return {
        size: [_mean_loss(level, [told["level", size, level, seed] for seed in range(games)]) for level in levels]
        for size in SIZES
    }


def _mean_loss(level: int, games: Sequence[Result]) -> MeanLoss:
    means = [fmean(turn.loss for turn in _turns(game)) for game in games]
    return MeanLoss(level, fmean(means), 1.96 * stdev(means) / sqrt(len(means)))


def _turns(result: Result) -> list[Judgement]:
    return [Judgement(Grade(grade), sure, loss) for grade, sure, loss in result["turns"]]


# Tasks, each in a process of its own.


def do(job: Job) -> Result:
    """A task of any kind, with the text of the game that it is about."""
    match job:
        case (("game", int(players), int(seed)), _):
            return {"record": write_record(played(STRONGEST, set_up(players, seed), seed))}
        case (("plant", _, int(seed)), text):
            return planted_and_judged(read_record(text), seed)
        case (("review", _, _, int(seed)), text):
            return _told(review(read_record(text), seed=seed).turns)
        case (("level", int(players), int(level), int(seed)), _):
            bot = STRONGEST if level == BY_SECONDS else f"level:{level}"
            return _told(sampled(played(bot, set_up(players, seed), seed), seed))
        case _:
            raise ValueError(job)


def set_up(players: int, seed: int) -> Game:
    """A game after a set-up that is drawn."""
    game, random = Game(players), Random(seed)
    while game.position.phase is Phase.SETUP:
        game.push(random.choice(game.legal_moves()))
    return game


def played(bot: str, game: Game, seed: int) -> Record:
    """The game, played to its end by one bot in every seat."""
    mind = make_bot(bot, seed=seed)
    while not game.is_over:
        game.push(mind.choose(game))
    return Record.from_game(game)


def planted_and_judged(record: Record, seed: int) -> Result:
    """Give up a certain win where it can be given up, play on, and see what a review says of that turn."""
    chances = chances_of(record)
    if not chances:
        return {"grade": None}
    ply, decision = Random(seed).choice(chances)
    game = record.game(ply)
    game.play(decision)
    found = review(played(STRONGEST, game, seed))
    turn = next(turn for turn in reversed(found.turns) if turn.ply <= ply)
    return {"grade": turn.grade, "left": len(record.moves) - ply, "facts": bool(turn.reasons or turn.gave_away)}


def chances_of(record: Record) -> list[tuple[int, Decision]]:
    """Where a certain win can be given up near the end, and by what: both are proven."""
    solver, goal, chances = Solver(), Goal.win(), []
    for ply in range(len(record.moves) - 1, max(0, len(record.moves) - LATE), -1):
        game = record.game(ply)
        if len(game.legal_moves()) < 2:
            continue
        if not isinstance(solver.force(game.position, game.to_move, goal, Effort(nodes=NODES)), Proven):
            continue
        verdicts = solver.verdicts(game.position, game.to_move, goal, Effort(nodes=10 * NODES))
        chances += [(ply, decision) for decision, verdict in verdicts.items() if isinstance(verdict, Refuted)][:1]
    return chances


def sampled(record: Record, seed: int) -> Iterator[TurnReview]:
    """Judge one turn of every few that count, quickly."""
    counted = [piece for piece in pieces_of(record) if piece.turn and not is_forced(piece)]
    every = EVERY[record.players]
    return (judge_try(piece.before, piece.moves, depth="quick") for piece in counted[seed % every :: every])


def _told(turns: Iterable[TurnReview]) -> Result:
    return {"turns": [(turn.grade, turn.loss.sure, turn.loss.share) for turn in turns if turn.counted]}
