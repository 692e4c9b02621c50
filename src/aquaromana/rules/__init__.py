"""The rules of Aqua Romana, complete and exact: standard library only, every public name with its clause."""

from aquaromana.rules.errors import (
    AquaError,
    IllegalMove,
    LayoutError,
    NotationError,
    PlayersError,
    PositionError,
    Reason,
)
from aquaromana.rules.game import Game
from aquaromana.rules.layout import Layout, load_layout, named_layout, standard_layout
from aquaromana.rules.moves import Build, Close, Decision, Extra, Move, Pass, Place, Take
from aquaromana.rules.position import Phase, Position
from aquaromana.rules.tiles import Kind

__all__ = [
    "AquaError",
    "Build",
    "Close",
    "Decision",
    "Extra",
    "Game",
    "IllegalMove",
    "Kind",
    "Layout",
    "LayoutError",
    "Move",
    "NotationError",
    "Pass",
    "Phase",
    "Place",
    "PlayersError",
    "Position",
    "PositionError",
    "Reason",
    "Take",
    "load_layout",
    "named_layout",
    "standard_layout",
]
