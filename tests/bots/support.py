"""Games and small matches between bots."""

from collections.abc import Callable, Sequence

from aquaromana import Game
from aquaromana.bots import Bot


def played(bots: Sequence[Bot], game: Game) -> Game:
    """The game played to its end, every decision checked."""
    while not game.is_over:
        game.play(bots[game.to_move].choose(game))
        assert len(game.moves) < 2000, "every game ends"
    return game


def match(one: Callable[[int], Bot], other: Callable[[int], Bot], sets: int, players: int = 2) -> float:
    """The wins of one bot against others of a kind, each set from every seat; a shared win counts in part."""
    wins = 0.0
    for number in range(sets):
        for seat in range(players):
            bots = [one(number) if each == seat else other(number * players + each) for each in range(players)]
            winners = played(bots, Game(players)).winners()
            wins += (seat in winners) / len(winners)
    return wins
