"""Weight files: what is written is read back, what is damaged is told, and the integers come near the floats."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import replace

import numpy as np
import pytest

from aquaromana.engine import WeightsError
from aquaromana.engine.weights import MAGIC
from aquaromana.train.weights import (
    EMPTY,
    ONE,
    SEATS,
    UNIT,
    Array,
    Quantized,
    Shape,
    Weights,
    judge,
    parse,
    quantize,
    shares,
)
from tests.train.samples import SMALL, make_samples, make_weights

HEADER = 8 + 4 + 13 * 4 + 32


def network(*, seed: int = 0, size: float = 0.5) -> Quantized:
    return quantize(make_weights(seed=seed, size=size), SMALL)


def rehashed(data: bytes) -> bytes:
    return data[: HEADER - 32] + hashlib.sha256(data[HEADER:]).digest() + data[HEADER:]


def test_a_file_is_read_back_as_it_was_written() -> None:
    data = network().to_bytes()
    assert data[:8] == MAGIC
    assert hashlib.sha256(data[HEADER:]).digest() == data[HEADER - 32 : HEADER]
    again = parse(data, SMALL)
    assert again.to_bytes() == data
    assert again.hash == hashlib.sha256(data[HEADER:]).hexdigest()
    assert quantize(again.to_floats(), SMALL).to_bytes() == data


def test_the_order_of_the_file_is_that_of_the_core() -> None:
    net = network()
    a1 = SMALL.a1
    first = np.frombuffer(net.to_bytes()[HEADER : HEADER + 2 * a1], dtype="<i2")
    assert (first == net.arrays["ba"]).all()
    assert (np.frombuffer(net.to_bytes()[-14:], dtype="<i2") == net.arrays["policy"]).all()
    assert " ".join(SMALL.layout) == "ba EA WA bb bs ES WS bg EG W1 b1 W2 b2 W3 b3 policy"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: data[:0], "not a weight file"),
        (lambda data: b"PK\x03\x04" + data, "not a weight file"),
        (lambda data: data[:40], "cut short: 40 bytes"),
        (lambda data: data[:-1], "damaged or cut short"),
        (lambda data: rehashed(data[:-1]), "cut short: "),
        (lambda data: rehashed(data + b"\0"), "too long: "),
        (lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:], "checksum"),
        (lambda data: data[:7] + b"\x02" + data[8:], "version 2; this package reads 1"),
        (lambda data: data[:7] + b"\x00" + data[8:], "version 0; this package reads 1"),
        (lambda data: data[:8] + struct.pack("<I", 3) + data[12:], "version 3; this package reads 1"),
        (lambda data: data[:12] + struct.pack("<I", 91) + data[16:], "aqueduct_rows is 91, this package needs 90"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_one_line(spoil: object, words: str) -> None:
    assert callable(spoil)
    with pytest.raises(WeightsError, match=words) as told:
        parse(spoil(network().to_bytes()), SMALL)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"EA": None}, "lack EA"),
        ({"b3": np.zeros(3, np.float32)}, "b3 has the size"),
        ({"b3": np.array([0, np.nan], np.float32)}, "not finite"),
    ],
)
def test_weights_that_are_none_are_refused(change: dict[str, Array | None], words: str) -> None:
    weights = {name: array for name, array in {**make_weights(), **change}.items() if array is not None}
    with pytest.raises(WeightsError, match=words):
        quantize(weights, SMALL)


def test_without_a_policy_it_is_all_zero() -> None:
    weights = make_weights()
    del weights["policy"]
    assert not quantize(weights, SMALL).arrays["policy"].any()


def test_the_shape_comes_from_the_core() -> None:
    sizes = {name: getattr(SMALL, name) for name in SMALL.__slots__}
    assert Shape.of({"version": 1, "policy_slots": 3, **sizes}) == SMALL
    with pytest.raises(WeightsError, match="version 2"):
        Shape.of({"version": 2, **sizes})


def test_no_sum_of_sixteen_bits_runs_over() -> None:
    many = replace(SMALL, board_slots=200)
    weights = make_weights(many, size=100)
    arrays = quantize(weights, many).arrays
    for rows, bias, slots in (("EA", "ba", 6), ("ES", "bs", 5), ("EG", "bg", 200)):
        largest = int(np.abs(arrays[rows]).max()) * slots + int(np.abs(arrays[bias]).max())
        assert largest < 2**15


def floats(weights: Weights, batch: dict[str, Array]) -> tuple[Array, Array]:
    """The network of the specification in plain floats, position by position."""
    logits, points = [], []
    for n, players in enumerate(batch["players"]):
        table = {name: np.vstack([weights[name], np.zeros_like(weights[name][:1])]) for name in ("EA", "ES", "EG")}
        pools = np.zeros((SEATS, SMALL.a2))
        for slots, owner in zip(batch["aqueducts"][n], batch["owners"][n], strict=True):
            if owner != EMPTY:
                a = np.clip(table["EA"][slots].sum(axis=0) + weights["ba"], 0, 1)
                pools[owner] += np.clip(weights["WA"] @ a + weights["bb"], 0, 1)
        s = np.zeros((SEATS, SMALL.s))
        for seat in range(players):
            sparse = table["ES"][batch["seats"][n, seat]].sum(axis=0) + weights["bs"]
            s[seat] = np.clip(weights["WS"] @ pools[seat] + sparse, 0, 1)
        g = np.clip(table["EG"][batch["board"][n]].sum(axis=0) + weights["bg"], 0, 1)
        for seat in range(SEATS):
            x = np.concatenate([s[seat], s.sum(axis=0) - s[seat], g])
            k = np.clip(weights["W1"] @ x + weights["b1"], 0, 1)
            k = np.clip(weights["W2"] @ k + weights["b2"], 0, 1)
            logit, point = weights["W3"] @ k + weights["b3"]
            logits.append(logit)
            points.append(point)
    return np.reshape(logits, (-1, SEATS)), np.reshape(points, (-1, SEATS))


def test_the_integers_come_near_the_floats() -> None:
    net = network(size=0.3)
    batch = make_samples(60)
    logits, points = judge(net, batch)
    plays = np.arange(SEATS) < batch["players"][:, None]
    near_logits, near_points = floats(net.to_floats(), batch)
    assert np.abs(logits - near_logits)[plays].max() < 0.03
    assert np.abs(points - near_points)[plays].max() < 0.03
    assert logits[plays].std() > 0.1


def test_the_integers_themselves_are_pinned() -> None:
    logits, points = judge(network(seed=3), make_samples(50, seed=3))
    whole = np.rint(np.stack([logits, points]).astype(np.float64) * ONE * UNIT).astype("<i8")
    assert hashlib.sha256(whole.tobytes()).hexdigest()[:16] == "581571a75d755511"


def test_shares_are_for_those_who_play() -> None:
    told = shares(np.array([[1, 1, 9, 9], [0, 0, 0, 9], [0, 0, 0, 0]], np.float32), np.array([2, 3, 4]))
    assert told.tolist()[0] == [0.5, 0.5, 0, 0]
    assert np.allclose(told.sum(axis=1), 1)
