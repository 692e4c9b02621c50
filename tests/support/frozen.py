"""What searching bots decide, by seed, so that none of them changes unnoticed.

Two files of `tests/engine/data` hold positions, one a paragraph, and what is made of them with one thread: the
decisions with their visits, the most visited first. Their last lines are whole games, by their decisions, in which the
tree is kept from one decision to the next. To add a position, write its line alone. `scripts/golden` does the rest.

- `frozen.txt`: `search:1` to `search:5`. Other bots are measured against them, so it should never have to be rewritten.
- `champion.txt`: the champion as it plays at tables of every size. With a better one it is rewritten by
  `scripts/golden champion`; `tests/engine/test_version.py` then asks for a new version of the engine.

The budgets are playouts, so that nothing depends on the speed of a machine. The core is built without contracted
floating-point operations, so that nothing depends on its processor either.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from aquaromana.bots import make_bot
from aquaromana.bots.search import LEVELS
from aquaromana.engine import Budget, Report, Search
from aquaromana.rules import Game

DATA = Path(__file__).resolve().parents[1] / "engine" / "data"
FROZEN = DATA / "frozen.txt"
CHAMPION = DATA / "champion.txt"

PLAYOUTS = {1: 8, 2: 30, 3: 150, 4: 1500, 5: 3000}
"""What each level may think here; 1 to 4 have just this when they play."""

SHOWN = 6
"""Decisions of a report that are written down."""

GAMES = ((2, "search:5@60", 1), (3, "search:5@60", 2), (4, "search:5@60", 3), (2, "search:3", 4), (4, "search:1", 5))
"""Whole games: the players, the bot on every seat, and a seed."""

CHAMPION_PLAYOUTS = 60
CHAMPION_GAMES = tuple((players, "champion@30", players) for players in (2, 3, 4))


def thoughts(position: str) -> list[str]:
    """What every level makes of a position."""
    return [thought(level, position) for level in PLAYOUTS]


def thought(level: int, position: str) -> str:
    """What a level makes of a position."""
    search = Search(params=LEVELS[level].params, seed=level)
    report = search.think(Game.from_position(position), Budget(playouts=PLAYOUTS[level]))
    return f"  search:{level}@{PLAYOUTS[level]}: {_looks(report)}"


def champion_thoughts(position: str) -> list[str]:
    """What the champion makes of a position, by what it reports as it plays: also a win that it takes unsearched."""
    reports: list[Report] = []
    name = f"champion@{CHAMPION_PLAYOUTS}"
    decision = make_bot(name, seed=1).choose(Game.from_position(position), on_report=reports.append)
    return [f"  {name}: {decision}, {_looks(reports[-1])}"]


def _looks(report: Report) -> str:
    looks = ", ".join(f"{choice.decision} {choice.visits}" for choice in report.choices[:SHOWN])
    return f"{report.visits} visits, {len(report.choices)} decisions: {looks}"


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
    """The file of the levels as the search makes it now."""
    return _fresh(FROZEN, thoughts, GAMES)


def fresh_champion() -> str:
    """The file of the champion as it plays now."""
    return _fresh(CHAMPION, champion_thoughts, CHAMPION_GAMES)


def _fresh(path: Path, think: Callable[[str], list[str]], games: Sequence[tuple[int, str, int]]) -> str:
    """The positions and remarks of a file, with fresh results."""
    lines: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("game of"):
            break
        if line.startswith("  "):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            lines += think(line)
    if lines[-1]:
        lines.append("")
    for game in games:
        lines += [*played(*game), ""]
    return "\n".join(lines).rstrip() + "\n"
