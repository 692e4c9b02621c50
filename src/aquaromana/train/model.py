"""The network in PyTorch: the same layers as the core's, in floats, for training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from aquaromana.engine import WeightsError
from aquaromana.train.weights import SEATS, Array, Shape, Weights

Lookup = Literal["auto", "bag", "dense"]
"""How active rows are added up: `bag` gathers them, `dense` multiplies with a matrix of ones (much faster on a GPU)."""

ROWS = ("EA", "ES", "EG")
DENSE = ("WA", "WS", "W1", "W2", "W3")
ALIGNMENT = 64  # widths of matrices that tensor cores like


class Outputs(NamedTuple):
    logits: Tensor
    """[n, 4]; those of seats that do not play mean nothing."""
    points: Tensor
    """[n, 4], in units of 20 points."""
    podium: Tensor
    """[n, 12], in units of 10 points; for training alone."""


class Network(nn.Module):
    """What `weights.judge` computes in integers, differentiable."""

    def __init__(self, shape: Shape, *, lookup: Lookup = "auto", seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        self.lookup = lookup
        dice = torch.Generator().manual_seed(seed)

        def spread(size: tuple[int, ...], deviation: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(size, generator=dice) * deviation)

        sizes = {name: size for name, (size, _, _) in shape.layout.items()}
        for name, slots in zip(ROWS, (shape.aqueduct_slots, shape.seat_slots, shape.board_slots), strict=True):
            self.register_parameter(name, spread(sizes[name], 0.4 / slots**0.5))
        for name in DENSE[:-1]:
            self.register_parameter(name, spread(sizes[name], sizes[name][1] ** -0.5))
        self.register_parameter("W3", spread(sizes["W3"], 0.1 * sizes["W3"][1] ** -0.5))
        for name in ("ba", "bb", "bs", "bg", "b1", "b2"):
            self.register_parameter(name, nn.Parameter(torch.full(sizes[name], 0.3)))
        self.b3 = nn.Parameter(torch.tensor([0.0, 1.0]))
        self.podium_w = spread((1, shape.a2), 0.1 * shape.a2**-0.5)
        self.podium_b = nn.Parameter(torch.full((1,), 0.5))

    def forward(self, batch: Mapping[str, Tensor]) -> Outputs:
        """The batch has `aqueducts`, `owners`, `seats`, `board` (integers) and `players`."""
        owners, players = batch["owners"].long(), batch["players"]
        a = (self._rows("EA", batch["aqueducts"]) + self.ba).clamp(0, 1)
        b = functional.linear(a, self.WA, self.bb).clamp(0, 1)
        owned = functional.one_hot(owners, SEATS + 1)[..., :SEATS].to(b.dtype)  # [n, 12, 4]
        pools = owned.transpose(1, 2) @ b
        plays = torch.arange(SEATS, device=players.device) < players[:, None]
        s = functional.linear(pools, self.WS) + self._rows("ES", batch["seats"]) + self.bs
        s = s.clamp(0, 1) * plays[..., None]
        g = (self._rows("EG", batch["board"]) + self.bg).clamp(0, 1)
        rest = s.sum(dim=1, keepdim=True) - s
        x = torch.cat([s, rest, g.to(s.dtype)[:, None].expand(-1, SEATS, -1)], dim=-1)
        k = functional.linear(x, self.W1, self.b1).clamp(0, 1)
        k = functional.linear(k, self.W2, self.b2).clamp(0, 1)
        with torch.autocast(k.device.type, enabled=False):  # sixteen bits are too coarse for what comes out
            out = functional.linear(k.float(), self.W3, self.b3)
            podium = functional.linear(b.float(), self.podium_w, self.podium_b)[..., 0]
        return Outputs(out[..., 0], out[..., 1], podium)

    def clip(self) -> None:
        """Keep the weights within what the integers of the core can hold; after every step."""
        with torch.no_grad():
            for name, limit in self.shape.limits.items():
                getattr(self, name).clamp_(-limit, limit)

    def weights(self) -> Weights:
        return {name: tensor.detach().float().cpu().numpy().copy() for name, tensor in self.state_dict().items()}

    def load(self, weights: Mapping[str, Array]) -> None:
        """Take weights over; the podium head may be missing, as it is after a round trip through a weight file."""
        state = self.state_dict()
        for name, tensor in state.items():
            if name not in weights:
                if name.startswith("podium"):
                    continue
                raise WeightsError(f"The weights to start from lack {name}.")
            values = torch.from_numpy(weights[name].copy())
            if values.shape != tensor.shape:
                raise WeightsError(
                    f"The weights to start from are of another network: {name} has the size {tuple(values.shape)}, "
                    f"this one needs {tuple(tensor.shape)}."
                )
            with torch.no_grad():
                tensor.copy_(values)

    def _rows(self, name: str, slots: Tensor) -> Tensor:
        """Sum of the active rows; the number after the last row stands for nothing."""
        table = getattr(self, name)
        count, width = table.shape
        flat = slots.reshape(-1, slots.shape[-1])
        if self.lookup == "dense" or (self.lookup == "auto" and flat.device.type == "cuda"):
            # Each slot that stands for nothing gets a column of its own, or the additions would wait for each other.
            slot = torch.arange(flat.shape[1], device=flat.device)
            flat = torch.where(flat == count, count + slot, flat)
            columns = -(-(count + len(slot)) // ALIGNMENT) * ALIGNMENT
            kind = torch.get_autocast_dtype("cuda") if torch.is_autocast_enabled("cuda") else table.dtype
            ones = torch.ones((), dtype=kind, device=flat.device).expand(flat.shape)
            active = torch.zeros(len(flat), columns, dtype=kind, device=flat.device)
            active.scatter_add_(1, flat.long(), ones)
            total = active @ functional.pad(table, (0, 0, 0, columns - count))
        else:
            padded = functional.pad(table, (0, 0, 0, 1))
            total = functional.embedding_bag(flat.int(), padded, mode="sum")
        return total.reshape(*slots.shape[:-1], width)


def shares(logits: Tensor, players: Tensor) -> Tensor:
    """Log of the softmax over the seats that play; very small for the others."""
    plays = torch.arange(SEATS, device=players.device) < players[:, None]
    return functional.log_softmax(logits.masked_fill(~plays, -1e4), dim=1)
