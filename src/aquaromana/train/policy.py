"""Fitting the policy: a weight for every row, so that promising decisions get the visits that the search gave them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from aquaromana.train.errors import TrainingError
from aquaromana.train.fit import choose_device
from aquaromana.train.weights import Array, Floats


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """How to fit the policy. All positions are used in every step: there are few weights."""

    steps: int = 300
    rate: float = 0.1
    decay: float = 1e-6
    """The weight of the sum of squares: what is seen rarely stays small."""
    test: float = 0.05
    seed: int = 1
    device: str = "auto"


@dataclass(frozen=True, slots=True)
class FittedPolicy:
    """The weights, and the cross entropy of held-out positions: before, after, and the entropy of the visits."""

    weights: Floats
    before: float
    after: float
    floor: float


def fit_policy(
    arrays: Mapping[str, Array] | Sequence[Mapping[str, Array]], rows: int, settings: PolicySettings | None = None
) -> FittedPolicy:
    """Fit to the arrays of one or several calls of `policy_samples()`; some games are held back to test with."""
    settings = settings or PolicySettings()
    parts = [arrays] if isinstance(arrays, Mapping) else list(arrays)
    if not any(len(part["counts"]) for part in parts):
        raise TrainingError("There are no decisions to learn the policy from.")
    device = choose_device(settings.device)
    slots = np.concatenate([part["rows"] for part in parts])
    counts = torch.from_numpy(np.concatenate([part["counts"] for part in parts]).astype(np.int64)).to(device)
    tested = torch.from_numpy(np.concatenate([_held(part["game"], settings) for part in parts])).to(device)
    active, transposed = _matrix(slots, rows, device)
    position = torch.repeat_interleave(torch.arange(len(counts), device=device), counts)
    target = torch.from_numpy(np.concatenate([part["visits"] for part in parts])).to(device)
    target = target / _sums(target, position, len(counts))[position]

    weights = torch.zeros(rows, 1, device=device, requires_grad=True)
    optimizer = torch.optim.Adam([weights], lr=settings.rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, settings.steps, settings.rate / 50)
    learnt = (~tested).float() / (~tested).sum().clamp(min=1)
    scale = learnt[position]
    before = after = 0.0
    for step in range(settings.steps + 1):
        logits = (active @ weights.detach())[:, 0]
        told = _log_softmax(logits, position, len(counts))
        if step in (0, settings.steps):
            after = _mean(_sums(-target * told, position, len(counts)), tested)
            before = after if step == 0 else before
        if step == settings.steps:
            break
        # the gradient of the cross entropy by hand: the product with a sparse matrix has a slow one of its own
        weights.grad = transposed @ (scale * (told.exp() - target))[:, None] + 2 * settings.decay * weights.detach()
        optimizer.step()
        schedule.step()
    floor = _mean(_sums(-target * target.clamp(min=1e-12).log(), position, len(counts)), tested)
    return FittedPolicy(weights.detach()[:, 0].cpu().numpy(), before, after, floor)


def _matrix(slots: Array, rows: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Which decision has which rows, as a sparse matrix of ones, and the same transposed."""
    decision, slot = np.nonzero(slots < rows)
    row = slots[decision, slot]
    indices = torch.from_numpy(np.stack([decision, row.astype(np.int64)])).to(device)
    ones = torch.ones(len(decision), device=device)
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", "Sparse "
        )  # in beta, says PyTorch, and without checks; the first one is checked
        matrix = torch.sparse_coo_tensor(indices, ones, (len(slots), rows), check_invariants=True).coalesce()
        return matrix.to_sparse_csr(), matrix.t().coalesce().to_sparse_csr()


def _sums(values: Tensor, position: Tensor, count: int) -> Tensor:
    return torch.zeros(count, device=values.device).index_add_(0, position, values)


def _log_softmax(logits: Tensor, position: Tensor, count: int) -> Tensor:
    best = torch.full((count,), -1e9, device=logits.device).scatter_reduce_(0, position, logits, "amax")
    shifted = logits - best[position]
    return shifted - _sums(shifted.exp(), position, count).log()[position]


def _mean(values: Tensor, chosen: Tensor) -> float:
    return float((values * chosen).sum() / chosen.sum().clamp(min=1))


def _held(games: Array, settings: PolicySettings) -> Array:
    """Which positions are held back: those of some of the games."""
    if not len(games):
        return np.zeros(0, dtype=bool)
    dice = np.random.default_rng(settings.seed)
    held: Array = (dice.random(int(games.max()) + 1) < settings.test)[games]
    return held
