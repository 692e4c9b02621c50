"""The core beside NumPy: the same judgement of the same position, to the last bit of the integers."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

from aquaromana.engine.native import core_layout
from aquaromana.rules.layout import standard_layout
from aquaromana.train.config import SelfPlay
from aquaromana.train.core import NativeCore
from aquaromana.train.errors import TrainingError
from aquaromana.train.weights import POINTS, Array, Quantized, judge, quantize, shares
from tests.train.samples import make_weights

QUICK = SelfPlay(full_playouts=30, fast_playouts=6, full_part=0.5, least_visits=8)


def network(core: NativeCore) -> Quantized:
    """Random weights of sizes with which the layers neither die nor saturate."""
    shape = core.shape()
    weights = make_weights(shape, seed=5, size=1.0)
    for name, array in weights.items():
        rows = name in {"EA", "ES", "EG", "policy"}
        np.multiply(array, 0.06 if rows else 0.3 if array.ndim == 1 else array.shape[-1] ** -0.5, out=array)
    return quantize(weights, shape)


def rotated(values: tuple[float, ...], mover: int) -> list[float]:
    return [*values[mover:], *values[:mover], *[0.0] * (4 - len(values))]


def judged(core: Any, net: Any, game: bytes, players: int) -> tuple[Array, Array]:
    """Shares and points of every position of a game as the core says them, seats counted from the mover."""
    state = core.State(core_layout(standard_layout(players)))
    (decisions,) = struct.unpack_from("<H", game, 10)
    told, points = [], []
    for action in struct.unpack_from(f"<{decisions}H", game, 14):
        said_points, said_shares = core.judge(net, state)
        told.append(rotated(said_shares, state.to_move))
        points.append(rotated(said_points, state.to_move))
        state.play(action)
    return np.array(told), np.array(points)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numpy_and_the_core_judge_alike(players: int) -> None:
    core = NativeCore()
    from aquaromana import _core

    native: Any = _core
    quantized = network(core)
    net = native.Net(quantized.to_bytes())
    game = core.play([(players, 77)], QUICK, {}, None, 1)[0]
    samples = core.samples([game], 1)
    played = samples["played"] > 0
    batch = {name: array[played] for name, array in samples.items()}
    logits, points = judge(quantized, batch)
    told = shares(logits, batch["players"])
    plays = np.arange(4) < players
    assert told[:, plays].std() > 0.005
    core_shares, core_points = judged(native, net, game, players)
    assert len(told) > 20
    for mine, score in zip(told, points * POINTS, strict=True):
        distance = np.abs(core_shares - mine)[:, plays].max(axis=1)
        at = int(distance.argmin())
        assert distance[at] < 1e-6
        assert np.abs(core_points[at] - score)[plays].max() < 1e-3


def test_damaged_games_are_refused() -> None:
    core = NativeCore()
    game = core.play([(2, 1)], QUICK, {}, None, 1)[0]
    for data in (b"", b"nonsense" * 9, game[:-3]):
        with pytest.raises(TrainingError, match="cannot be replayed"):
            core.samples([data], 1)
