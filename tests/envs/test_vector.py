"""The vector environment: games of the rules, arrays in place, exact copies, memory that stays flat."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aquaromana import Game
from aquaromana.engine.observation import observe
from aquaromana.envs.state import rewards
from aquaromana.envs.vector import VectorEnv
from aquaromana.rules import PlayersError, PositionError
from tests.support.sizes import LongSize

sizes = pytest.mark.parametrize("players", [2, 3, 4])
FLAT = LongSize("envs-memory", ci=1_000, long=100_000)


def arrays(env: VectorEnv) -> dict[str, Any]:
    return {name: array for name, array in vars(env).items() if isinstance(array, np.ndarray)}


def shown(env: VectorEnv) -> list[bytes]:
    return [array.tobytes() for _, array in sorted(arrays(env).items())]


@sizes
@pytest.mark.slow
def test_every_step_is_that_of_the_rules(players: int) -> None:
    env, games, ended = VectorEnv(3, players, seed=players), [Game(players) for _ in range(3)], 0
    for step in range(220):
        for index, game in enumerate(games):
            assert env.to_move[index] == game.to_move
            assert np.flatnonzero(env.masks[index]).tolist() == list(game.legal_moves())
            if step % 10 == index:
                assert env.observations[index].tobytes() == observe(game.position)
        actions = env.sample()
        for game, action in zip(games, actions, strict=True):
            game.play(int(action))
        env.step(actions)
        assert env.terminated.tolist() == [game.is_over for game in games]
        for index, game in enumerate(games):
            if game.is_over:
                assert env.scores[index].tolist() == list(game.scores())
                assert env.rewards[index].tolist() == pytest.approx(rewards(game.scores()))
                games[index], ended = Game(players), ended + 1
            else:
                assert not env.rewards[index].any()
    assert ended > 3


def test_the_arrays_are_the_same_ones_for_ever() -> None:
    env = VectorEnv(8, 4)
    before = arrays(env)
    for _ in range(100):
        assert env.sample() is env._actions
        env.step(env._actions)
    env.reset()
    after = arrays(env)
    assert before.keys() == after.keys()
    assert all(before[name] is after[name] for name in before)


def test_without_planes_there_are_no_observations() -> None:
    env = VectorEnv(4, planes=False)
    env.step(env.sample())
    assert len(env.observations) == len(env.clone().observations) == 0


COPIES: dict[str, Callable[[VectorEnv], VectorEnv]] = {
    "clone": VectorEnv.clone,
    "copy": copy,
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@sizes
@pytest.mark.parametrize("way", COPIES)
def test_copies_go_on_alike_and_on_their_own(players: int, way: str) -> None:
    env = VectorEnv(5, players, seed=4)
    for _ in range(50):
        env.step(env.sample())
    other = COPIES[way](env)
    before = shown(env)
    assert shown(other) == before
    for _ in range(60):
        other.step(other.sample())
    assert shown(env) == before
    for _ in range(60):
        env.step(env.sample())
    assert shown(env) == shown(other)


def test_the_number_of_threads_changes_nothing() -> None:
    one, two = VectorEnv(300, 3, seed=2), VectorEnv(300, 3, seed=2, threads=2)
    for _ in range(30):
        one.step(one.sample())
        two.step(two.sample())
    assert shown(one) == shown(two)


def test_reset_some_games_from_positions() -> None:
    env = VectorEnv(4, seed=1)
    for _ in range(30):
        env.step(env.sample())
    texts = [env.batch.position_text(index) for index in range(4)]
    env.reset([1, 3], texts[0])
    assert [env.batch.position_text(index) for index in range(4)] == [texts[0], texts[0], texts[2], texts[0]]
    assert (env.masks[1] == env.masks[0]).all()
    env.reset()
    assert env.batch.position_text(2) == str(Game(2))


def test_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    env = VectorEnv(3, seed=1)
    for _ in range(20):
        env.step(env.sample())
    actions = env.sample().copy()
    before = shown(env)
    actions[1] = 9_825
    with pytest.raises(ValueError, match=r"Game 1: .* is not legal"):
        env.step(actions)
    for wrong in ([1, 2], [0.5] * 3, [-1, 0, 0], [9_826] * 3):
        with pytest.raises(ValueError, match=r"Actions are 3 integers|is not a valid action"):
            env.step(wrong)
    assert shown(env) == before


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"games": 0}, ValueError, "A batch has 1 to"),
        ({"games": 2, "players": 5}, PlayersError, "2, 3 or 4 players"),
        ({"games": 2, "threads": 0}, ValueError, "1 to 256 threads"),
        ({"games": 2, "seed": -1}, ValueError, "A seed is a whole number"),
        ({"games": 2, "weather": "rain"}, TypeError, "weather"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        VectorEnv(**arguments)


@pytest.mark.parametrize(
    ("position", "error"), [("nonsense", PositionError), (str(Game(3)), ValueError)], ids=["corrupt", "three players"]
)
def test_impossible_positions_are_refused_and_change_nothing(position: str, error: type[Exception]) -> None:
    env = VectorEnv(2, seed=3)
    env.step(env.sample())
    before = shown(env)
    with pytest.raises(error):
        env.reset(positions=position)
    assert shown(env) == before


@pytest.mark.slow
@FLAT.mark
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux says how much memory a process has")
def test_memory_stays_flat() -> None:
    from benchmarks.envs import resident

    env, ended = VectorEnv(256, 2), 0
    for _ in range(120):
        env.step(env.sample())
    before = resident()
    while ended < FLAT.value:
        env.step(env.sample())
        ended += int(env.terminated.sum())
    assert resident() - before < 8, "megabytes"
