"""Games: playing, undoing, copying."""

import copy
import pickle

import numpy as np
import pytest

from aquaromana.rules import Game, IllegalMove, LayoutError, NotationError, Phase, PlayersError, standard_layout
from aquaromana.rules.moves import DECISIONS, NOTHING, Decision
from tests.support.positions import FOUR, OUT_OF_SIGHT, built, plays
from tests.support.random_play import CUSTOM, PLAYERS, finished


@pytest.mark.clause("R2.1")
def test_a_new_game() -> None:
    game = Game(players=4)
    assert (game.players, game.to_move, game.phase, game.is_over) == (4, 0, Phase.SETUP, False)
    assert game.layout is standard_layout(4)
    assert game.moves == ()
    assert game.start is game.position
    assert Game().players == 2
    assert Game(layout=CUSTOM).layout is CUSTOM
    assert Game(CUSTOM.players, layout=CUSTOM).layout is CUSTOM


def test_a_layout_for_another_number_of_players_is_refused() -> None:
    with pytest.raises(LayoutError, match="it is for 3 players, not 4"):
        Game(4, layout=CUSTOM)


@pytest.mark.parametrize("players", ["4", 2.0, [2], True, object()])
def test_an_invalid_number_of_players_is_rejected(players: object) -> None:
    with pytest.raises(PlayersError, match="2, 3 or 4 players, not "):
        Game(players)  # type: ignore[arg-type]


@pytest.mark.parametrize("nothing", [None, 1.5, b"C@12", ["C@12"]])
def test_a_value_that_is_not_a_decision_is_a_type_error(nothing: object) -> None:
    game = Game(2)
    for method in (game.play, game.reason):
        with pytest.raises(TypeError, match="by its text or its integer"):
            method(nothing)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="A position or its text"):
        Game.from_position(nothing)  # type: ignore[arg-type]


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(IndexError, match="There is no decision to undo"):
        Game(2).pop()


def test_positions_and_phases_print() -> None:
    game = Game(3)
    assert str(game.position) == str(game)
    assert repr(game.position) == f"<Position {game}>"
    assert str(game.phase) == "setup"


def test_play_takes_texts_integers_and_decisions() -> None:
    one, two, three = Game(2), Game(2), Game(2)
    one.play("C@12")
    two.play(int(Decision("C@12")))
    three.play(Decision("C@12"))
    assert one == two == three
    assert one.moves == two.moves == three.moves == (Decision("C@12"),)
    assert type(two.moves[0]) is type(Decision("C@12"))
    four = Game(2)
    four.push(int(Decision("C@12")))
    assert four.moves[0] is Decision("C@12")


@pytest.mark.parametrize("decision", ["C@12", "J@1", "-", "D1e.12.Cs", "D1e.13.Cs", 0, 9825])
def test_an_illegal_decision_changes_nothing(decision: str | int) -> None:
    game = plays(Game(3), "C@12")
    before, text, moves = game.copy(), str(game), game.moves
    with pytest.raises(IllegalMove):
        game.play(decision)
    assert game == before
    assert (str(game), game.moves) == (text, moves)
    game.check()


@pytest.mark.parametrize("decision", ["", "nonsense", -1, 9826])
def test_an_unreadable_decision_changes_nothing(decision: str | int) -> None:
    game = plays(Game(3), "C@12")
    before = game.copy()
    with pytest.raises(NotationError):
        game.play(decision)
    with pytest.raises(NotationError):
        game.reason(decision)
    assert game == before


def test_reasons_are_given_for_all_forms() -> None:
    game = plays(Game(3), "C@12")
    for form in ("D@12", int(Decision("D@12")), Decision("D@12")):
        reason = game.reason(form)
        assert reason is not None
        assert reason.code == "path/occupied"
    assert game.reason("D@13") is None
    unseen = game.reason("D1e.13.Cs")
    assert unseen is not None
    assert unseen.code == "build/out-of-sight"


def test_pop_returns_what_it_undoes() -> None:
    game = plays(Game(2), "C@12 D@13")
    start = game.start
    assert str(game.pop()) == "D@13"
    assert str(game.pop()) == "C@12"
    assert game.position is start
    with pytest.raises(IndexError):
        game.pop()
    assert game == Game(2)
    plays(game, "S@1")
    assert game.to_move == 1


def test_a_position_handed_out_never_changes() -> None:
    game = Game(2)
    kept = game.position
    text = str(Game.from_position(kept))
    plays(game, "C@12 D@13")
    game.pop()
    assert str(Game.from_position(kept)) == text
    assert kept == game.start


def test_legal_moves_are_found_once() -> None:
    game = Game(2)
    assert game.legal_moves() is game.legal_moves()
    assert game.copy().legal_moves() is game.legal_moves()


@pytest.mark.parametrize("players", PLAYERS)
def test_games_copy_and_pickle_with_their_history(players: int) -> None:
    game = finished(players, 3)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin is not game
        assert twin == game
        assert twin.moves == game.moves
        assert all(a is b for a, b in zip(twin.moves, game.moves, strict=True))
        assert twin.state_hash == game.state_hash
        twin.check()
        while twin.moves:
            twin.pop()
            twin.check()
        assert twin == Game(players)
        assert game.is_over


def test_a_copy_of_a_subclass_is_of_the_subclass() -> None:
    class Mine(Game):
        pass

    assert type(Mine(3).copy()) is Mine
    assert type(Mine.from_position(str(Game(3)))) is Mine


def test_games_are_equal_by_position_and_have_no_hash() -> None:
    assert Game(2) == Game(2)
    assert Game(2) != Game(4)
    assert Game(2) != "2"
    with pytest.raises(TypeError):
        hash(Game(2))


def test_a_game_continues_from_a_position_string() -> None:
    game = built(FOUR, builders="C@4", rest=OUT_OF_SIGHT)
    again = Game.from_position(str(game))
    assert again == game
    assert again.moves == ()
    assert repr(game) == f"Game.from_position({str(game)!r})"
    assert eval(repr(game)) == game


def test_a_game_from_a_position_does_not_share_it() -> None:
    position = built().position
    game = Game.from_position(position)
    assert game.position is not position
    assert game.position == position


def test_push_trusts() -> None:
    game = Game(2)
    game.push(DECISIONS[9240])
    assert str(game.moves[0]) == "C@1"
    assert NOTHING not in game.legal_moves()


def test_integers_of_numpy_are_played() -> None:
    """Nothing of them stays in the game: its numbers are Python's."""
    game, same = Game(2), Game(2)
    setup = "S@38 C@12 B@27 D@4 C@9 S@31 D@20 B@15 C@23 S@35 D@8 B@18"
    for step, text in enumerate([*setup.split(), "D1e.12.Cs"]):
        action = np.int64(Decision(text))
        assert game.reason(action) is None
        if step % 2:
            game.push(action)
        else:
            game.play(action)
        same.play(text)
    assert game == same
    assert game.moves == same.moves
    assert type(game.state_hash) is int
    assert all(type(end) is int for end in game.position.ends)
    with pytest.raises(IllegalMove):
        game.play(np.int64(0))
