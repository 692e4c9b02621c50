"""Samples and weights that no game gave, for tests."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np

from aquaromana.train.weights import AQUEDUCTS, EMPTY, SEATS, Array, Shape, Weights

SMALL = Shape(90, 6, 30, 5, 50, 8, a1=16, a2=8, s=8, g=8, h1=8, h2=8, policy_rows=7)


def make_samples(count: int, shape: Shape = SMALL, *, seed: int = 0, games: int = 20) -> dict[str, Array]:
    """Positions in which the rows of a seat tell its share: the higher their numbers, the larger."""
    dice = np.random.default_rng([seed, *astuple(shape)])
    players = dice.integers(2, 5, count).astype(np.uint8)
    plays = np.arange(SEATS) < players[:, None]
    owners = np.minimum(dice.integers(0, 6, (count, AQUEDUCTS)), EMPTY).astype(np.uint8)
    owners[owners >= players[:, None]] = EMPTY
    aqueducts = dice.integers(0, shape.aqueduct_rows + 1, (count, AQUEDUCTS, shape.aqueduct_slots)).astype(np.uint16)
    aqueducts[owners == EMPTY] = shape.aqueduct_rows
    seats = dice.integers(0, shape.seat_rows, (count, SEATS, shape.seat_slots)).astype(np.uint16)
    powers = np.where(plays, np.exp(6 * seats.mean(axis=-1) / shape.seat_rows), 0)
    seats[~plays] = shape.seat_rows
    share = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
    winner = (share.cumsum(axis=1) < dice.random((count, 1))).sum(axis=1)
    points = ((20 + 20 * share) * plays).astype(np.float32)
    return {
        "aqueducts": aqueducts,
        "owners": owners,
        "seats": seats,
        "board": dice.integers(0, shape.board_rows, (count, shape.board_slots)).astype(np.uint16),
        "players": players,
        "played": (dice.random(count) < 0.5).astype(np.uint8),
        "share": share,
        "points": points,
        "result": np.eye(SEATS, dtype=np.float32)[np.minimum(winner, players - 1)],
        "final": points,
        "podium": np.where(owners < EMPTY, dice.integers(0, 20, owners.shape), -1).astype(np.float32),
        "game": np.sort(dice.integers(0, games, count)).astype(np.uint32),
    }


def make_weights(shape: Shape = SMALL, *, seed: int = 0, size: float = 0.5) -> Weights:
    dice = np.random.default_rng(seed)
    return {
        name: (dice.standard_normal(dimensions) * size).astype(np.float32)
        for name, (dimensions, _, _) in shape.layout.items()
    }


def make_decisions(count: int, rows: int = SMALL.policy_rows, *, seed: int = 0, games: int = 20) -> dict[str, Array]:
    """Positions in which the decision with the highest sum of row numbers gets most visits."""
    dice = np.random.default_rng([seed, rows])
    counts = dice.integers(2, 6, count).astype(np.uint32)
    slots = dice.integers(0, rows + 1, (int(counts.sum()), 3)).astype(np.uint16)
    visits = np.exp(np.where(slots < rows, slots, 0).sum(axis=1) * 0.5).astype(np.float32)
    return {
        "rows": slots,
        "visits": visits,
        "counts": counts,
        "phases": np.zeros(count, dtype=np.uint8),
        "game": np.sort(dice.integers(0, games, count)).astype(np.uint32),
    }
