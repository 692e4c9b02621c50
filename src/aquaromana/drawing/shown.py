"""What can be drawn: a position, its text, a game as it stands, or a record as it ends."""

from __future__ import annotations

from collections.abc import Sequence

from aquaromana.records import Record
from aquaromana.rules.game import Game
from aquaromana.rules.notation import parse_position
from aquaromana.rules.position import Position

Shown = Position | Game | Record | str


def played(shown: Shown) -> Position | Game:
    """A text as its position, and a record as its game; TypeError for what cannot be drawn."""
    if isinstance(shown, str):
        return parse_position(shown)
    if isinstance(shown, Record):
        return shown.game()
    if isinstance(shown, Position | Game):
        return shown
    raise TypeError(f"A position, its text, a game or a record can be drawn, not {shown!r}.")


def named(shown: Shown) -> Sequence[str]:
    """The names of the seats, if it knows them."""
    return shown.names if isinstance(shown, Record) and any(shown.names) else ()


def state_of(shown: Shown) -> tuple[Position, Sequence[str]]:
    """The position to draw, and the names of its seats."""
    drawn = played(shown)
    return drawn.position if isinstance(drawn, Game) else drawn, named(shown)
