"""Weight files of the network in the core: float weights to integers and back, and the integer arithmetic in NumPy.

The core computes with integers alone, so that a network answers the same on every machine. `judge` repeats that
arithmetic exactly: it is what the core is compared with in tests.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from aquaromana.engine.weights import MAGIC, VERSION, WeightsError, checked_hash

ONE = 255
"""An activation of 1.0."""
UNIT = 256
"""A dense weight of 1.0."""
ROW_LIMIT = 1.95
"""Training keeps the rows of sparse inputs within ± this."""
DENSE_LIMIT = 7.9
"""Training keeps dense weights within ± this."""
POLICY = "policy"
"""The weights of the policy: a number for every row of a decision, fitted on their own."""
POLICY_LIMIT = 100.0
BIAS_LIMIT = 8.0
BIASES = ("ba", "bb", "bs", "bg", "b1", "b2", "b3")
POINTS = 20.0
"""Points in one unit of the points head."""
EMPTY = 4
"""The owner of an aqueduct without a workman on the board."""
SEATS = 4
AQUEDUCTS = 12

_HEADER = struct.Struct("<8sI13I32s")
_ROUND = 128
_SHIFT = 8

Floats = npt.NDArray[np.float32]
Array = npt.NDArray[Any]
Weights = dict[str, Floats]
"""Float weights by the names of the specification: EA, ba, WA, …"""


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of a network: rows and slots of its sparse inputs, widths of its layers. In the order of the file."""

    aqueduct_rows: int
    aqueduct_slots: int
    seat_rows: int
    seat_slots: int
    board_rows: int
    board_slots: int
    a1: int = 128
    a2: int = 32
    s: int = 64
    g: int = 64
    h1: int = 32
    h2: int = 32
    policy_rows: int = 0

    @classmethod
    def of(cls, sizes: Mapping[str, int]) -> Shape:
        """The shape that the core names (`net_shape()`)."""
        if (version := sizes.get("version", VERSION)) != VERSION:
            raise WeightsError(f"The core has networks of version {version}, this package trains version {VERSION}.")
        return cls(**{each.name: int(sizes[each.name]) for each in fields(cls)})

    @property
    def layout(self) -> dict[str, tuple[tuple[int, ...], str, int]]:
        """Each array of the file in its order: dimensions, integer type, and how many units make 1.0."""
        x = 2 * self.s + self.g
        return {
            "ba": ((self.a1,), "<i2", ONE),
            "EA": ((self.aqueduct_rows, self.a1), "<i2", ONE),
            "WA": ((self.a2, self.a1), "<i2", UNIT),
            "bb": ((self.a2,), "<i4", ONE * UNIT),
            "bs": ((self.s,), "<i2", ONE),
            "ES": ((self.seat_rows, self.s), "<i2", ONE),
            "WS": ((self.s, self.a2), "<i2", UNIT),
            "bg": ((self.g,), "<i2", ONE),
            "EG": ((self.board_rows, self.g), "<i2", ONE),
            "W1": ((self.h1, x), "<i2", UNIT),
            "b1": ((self.h1,), "<i4", ONE * UNIT),
            "W2": ((self.h2, self.h1), "<i2", UNIT),
            "b2": ((self.h2,), "<i4", ONE * UNIT),
            "W3": ((2, self.h2), "<i2", UNIT),
            "b3": ((2,), "<i4", ONE * UNIT),
            POLICY: ((self.policy_rows,), "<i2", UNIT),
        }

    @property
    def limits(self) -> dict[str, float]:
        """How large a weight may be, by the name of its array: no sum of the core runs over then."""
        room = np.iinfo(np.int16).max - round(BIAS_LIMIT * ONE)
        slots = {"EA": self.aqueduct_slots, "ES": self.seat_slots, "EG": self.board_slots}
        rows = {name: min(ROW_LIMIT, room // max(1, count) / ONE) for name, count in slots.items()}
        dense = dict.fromkeys(("WA", "WS", "W1", "W2", "W3"), DENSE_LIMIT)
        return rows | dense | dict.fromkeys(BIASES, BIAS_LIMIT)

    @property
    def payload_size(self) -> int:
        return sum(int(np.prod(size)) * np.dtype(kind).itemsize for size, kind, _ in self.layout.values())


@dataclass(frozen=True, slots=True)
class Quantized:
    """A network in integers, as the core computes with it."""

    shape: Shape
    arrays: Mapping[str, Array]

    @property
    def payload(self) -> bytes:
        return b"".join(
            self.arrays[name].astype(kind, order="C").tobytes() for name, (_, kind, _) in self.shape.layout.items()
        )

    @property
    def hash(self) -> str:
        """SHA-256 of the payload in hex: the name of a network."""
        return hashlib.sha256(self.payload).hexdigest()

    def to_bytes(self) -> bytes:
        payload = self.payload
        digest = hashlib.sha256(payload).digest()
        return _HEADER.pack(MAGIC, VERSION, *astuple(self.shape), digest) + payload

    def to_floats(self) -> Weights:
        """The weights that these integers stand for; training can start from them."""
        return {name: (self.arrays[name] / unit).astype(np.float32) for name, (_, _, unit) in self.shape.layout.items()}


def quantize(weights: Mapping[str, Array], shape: Shape) -> Quantized:
    """Round to integers. What only training uses (the podium head) is left out; a policy that is missing is all 0."""
    arrays = {}
    limits = shape.limits | {POLICY: POLICY_LIMIT}
    weights = {POLICY: np.zeros(shape.policy_rows), **weights}
    for name, (size, kind, unit) in shape.layout.items():
        if name not in weights:
            raise WeightsError(f"The weights lack {name}.")
        values = np.asarray(weights[name], dtype=np.float64)
        if values.shape != size:
            raise WeightsError(f"{name} has the size {values.shape}, the network needs {size}.")
        if not np.isfinite(values).all():
            raise WeightsError(f"{name} holds a number that is not finite.")
        limit = limits[name]
        arrays[name] = np.rint(np.clip(values, -limit, limit) * unit).astype(kind)
    return Quantized(shape, arrays)


def parse(data: bytes, shape: Shape | None = None) -> Quantized:
    """Read a weight file; with a shape, only one of that shape.

    Raises WeightsError with one sentence about a file that is damaged, cut short or of another version.
    """
    checked_hash(data)
    _, _, *sizes, _ = _HEADER.unpack_from(data)
    found = Shape(*sizes)
    if shape is not None and found != shape:
        wrong = next(name for name, size in asdict(shape).items() if size != getattr(found, name))
        raise WeightsError(
            f"The weight file is for another network: {wrong} is {getattr(found, wrong)}, "
            f"this package needs {getattr(shape, wrong)}."
        )
    payload = data[_HEADER.size :]
    if len(payload) != found.payload_size:
        word = "cut short" if len(payload) < found.payload_size else "too long"
        raise WeightsError(
            f"The weight file is {word}: {len(data)} bytes instead of {_HEADER.size + found.payload_size}."
        )
    arrays: dict[str, Array] = {}
    offset = 0
    for name, (size, kind, _) in found.layout.items():
        count = int(np.prod(size))
        arrays[name] = np.frombuffer(payload, dtype=kind, count=count, offset=offset).reshape(size)
        offset += count * np.dtype(kind).itemsize
    return Quantized(found, arrays)


def judge(net: Quantized, batch: Mapping[str, Array]) -> tuple[Floats, Floats]:
    """Logits and points (units of `POINTS`) of every seat, [n, 4] each, in exactly the core's integer arithmetic.

    The batch has `aqueducts`, `owners`, `seats`, `board` and `players`. Seats that do not play have logits and points
    of their own; nobody should look at them.
    """
    arrays = net.arrays
    owners, players = batch["owners"], batch["players"]
    a = _activation(_sparse("EA", "ba", arrays, batch["aqueducts"]))
    b = _dense("WA", "bb", arrays, a)
    count = len(owners)
    pools = np.zeros((count, SEATS, net.shape.a2), dtype=np.int32)
    for seat in range(SEATS):
        pools[:, seat] = (b * (owners == seat)[..., None]).sum(axis=1)
    mixed = (pools @ arrays["WS"].T.astype(np.int32) + _ROUND) >> _SHIFT
    s = _activation(mixed + _sparse("ES", "bs", arrays, batch["seats"]))
    s *= (np.arange(SEATS) < players[:, None])[..., None]
    g = _activation(_sparse("EG", "bg", arrays, batch["board"]))
    rest = s.sum(axis=1, keepdims=True) - s
    x = np.concatenate([s, rest, np.broadcast_to(g[:, None], (count, SEATS, net.shape.g))], axis=-1)
    k = _dense("W2", "b2", arrays, _dense("W1", "b1", arrays, x))
    out = (k @ arrays["W3"].T.astype(np.int32) + arrays["b3"]).astype(np.float32) / np.float32(ONE * UNIT)
    return out[..., 0], out[..., 1]


def shares(logits: Floats, players: Array) -> Floats:
    """Softmax of the logits over the seats that play; the others get 0."""
    plays = np.arange(SEATS) < players[:, None]
    masked = np.where(plays, logits.astype(np.float64), -np.inf)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    found: Floats = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
    return found


def _sparse(rows: str, bias: str, arrays: Mapping[str, Array], slots: Array) -> Array:
    """Bias and active rows in 16 bits, which wrap around as the core's do."""
    table = np.vstack([arrays[rows], np.zeros((1, arrays[rows].shape[1]), dtype=np.int16)]).astype(np.int16)
    total = np.broadcast_to(arrays[bias].astype(np.int16), (*slots.shape[:-1], table.shape[1])).copy()
    for slot in range(slots.shape[-1]):
        total += table[slots[..., slot]]
    return total.astype(np.int32)


def _dense(weights: str, bias: str, arrays: Mapping[str, Array], x: Array) -> Array:
    return _activation((x @ arrays[weights].T.astype(np.int32) + arrays[bias] + _ROUND) >> _SHIFT)


def _activation(total: Array) -> Array:
    return np.clip(total, 0, ONE)
