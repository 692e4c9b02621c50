"""Many games at once, in place: masks, planes, seats and rewards in arrays that every step overwrites.

>>> from aquaromana.envs.vector import VectorEnv
>>> env = VectorEnv(64, players=2, seed=1)
>>> for _ in range(200):
...     env.step(env.sample())
>>> env.masks.shape, env.observations.shape, env.rewards.shape
((64, 9826), (64, 11418), (64, 2))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from aquaromana import extras

with extras.needs("batch", "The vector environment"):
    import numpy as np
    import numpy.typing as npt

from aquaromana.engine.batch import Batch
from aquaromana.engine.observation import SIZE
from aquaromana.rules import Layout, Position
from aquaromana.rules.actions import ACTIONS


class VectorEnv:
    """Games of one size that all decide at once, each for the seat to move there; a game that ends is restarted.

    `reset` and `step` write into the same arrays every time and give nothing back, so keep a copy of what you need
    longer. Nobody else should write into them.
    """

    def __init__(
        self,
        games: int,
        players: int | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        planes: bool = True,
        layout: Layout | None = None,
    ) -> None:
        """New games for two players, or as many as are given.

        Planes take most of the time; without them there are no observations.
        """
        self._batch = Batch(games, players, layout=layout, seed=seed, threads=threads, auto_reset=True)
        self._make_arrays(planes=planes)
        self._look()

    def _make_arrays(self, *, planes: bool) -> None:
        games, players = len(self._batch), self._batch.players
        self.masks: npt.NDArray[np.int8] = np.zeros((games, ACTIONS), np.int8)
        """(games, 9826): 1 where an action is legal."""
        self.observations: npt.NDArray[np.uint8] = np.zeros((games if planes else 0, SIZE), np.uint8)
        """(games, 11418), seen from the seat to move; no rows without planes. `engine.observation.views` parts them."""
        self.to_move: npt.NDArray[np.int8] = np.zeros(games, np.int8)
        """The seat whose decision it is."""
        self.terminated: npt.NDArray[np.bool_] = np.zeros(games, np.bool_)
        """Which games ended by the last step. Masks, planes and seats are those of the new game already."""
        self.rewards: npt.NDArray[np.float32] = np.zeros((games, players), np.float32)
        """(games, players): what the game that just ended was worth to each seat, see `state.rewards`; else 0."""
        self.scores: npt.NDArray[np.int16] = np.zeros((games, players), np.int16)
        """(games, players): the points of the game that ended last in each place."""
        self._actions: npt.NDArray[np.uint16] = np.zeros(games, np.uint16)

    def __len__(self) -> int:
        return len(self._batch)

    @property
    def players(self) -> int:
        return self._batch.players

    @property
    def batch(self) -> Batch:
        """The games themselves, for what is not here: positions, hashes, legal actions as lists."""
        return self._batch

    def reset(
        self,
        indices: npt.ArrayLike | None = None,
        positions: Sequence[Position | str] | Position | str | None = None,
    ) -> None:
        """Restart all games, or some, or begin at positions: one for all or one for each; see `Batch.reset`."""
        self._batch.reset(indices, positions)
        self.terminated[:] = False
        self.rewards[:] = 0
        self._look()

    def step(self, actions: npt.ArrayLike) -> None:
        """Make one decision in each game. ValueError names the first that is not legal; then no game has changed."""
        self._batch.step(actions, out=self.terminated)
        self.rewards[:] = 0
        if self.terminated.any():
            self._batch.results(out=self.scores)
            points = self.scores[self.terminated]
            won = points == points.max(axis=1, keepdims=True)
            self.rewards[self.terminated] = won * (self.players / won.sum(axis=1, keepdims=True)) - 1
        self._look()

    def sample(self) -> npt.NDArray[np.uint16]:
        """A legal action of each game, all with the same chance: drawn by the core, written in place."""
        return self._batch.random_actions(out=self._actions)

    def clone(self) -> Self:
        """An independent copy that goes on in the same way, random numbers included."""
        copy = type(self).__new__(type(self))
        copy._batch = self._batch.clone()
        copy._make_arrays(planes=len(self.observations) > 0)
        for name, array in vars(self).items():
            if isinstance(array, np.ndarray):
                vars(copy)[name][...] = array
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __repr__(self) -> str:
        return f"<VectorEnv of {len(self)} games for {self.players} players>"

    def _look(self) -> None:
        self._batch.masks(out=self.masks)
        self._batch.to_move(out=self.to_move)
        if len(self.observations):
            self._batch.observations(out=self.observations)
