"""Counts puzzles by kind, number of players, difficulty and theme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from aquaromana.puzzles.puzzle import DIFFICULTIES, KINDS, Puzzle


def counts(puzzles: Sequence[Puzzle]) -> str:
    """A table of kinds, with a column for each number of players and each difficulty; then all themes."""
    columns: list[tuple[str, Callable[[Puzzle], bool]]] = [
        *((f"{players} players", lambda puzzle, n=players: puzzle.players == n) for players in (2, 3, 4)),
        *((name, lambda puzzle, d=name: puzzle.difficulty == d) for name in DIFFICULTIES),
        ("all", lambda _: True),
    ]
    rows = [["kind", *(name for name, _ in columns)]]
    for kind in (*KINDS, "all"):
        own = [puzzle for puzzle in puzzles if kind in (puzzle.kind, "all")]
        rows.append([kind, *(str(sum(map(test, own))) for _, test in columns)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    listed = ", ".join(f"{theme} {count}" for theme, count in sorted(themes.items(), key=lambda one: (-one[1], one[0])))
    return f"{table}\n\nthemes: {listed}"
