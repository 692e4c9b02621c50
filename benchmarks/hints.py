"""Hints: how much processor time the first answer takes, over 300 positions of games with 2, 3 and 4 players.

There is no peer that gives reasons; the peer is what is promised, an answer within a second in 95 of 100 positions.
"""

import time
from collections.abc import Iterator
from functools import cache

from aquaromana import Game
from aquaromana.analysis.hints import coach, hint
from aquaromana.bots import make_bot
from benchmarks._figures import Figure

POSITIONS = 300
PROMISED = 1.0
COACH = 0.3
"""Seconds that the coach may take after somebody has confirmed."""


def run(_repeats: int) -> Iterator[Figure]:
    """The median and the 95th percentile of the first answer; then the same of the coach."""
    hints, checks = measured()
    for name, times, limit in (("first hint", hints, PROMISED), ("coach", checks, COACH)):
        for label, part in (("median", 0.5), ("p95", 0.95)):
            value = sorted(times)[int(part * len(times))]
            yield Figure(f"{name}, {label}", 1000 * value, "ms", "what is promised", 1000 * limit, limit / value, 0.0)


@cache
def measured() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Seconds of processor time of each hint, and of each look of the coach at another stretch."""
    hints, checks = [], []
    for game in positions():
        begun = time.process_time()
        found = hint(game)
        hints.append(time.process_time() - begun)
        if found.others:
            begun = time.process_time()
            coach(game, found.others[-1].stretch, [found.stretch])
            checks.append(time.process_time() - begun)
    return tuple(hints), tuple(checks)


def positions() -> list[Game]:
    """Positions in which something is to choose, evenly spread over games of weak searches."""
    found: list[Game] = []
    for number in range(100):
        players = 2 + number % 3
        game, bot = Game(players), make_bot("search:1", seed=number)
        while not game.is_over and len(found) < POSITIONS:
            if len(game.legal_moves()) > 1 and len(game.moves) % 12 == number % 12:
                found.append(game.copy())
            game.push(bot.choose(game))
        if len(found) >= POSITIONS:
            break
    return found
