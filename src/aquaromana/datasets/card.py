"""The card of a dataset: what it holds, how it was made, and how to read it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from aquaromana.arena.match import Opening
from aquaromana.datasets.files import ShardFile
from aquaromana.datasets.plan import Plan, thinks_by_the_clock
from aquaromana.datasets.tables import GAMES, POSITIONS

_SET_UP: Final[Mapping[Opening, str]] = {
    "setup": "at random",
    "half": "the first half at random, the rest placed by the bots",
    "none": "placed by the bots",
}


def totals(plan: Plan, files: Sequence[ShardFile]) -> list[dict[str, Any]]:
    """Games and decisions for each bot and size of table."""
    rows = []
    for cell in plan.cells:
        texts = [file.path.read_text("utf-8") for file in files if file.shard.cell == cell]
        decisions = sum(map(_decisions, texts))
        rows.append({"bot": str(cell.entry), "players": cell.players, "games": cell.games, "decisions": decisions})
    return rows


def _decisions(text: str) -> int:
    """How many decisions our own records have: all words of a game but its tags, turns, seats and result."""
    games = [game.partition("\n\n")[2].split()[:-1] for game in text.split('[Game "Aqua Romana"]\n')[1:]]
    return sum(not re.fullmatch(r"\d+[.:]", word) for words in games for word in words)


def card_text(plan: Plan, about: dict[str, Any]) -> str:
    """The card, in Markdown."""
    games = sum(row["games"] for row in about["totals"])
    decisions = sum(row["decisions"] for row in about["totals"])
    parquet = about["parquet"]
    lines = [
        "# Aqua Romana: games of bots against themselves",
        "",
        f"{games} complete games with {decisions} decisions of the board game Aqua Romana, for 2 to 4 players. In each",
        "game the same bot has every seat. The game is deterministic and has no hidden information; `aqua verify`",
        "replays every record.",
        "",
        "| bot | players | games | decisions |",
        "|---|---|---|---|",
        *(f"| `{row['bot']}` | {row['players']} | {row['games']} | {row['decisions']} |" for row in about["totals"]),
        "",
        "## How it was made",
        "",
        f"- Program: Aqua Romana {about['version']}, engine {about['engine']}"
        + (f", tables by pyarrow {_pyarrow()}" if parquet else ""),
        f"- Command: `{about['command']}`",
        f"- Seed: {plan.seed}. Game *n* of each bot and table size has the seed `{plan.seed}.n`, counted from 0.",
        f"- Set-up: {_SET_UP[plan.opening]}",
        f"- {_repeatable(plan)}",
        "- No game was left out or chosen: the numbers run through.",
        "",
        "## Files",
        "",
        "- `records/*.aqr`: the games as text, several in a file.",
    ]
    if parquet:
        lines += [
            "- `positions/*.parquet`: a row for each decision.",
            "- `games/*.parquet`: a row for each game.",
            "",
            *_columns("positions", POSITIONS),
            *_columns("games", GAMES),
            "```python",
            "import pyarrow.dataset",
            "",
            'positions = pyarrow.dataset.dataset("positions").to_table()',
            "```",
        ]
    return "\n".join([*lines, "", "`dataset.json` has the same facts for programs, and a SHA-256 of every file.", ""])


def _repeatable(plan: Plan) -> str:
    timed = [str(entry) for entry in plan.entries if thinks_by_the_clock(entry)]
    if not timed:
        return "The same command with the same version makes the same files again, byte for byte."
    return f"Not repeatable on other machines: {', '.join(f'`{bot}`' for bot in timed)} may think by the clock."


def _columns(name: str, columns: dict[str, tuple[str, str]]) -> list[str]:
    kinds = {"word": "dictionary of string", "int8s": "list of int8", "int16s": "list of int16"}
    rows = [f"| `{column}` | {kinds.get(kind, kind)} | {meaning} |" for column, (kind, meaning) in columns.items()]
    return [f"| column of {name} | type | meaning |", "|---|---|---|", *rows, ""]


def _pyarrow() -> str:
    import pyarrow as pa

    return str(pa.__version__)
