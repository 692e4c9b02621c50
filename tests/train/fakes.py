"""A core that plays no games and a runner that decides them, so that a run can be tested in moments."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from aquaromana.arena import Fixture, Match
from aquaromana.arena.result import GameResult, Thinking
from aquaromana.arena.runner import Results
from aquaromana.bots import Bot, BotError, make_bot
from aquaromana.train.config import SelfPlay
from aquaromana.train.core import Facts, Plan
from aquaromana.train.gate import SEARCH, net_path
from aquaromana.train.weights import Array, Shape
from tests.train.samples import SMALL, make_decisions, make_samples


@dataclass
class FakeCore:
    """Its games are their seeds; its samples can be learnt."""

    played: list[Plan] = field(default_factory=list)
    nets: list[bytes | None] = field(default_factory=list)

    def shape(self) -> Shape:
        return SMALL

    def play(
        self,
        games: Sequence[Plan],
        settings: SelfPlay,
        knobs: Mapping[str, float],
        net: bytes | None,
        threads: int,
    ) -> list[bytes]:
        self.played += games
        self.nets.append(net)
        return [struct.pack("<BBQ", 1, players, seed) for players, seed in games]

    def samples(self, games: Sequence[bytes], threads: int) -> dict[str, Array]:
        parts = [make_samples(10, seed=struct.unpack("<BBQ", game)[2] % 1000, games=1) for game in games]
        joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        joined["game"] = np.repeat(np.arange(len(games), dtype=np.uint32), 10)
        return joined

    def policy_samples(self, games: Sequence[bytes], threads: int) -> dict[str, Array]:
        return make_decisions(5 * len(games), seed=len(games), games=len(games))

    def facts(self, game: bytes) -> Facts:
        _, players, seed = struct.unpack("<BBQ", game)
        shares = tuple(float(seat == seed % players) for seat in range(players))
        return Facts(players, 300, shares, tuple(20 + seat for seat in range(players)))


@dataclass(frozen=True)
class FakeMaker:
    """Knows the networks of a run and the search, and makes the same bot of all."""

    folder: Path

    def __call__(self, text: str, *, seed: int) -> Bot:
        if text != SEARCH and not net_path(self.folder, text).is_file():
            raise BotError(f"There is no bot {text}.")
        return make_bot("random", seed=seed)


@dataclass
class DecidedRunner:
    """The first entry of a match wins this part of its games."""

    wins: float = 1.0

    def run(self, match: Match, fixtures: Iterable[Fixture]) -> Results:
        for fixture in fixtures:
            won = fixture.set % 10 < 10 * self.wins
            scores = tuple(20 if (entry == 0) == won else 10 for entry in fixture.seating)
            yield GameResult(fixture, scores, None, tuple(Thinking(9, 0.1, 0.1) for _ in fixture.seating))


class Notes:
    """An observer that keeps what it is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.steps: list[str] = []

    def step(self, name: str, done: int, total: int, note: str = "") -> None:
        assert 0 <= done <= total
        self.steps.append(name)

    def note(self, line: str) -> None:
        self.lines.append(line)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, less what has times in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in {"run.lock", "fit.json"}
    }
