"""Calibration: of the positions where the network predicts 30 % for a seat, does it win 30 %?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from aquaromana.train.core import TABLES, Core
from aquaromana.train.errors import TrainingError
from aquaromana.train.plot import Series, chart
from aquaromana.train.weights import SEATS, Quantized, judge, shares

BUCKETS: Final = 10
CHUNK: Final = 100
"""Games at a time."""
BATCH: Final = 2000
LEAST: Final = 20
"""Predictions that a bucket needs to be drawn."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """Predictions of about the same size."""

    players: int
    low: float
    high: float
    count: int
    predicted: float
    """Mean predicted share."""
    actual: float
    """Mean share in the end."""


def calibrate(core: Core, net: Quantized, games: Sequence[bytes], threads: int, buckets: int = BUCKETS) -> list[Bucket]:
    """Compare predictions with results, seat by seat, over all positions of the games that were played."""
    counts = np.zeros((SEATS + 1, buckets, 3))
    for first in range(0, len(games), CHUNK):
        for players, predicted, actual in _pairs(core, net, games[first : first + CHUNK], threads):
            place = np.minimum((predicted * buckets).astype(int), buckets - 1)
            for column, values in enumerate((np.ones_like(predicted), predicted, actual)):
                counts[players, :, column] += np.bincount(place, values, buckets)
    found = [
        Bucket(players, at / buckets, (at + 1) / buckets, int(count), predicted / count, actual / count)
        for players in TABLES
        for at, (count, predicted, actual) in enumerate(counts[players])
        if count
    ]
    if not found:
        raise TrainingError("The games have no position to judge.")
    return found


def error(buckets: Sequence[Bucket]) -> float:
    """The mean distance between prediction and outcome, weighted by the number of predictions."""
    total = sum(bucket.count for bucket in buckets)
    return sum(bucket.count * abs(bucket.predicted - bucket.actual) for bucket in buckets) / total


def calibration_chart(buckets: Sequence[Bucket]) -> str:
    lines = [Series("perfect", [(0, 0), (1, 1)], dashed=True, color=7)]
    for color, players in enumerate(TABLES):
        mine = [bucket for bucket in buckets if bucket.players == players and bucket.count >= LEAST]
        if mine:
            points = [(bucket.predicted, bucket.actual) for bucket in mine]
            lines.append(Series(f"{players} players", points, color=color))
    return chart("Calibration on games not learnt from", "predicted share", "actual share", lines, square=True)


def _pairs(
    core: Core, net: Quantized, games: Sequence[bytes], threads: int
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    samples = core.samples(games, threads)
    played = np.flatnonzero(samples["played"]) if "played" in samples else np.arange(len(samples["players"]))
    for first in range(0, len(played), BATCH):
        rows = played[first : first + BATCH]
        batch = {name: array[rows] for name, array in samples.items()}
        predicted = shares(judge(net, batch)[0], batch["players"])
        for players in TABLES:
            mine = batch["players"] == players
            if mine.any():
                yield players, predicted[mine, :players].ravel(), batch["result"][mine, :players].ravel()
