"""Batches of samples, on the GPU if they fit; otherwise in memory, with batches sent ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch
from torch import Tensor

from aquaromana.train.errors import TrainingError
from aquaromana.train.weights import Array

Samples = Mapping[str, Array]
"""The arrays of `samples()` in the core, all with the positions as first dimension."""

ROWS = ("aqueducts", "seats", "board")
NEEDED = (*ROWS, "owners", "players", "share", "points", "result", "final", "podium", "game")
OPTIONAL = ("played", "weight")
"""Whether the position came up in its game (if not, the result says little of it), and how much a sample counts; 1."""
SPARE = 24 << 30
"""Bytes of GPU memory that the steps themselves may want."""
AHEAD = 3


class Data:
    """All samples as tensors, divided by game into those to learn from and those to test with."""

    def __init__(self, chunks: Samples | Sequence[Samples], device: torch.device, *, test: float, seed: int) -> None:
        parts = [chunks] if isinstance(chunks, Mapping) else list(chunks)
        parts = [_complete(part) for part in parts if len(part.get("players", ()))]
        if not parts:
            raise TrainingError("There are no samples to learn from.")
        self.count = sum(len(part["players"]) for part in parts)
        self.device = device
        names = [name for name in (*NEEDED, *OPTIONAL) if name != "game"]
        size = sum(part[name].nbytes for part in parts for name in names)
        fits = device.type != "cuda" or size + SPARE < torch.cuda.mem_get_info(device)[0]
        self.home = device if fits else torch.device("cpu")
        self.tensors = {name: self._join([part[name] for part in parts]) for name in names}
        learn, held = _split(parts, test, seed)
        self.train = torch.from_numpy(learn).to(self.home)
        self.test = torch.from_numpy(held).to(self.home)

    def batches(self, size: int, dice: torch.Generator | None) -> Iterator[dict[str, Tensor]]:
        """The samples to learn from in a new order, or without dice those to test with as they come."""
        if dice is None:
            order = self.test
        else:
            order = self.train[torch.randperm(len(self.train), generator=dice, device=dice.device).to(self.home)]
        pieces = order.split(size)
        if self.home == self.device:
            yield from map(self._take, pieces)
            return
        with ThreadPoolExecutor(AHEAD) as pool:
            waiting: list[Future[dict[str, Tensor]]] = []
            for piece in pieces:
                waiting.append(pool.submit(self._pinned, piece))
                if len(waiting) > AHEAD:
                    yield self._send(waiting.pop(0).result())
            for future in waiting:
                yield self._send(future.result())

    def _join(self, arrays: Sequence[Array]) -> Tensor:
        first = arrays[0]
        kind = np.dtype(np.int16) if first.dtype == np.uint16 else first.dtype  # torch can hardly index uint16
        tensor: Tensor | None = None
        start = 0
        for array in arrays:
            piece = torch.from_numpy(np.ascontiguousarray(array).view(kind))
            if tensor is None:
                tensor = torch.empty((self.count, *piece.shape[1:]), dtype=piece.dtype, device=self.home)
            tensor[start : start + len(piece)] = piece
            start += len(piece)
        assert tensor is not None
        return tensor

    def _take(self, index: Tensor) -> dict[str, Tensor]:
        return _widen({name: tensor.index_select(0, index) for name, tensor in self.tensors.items()})

    def _pinned(self, index: Tensor) -> dict[str, Tensor]:
        return {name: tensor.index_select(0, index).pin_memory() for name, tensor in self.tensors.items()}

    def _send(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        return _widen({name: tensor.to(self.device, non_blocking=True) for name, tensor in batch.items()})


def _complete(part: Samples) -> Samples:
    """The samples with what may be missing."""
    count = len(part["players"])
    for name in NEEDED:
        if name not in part or len(part[name]) != count:
            raise TrainingError(f"The samples lack {name}, or have another number of them.")
    defaults: dict[str, Array] = {"played": np.ones(count, dtype=np.uint8), "weight": np.ones(count, dtype=np.float32)}
    return {**defaults, **part}


def _widen(batch: dict[str, Tensor]) -> dict[str, Tensor]:
    for name in ROWS:
        batch[name] = batch[name].int() & 0xFFFF
    return batch


def _split(parts: Sequence[Samples], test: float, seed: int) -> tuple[Array, Array]:
    """Numbers of the samples to learn from and to test with. A game is on one side with all its positions."""
    held = []
    for number, part in enumerate(parts):
        games = part["game"].astype(np.int64)
        dice = np.random.default_rng([seed, number])
        held.append((dice.random(int(games.max()) + 1) < test)[games])
    mask = np.concatenate(held)
    if mask.all():
        mask[:] = False
    return np.flatnonzero(~mask), np.flatnonzero(mask)
