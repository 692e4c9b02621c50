"""Many games at once over NumPy arrays: step, masks, observations. By the C++ core, without the GIL.

NumPy is not a dependency of the package: it comes with the extra ``batch``. Every method that gives an array takes
``out``, an array of the same shape and type to write into, so that a loop allocates nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from aquaromana import extras
from aquaromana.engine.native import core_fields, core_layout, position_of
from aquaromana.engine.observation import SIZE, Views, views
from aquaromana.rules import Game, Layout, Position
from aquaromana.rules.actions import ACTIONS
from aquaromana.rules.moves import DECISIONS
from aquaromana.rules.notation import parse_position, position_text

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    import numpy.typing as npt

    from aquaromana import _core

    Bools = npt.NDArray[np.bool_]
    Bytes = npt.NDArray[np.uint8]
    SmallInts = npt.NDArray[np.int8]
    Actions = npt.NDArray[np.uint16]
    Points = npt.NDArray[np.int16]
    Offsets = npt.NDArray[np.int64]
    Hashes = npt.NDArray[np.uint64]

_Item = TypeVar("_Item", bound="np.generic")

NO_DECISION: Final = 0xFFFF
"""In the place of an action: leave this game as it is. The only one that a game that is over accepts."""

MOST_GAMES: Final = 1 << 20
MOST_THREADS: Final = 256


def _numpy() -> ModuleType:
    with extras.needs("batch", "A batch"):
        import numpy as np
    return np


class Batch:
    """Games of one layout, numbered from 0.

    The same seed gives the same games on every machine and with any number of threads. With `auto_reset` a game that
    ends restarts in the same step; its result is in `results`. One batch may be used from several threads:
    they wait for each other. It can be copied (`clone`) and pickled.
    """

    def __init__(
        self,
        games: int,
        players: int | None = None,
        *,
        layout: Layout | None = None,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = False,
    ) -> None:
        """New games for two players, or as many as are given, with the standard layout or another."""
        if not 1 <= games <= MOST_GAMES:
            raise ValueError(f"A batch has 1 to {MOST_GAMES} games, not {games!r}.")
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"A batch has 1 to {MOST_THREADS} threads, not {threads!r}.")
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"A seed is a whole number from 0 to 2⁶⁴ - 1, not {seed!r}.")
        self._np = _numpy()
        self.layout = Game(players, layout=layout).layout
        self.auto_reset = auto_reset
        self.threads = threads
        core = core_layout(self.layout)
        from aquaromana import _core

        self._core: _core.Batch = _core.Batch(core, games, seed, threads)
        self._games = games

    def __len__(self) -> int:
        return self._games

    @property
    def players(self) -> int:
        """The number of players."""
        return self.layout.players

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games for {self.players} players>"

    # playing

    def reset(
        self,
        indices: npt.ArrayLike | None = None,
        positions: Sequence[Position | str] | Position | str | None = None,
    ) -> None:
        """Restart all games, or those with these indices, or those where a mask is True.

        They begin as new games or from positions of the same layout: one for all, or one for each.
        """
        if indices is None and positions is None:
            self._core.restart_all()
            return
        chosen = range(len(self)) if indices is None else self._indices(indices)
        if positions is None:
            for index in chosen:
                self._core.restart(index)
            return
        if isinstance(positions, Position | str):
            fields = [self._fields(positions)] * len(chosen)
        else:
            fields = [self._fields(position) for position in positions]
        if len(fields) != len(chosen):
            raise ValueError(f"There are {len(fields)} positions for {len(chosen)} games.")
        for index, field in zip(chosen, fields, strict=True):
            self._core.set_fields(index, field)

    def step(self, actions: npt.ArrayLike, *, out: Bools | None = None) -> Bools:
        """Make one decision in each game; True for those that ended by it.

        An action is an integer as in `rules.actions`, or NO_DECISION. If one is not legal, ValueError names the game
        and the decision, and no game is changed.
        """
        chosen = self._np.asarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise ValueError(f"Actions are {len(self)} integers, not {chosen.dtype} of shape {chosen.shape}.")
        fast = chosen.dtype == self._np.uint16 and chosen.flags.c_contiguous
        finished: Bools = self._out(out, (), self._np.bool_)
        illegal = self._core.step(chosen if fast else chosen.astype(self._np.int64), self.auto_reset, finished)
        if illegal >= 0:
            raise ValueError(f"Game {illegal}: {self._why(illegal, int(chosen[illegal]))}")
        return finished

    def random_actions(self, *, out: Actions | None = None) -> Actions:
        """A legal action of each game, all with the same chance; NO_DECISION where it is over.

        Each game has its own random generator, seeded from the seed.
        """
        actions: Actions = self._out(out, (), self._np.uint16)
        self._core.random_actions(actions)
        return actions

    # what is asked

    def masks(self, *, out: SmallInts | None = None) -> SmallInts:
        """(games, 9826): 1 where the action is legal."""
        masks: SmallInts = self._out(out, (ACTIONS,), self._np.int8)
        self._core.masks(masks)
        return masks

    def legal(self, *, out: tuple[Offsets, Actions] | None = None) -> tuple[Offsets, Actions]:
        """Offsets and actions: the legal actions of all games in one row, ascending in each.

        Game i has ``actions[offsets[i] : offsets[i + 1]]``. Actions given as `out` may be longer than needed: a view
        comes back.
        """
        np = self._np
        given, actions = out if out is not None else (None, None)
        offsets: Offsets = self._array(given, (len(self) + 1,), np.int64)
        if actions is None:
            actions = np.empty(self._core.legal_offsets(offsets), np.uint16)
        elif actions.ndim != 1 or actions.dtype != np.uint16 or not actions.flags.c_contiguous:
            raise ValueError(f"The actions need a row of uint16, not {actions.dtype} of shape {actions.shape}.")
        total = self._core.legal_actions(offsets, actions)
        if total > len(actions):
            raise ValueError(f"There are {total} legal actions; the array for them has room for {len(actions)}.")
        return offsets, actions[:total]

    def observations(self, *, out: Bytes | None = None) -> Bytes:
        """(games, 11418): each game seen from its mover; see docs/observation.md."""
        observations: Bytes = self._out(out, (SIZE,), self._np.uint8)
        self._core.observations(observations)
        return observations

    def views(self, observations: Bytes) -> Views:
        """The board planes, path planes and single bytes of observations, without a copy."""
        return views(observations)

    def to_move(self, *, out: SmallInts | None = None) -> SmallInts:
        """The seat whose decision it is; when a game is over, the seat whose turn it was."""
        seats: SmallInts = self._out(out, (), self._np.int8)
        self._core.to_move(seats)
        return seats

    def phase(self, *, out: SmallInts | None = None) -> SmallInts:
        """What is asked, as in `rules.Phase`."""
        phases: SmallInts = self._out(out, (), self._np.int8)
        self._core.phase(phases)
        return phases

    def is_over(self, *, out: Bools | None = None) -> Bools:
        """Which games have ended; with `auto_reset` none stays so."""
        over: Bools = self._out(out, (), self._np.bool_)
        self._core.is_over(over)
        return over

    def scores(self, *, out: Points | None = None) -> Points:
        """(games, players): points as the podiums stand, with bonus; once a game is over, its result (R6.3)."""
        points: Points = self._out(out, (self.players,), self._np.int16)
        self._core.scores(points)
        return points

    def results(self, *, out: Points | None = None) -> Points:
        """(games, players): points of the game that ended last in each place; 0 before one has."""
        points: Points = self._out(out, (self.players,), self._np.int16)
        self._core.results(points)
        return points

    def hashes(self, *, out: Hashes | None = None) -> Hashes:
        """The 64-bit state hashes."""
        hashes: Hashes = self._out(out, (), self._np.uint64)
        self._core.hashes(hashes)
        return hashes

    # single games

    def position(self, index: int) -> Position:
        """The position of one game."""
        return position_of(self.layout, self._core.fields(self._index(index)))

    def position_text(self, index: int) -> str:
        """The one-line text of one game's position."""
        return position_text(self.position(index))

    def set_position(self, index: int, position: Position | str) -> None:
        """Let one game go on from a position of the same layout, or from its text."""
        self.reset([index], position)

    # copies

    def clone(self) -> Self:
        """An independent copy that goes on in the same way, dice included."""
        copy = type(self).__new__(type(self))
        copy._np, copy.layout, copy._games = self._np, self.layout, self._games
        copy.auto_reset, copy.threads = self.auto_reset, self.threads
        copy._core = self._core.copy()
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        dice: Hashes = self._np.empty(len(self), self._np.uint64)
        self._core.dice(dice)
        fields = [self._core.fields(index) for index in range(len(self))]
        return _unpickled, (type(self), self.layout, self.threads, self.auto_reset, fields, dice, self.results())

    # help

    def _index(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"The batch has the games 0 to {len(self) - 1}, not {index}.")
        return index

    def _indices(self, indices: npt.ArrayLike) -> list[int]:
        chosen = self._np.asarray(indices)
        if chosen.dtype == bool and chosen.shape == (len(self),):
            chosen = self._np.flatnonzero(chosen)
        if chosen.ndim != 1 or (len(chosen) and chosen.dtype.kind not in "iu"):
            raise ValueError(f"Indices are a row of integers or a mask, not {chosen.dtype} of shape {chosen.shape}.")
        return [self._index(int(index)) for index in chosen]

    def _fields(self, position: Position | str) -> _core.Fields:
        if isinstance(position, str):
            position = parse_position(position)
        if position.layout != self.layout:
            raise ValueError("The position has another layout than the batch.")
        return core_fields(position)

    def _out(self, out: npt.NDArray[_Item] | None, shape: tuple[int, ...], dtype: type[_Item]) -> npt.NDArray[_Item]:
        return self._array(out, (len(self), *shape), dtype)

    def _array(self, out: npt.NDArray[_Item] | None, shape: tuple[int, ...], dtype: type[_Item]) -> npt.NDArray[_Item]:
        """The array to write into: a new one, or the one given if it fits."""
        if out is None:
            new: npt.NDArray[_Item] = self._np.empty(shape, dtype)
            return new
        if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
            wanted = f"a writable, contiguous array of {self._np.dtype(dtype)} of shape {shape}"
            raise ValueError(f"out must be {wanted}, not {out.dtype} of shape {out.shape}.")
        return out

    def _why(self, index: int, action: int) -> str:
        """Why an action is not legal."""
        if not 0 <= action < ACTIONS:
            return f"{action} is not a valid action: they are numbered 0 to {ACTIONS - 1}."
        reason = Game.from_position(self.position(index)).reason(DECISIONS[action])
        return f"{DECISIONS[action]} ({action}) is not legal. {reason}"


def _unpickled(
    cls: type[Batch],
    layout: Layout,
    threads: int,
    auto_reset: bool,  # noqa: FBT001 (pickle passes by position)
    fields: Sequence[_core.Fields],
    dice: Hashes,
    results: Points,
) -> Batch:
    batch = cls(len(fields), layout=layout, threads=threads, auto_reset=auto_reset)
    for index, field in enumerate(fields):
        batch._core.set_fields(index, field)
    batch._core.set_dice(dice)
    batch._core.set_results(results)
    return batch
