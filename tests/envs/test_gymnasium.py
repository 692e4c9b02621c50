"""Gymnasium: its own checks for 2, 3 and 4 players, bots in the other seats, illegal actions, exact copies."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from aquaromana import Game, IllegalMove
from aquaromana.bots import BotError
from aquaromana.engine.observation import observe
from aquaromana.envs.gymnasium import AquaRomanaEnv
from aquaromana.envs.state import rewards
from aquaromana.records import Record
from aquaromana.rules import PlayersError
from aquaromana.rules.actions import ACTIONS

sizes = pytest.mark.parametrize("players", [2, 3, 4])


def begun(decisions: int = 0, seed: int = 1, **kind: Any) -> AquaRomanaEnv:
    """An environment after so many random decisions of its agent."""
    env = AquaRomanaEnv(**{"bots": "random", **kind})
    env.reset(seed=seed)
    trace(env, decisions=decisions)
    return env


def trace(env: AquaRomanaEnv, seed: int = 1, decisions: int = 10_000) -> list[Any]:
    """What an environment gives back until the episode is over, or for so many decisions."""
    rng, seen, over = np.random.default_rng(seed), list[Any](), False
    while not over and len(seen) < decisions:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        observation, reward, over, truncated, info = env.step(action)
        mask = info.pop("action_mask").tobytes()
        seen.append((action, observation.tobytes(), mask, reward, over, truncated, info))
    return seen


@sizes
@pytest.mark.slow
def test_gymnasiums_check_env(players: int) -> None:
    check_env(gymnasium.make("AquaRomana-v0", players=players, bots="random").unwrapped)


@sizes
def test_gymnasiums_check_env_with_any_seat_against_greedy(players: int) -> None:
    env = gymnasium.make("AquaRomana-v0", players=players, seat=None, bots="greedy")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.slow
def test_gymnasium_imports_it_if_the_module_is_named() -> None:
    code = "import gymnasium as g; print(g.make('aquaromana.envs.gymnasium:AquaRomana-v0', bots='first').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "AquaRomana-v0"


@sizes
@pytest.mark.parametrize("seat", [0, 1])
def test_an_episode_is_a_game_seen_from_one_seat(players: int, seat: int) -> None:
    env = begun(seat=seat, players=players)
    game = env.game
    assert game.to_move == seat
    for action, observation, mask, reward, over, truncated, info in trace(env):
        assert game.to_move == seat
        after = env.game.moves
        game.play(int(action))
        while not game.is_over and game.to_move != seat:
            game.play(after[len(game.moves)])
        assert observation == observe(game.position, seat)
        assert np.flatnonzero(np.frombuffer(mask, np.int8)).tolist() == list(game.legal_moves())
        assert info == {"scores": game.scores(), "seat": seat}
        assert over == game.is_over
        assert not truncated
        assert reward == (rewards(game.scores())[seat] if over else 0)
    assert game.is_over
    assert game.moves == env.game.moves


def test_the_bots_are_those_that_were_named() -> None:
    env = begun(players=3, bots=["first", "random"])
    trace(env)
    from aquaromana.bots import make_bot

    game, first = Game(3), make_bot("first")
    for move in env.game.moves:
        if game.to_move == 1:
            assert move == first.choose(game)
        game.push(move)


def test_the_same_seed_is_the_same_episode_and_another_seed_another() -> None:
    one, same, other = (trace(begun(seed=seed)) for seed in (5, 5, 6))
    assert one == same
    assert one != other


def test_without_a_seat_the_agent_moves_around() -> None:
    env = AquaRomanaEnv(players=4, seat=None, bots="first")
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2, 3}


# illegal actions


@pytest.mark.parametrize("action", [0, ACTIONS - 1, ACTIONS, -1])
def test_an_illegal_action_loses_and_says_why(action: int) -> None:
    env = begun(3)
    before = str(env.game)
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"]
    assert "\n" not in info["illegal"]
    assert str(env.game) == before
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(action)
    env.reset()
    assert env.action_masks().any()


def test_an_illegal_action_can_raise_instead_and_changes_nothing() -> None:
    env = begun(3, illegal="raise")
    before = pickle.dumps(env)
    with pytest.raises(IllegalMove, match="answers another question"):
        env.step(0)
    assert pickle.dumps(env) == before


def test_a_step_after_the_end_or_before_reset_is_refused() -> None:
    env = AquaRomanaEnv()
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        env.step(0)
    env = begun()
    trace(env)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        env.step(0)


def test_the_state_is_a_copy_to_look_ahead_with() -> None:
    env = begun(4)
    ahead, before = env.state, env.game
    assert ahead.moves == before.moves
    ahead.play(ahead.actions()[0])
    assert env.game.moves == before.moves
    assert not AquaRomanaEnv().state.moves


def test_the_masks_of_sb3_contrib() -> None:
    env = begun(4)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.shape == (ACTIONS,)
    assert np.flatnonzero(masks).tolist() == list(env.game.legal_moves())
    assert not AquaRomanaEnv().action_masks().any()


# copies


COPIES: dict[str, Callable[[AquaRomanaEnv], AquaRomanaEnv]] = {
    "clone": AquaRomanaEnv.clone,
    "deepcopy": deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("bots", ["random", "level:2"])
@pytest.mark.parametrize("copy", COPIES)
def test_copies_go_on_alike_and_on_their_own(bots: str, copy: str) -> None:
    env = begun(8, bots=bots)
    other = COPIES[copy](env)
    made = len(env.game.moves)
    rest = trace(env, decisions=6)
    assert len(other.game.moves) == made
    assert trace(other, decisions=6) == rest
    assert [part.tobytes() for part in other.reset()[:1]] == [part.tobytes() for part in env.reset()[:1]]


# beginnings and bad input


def test_reset_from_a_position_or_a_record_and_for_another_seat() -> None:
    game = begun(12).game
    env = AquaRomanaEnv(bots="first")
    _, info = env.reset(options={"position": str(game), "seat": 1})
    assert info["seat"] == env.game.to_move == 1
    env.reset(options={"record": Record.from_game(game), "ply": 14})
    assert env.game.moves[:14] == game.moves[:14]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"weather": "rain"}, "There is no option 'weather' for reset: there are position, record, ply, seat."),
        ({"position": "nonsense"}, "Not a position"),
        ({"position": str(Game(4))}, "is for 4 players, the environment for 2"),
        ({"seat": 2}, "The seats are 0 to 1, not 2."),
    ],
)
def test_impossible_options_are_one_sentence_and_change_nothing(options: dict[str, Any], sentence: str) -> None:
    env = begun(3)
    before = env.game.moves
    with pytest.raises(ValueError, match=sentence) as caught:
        env.reset(options=options)
    assert "\n" not in str(caught.value)
    assert env.game.moves == before


@pytest.mark.parametrize(
    ("kind", "error", "sentence"),
    [
        ({"players": 5}, PlayersError, "2, 3 or 4 players, not 5"),
        ({"seat": 2}, ValueError, "The seats are 0 to 1, not 2."),
        ({"seat": "0"}, ValueError, "The seats are 0 to 1, not '0'."),
        ({"bots": "nobody"}, BotError, "There is no bot 'nobody'"),
        ({"bots": ["random", "random"]}, ValueError, "Beside the agent there are 1 seats, not 2"),
        ({"illegal": "ignore"}, ValueError, "can 'lose' or 'raise', not 'ignore'"),
        ({"render_mode": "vr"}, ValueError, "There is no render mode 'vr'"),
        ({"weather": "rain"}, TypeError, "weather"),
    ],
)
def test_wrong_arguments_are_one_sentence(kind: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence) as caught:
        AquaRomanaEnv(**kind)
    assert "\n" not in str(caught.value)


def test_rendering() -> None:
    env = begun(2, render_mode="ansi")
    assert "sets up a builder" in str(env.render())
    with pytest.warns(UserWarning, match="make the environment with a render_mode"):
        assert begun().render() is None
