"""One game as the environments see it: actions are integers, masks and observations arrays. By the C++ core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from aquaromana.engine.native import core_state, position_of
from aquaromana.engine.observation import SIZE
from aquaromana.rules import Decision, Game, Layout, Position
from aquaromana.rules.actions import ACTIONS


def rewards(scores: Sequence[int]) -> tuple[float, ...]:
    """What a finished game is worth to each seat: the sum is 0, and winners share (R6.4).

    >>> rewards([20, 35]), rewards([20, 20]), rewards([30, 30, 10, 5])
    ((-1.0, 1.0), (0.0, 0.0), (1.0, 1.0, -1.0, -1.0))
    """
    best = max(scores)
    share = len(scores) / scores.count(best) - 1
    return tuple(share if points == best else -1.0 for points in scores)


class GameState:
    """A game being played, with its history. Copies and pickles are exact."""

    __slots__ = ("_core", "_moves", "_start")

    def __init__(self, game: Game) -> None:
        """Go on from a game."""
        self._start = game.start
        self._moves: list[int] = list(game.moves)
        self._core = core_state(game.position)

    @property
    def layout(self) -> Layout:
        return self._start.layout

    @property
    def players(self) -> int:
        return self._start.layout.players

    @property
    def to_move(self) -> int:
        """The seat whose decision it is; when the game is over, the seat whose turn it was."""
        return self._core.to_move

    @property
    def is_over(self) -> bool:
        return self._core.is_over

    @property
    def start(self) -> Position:
        """The position before the first decision; do not change it."""
        return self._start

    @property
    def moves(self) -> tuple[Decision, ...]:
        """The decisions since the start."""
        return tuple(map(Decision, self._moves))

    @property
    def position(self) -> Position:
        """The position now, a copy."""
        return position_of(self.layout, self._core.fields())

    def game(self) -> Game:
        """The game with its history."""
        game = Game.from_position(self._start)
        for move in self._moves:
            game.push(move)
        return game

    def actions(self) -> list[Decision]:
        """The legal actions, ascending; none only when the game is over."""
        return self._core.legal_moves()

    def mask(self) -> npt.NDArray[np.int8]:
        """(9826,): 1 where the action is legal."""
        mask = np.empty(ACTIONS, np.int8)
        self._core.mask(mask)
        return mask

    def observation(self, seat: int) -> npt.NDArray[np.uint8]:
        """(11418,): the position seen from a seat; see docs/observation.md."""
        seen = np.empty(SIZE, np.uint8)
        self._core.observation(seat, seen)
        return seen

    def play(self, action: SupportsIndex) -> None:
        """Make a decision; raise IllegalMove or NotationError and change nothing if it is not legal."""
        try:
            self._core.play(action)  # type: ignore[arg-type]  # NumPy's integers will do
        except (TypeError, ValueError):
            Game.from_position(self.position).play(action)  # says why
            raise
        self._moves.append(int(action))

    def scores(self) -> list[int]:
        """Each seat's points as the podiums stand, with bonus; once the game is over, the result (R6.3)."""
        return self._core.scores()

    def rewards(self) -> tuple[float, ...]:
        """What the game is worth to each seat; all 0 while it goes on."""
        return rewards(self.scores()) if self.is_over else (0.0,) * self.players

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self).__new__(type(self))
        copy._start, copy._moves, copy._core = self._start, self._moves[:], self._core.copy()
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self._start, self._moves, self.position)

    def __str__(self) -> str:
        """The one-line text of the position."""
        return str(Game.from_position(self.position))


def _unpickled(cls: type[GameState], start: Position, moves: list[int], now: Position) -> GameState:
    state = cls.__new__(cls)
    state._start, state._moves, state._core = start, moves, core_state(now)
    return state
