"""Games for the tests of judge and hints, the same in every run."""

from functools import cache

from aquaromana import Game
from aquaromana.bots import make_bot
from aquaromana.rules import Phase


@cache
def _whole(players: int, seed: int) -> Game:
    game, bot = Game(players), make_bot("greedy", seed=seed)
    while not game.is_over:
        game.push(bot.choose(game))
    return game


def played(players: int, decisions: int, seed: int = 1) -> Game:
    """A game of greedy bots, so many decisions after the set-up, or to its end; fewer than none are in the set-up."""
    game = _whole(players, seed).copy()
    begun = sum(decision.type == "place" for decision in game.moves[:12])
    while len(game.moves) > max(begun + decisions, 0):
        game.pop()
    return game


def games() -> list[Game]:
    """Positions from the set-up to the end, for every number of players."""
    found = [played(players, count) for players in (2, 3, 4) for count in range(-12, 90, 17)]
    return [game for game in found if not game.is_over]


def forced() -> Game:
    """A position in which there is nothing to choose."""
    game = _whole(2, 1).copy()
    while game.is_over or len(game.legal_moves()) > 1 or game.phase is Phase.SETUP:
        game.pop()
    return game
