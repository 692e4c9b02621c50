"""How hard a puzzle is: which levels find it, and the rating that follows from that."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.bots import LEVELS, make_bot
from aquaromana.bots.bot import Bot
from aquaromana.puzzles.judge import ends_stretch, is_right
from aquaromana.puzzles.puzzle import Puzzle
from aquaromana.rules import Decision, Game

SEEDS: Final[Mapping[str, int]] = {
    **{f"level:{number}": 3 for number in range(1, 9)},
    "level:9": 1,
    "champion@2000": 1,
}
"""Who tries, and how often. The strongest think by playouts, so that the result never varies."""

FIRST: Final = 1000
STEP: Final = 100
"""The rating of level 1, and what each level above adds."""

HARDEST_BY_SIZE: Final = 1600
LOWEST: Final = 800
HIGHEST: Final = 2300
_GRID: Final = 20
_MIDDLE: Final = 1500
_WIDE: Final = 900
"""Few tries say little: unless they do, a puzzle is somewhere in the middle."""


@dataclass(frozen=True, slots=True)
class Tries:
    """How often somebody of known strength found a puzzle."""

    strength: int
    found: int
    count: int


def tries_of(puzzle: Puzzle) -> list[Tries]:
    """What the levels make of a puzzle, weakest first."""
    return [Tries(strength(name), _finds(puzzle, name, seeds), seeds) for name, seeds in SEEDS.items()]


def by_size(puzzle: Puzzle) -> int:
    """A rating for a goal that the strongest level does not play for: by how much there is to look at."""
    return min(HARDEST_BY_SIZE, FIRST + STEP * len(puzzle.line) // 4 + round(50 * math.log2(1 + puzzle.nodes / 10)))


def strength(name: str) -> int:
    """A level's own rating, on the scale of puzzles."""
    number = int(name.partition(":")[2]) if ":" in name else max(LEVELS)
    return FIRST + STEP * (number - 1)


def likeliest(tries: Sequence[Tries]) -> int:
    """The rating, on a grid, under which exactly these finds are likeliest."""

    def log_likelihood(rating: int) -> float:
        total = -(((rating - _MIDDLE) / _WIDE) ** 2) / 2
        for each in tries:
            chance = 1 / (1 + 10 ** ((rating - each.strength) / 400))
            total += each.found * math.log(chance) + (each.count - each.found) * math.log(1 - chance)
        return total

    return max(range(LOWEST, HIGHEST + 1, _GRID), key=log_likelihood)


def _finds(puzzle: Puzzle, name: str, seeds: int) -> int:
    return sum(is_found(puzzle, make_bot(name, seed=seed)) for seed in range(seeds))


def is_found(puzzle: Puzzle, bot: Bot) -> bool:
    """Whether a bot's first stretch is right."""
    game = Game.from_position(puzzle.position)
    stretch: list[Decision] = []
    while not stretch or not ends_stretch(game.position, puzzle.seat, stretch):
        stretch.append(bot.choose(game))
        if str(stretch[0]) not in puzzle.right:
            return False
        game.push(stretch[-1])
    return is_right(puzzle, stretch)
