"""The seeded results of `search:1` to `search:5`, frozen: later matches against today's search mean this one.

`tests/engine/data/frozen.txt` holds positions, one a paragraph, and what each level makes of them with one thread:
the decisions with their visits, the most visited first. Its last lines are whole games, by their decisions, in which
the tree is kept from one decision to the next. `scripts/golden` rewrites it; it should never have to. To add a
position, write its line alone.

The budgets are playouts, so that nothing depends on the speed of a machine. The core is built without contracted
floating-point operations, so that nothing depends on its processor either.
"""

from collections.abc import Iterator
from pathlib import Path

from aquaromana.bots import make_bot
from aquaromana.bots.search import LEVELS
from aquaromana.engine import Budget, Search
from aquaromana.rules import Game

FROZEN = Path(__file__).resolve().parents[1] / "engine" / "data" / "frozen.txt"

PLAYOUTS = {1: 8, 2: 30, 3: 150, 4: 1500, 5: 3000}
"""What each level may think here; 1 to 4 have just this when they play."""

SHOWN = 6
"""Decisions of a report that are written down."""

GAMES = ((2, "search:5@60", 1), (3, "search:5@60", 2), (4, "search:5@60", 3), (2, "search:3", 4), (4, "search:1", 5))
"""Whole games: the players, the bot on every seat, and a seed."""


def thought(level: int, position: str) -> str:
    """What a level makes of a position."""
    search = Search(params=LEVELS[level].params, seed=level)
    report = search.think(Game.from_position(position), Budget(playouts=PLAYOUTS[level]))
    looks = ", ".join(f"{choice.decision} {choice.visits}" for choice in report.choices[:SHOWN])
    return f"  search:{level}@{PLAYOUTS[level]}: {report.visits} visits, {len(report.choices)} decisions: {looks}"


def played(players: int, bot: str, seed: int) -> Iterator[str]:
    """A game of a bot with itself."""
    game = Game(players)
    bots = [make_bot(bot, seed=seed + seat) for seat in range(players)]
    while not game.is_over:
        game.play(bots[game.to_move].choose(game))
    yield f"game of {players}, {bot}, seed {seed}: {' '.join(map(str, game.scores()))} points"
    decisions = [str(decision) for decision in game.moves]
    for start in range(0, len(decisions), 12):
        yield "  " + " ".join(decisions[start : start + 12])


def fresh_frozen() -> str:
    """The file as the search makes it now."""
    lines: list[str] = []
    for line in FROZEN.read_text("utf-8").splitlines():
        if line.startswith("game of"):
            break
        if line.startswith("  "):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            lines += [thought(level, line) for level in PLAYOUTS]
    for game in GAMES:
        lines += [*played(*game), ""]
    return "\n".join(lines).rstrip() + "\n"
