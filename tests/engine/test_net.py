"""The network in the core: the same on every machine, damaged files refused, games with itself for training."""

from __future__ import annotations

import hashlib
import pickle
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from aquaromana import Game, _core
from aquaromana.engine import Budget, NetWeights, Params, Search, WeightsError, champion_weights
from aquaromana.engine.native import core_layout, core_net, core_params, core_state
from aquaromana.rules import Phase
from aquaromana.train.config import SelfPlay
from aquaromana.train.weights import Shape, parse

HEADER = 96


@pytest.fixture
def instructions() -> Iterator[list[str]]:
    """All that the network can use on this machine; afterwards it uses again what it did."""
    usable = _core.instructions()
    yield usable
    _core.use_instructions(usable[0])


def positions(players: int, seed: int) -> Iterator[Game]:
    """A game that hardly ever closes by choice, at every decision."""
    game, dice = Game(players), random.Random(seed)
    while not game.is_over:
        yield game
        legal = game.legal_moves()
        pass_on = game.phase is Phase.CLOSE and dice.random() < 0.95
        game.play(legal[-1] if pass_on else dice.choice(legal))


def judged(players: int, seed: int, weights: NetWeights | None = None) -> list[tuple[tuple[float, ...], ...]]:
    net = core_net(weights or champion_weights())
    return [
        (*_core.judge(net, core_state(game.position)), tuple(_core.priors(net, core_state(game.position))))
        for game in positions(players, seed)
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_add_up_and_every_legal_decision_has_a_prior(players: int) -> None:
    net = core_net(champion_weights())
    for game in positions(players, players):
        state = core_state(game.position)
        points, shares = _core.judge(net, state)
        assert len(points) == len(shares) == players
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert len(_core.priors(net, state)) == len(game.legal_moves())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_instructions_give_the_same_numbers(players: int, instructions: list[str]) -> None:
    fast = judged(players, 11)
    assert "portable" in instructions
    for other in instructions:
        _core.use_instructions(other)
        assert _core.instructions()[0] == other
        assert judged(players, 11) == fast


def test_weights_that_do_not_fit_in_a_byte_give_the_same_numbers(instructions: list[str], tmp_path: Path) -> None:
    shape = _core.net_shape()
    first = HEADER + 2 * shape["a1"] * (1 + shape["aqueduct_rows"])  # of the dense layer of aqueducts
    last = first + 2 * shape["a1"] * shape["a2"] - 2
    data = bytearray(champion_weights().data)
    data[first : first + 2] = (128).to_bytes(2, "little", signed=True)
    data[last : last + 2] = (-129).to_bytes(2, "little", signed=True)
    file = tmp_path / "large.net"
    file.write_bytes(rehashed(bytes(data)))
    large = NetWeights.load(file)
    seen = judged(3, 12, large)
    assert seen != judged(3, 12)
    for other in instructions:
        _core.use_instructions(other)
        assert judged(3, 12, large) == seen


def test_instructions_that_the_machine_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="no such instructions"):
        _core.use_instructions("abacus")


@pytest.mark.parametrize("players", [2, 4])
def test_a_position_read_from_its_string_is_judged_the_same(players: int) -> None:
    net = core_net(champion_weights())
    game = next(game for game in positions(players, 5) if len(game.moves) == 40)
    once = _core.judge(net, core_state(game.position))
    again = _core.judge(net, core_state(Game.from_position(str(game)).position))
    assert once == again


def test_the_same_seed_thinks_the_same() -> None:
    game = Game(3)
    made = [
        Search(evaluator="net", weights=champion_weights(), seed=4).think(game, Budget(playouts=60)).choices
        for _ in range(2)
    ]
    assert made[0] == made[1]


@pytest.mark.slow
@pytest.mark.parametrize("phase", [Phase.EXTRA, Phase.RESERVE])
def test_quick_play_decides_better_where_the_network_may_pick(phase: Phase) -> None:
    def gain(game: Game, seed: int) -> float:
        picked, at_random = (
            Search(params=params, evaluator="net", weights=champion_weights(), seed=seed).think(
                game, Budget(playouts=2)
            )
            for params in (Params(rollout_depth=1, rollout_tries=16), Params(rollout_depth=1))
        )
        return picked.shares[game.to_move] - at_random.shares[game.to_move]

    gains = [
        gain(game, seed)
        for seed in range(12)
        for game in positions(4, seed)
        if game.phase is phase and len(game.legal_moves()) > 1
    ]
    assert len(gains) > 40
    assert np.mean(gains) > 3 * np.std(gains) / len(gains) ** 0.5


def test_a_search_with_a_network_pickles() -> None:
    search = Search(evaluator="net", weights=champion_weights(), seed=4)
    copy = pickle.loads(pickle.dumps(search))
    budget = Budget(playouts=30)
    assert copy.think(Game(2), budget).choices == search.think(Game(2), budget).choices


def test_the_evaluator_net_without_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="goes with the weights"):
        Search(evaluator="net")


def rehashed(data: bytes) -> bytes:
    return data[:64] + hashlib.sha256(data[HEADER:]).digest() + data[HEADER:]


def newer(data: bytes) -> bytes:
    """As another version may be: with a longer header, and the hash elsewhere."""
    return data[:7] + b"\x02" + (2).to_bytes(4, "little") + data[12:64] + bytes(16) + data[64:]


DAMAGE = {
    "empty": (lambda _: b"", "not a weight file"),
    "picture": (lambda data: b"PNG" + data[3:], "not a weight file"),
    "header": (lambda data: data[:50], "cut short: 50 bytes are not even a header"),
    "version": (lambda data: data[:8] + b"\x03" + data[9:], "version 3; this package reads 1"),
    "newer": (newer, "version 2; this package reads 1"),
    "truncated": (lambda data: data[:-1], "damaged or cut short"),
    "flipped": (lambda data: data[:5000] + b"\x7f" + data[5001:], "damaged or cut short"),
    "shape": (lambda data: data[:12] + b"\x01" + data[13:], "another network: aqueduct_rows is 1025, "),
    "short": (lambda data: rehashed(data[:-2]), r"cut short: \d+ bytes instead of \d+"),
    "long": (lambda data: rehashed(data + b"\0\0"), r"too long: \d+ bytes instead of \d+"),
}
"""Weight files that cannot be used, in the order in which that is noticed, and what is said about them."""


@pytest.mark.parametrize(("damage", "sentence"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_weight_file_is_one_clear_line(damage, sentence, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "some.net"
    file.write_bytes(damage(champion_weights().data))
    with pytest.raises(WeightsError, match=sentence) as told:
        core_net(NetWeights.load(file))
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("damage", [damage for damage, _ in DAMAGE.values()], ids=DAMAGE)
def test_engine_training_and_core_say_the_same_about_a_weight_file(damage) -> None:  # type: ignore[no-untyped-def]
    data = damage(champion_weights().data)
    with pytest.raises(WeightsError) as engine:
        core_net(NetWeights(data))
    with pytest.raises(WeightsError) as training:
        parse(data, Shape.of(_core.net_shape()))
    assert str(engine.value) == str(training.value)
    if "checksum" not in str(engine.value):  # the core has no SHA-256
        with pytest.raises(ValueError, match=re.escape(str(engine.value)[1:-1])):
            _core.Net(data)


def test_a_missing_or_huge_weight_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="cannot be read"):
        NetWeights.load(tmp_path / "nothing.net")
    (tmp_path / "huge.net").write_bytes(b"AQUANET\x01" + bytes(9 << 20))
    with pytest.raises(WeightsError, match="more than 8 MB"):
        NetWeights.load(tmp_path / "huge.net")


def test_the_shipped_weights_are_small() -> None:
    assert len(champion_weights().data) <= 8 << 20


QUICK = asdict(SelfPlay(full_playouts=24, fast_playouts=8, least_visits=4))


def self_play(seeds: range, threads: int, *, net: bool = True) -> list[bytes]:
    layouts = [core_layout(Game(players).layout) for players in (2, 3, 4)]
    params = core_params(Params())
    games = [(2 + seed % 3, seed) for seed in seeds]
    return _core.self_play(
        layouts, games, params, params, QUICK, core_net(champion_weights()) if net else None, threads
    )


def samples(games: list[bytes], threads: int = 1) -> dict[str, np.ndarray]:
    return _core.samples(games, [core_layout(Game(players).layout) for players in (2, 3, 4)], threads)


@pytest.mark.parametrize("name", QUICK)
def test_self_play_has_no_defaults_of_its_own(name: str) -> None:
    params = core_params(Params())
    settings = {key: value for key, value in QUICK.items() if key != name}
    with pytest.raises(KeyError, match=name):
        _core.self_play([core_layout(Game(2).layout)], [(2, 1)], params, params, settings, None, 1)


@pytest.mark.parametrize("net", [True, False])
def test_self_play_is_the_same_on_any_number_of_threads(net: bool) -> None:
    assert self_play(range(6), 1, net=net) == self_play(range(6), 3, net=net)


def test_samples_stay_within_their_tables_and_tell_the_result() -> None:
    games = self_play(range(6), 2)
    arrays, shape = samples(games), _core.net_shape()
    assert arrays["aqueducts"].max() <= shape["aqueduct_rows"]
    assert arrays["seats"].max() <= shape["seat_rows"]
    assert arrays["board"].max() <= shape["board_rows"]
    assert np.allclose(arrays["share"].sum(1), 1, atol=1e-3)
    assert np.allclose(arrays["result"].sum(1), 1)
    assert arrays["played"].any()
    assert not arrays["played"].all()
    again = samples(games, 3)
    assert all((arrays[name] == again[name]).all() for name in arrays)


def test_policy_samples_have_a_row_for_every_legal_decision() -> None:
    layouts = [core_layout(Game(players).layout) for players in (2, 3, 4)]
    arrays = _core.policy_samples(self_play(range(3), 1), layouts, 2)
    assert arrays["counts"].sum() == len(arrays["visits"]) == len(arrays["rows"])
    assert arrays["rows"].max() <= _core.net_shape()["policy_rows"]
    first = np.cumsum(arrays["counts"]) - arrays["counts"]
    assert (np.add.reduceat(arrays["visits"], first.astype(np.int64)) > 0).all()


def test_broken_games_are_refused_and_crash_nothing() -> None:
    (game,) = self_play(range(1), 1)
    dice = random.Random(1)
    for _ in range(300):
        broken = bytearray(game)
        for _ in range(dice.randrange(1, 4)):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
        cut = bytes(broken[: dice.randrange(len(broken))]) if dice.random() < 0.5 else bytes(broken)
        with suppress(ValueError):
            samples([cut])
    with pytest.raises(ValueError, match="cut off"):
        samples([game[:-1]])
    with pytest.raises(ValueError, match="version"):
        samples([b"\x09" + game[1:]])
