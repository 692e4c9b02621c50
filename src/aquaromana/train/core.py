"""The core as training sees it: games of the search with itself, samples of them, and what happened in them."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from aquaromana.engine import Params
from aquaromana.engine.native import NativeMissingError, core_layout, core_params, demand
from aquaromana.rules.layout import standard_layout
from aquaromana.train.config import SelfPlay
from aquaromana.train.errors import TrainingError

if TYPE_CHECKING:
    from aquaromana.train.data import Samples
    from aquaromana.train.weights import Shape

Plan = tuple[int, int]
"""A game to be played: its number of players and its seed."""

TABLES: Final = (2, 3, 4)
_HEADER: Final = struct.Struct("<BBQHH")
FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Facts:
    """What happened in a game."""

    players: int
    decisions: int
    shares: tuple[float, ...]
    """Of the win, by seat."""
    points: tuple[int, ...]


class Core(Protocol):
    """What a run needs; it can be sent to other processes."""

    def shape(self) -> Shape: ...

    def play(
        self,
        games: Sequence[Plan],
        settings: SelfPlay,
        knobs: Mapping[str, float],
        net: bytes | None,
        threads: int,
    ) -> list[bytes]:
        """Play games; the same for the same plans, whatever the number of threads. The knobs are for the network."""

    def samples(self, games: Sequence[bytes], threads: int) -> Samples: ...

    def policy_samples(self, games: Sequence[bytes], threads: int) -> Samples:
        """Every legal decision of the searched positions, with its visits."""

    def facts(self, game: bytes) -> Facts: ...


class NativeCore:
    """The C++ core."""

    def shape(self) -> Shape:
        from aquaromana.train.weights import Shape

        return Shape.of(_native().net_shape())

    def play(
        self,
        games: Sequence[Plan],
        settings: SelfPlay,
        knobs: Mapping[str, float],
        net: bytes | None,
        threads: int,
    ) -> list[bytes]:
        core = _native()
        plain = core_params(Params())
        params = plain if net is None else core_params(replace(Params(rollout_depth=0), **knobs))
        network = None if net is None else core.Net(net)
        played: list[bytes] = core.self_play(_layouts(), list(games), params, plain, asdict(settings), network, threads)
        return played

    def samples(self, games: Sequence[bytes], threads: int) -> Samples:
        return self._replayed("samples", games, threads)

    def policy_samples(self, games: Sequence[bytes], threads: int) -> Samples:
        return self._replayed("policy_samples", games, threads)

    def _replayed(self, name: str, games: Sequence[bytes], threads: int) -> Samples:
        try:
            arrays: Samples = getattr(_native(), name)(list(games), _layouts(), threads)
        except ValueError as error:
            raise TrainingError(f"The games cannot be replayed: {error}.") from None
        return arrays

    def facts(self, game: bytes) -> Facts:
        version, players, _, decisions, _ = _HEADER.unpack_from(game)
        if version != FORMAT or players not in TABLES:
            raise TrainingError(f"The game has format {version} with {players} players; this package reads {FORMAT}.")
        state = _native().State(core_layout(standard_layout(players)))
        for action in struct.unpack_from(f"<{decisions}H", game, _HEADER.size):
            state.play(action)
        points = tuple(state.scores())
        winners = points.count(max(points))
        shares = tuple((score == max(points)) / winners for score in points)
        return Facts(players, decisions, shares, points)


def _native() -> Any:
    """The module of the core; TrainingError in one line if it is missing or knows no networks."""
    try:
        demand()
    except NativeMissingError as error:
        raise TrainingError(f"Training needs the C++ core: {error}") from None
    from aquaromana import _core

    if not hasattr(_core, "self_play"):
        raise TrainingError("This C++ core knows no networks: install the package again.")
    return _core


def _layouts() -> list[Any]:
    return [core_layout(standard_layout(players)) for players in TABLES]
