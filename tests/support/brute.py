"""The end of a game tried out to the last decision: whether a seat reaches a goal against all others.

No bounds, no proof numbers, and the rules in Python alone: what every solver is compared with.
"""

from random import Random

from aquaromana.engine.goal import Goal
from aquaromana.rules import Game, Position
from tests.support.max_n import TooManyError
from tests.support.random_play import PLAYERS, POLICIES, finished


class Brute:
    """Tries one decision after the other, with at most so many positions."""

    def __init__(self, seat: int, goal: Goal, positions: int) -> None:
        self._seat, self._goal = seat, goal
        self._left = positions
        self._known: dict[Position, bool] = {}
        self._ended: dict[tuple[tuple[int, ...], ...], bool] = {}

    def forces(self, game: Game) -> bool:
        """Whether the seat reaches the goal whatever all others do; TooManyError if that takes too many positions."""
        if game.is_over:
            return self._reached(game)
        if game.position not in self._known:
            if not self._left:
                raise TooManyError
            self._left -= 1
            own = game.to_move == self._seat  # whoever decides needs one decision that suits them
            self._known[game.position] = own if self._leads_to(game, own) else not own
        return self._known[game.position]

    def _leads_to(self, game: Game, wanted: bool) -> bool:
        for decision in game.legal_moves():
            game.push(decision)
            try:
                if self.forces(game) == wanted:
                    return True
            finally:
                game.pop()
        return False

    def _reached(self, game: Game) -> bool:
        """Only the podiums count at the end."""
        podiums = game.position.podiums
        if podiums not in self._ended:
            self._ended[podiums] = self._is_met(game)
        return self._ended[podiums]

    def _is_met(self, game: Game) -> bool:
        points = game.scores()
        own, others = points[self._seat], [each for seat, each in enumerate(points) if seat != self._seat]
        match self._goal.kind:
            case "share":
                return self._seat in game.winners() and len(game.winners()) <= self._goal.least
            case "lead":
                return all(own - other >= self._goal.least for other in others)
            case _:
                return own >= self._goal.least


def some_goal(game: Game, seat: int, rng: Random) -> Goal:
    """A goal that may be within reach; any kind but the podium."""
    now = game.scores_if_ended()
    lead = now[seat] - max(each for other, each in enumerate(now) if other != seat)
    near = int(rng.random() * 9) - 4
    goals = (
        Goal.win(),
        Goal.share(),
        Goal.share(2),
        Goal.lead(lead + near),
        Goal.points(max(0, now[seat] + near)),
    )
    return goals[int(rng.random() * len(goals))]


def some_ending(seed: int, most: int) -> Game | None:
    """A random game up to so many decisions before its end, at most; None if nothing is to choose there."""
    rng = Random(seed)
    game = finished(PLAYERS[seed % 3], seed // 3, list(POLICIES.values())[seed // 3 % len(POLICIES)])
    for _ in range(1 + int(rng.random() * most)):
        game.pop()
    return game if len(game.legal_moves()) > 1 else None
