"""A stretch for each fact of the catalogue, from `examples.txt`."""

from pathlib import Path

from aquaromana.rules import Decision, Game

Line = tuple[Decision, ...]
Example = tuple[Game, Line, Line]


def examples() -> dict[str, Example]:
    """A game and a stretch of which each code is true, and the line that is expected after it."""
    found: dict[str, Example] = {}
    for line in Path(__file__).with_name("examples.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            code, position, *decisions = (part.strip() for part in line.split(";"))
            stretch, later = (tuple(map(Decision, part.split())) for part in (*decisions, "")[:2])
            found[code] = Game.from_position(position), stretch, later
    return found
