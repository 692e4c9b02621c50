"""Games for the tests of judge and hints, the same in every run."""

from aquaromana import Game
from aquaromana.bots import make_bot
from aquaromana.rules import Phase


def played(players: int, decisions: int, seed: int = 1) -> Game:
    """A game of greedy bots, so many decisions after the set-up, or to its end."""
    game, bot = Game(players), make_bot("greedy", seed=seed)
    while not game.is_over and (game.phase is Phase.SETUP or decisions > 0):
        decisions -= game.phase is not Phase.SETUP
        game.push(bot.choose(game))
    return game
