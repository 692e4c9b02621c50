"""PettingZoo: its own test suites for 2, 3 and 4 players, illegal actions, exact copies, and any beginning."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import turn_based_aec_to_parallel, wrappers
from pettingzoo.utils.env_logger import EnvLogger

from aquaromana import Game, IllegalMove
from aquaromana.engine.observation import observe
from aquaromana.envs import aqua_romana_v0
from aquaromana.records import Record, write_record
from aquaromana.rules import PlayersError, PositionError
from aquaromana.rules.actions import ACTIONS
from tests.support.random_play import CUSTOM

SIZES = (2, 3, 4)
sizes = pytest.mark.parametrize("players", SIZES)
dict_space = pytest.mark.filterwarnings(
    # api_test says so of every environment with a mask that is not on its list of PettingZoo's own
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)

Env = Any  # PettingZoo comes without types
Make = Callable[..., Env]


def parallel(players: int) -> Env:
    return turn_based_aec_to_parallel(aqua_romana_v0.env(players))


def played(env: Env, decisions: int, seed: int = 0) -> Env:
    """An environment after so many random decisions."""
    env.reset()
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        step(env, rng)
    return env


def step(env: Env, rng: np.random.Generator) -> int | None:
    observation, _, terminated, truncated, _ = env.last()
    action = None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"])))
    env.step(action)
    return action


def trace(env: Env, seed: int = 1, decisions: int = 10_000) -> list[Any]:
    """All that an environment shows until it is over, or for so many decisions."""
    rng, seen = np.random.default_rng(seed), list[Any]()
    while env.agents and len(seen) < decisions:
        agent = env.agent_selection
        observation, reward, *rest = env.last()
        shown = [observation[key].tobytes() for key in sorted(observation)]
        seen.append((agent, shown, reward, rest, step(env, rng)))
    return seen


# PettingZoo's suites


@dict_space
@sizes
def test_pettingzoos_api_test(players: int) -> None:
    api_test(aqua_romana_v0.env(players), num_cycles=100)


@dict_space
@sizes
def test_pettingzoos_api_test_without_wrappers(players: int) -> None:
    api_test(aqua_romana_v0.raw_env(players), num_cycles=20)


@sizes
def test_pettingzoos_seed_test(players: int) -> None:
    seed_test(partial(aqua_romana_v0.env, players), num_cycles=60)


@pytest.mark.slow
@sizes
def test_pettingzoos_render_test(players: int) -> None:
    render_test(partial(aqua_romana_v0.env, players))


@sizes
def test_pettingzoos_state_test(players: int) -> None:
    state_test(aqua_romana_v0.env(players), parallel(players), num_cycles=10)


@sizes
def test_pettingzoos_parallel_api_test(players: int) -> None:
    parallel_api_test(parallel(players), num_cycles=200)


@sizes
def test_pettingzoos_parallel_seed_test(players: int) -> None:
    parallel_seed_test(partial(parallel, players), num_cycles=100)


def test_it_is_registered() -> None:
    env = pettingzoo.make("aec", "aqua_romana-v0", players=3)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert str(env) == "aqua_romana_v0"


def test_the_wrappers_are_pettingzoos_in_its_order() -> None:
    env, found = aqua_romana_v0.env(), []
    while env is not env.unwrapped:
        found.append(type(env).__mro__[2])
        env = env.env
    assert found == [
        wrappers.OrderEnforcingWrapper,
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.TerminateIllegalWrapper,
    ]


@pytest.mark.parametrize("name", ["agents", "agent_selection", "rewards", "terminations", "truncations", "infos"])
def test_nothing_can_be_read_before_reset(name: str) -> None:
    with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
        getattr(aqua_romana_v0.env(), name)


# what the agents see


@sizes
def test_everybody_sees_the_board_from_their_seat_and_only_the_mover_has_actions(players: int) -> None:
    env = played(aqua_romana_v0.env(players), 40)
    game = env.unwrapped.game
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen["observation"].tobytes() == observe(game.position, seat)
        assert np.flatnonzero(seen["action_mask"]).tolist() == (
            list(game.legal_moves()) if seat == game.to_move else []
        )


@sizes
def test_rewards_are_the_shared_victory_and_sum_to_zero(players: int) -> None:
    env = aqua_romana_v0.env(players)
    for seed in range(5):
        env.reset()
        rewards = {agent: reward for agent, _, reward, (over, *_), _ in trace(env, seed) if over}
        winners = env.unwrapped.game.winners()
        assert sum(rewards.values()) == 0
        assert {agent for agent in rewards if rewards[agent] == players / len(winners) - 1} >= {
            f"player_{seat}" for seat in winners
        }
        assert all(rewards[f"player_{seat}"] == -1 for seat in range(players) if seat not in winners)


# illegal actions


@pytest.mark.parametrize("action", [0, ACTIONS - 1])
def test_an_illegal_action_ends_the_game_with_a_defeat(action: int, capsys: pytest.CaptureFixture[str]) -> None:
    env = played(aqua_romana_v0.env(3), 1)
    EnvLogger.suppress_output()
    before = str(env.unwrapped.game)
    env.step(action)
    EnvLogger.unsuppress_output()
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert str(env.unwrapped.game) == before
    for _ in range(3):
        env.step(None)
    assert not env.agents


def test_without_wrappers_an_illegal_action_raises_and_changes_nothing() -> None:
    env = played(aqua_romana_v0.raw_env(), 1)
    before = pickle.dumps(env)
    with pytest.raises(IllegalMove, match="answers another question"):
        env.step(0)
    assert pickle.dumps(env) == before


@pytest.mark.parametrize("action", [-1, ACTIONS, None, "C@1", 3.5])
def test_an_action_outside_the_space_is_refused(action: Any) -> None:
    env = played(aqua_romana_v0.env(), 1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)
    assert len(env.unwrapped.game.moves) == 1


# copies


COPIES: dict[str, Callable[[Env], Env]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@sizes
@pytest.mark.parametrize("make", [aqua_romana_v0.env, aqua_romana_v0.raw_env])
@pytest.mark.parametrize("copy", COPIES)
def test_copies_go_on_alike_and_on_their_own(players: int, make: Make, copy: str) -> None:
    env = played(make(players), 30)
    other = COPIES[copy](env)
    assert type(other) is type(env)
    assert other.unwrapped.game.moves == env.unwrapped.game.moves
    rest = trace(env, decisions=60)
    assert len(other.unwrapped.game.moves) == 30
    assert trace(other, decisions=60) == rest


def test_a_copy_samples_the_same_actions() -> None:
    env = played(aqua_romana_v0.env(), 3)
    agent, mask = env.agent_selection, env.last()[0]["action_mask"]
    env.action_space(agent).sample(mask)
    other = env.clone()
    drawn = [env.action_space(agent).sample(mask) for _ in range(5)]
    assert [other.action_space(agent).sample(mask) for _ in range(5)] == drawn


# beginnings


def test_reset_from_a_position_or_a_record() -> None:
    env = played(aqua_romana_v0.env(3), 45)
    game = env.unwrapped.game
    other = aqua_romana_v0.env(3)
    other.reset(options={"position": str(game)})
    assert other.unwrapped.game == game
    assert other.agent_selection == env.agent_selection
    record = Record.from_game(game)
    other.reset(options={"record": record})
    assert other.unwrapped.game.moves == game.moves
    other.reset(options={"record": write_record(record), "ply": 20})
    assert other.unwrapped.game.moves == game.moves[:20]
    rng = np.random.default_rng(0)
    for _ in range(20):
        step(other, rng)


def test_another_layout() -> None:
    env = aqua_romana_v0.env(layout=CUSTOM)
    env.reset()
    assert env.unwrapped.game.layout == CUSTOM


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"position": "nonsense"}, "Not a position: it needs 8 fields"),
        ({"position": str(Game(3))}, "is for 3 players, the environment for 2"),
        ({"position": str(Game(2)), "record": "x"}, "at a position or within a record, not both"),
        ({"ply": 3}, "there is no record"),
        ({"record": Record.from_game(Game(2)), "ply": 3}, "A ply is a number from 0 to 0, not 3"),
        ({"record": Record.from_game(Game(2)), "ply": "x"}, "A ply is a number from 0 to 0, not 'x'"),
        ({"record": "no record"}, "Nothing says how many play"),
    ],
)
def test_impossible_beginnings_are_one_sentence(options: dict[str, Any], sentence: str) -> None:
    env = played(aqua_romana_v0.env(), 5)
    with pytest.raises(ValueError, match=sentence) as caught:
        env.reset(options=options)
    assert "\n" not in str(caught.value)
    assert len(env.unwrapped.game.moves) == 5


def test_a_game_that_is_over_is_no_beginning() -> None:
    env = aqua_romana_v0.raw_env()
    env.reset()
    trace(env)
    assert env.game.is_over
    with pytest.raises(ValueError, match="is over: there is nothing left to decide"):
        env.reset(options={"position": str(env.game)})


def test_unknown_options_of_reset_are_ignored_as_pettingzoo_wants() -> None:
    env = aqua_romana_v0.env()
    env.reset(options={"weather": "rain"})
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize("players", [1, 5, "2", 2.0])
def test_wrong_numbers_of_players(players: Any) -> None:
    with pytest.raises(PlayersError, match="The game is for 2, 3 or 4 players"):
        aqua_romana_v0.env(players)


def test_an_unknown_render_mode() -> None:
    with pytest.raises(ValueError, match="There is no render mode 'vr': choose one of human, ansi, rgb_array"):
        aqua_romana_v0.env(render_mode="vr")


def test_a_position_error_is_a_position_error() -> None:
    env = aqua_romana_v0.env()
    with pytest.raises(PositionError):
        env.reset(options={"position": "2.s.0d0"})


# rendering


def test_human_rendering_prints_the_board_at_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = aqua_romana_v0.env(render_mode="human")
    env.reset()
    assert "sets up a builder" in capsys.readouterr().out
    env.step(9251)
    assert "12C" in capsys.readouterr().out


def test_rendering_without_a_mode_warns() -> None:
    env = played(aqua_romana_v0.env(), 1)
    with pytest.warns(UserWarning, match="make the environment with a render_mode"):
        assert env.render() is None
