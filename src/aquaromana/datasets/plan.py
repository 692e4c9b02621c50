"""What a dataset holds: for each bot and size of table so many games of the bot against itself, in files of shards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Self

from aquaromana.arena import ArenaError, Entry, SelfPlay, check_bots
from aquaromana.arena.match import Opening
from aquaromana.bots.level import LEVELS
from aquaromana.bots.registry import BotSpec
from aquaromana.bots.search import LEVELS as SEARCH_LEVELS
from aquaromana.datasets.errors import DatasetError

SHARD: Final = 1000
"""Games in a file."""
MOST_GAMES: Final = 1_000_000
"""Games of one bot at one size of table."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A file of games: those of one cell from number `first` up to, but without, `end`."""

    cell: Cell
    number: int
    first: int
    end: int

    @property
    def name(self) -> str:
        return f"{self.cell.name}_{self.number:05}"


@dataclass(frozen=True)
class Cell:
    """One bot at one size of table."""

    entry: Entry
    match: SelfPlay

    @property
    def players(self) -> int:
        return self.match.players

    @property
    def games(self) -> int:
        return self.match.games

    @property
    def name(self) -> str:
        bot = re.sub(r"[^A-Za-z0-9.]+", "-", str(self.entry)).strip("-.")
        return f"{bot}_{self.players}-players"

    def shards(self) -> Iterator[Shard]:
        for number, first in enumerate(range(0, self.games, SHARD)):
            yield Shard(self, number, first, min(first + SHARD, self.games))


@dataclass(frozen=True)
class Plan:
    """Everything that decides which games a dataset holds."""

    entries: tuple[Entry, ...]
    sizes: tuple[int, ...] = (2, 3, 4)
    games: int = 100
    """For each bot and size of table."""
    seed: int = 0
    opening: Opening = "none"
    """Whether the bots place the set-up builders, or chance does."""

    def __post_init__(self) -> None:
        if not self.entries:
            raise DatasetError("a dataset needs at least one bot")
        if not self.sizes:
            raise DatasetError("a dataset needs at least one size of table")
        if not 1 <= self.games <= MOST_GAMES:
            raise DatasetError(f"a dataset has 1 to {MOST_GAMES} games for each bot and table size, not {self.games}")
        names = [cell.name for cell in self.cells]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise DatasetError(f"a bot or a table size is named twice: {twice}")

    @classmethod
    def parse(cls, bots: Iterable[str], *, sizes: Sequence[int] = (2, 3, 4), **others: Any) -> Self:
        """A plan from the names of bots, which are made once to be sure of them; DatasetError says what is wrong."""
        try:
            plan = cls(tuple(Entry.parse(text) for text in bots), tuple(sizes), **others)
            for cell in plan.cells:
                check_bots(cell.match)
        except ArenaError as error:
            raise DatasetError(str(error)) from None
        return plan

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        try:
            return tuple(
                Cell(entry, SelfPlay((entry, entry), size, self.games, self.seed, opening=self.opening))
                for entry in self.entries
                for size in self.sizes
            )
        except ArenaError as error:
            raise DatasetError(str(error)) from None

    @property
    def total(self) -> int:
        """Games in all."""
        return self.games * len(self.cells)

    def to_json(self) -> dict[str, Any]:
        return {
            "bots": [str(entry) for entry in self.entries],
            "players": list(self.sizes),
            "games": self.games,
            "seed": self.seed,
            "opening": self.opening,
        }


def thinks_by_the_clock(entry: Entry) -> bool:
    """Whether a bot's decisions depend on the speed of the machine, so that the same seed may play other games."""
    if entry.budget is not None:
        return entry.budget.seconds is not None
    spec = BotSpec.parse(entry.bot)
    name, level = spec.name, spec.level.partition(",")[0]
    if name == "level":
        budget = LEVELS[int(level or max(LEVELS))].budget
    elif name == "search":
        budget = SEARCH_LEVELS[int(level or max(SEARCH_LEVELS))].budget
    else:
        return name not in {"random", "first", "greedy"}
    return budget.seconds is not None
