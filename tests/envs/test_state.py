"""One game for the environments: the same game as the rules', exact copies, and what it is worth."""

import doctest
import pickle
from copy import copy, deepcopy
from random import Random

import numpy as np
import pytest

from aquaromana import Game, IllegalMove
from aquaromana.engine import NativeMissingError, native
from aquaromana.envs import state as module
from aquaromana.envs.state import GameState, rewards
from aquaromana.rules import NotationError
from tests.support.random_play import CUSTOM


@pytest.mark.parametrize("game", [Game(2), Game(3), Game(4), Game(layout=CUSTOM)], ids=["2", "3", "4", "custom"])
def test_it_is_the_game_of_the_rules(game: Game) -> None:
    game, state, rng = game.copy(), GameState(game), Random(1)
    while not game.is_over:
        assert state.actions() == list(game.legal_moves())
        assert state.mask().tobytes() == bytes(game.mask())
        assert (state.to_move, state.is_over, state.rewards()) == (game.to_move, False, (0.0,) * game.players)
        move = rng.choice(game.legal_moves())
        game.push(move)
        state.play(np.int64(move))
        assert str(state) == str(game)
    assert state.position == game.position
    assert state.moves == game.moves == state.game().moves
    assert (state.is_over, tuple(state.scores()), state.rewards()) == (True, game.scores(), rewards(game.scores()))


def test_it_goes_on_from_a_game_in_the_middle() -> None:
    game = Game(2)
    for move in ("C@12", "S@3"):
        game.play(move)
    state = GameState(game)
    for each in (state, copy(state), deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert (each.start, each.moves, each.position) == (game.start, game.moves, game.position)
        each.play(each.actions()[0])
        assert len(each.moves) == 3
    assert len(state.moves) == 3


@pytest.mark.parametrize("action", [0, 9_251, 9_825])
def test_an_illegal_action_says_why_and_changes_nothing(action: int) -> None:
    game = Game(2)
    game.play("C@12")
    state = GameState(game)
    with pytest.raises(IllegalMove):
        state.play(action)
    assert (state.position, state.moves) == (game.position, game.moves)


@pytest.mark.parametrize("action", [-1, 9_826, 1 << 70])
def test_a_number_that_is_no_action_says_so(action: int) -> None:
    state = GameState(Game(2))
    with pytest.raises((NotationError, IndexError)):
        state.play(action)
    assert not state.moves


def test_without_the_core_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    native.core_layout.cache_clear()
    monkeypatch.setattr(native, "why_missing", lambda: "the C++ core is not installed")
    with pytest.raises(NativeMissingError, match="The C"):
        GameState(Game(2))


def test_docstrings() -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
