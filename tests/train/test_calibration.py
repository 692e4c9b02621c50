"""Calibration: predictions are counted where they belong, and compared with what happened."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from aquaromana.train.calibration import Bucket, calibrate, calibration_chart, error
from aquaromana.train.config import SelfPlay
from aquaromana.train.errors import TrainingError
from aquaromana.train.weights import quantize
from tests.train.fakes import FakeCore
from tests.train.samples import SMALL, make_weights


def games(core: FakeCore, count: int = 30) -> list[bytes]:
    return core.play([(2, seed) for seed in range(count)], SelfPlay(), {}, None, 1)


def test_a_network_that_knows_nothing_predicts_even_shares() -> None:
    core = FakeCore()
    weights = make_weights()
    weights["W3"][:] = 0
    played = games(core)
    buckets = calibrate(core, quantize(weights, SMALL), played, 1)
    samples = core.samples(played, 1)
    for players in (2, 3, 4):
        (bucket,) = (each for each in buckets if each.players == players)
        mine = (samples["players"] == players) & (samples["played"] > 0)
        assert bucket.count == players * mine.sum()
        assert bucket.predicted == pytest.approx(1 / players, abs=1e-6)
        assert bucket.actual == pytest.approx(1 / players, abs=1e-6)
        assert bucket.low <= bucket.predicted <= bucket.high
    assert error(buckets) == pytest.approx(0, abs=1e-6)


def test_predictions_and_outcomes_are_kept_apart() -> None:
    core = FakeCore()
    buckets = calibrate(core, quantize(make_weights(size=0.4), SMALL), games(core), 1)
    assert len({bucket.low for bucket in buckets}) > 3
    assert error(buckets) > 0.05
    total = sum(bucket.count * bucket.actual for bucket in buckets)
    assert total == pytest.approx((core.samples(games(core), 1)["played"] > 0).sum())


def test_the_chart_has_a_line_for_each_table_size() -> None:
    buckets = [
        Bucket(players, 0.1 * at, 0.1 * at + 0.1, 50, 0.1 * at + 0.05, 0.1 * at)
        for players in (2, 4)
        for at in range(9)
    ]
    chart = calibration_chart(buckets)
    ET.fromstring(chart)
    assert "2 players" in chart
    assert "3 players" not in chart


def test_games_without_positions_are_told() -> None:
    class Empty(FakeCore):
        def samples(self, games: object, threads: int) -> dict[str, np.ndarray]:
            return {
                name: array[:0] for name, array in FakeCore.samples(self, [bytes.fromhex("0102") + bytes(8)], 1).items()
            }

    with pytest.raises(TrainingError, match="no position"):
        calibrate(Empty(), quantize(make_weights(), SMALL), [b""], 1)
