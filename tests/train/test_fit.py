"""Fitting: it learns, it agrees with the integers, and it goes on from a checkpoint to the same end."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from aquaromana.engine import WeightsError
from aquaromana.train.errors import TrainingError
from aquaromana.train.fit import Entry, Settings, fit
from aquaromana.train.model import Lookup, Network, shares
from aquaromana.train.weights import SEATS, judge, quantize
from tests.train.samples import SMALL, make_samples, make_weights

QUICK = Settings(epochs=3, batch=128, rate=0.01, device="cpu", test=0.2)


def tensors(batch: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array.astype(np.int64)) for name, array in batch.items()}


@pytest.mark.parametrize("lookup", ["bag", "dense"])
def test_the_network_of_torch_is_that_of_the_integers(lookup: Lookup) -> None:
    net = quantize(make_weights(size=0.3), SMALL)
    batch = make_samples(80, seed=4)
    network = Network(SMALL, lookup=lookup)
    network.load(net.to_floats())
    inputs = {name: batch[name] for name in ("aqueducts", "owners", "seats", "board", "players")}
    with torch.no_grad():
        outputs = network(tensors(inputs))
    logits, points = judge(net, batch)
    plays = np.arange(SEATS) < batch["players"][:, None]
    assert np.abs(outputs.logits.numpy() - logits)[plays].max() < 0.03
    assert np.abs(outputs.points.numpy() - points)[plays].max() < 0.03


def test_it_learns_and_says_how_well() -> None:
    seen: list[Entry] = []
    fitted = fit(make_samples(6000, games=200), SMALL, None, QUICK, on_epoch=seen.append)
    assert seen == fitted.history
    first, last = fitted.history[0], fitted.history[-1]
    assert last["loss"] < first["loss"]
    assert set(last["tables"]) == {"2", "3", "4"}
    for name, figures in last["tables"].items():
        assert figures["even"] == pytest.approx(np.log(int(name)))
        assert figures["floor"] < figures["loss"] < figures["even"] - 0.01
        assert figures["correlation"] > 0.5
        assert figures["points_error"] < 4
        rounded = last["quantized"][name]
        assert rounded["loss"] == pytest.approx(figures["loss"], abs=0.01)


def test_games_are_on_one_side_of_the_split() -> None:
    from aquaromana.train.data import Data

    chunks = [make_samples(500, games=30, seed=seed) for seed in (1, 2)]
    data = Data(chunks, torch.device("cpu"), test=0.3, seed=1)
    games = np.concatenate([chunks[0]["game"], chunks[1]["game"] + 1000])
    learnt, held = set(games[data.train.numpy()]), set(games[data.test.numpy()])
    assert learnt
    assert held
    assert not learnt & held
    assert len(data.train) + len(data.test) == 1000


def test_the_result_of_a_game_says_nothing_of_what_was_not_played() -> None:
    from aquaromana.train.fit import targets

    batch = {name: torch.from_numpy(array) for name, array in make_samples(50).items() if name in TARGETS}
    share, points = targets(batch, 0.25)
    played = batch["played"].bool()
    assert torch.allclose(share[~played], batch["share"][~played])
    assert torch.allclose(share[played], (0.25 * batch["share"] + 0.75 * batch["result"])[played])
    assert torch.allclose(points * 20, batch["points"], atol=1e-3)  # both are the same in these samples


TARGETS = ("share", "points", "result", "final", "played")


def test_a_checkpoint_leads_to_the_same_weights() -> None:
    samples = make_samples(1000)
    checkpoints: list[bytes] = []
    whole = fit(samples, SMALL, None, QUICK, on_checkpoint=checkpoints.append)
    again = fit(samples, SMALL, None, QUICK, checkpoint=checkpoints[0])
    assert [entry["epoch"] for entry in again.history] == [1, 2, 3]
    for name, array in whole.weights.items():
        assert np.array_equal(array, again.weights[name]), name


def test_a_checkpoint_that_cannot_be_used_is_told() -> None:
    samples = make_samples(400)
    checkpoints: list[bytes] = []
    fit(samples, SMALL, None, QUICK, on_checkpoint=checkpoints.append)
    for data, words in (
        (checkpoints[0][:-100], "damaged"),
        (b"", "damaged"),
        (b"nonsense", "damaged"),
    ):
        with pytest.raises(TrainingError, match=words):
            fit(samples, SMALL, None, QUICK, checkpoint=data)
    with pytest.raises(TrainingError, match="another fit"):
        fit(make_samples(4000), SMALL, None, QUICK, checkpoint=checkpoints[0])


def test_it_starts_from_weights() -> None:
    samples = make_samples(3000, games=100)
    first = fit(samples, SMALL, None, QUICK)
    second = fit(samples, SMALL, quantize(first.weights, SMALL).to_floats(), QUICK)
    assert second.history[0]["loss"] < first.history[0]["loss"]
    with pytest.raises(WeightsError, match="lack EA"):
        fit(samples, SMALL, {}, QUICK)


@pytest.mark.parametrize(
    ("samples", "words"),
    [([], "no samples"), ({**make_samples(5), "share": np.zeros((4, 4), np.float32)}, "lack share")],
)
def test_samples_that_are_none_are_told(samples: list[dict[str, np.ndarray]], words: str) -> None:
    with pytest.raises(TrainingError, match=words):
        fit(samples, SMALL, None, QUICK)


def test_a_device_that_is_not_there_is_told() -> None:
    with pytest.raises(TrainingError, match="no device 'abacus'"):
        fit(make_samples(5), SMALL, None, Settings(device="abacus"))


def test_weights_stay_within_what_the_core_can_hold() -> None:
    fitted = fit(make_samples(500), SMALL, make_weights(size=30), QUICK)
    for name, limit in SMALL.limits.items():
        assert np.abs(fitted.weights[name]).max() <= limit + 1e-6, name


def test_shares_add_up_to_one_over_the_seats_that_play() -> None:
    told = shares(torch.zeros(3, 4), torch.tensor([2, 3, 4])).exp()
    assert torch.allclose(told.sum(dim=1), torch.ones(3))
    assert float(told[0, 2]) == 0
