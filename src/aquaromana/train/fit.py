"""Fitting a network to samples of self-play."""

from __future__ import annotations

import io
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from aquaromana.train.data import Data, Samples
from aquaromana.train.errors import CheckpointError, TrainingError
from aquaromana.train.model import Lookup, Network, shares
from aquaromana.train.weights import POINTS, SEATS, Array, Shape, Weights, quantize

PODIUM = 10.0
"""Points in one unit of the podium head."""

Entry = dict[str, Any]
"""What one epoch gave, as JSON holds it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to fit. The defaults suit millions of samples on a GPU."""

    epochs: int = 2
    batch: int = 16384
    rate: float = 2e-3
    """Highest learning rate; it rises in the first twentieth of the steps and falls along a cosine to nearly 0."""
    decay: float = 1e-4
    search_weight: float = 0.7
    """λ: the weight of the search's values in the targets; the result of the game has the rest."""
    points_weight: float = 0.25
    podium_weight: float = 0.2
    test: float = 0.05
    """The fraction of the games that is held back."""
    seed: int = 1
    device: str = "auto"
    lookup: Lookup = "auto"
    half: bool = True
    """Sixteen-bit arithmetic (bfloat16) on a GPU; the weights themselves keep 32 bits."""
    threads: int = 0
    """Threads on a CPU; 0 leaves it to PyTorch. On cores that others use too, one is much faster than two."""


@dataclass(frozen=True, slots=True)
class Fitted:
    weights: Weights
    history: list[Entry]
    """An entry an epoch: `epoch`, `rate`, `loss`, `samples_per_second`, and `tables`: figures by number of players.
    The last has `quantized` too: the same figures with the weights rounded as the core will use them."""


OnStep = Callable[[int, int, float], None]
"""Called now and then with the step, the number of steps and the loss."""


def fit(
    arrays: Samples | Sequence[Samples],
    shape: Shape,
    start: Mapping[str, Array] | None = None,
    settings: Settings | None = None,
    *,
    on_epoch: Callable[[Entry], None] | None = None,
    on_step: OnStep | None = None,
    on_checkpoint: Callable[[bytes], None] | None = None,
    checkpoint: bytes | None = None,
) -> Fitted:
    """Train on the arrays of one or several calls of `samples()`, from scratch or from weights.

    A checkpoint is given out after every epoch; with one of the same samples and settings training goes on from there
    to the same end.
    """
    settings = settings or Settings()
    device = choose_device(settings.device)
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
    elif settings.threads:
        torch.set_num_threads(settings.threads)
    data = Data(arrays, device, test=settings.test, seed=settings.seed)
    network = Network(shape, lookup=settings.lookup, seed=settings.seed)
    if start is not None:
        network.load(start)
    network.to(device)
    network.clip()
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=settings.rate, weight_decay=settings.decay, fused=device.type == "cuda"
    )
    steps = settings.epochs * -(-len(data.train) // settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _pace(step, steps))
    dice = torch.Generator(device=data.home).manual_seed(settings.seed)
    history: list[Entry] = []
    done = 0
    keeper = _Keeper(network, optimizer, schedule, dice, (steps, settings.seed, settings.epochs, settings.batch))
    if checkpoint is not None:
        history = keeper.restore(checkpoint)
        done = len(history) * steps // settings.epochs
    for epoch in range(len(history) + 1, settings.epochs + 1):
        began = time.perf_counter()
        total = torch.zeros((), device=device)
        for batch in data.batches(settings.batch, dice):
            with _precision(device, half=settings.half):
                outputs = network(batch)
            loss = _loss(outputs, batch, settings)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            network.clip()
            total += loss.detach() * len(batch["players"])
            done += 1
            if on_step is not None and (done % 50 == 0 or done == steps):
                on_step(done, steps, float(loss.detach()))
        mean = float(total) / len(data.train)  # waits for the GPU
        if not math.isfinite(mean):
            raise TrainingError(f"Training diverged in epoch {epoch}: the loss is not finite; lower the learning rate.")
        speed = len(data.train) / (time.perf_counter() - began)
        entry: Entry = {
            "epoch": epoch,
            "rate": schedule.get_last_lr()[0],
            "loss": mean,
            "samples": len(data.train),
            "samples_per_second": round(speed),
            "tables": measure(network, data, settings),
        }
        history.append(entry)
        if on_checkpoint is not None:
            on_checkpoint(keeper.state(history))
        if on_epoch is not None:
            on_epoch(entry)
    weights = network.weights()
    network.load(quantize(weights, shape).to_floats())
    history[-1]["quantized"] = measure(network, data, settings)
    return Fitted(weights, history)


class _Keeper:
    """Everything that decides how training goes on, to bytes and back."""

    def __init__(
        self, network: Network, optimizer: Any, schedule: Any, dice: torch.Generator, plan: tuple[int, ...]
    ) -> None:
        self._network, self._dice, self._plan = network, dice, plan
        self._parts = {"network": network, "optimizer": optimizer, "schedule": schedule}

    def state(self, history: list[Entry]) -> bytes:
        file = io.BytesIO()
        states = {name: part.state_dict() for name, part in self._parts.items()}
        states["schedule"].pop("lr_lambdas")
        torch.save({**states, "dice": self._dice.get_state(), "plan": self._plan, "history": history}, file)
        return file.getvalue()

    def restore(self, data: bytes) -> list[Entry]:
        """The history so far; CheckpointError in one line if the checkpoint is damaged or of another fit."""
        try:
            state = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
            if tuple(state["plan"]) != self._plan:
                raise CheckpointError("The checkpoint is of another fit: delete it to begin again.")
            history: list[Entry] = state["history"]
            state["schedule"]["lr_lambdas"] = [None]
            for name, part in self._parts.items():
                part.load_state_dict(state[name])
            self._dice.set_state(state["dice"])
        except CheckpointError:
            raise
        except Exception as error:  # noqa: BLE001 - torch raises whatever its pickles and archives do
            raise CheckpointError(
                f"The checkpoint is damaged ({type(error).__name__}): delete it to begin again."
            ) from None
        return history


def choose_device(name: str) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise TrainingError(f'PyTorch finds no GPU here for device {name!r}; use device = "auto" or "cpu".')
    try:
        return torch.device(name)
    except RuntimeError:
        raise TrainingError(f"PyTorch knows no device {name!r}.") from None


def measure(network: Network, data: Data, settings: Settings) -> dict[str, dict[str, float]]:
    """How well the network tells the samples that it did not learn from, by number of players.

    `loss` and `result_loss` are cross entropies against the mixed target and against the result of the game, `even`
    that of the even guess, `floor` the entropy of the mixed target; `points_error` is the mean absolute error of the
    points at the end; the correlations are those of shares with the mixed target and with the result. What concerns
    the result counts only positions that were played.
    """
    sums = torch.zeros((SEATS + 1, 16), dtype=torch.float64, device=data.device)
    for batch in data.batches(settings.batch, None):
        with torch.no_grad():
            outputs = network(batch)
        sums.index_add_(0, batch["players"].long(), _figures(outputs, batch, settings))
    tables = {}
    for players in range(2, SEATS + 1):
        row = sums[players].tolist()
        if not row[0]:
            continue
        n, seats = row[0], row[0] * players
        played = max(row[15], 1)
        tables[str(players)] = {
            "samples": n,
            "loss": row[1] / n,
            "result_loss": row[2] / played,
            "even": math.log(players),
            "floor": row[3] / n,
            "points_error": row[4] / (played * players),
            "correlation": _correlation(seats, row[5], row[6], row[7], row[8], row[9]),
            "result_correlation": _correlation(played * players, row[13], row[10], row[14], row[11], row[12]),
        }
    return tables


def targets(batch: Mapping[str, Tensor], search_weight: float) -> tuple[Tensor, Tensor]:
    """The share and the points that the network is to learn. Of positions that were not played the search decides."""
    rest = (1 - search_weight) * batch["played"].float()[:, None]
    return (
        torch.lerp(batch["share"], batch["result"], rest),
        torch.lerp(batch["points"], batch["final"], rest) / POINTS,
    )


def _loss(outputs: tuple[Tensor, Tensor, Tensor], batch: Mapping[str, Tensor], settings: Settings) -> Tensor:
    logits, points, podium = outputs
    players = batch["players"]
    plays = torch.arange(SEATS, device=players.device) < players[:, None]
    share, score = targets(batch, settings.search_weight)
    entropy = -(shares(logits, players) * share * plays).sum(dim=1) / players.float().log()
    missed = functional.huber_loss(points, score, reduction="none", delta=0.5)
    each = entropy + settings.points_weight * (missed * plays).sum(dim=1) / players
    known = (batch["podium"] >= 0) & (batch["played"] > 0)[:, None]
    missed = functional.huber_loss(podium, batch["podium"] / PODIUM, reduction="none", delta=0.5)
    each = each + settings.podium_weight * (missed * known).sum(dim=1) / known.sum(dim=1).clamp(min=1)
    weight = batch["weight"]
    return (each * weight).sum() / weight.sum().clamp(min=1e-6)


def _figures(outputs: tuple[Tensor, Tensor, Tensor], batch: Mapping[str, Tensor], settings: Settings) -> Tensor:
    logits, points, _ = outputs
    players = batch["players"]
    plays = (torch.arange(SEATS, device=players.device) < players[:, None]).double()
    told = shares(logits, players).double()
    share = targets(batch, settings.search_weight)[0].double() * plays
    played = batch["played"].double()[:, None] * plays
    result = batch["result"].double() * played
    p = told.exp() * plays
    q = p * played
    columns = [
        torch.ones_like(p[:, 0]),
        -(told * share).sum(dim=1),
        -(told * result).sum(dim=1),
        -(share * share.clamp(min=1e-12).log()).sum(dim=1),
        ((points * POINTS - batch["final"]).abs() * played).sum(dim=1),
        p.sum(dim=1),
        share.sum(dim=1),
        (p * p).sum(dim=1),
        (share * share).sum(dim=1),
        (p * share).sum(dim=1),
        result.sum(dim=1),
        (result * result).sum(dim=1),
        (q * result).sum(dim=1),
        q.sum(dim=1),
        (q * q).sum(dim=1),
        batch["played"].double(),
    ]
    return torch.stack(columns, dim=1).double()


def _correlation(n: float, x: float, y: float, xx: float, yy: float, xy: float) -> float:
    spread = (n * xx - x * x) * (n * yy - y * y)
    return (n * xy - x * y) / math.sqrt(spread) if spread > 0 else 0.0


def _pace(step: int, steps: int) -> float:
    """The part of the highest learning rate at a step."""
    rise = max(1, steps // 20)
    if step < rise:
        return (step + 1) / rise
    return 0.01 + 0.99 * (1 + math.cos(math.pi * (step - rise) / max(1, steps - rise))) / 2


def _precision(device: torch.device, *, half: bool) -> AbstractContextManager[Any]:
    if not half or device.type != "cuda":
        return nullcontext()
    sixteen: AbstractContextManager[Any] = torch.autocast("cuda", dtype=torch.bfloat16)
    return sixteen
