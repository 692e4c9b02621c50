"""Aqua Romana, Martin Schlegel's tile-laying game for 2 to 4 players, as a library.

>>> from aquaromana import Game
>>> game = Game(players=4)
>>> game.play("C@12")
>>> game.to_move
1
"""

from aquaromana.rules import (
    AquaError,
    Build,
    Close,
    Decision,
    Extra,
    Game,
    IllegalMove,
    Kind,
    Move,
    Pass,
    Phase,
    Place,
    Position,
    Take,
)
from aquaromana.version import __version__

__all__ = [
    "AquaError",
    "Build",
    "Close",
    "Decision",
    "Extra",
    "Game",
    "IllegalMove",
    "Kind",
    "Move",
    "Pass",
    "Phase",
    "Place",
    "Position",
    "Take",
    "__version__",
]
