"""Self-play: which games a generation has, who plays them, and the files they are kept in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final, Protocol

from aquaromana.arena.cluster import Cluster
from aquaromana.train.config import Config, SelfPlay
from aquaromana.train.core import TABLES, Core, Facts, Plan
from aquaromana.train.errors import TrainingError
from aquaromana.train.files import DamagedError, read_games, write_games

AT_ONCE: Final = 16
"""Games a thread that are given to the core in one call: its threads wait for the last one."""
TASK: Final = 4
"""Games that a worker of a cluster plays in one go."""
FACTS: Final = 600
"""Games a table size that are replayed for the curves."""


@dataclass(frozen=True, slots=True)
class Job:
    """Games that are played with one network."""

    plans: tuple[Plan, ...]
    settings: SelfPlay
    knobs: dict[str, float]
    net: bytes | None


class Players(Protocol):
    """What plays the games of self-play: the threads of this machine, or a cluster."""

    def play(self, core: Core, job: Job) -> Iterator[tuple[int, bytes]]:
        """Play all games of a job, each once; the number within the job and the game, in any order."""


class ThreadPlayers:
    """Plays on the cores of this machine, in this process."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def play(self, core: Core, job: Job) -> Iterator[tuple[int, bytes]]:
        step = self.threads * AT_ONCE
        for first in range(0, len(job.plans), step):
            plans = job.plans[first : first + step]
            games = core.play(plans, job.settings, job.knobs, job.net, self.threads)
            yield from enumerate(games, first)


class ClusterPlayers:
    """Plays on a Ray cluster; a worker that dies loses no game."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def play(self, core: Core, job: Job) -> Iterator[tuple[int, bytes]]:
        shared = self._cluster.share((core, job.settings, job.knobs, job.net))
        starts = range(0, len(job.plans), TASK)
        tasks = ((shared, job.plans[first : first + TASK]) for first in starts)
        for number, games in self._cluster.map(_play_task, tasks):
            yield from enumerate(games, starts[number])


def _play_task(shared: tuple[Core, SelfPlay, dict[str, float], bytes | None], plans: Sequence[Plan]) -> list[bytes]:
    core, settings, knobs, net = shared
    return core.play(plans, settings, knobs, net, 1)


def plan_games(config: Config, generation: int) -> list[Plan]:
    """The games of a generation, mixed so that every part has all table sizes."""
    parts = config.games.mix
    plans = []
    owed = [0.0] * len(parts)
    for number in range(config.games.count):
        owed = [debt + part for debt, part in zip(owed, parts, strict=True)]
        table = owed.index(max(owed))
        owed[table] -= 1
        text = f"{config.run.seed}.{generation}.{number}"
        seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
        plans.append((TABLES[table], seed))
    return plans


def part_path(folder: Path, part: int) -> Path:
    return folder / f"{part:05}.games"


def play_generation(
    config: Config,
    generation: int,
    folder: Path,
    core: Core,
    players: Players,
    net: bytes | None,
    *,
    on_game: Callable[[int, int], None] = lambda *_: None,
    on_note: Callable[[str], None] = lambda _: None,
) -> None:
    """Play what is missing of a generation. A damaged file is told and its games are played again."""
    plans = plan_games(config, generation)
    done = 0
    for part, first in enumerate(range(0, len(plans), config.games.part)):
        wanted = plans[first : first + config.games.part]
        path = part_path(folder, part)
        if not _is_whole(path, len(wanted), on_note):
            job = Job(tuple(wanted), config.self_play, dict(config.search), net)
            games: dict[int, bytes] = {}
            for number, game in players.play(core, job):
                games[number] = game
                on_game(done + len(games), len(plans))
            if len(games) != len(wanted):
                raise TrainingError(f"only {len(games)} of {len(wanted)} games of {path} were played")
            write_games(path, [games[number] for number in range(len(wanted))])
        done += len(wanted)
        on_game(done, len(plans))


def _is_whole(path: Path, count: int, on_note: Callable[[str], None]) -> bool:
    if not path.exists():
        return False
    try:
        found = len(read_games(path))
    except DamagedError as error:
        on_note(f"{error}; its games are played again")
        return False
    if found != count:
        on_note(f"{path} has {found} games instead of {count}; they are played again")
    return found == count


def load_generation(folder: Path) -> list[bytes]:
    """All games of a generation."""
    paths = sorted(folder.glob("*.games"))
    if not paths:
        raise TrainingError(f"there are no games in {folder}")
    return [game for path in paths for game in read_games(path)]


def summarize(core: Core, games: Sequence[bytes]) -> dict[str, Any]:
    """What happened in the games, by number of players: seat shares, decisions a game, points a seat."""
    facts: dict[int, list[Facts]] = {}
    for game in games:
        of_table = facts.setdefault(game[1], [])  # the second byte is the number of players
        if len(of_table) < FACTS:
            of_table.append(core.facts(game))
    return {
        str(players): {
            "games": len(each),
            "seats": [fmean(fact.shares[seat] for fact in each) for seat in range(players)],
            "decisions": fmean(fact.decisions for fact in each),
            "points": fmean(point for fact in each for point in fact.points),
        }
        for players, each in sorted(facts.items())
    }
