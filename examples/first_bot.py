"""A first bot in Python: it looks one decision ahead, at its lead if the game ended there and at its open aqueducts.

Let it play:  aqua arena "cmd: python examples/first_bot.py" random --games 20
"""

import sys

from aquaromana import Decision, Game


def choose(game: Game) -> Decision:
    """The decision after which this seat stands best."""
    seat = game.to_move

    def worth(decision: Decision) -> int:
        after = game.copy()
        after.push(decision)
        points = list(after.scores_if_ended())
        open_aqueducts = len(after.position.open_aqueducts(seat))
        return points.pop(seat) - max(points) + 4 * open_aqueducts  # an open one can still grow

    return max(game.legal_moves(), key=worth)


game = Game()
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "aqua":  # who are you, and what do you need?
        print("id name First bot", "protocol 1", "wants position", "aquaok", sep="\n")
    elif word == "isready":
        print("readyok")
    elif word == "position":  # since it wants positions, each comes as one string
        game = Game.from_position(rest[0])
    elif word == "go":
        print("bestmove", "none" if game.is_over else choose(game))
    elif word == "quit":
        break
    sys.stdout.flush()  # without this the answers would wait in a buffer
