"""The end of a game solved by trying everything: max^n, where each seat makes the most of its own utility."""

from aquaromana.engine import Params
from aquaromana.engine.formula import Estimate, utilities
from aquaromana.rules import Game

Points = tuple[float, ...]


class TooManyError(Exception):
    """More positions than were allowed."""


class Solver:
    """Finds the results that best play by all can lead to: more than one where a seat does not care."""

    def __init__(self, positions: int) -> None:
        self._left = positions
        self._known: dict[int, frozenset[Points]] = {}

    def results(self, game: Game) -> frozenset[Points]:
        """The points of all seats at the end, under best play."""
        found = self._known.get(game.state_hash)
        if found is None:
            found = self._known[game.state_hash] = self._solve(game)
        return found

    def _solve(self, game: Game) -> frozenset[Points]:
        if game.is_over:
            return frozenset({tuple(map(float, game.scores()))})
        if not self._left:
            raise TooManyError
        self._left -= 1
        children = []
        for decision in game.legal_moves():
            game.push(decision)
            try:
                children.append(self.results(game))
            finally:
                game.pop()
        # a result can come about if every other decision can turn out no better for the mover
        mover = game.to_move
        floor = max(min(utility(points)[mover] for points in child) for child in children)
        return frozenset(points for child in children for points in child if utility(points)[mover] >= floor - 1e-6)


def utility(points: Points) -> tuple[float, ...]:
    """What each seat makes of a result."""
    best = max(points)
    share = 1 / points.count(best)
    shares = tuple(share if own == best else 0.0 for own in points)
    return utilities(Estimate(points, shares), Params())
