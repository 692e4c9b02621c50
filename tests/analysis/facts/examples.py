"""A stretch for each fact of the catalogue, from `examples.txt`."""

from pathlib import Path

from aquaromana.rules import Decision, Game

Example = tuple[Game, tuple[Decision, ...]]


def examples() -> dict[str, Example]:
    """A game and a stretch of which each code is true."""
    found: dict[str, Example] = {}
    for line in Path(__file__).with_name("examples.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            code, position, decisions = (part.strip() for part in line.split(";"))
            found[code] = Game.from_position(position), tuple(map(Decision, decisions.split()))
    return found
