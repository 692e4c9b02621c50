"""Aqua Romana, Martin Schlegel's tile-laying game for 2 to 4 players, as a library.

>>> from aquaromana import Game
>>> game = Game(players=4)
>>> game.play("C@12")
>>> game.to_move
1
"""

from importlib import import_module

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
    display,
)
from aquaromana.version import __version__


class _Artist:
    """Draws when somebody looks, and only then loads what it takes; by name, since the rules below are in here, too."""

    def picture(self, shown: object) -> str:
        return str(import_module("aquaromana.drawing.notebook").picture(shown))

    def text(self, shown: object, **how: bool) -> str:
        return str(import_module("aquaromana.drawing.notebook").text(shown, **how))


display.enter(_Artist())

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
