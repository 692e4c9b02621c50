"""OpenSpiel: its own test suites for 2, 3 and 4 players, golden playthroughs, its MCTS against our bots."""

import json
import pickle
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import aquaromana.envs.openspiel as adapter
from aquaromana import Game, IllegalMove
from aquaromana.bots import make_bot
from aquaromana.engine.observation import SIZE, observe
from aquaromana.rules import PlayersError, PositionError
from tests.support.openspiel import PLAYTHROUGHS, SIZES, path_of, playthrough

sizes = pytest.mark.parametrize("players", SIZES)


def load(players: int, **parameters: Any) -> Any:
    return pyspiel.load_game(adapter.NAME, {"players": players, **parameters})


def after(players: int, decisions: int, seed: int = 1) -> Any:
    """The state after so many random decisions."""
    state, rng = load(players).new_initial_state(), np.random.default_rng(seed)
    for _ in range(decisions):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


# OpenSpiel's suites


@pytest.mark.slow
@sizes
def test_openspiels_random_sim_test(players: int) -> None:
    pyspiel.random_sim_test(load(players), 2, serialize=True, verbose=False)


@pytest.mark.slow
@sizes
def test_openspiels_games_sim_test(players: int) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest  # here, or pytest would run it for every game

    GamesSimTest().sim_game(load(players))


@pytest.mark.slow
@sizes
def test_openspiels_api_test_on_a_part_of_the_tree(players: int) -> None:
    from absl import flags
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    attributes = {"game": load(players), "game_name": adapter.NAME}
    case = type(f"Partial{players}", (EnforceAPIOnPartialTreeBase,), attributes)
    suite, result = unittest.defaultTestLoader.loadTestsFromTestCase(case), unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert not result.skipped
    assert not [trouble for _, trouble in (*result.errors, *result.failures)]


def test_every_playthrough_is_compared() -> None:
    assert {*PLAYTHROUGHS.iterdir()} == {*map(path_of, SIZES)}


@sizes
def test_playthrough(players: int) -> None:
    assert playthrough(players) == path_of(players).read_text("utf-8"), "run scripts/golden and look at the difference"


@pytest.mark.slow
def test_openspiels_mcts_plays_a_whole_game_against_our_bot() -> None:
    game = load(2)
    theirs = mcts.MCTSBot(
        game,
        uct_c=2,
        max_simulations=4,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        random_state=np.random.RandomState(2),
    )
    ours, state = make_bot("first"), game.new_initial_state()
    while not state.is_terminal():
        action = theirs.step(state) if state.current_player() == 0 else int(ours.choose(state.aqua_game))
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 0
    assert state.aqua_game.is_over


# the adapter


@sizes
def test_a_state_is_the_game(players: int) -> None:
    state, game, rng = load(players).new_initial_state(), Game(players), np.random.default_rng(3)
    while not game.is_over:
        assert (state.current_player(), state.is_terminal()) == (game.to_move, False)
        assert state.legal_actions() == list(game.legal_moves())
        assert str(state) == str(game)
        assert state.returns() == [0] * players
        action = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(action) == str(game.legal_moves()[state.legal_actions().index(action)])
        state.apply_action(action)
        game.push(action)
    assert state.is_terminal()
    winners = game.winners()
    assert state.returns() == [players / len(winners) - 1 if seat in winners else -1 for seat in range(players)]
    assert state.aqua_game.moves == game.moves


@sizes
def test_the_observer_shows_the_planes_from_every_seat(players: int) -> None:
    state = after(players, 40)
    observer = make_observation(load(players))
    for seat in range(players):
        observer.set_from(state, seat)
        assert observer.tensor.astype(np.uint8).tobytes() == observe(state.aqua_game.position, seat)
        assert (
            np.asarray(state.observation_tensor(seat)).astype(np.uint8).tobytes()
            == observer.tensor.astype(np.uint8).tobytes()
        )
        assert observer.string_from(state, seat) == str(state)
    assert {name: part.shape for name, part in observer.dict.items()} == {
        "board": (120, 8, 11),
        "path": (18, 38),
        "globals": (174,),
    }
    assert load(players).observation_tensor_size() == SIZE


def test_the_observer_takes_no_other_parameters() -> None:
    with pytest.raises(ValueError, match="takes the parameter 'tensor', not 'color'"):
        make_observation(load(2), None, {"color": 1})


def test_structs() -> None:
    game = load(3)
    state = after(3, 30)
    struct = state.to_struct()
    described = json.loads(struct.to_json())
    scores = list(state.aqua_game.scores())
    assert described == {"position": str(state), "current_player": state.current_player(), "scores": scores}
    assert json.loads(state.to_observation_struct(0).to_json()) == described
    for form in (struct, described, str(state)):
        again = game.new_initial_state(form)
        assert (str(again), again.legal_actions()) == (str(state), state.legal_actions())
    action = state.legal_actions()[0]
    made = state.action_to_struct(state.current_player(), action)
    assert json.loads(made.to_json()) == {"decision": state.action_to_string(action)}
    assert state.struct_to_actions(made) == [action]


@sizes
def test_copies_are_exact(players: int) -> None:
    state = after(players, 35)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    for copy in (state.clone(), pickle.loads(pickle.dumps(state)), pyspiel.deserialize_game_and_state(text)[1]):
        assert (str(copy), copy.history(), copy.legal_actions()) == (str(state), state.history(), state.legal_actions())
        copy.apply_action(copy.legal_actions()[0])
        assert len(state.history()) == 35


def test_a_game_from_a_position_survives_serialization() -> None:
    start = str(after(4, 40))
    game = load(4, position=start)
    state = game.new_initial_state()
    assert str(state) == start
    state.apply_action(state.legal_actions()[-1])
    text = pyspiel.serialize_game_and_state(game, state)
    other, again = pyspiel.deserialize_game_and_state(text)
    assert (str(other), str(again)) == (str(game), str(state))


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    state = after(2, 5)
    before = str(state)
    for action in (0, 9_825, 9_826, -1):
        with pytest.raises((IllegalMove, ValueError, pyspiel.SpielError)):
            state.apply_action(action)
        assert (str(state), len(state.history())) == (before, 5)


@pytest.mark.parametrize(
    ("parameters", "error", "sentence"),
    [
        ({"players": 5}, PlayersError, "2, 3 or 4 players, not 5"),
        ({"players": 2, "position": "nonsense"}, PositionError, "Not a position"),
        ({"players": 2, "position": str(Game(3))}, ValueError, "is for 3 players, the environment for 2"),
        ({"players": 2, "weather": 1}, pyspiel.SpielError, "weather"),
    ],
)
def test_impossible_games_are_one_sentence(parameters: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        pyspiel.load_game(adapter.NAME, parameters)


@pytest.mark.parametrize("form", [5, {"where": "here"}, "nonsense", str(Game(3))])
def test_impossible_states_are_one_sentence(form: object) -> None:
    with pytest.raises(ValueError, match=r"position"):
        load(2).new_initial_state(form)
