"""The spaces: Discrete and Box, with the samples of Discrete."""

import numpy as np
import pytest
from gymnasium import spaces

from aquaromana import Game
from aquaromana.engine.observation import observe
from aquaromana.envs.spaces import ActionSpace, observation_space
from aquaromana.rules.actions import ACTIONS
from tests.support.random_play import sampled


def test_samples_are_those_of_discrete() -> None:
    ours, theirs = ActionSpace(seed=7), spaces.Discrete(ACTIONS, seed=7)
    for game in sampled(40):
        mask = np.frombuffer(game.mask(), np.int8)
        for _ in range(3):
            drawn = ours.sample(mask)
            assert drawn == theirs.sample(mask)
            assert type(drawn) is np.int64
        assert ours.sample() == theirs.sample()
    assert ours.sample(np.zeros(ACTIONS, np.int8)) == 0


@pytest.mark.parametrize(
    "mask",
    [np.ones(5, np.int8), np.ones(ACTIONS, np.bool_), np.full(ACTIONS, 2, np.int8), np.full(ACTIONS, -1, np.int8)],
)
def test_a_wrong_mask_is_refused_as_discrete_does(mask: "np.ndarray[tuple[int], np.dtype[np.int8]]") -> None:
    with pytest.raises(AssertionError, match="sample mask"):
        ActionSpace().sample(mask)


@pytest.mark.parametrize(
    "x", [0, ACTIONS - 1, ACTIONS, -1, np.int64(5), np.int32(5), np.int64(ACTIONS), 3.5, "C@1", None, True]
)
def test_it_contains_what_discrete_contains(x: object) -> None:
    assert ActionSpace().contains(x) == spaces.Discrete(ACTIONS).contains(x)


def test_observations_lie_in_their_space() -> None:
    space = observation_space()
    for game in sampled(20):
        assert space.contains(np.frombuffer(observe(game.position), np.uint8))
    assert not space.contains(np.full(len(observe(Game(2).position)), 255, np.uint8))
