"""Aqua Romana, Martin Schlegel's tile-laying game for 2 to 4 players, as a library.

>>> from aquaromana import Game
>>> game = Game(players=4)
>>> game.play("C@12")
>>> game.to_move
1
"""

import sys
from importlib import import_module

if sys.version_info < (3, 11):  # noqa: UP036 (a checkout may be run by whatever Python is there)
    sentence = "Aqua Romana needs Python 3.11 or newer; this is " + sys.version.split()[0] + "."
    program = sys.argv[0].replace("\\", "/").split("/")[-1] if sys.argv else ""
    if program in ("-m", "aqua", "aqua.exe", "__main__.py"):  # a person gets the sentence, a program an error
        sys.stderr.write(sentence + "\n")
        sys.exit(2)
    raise ImportError(sentence)

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
