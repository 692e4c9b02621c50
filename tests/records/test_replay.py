"""Turns, seats and stretches."""

from itertools import pairwise

import pytest

from aquaromana.records import Record, RecordError
from aquaromana.records.replay import Replay
from aquaromana.rules import Decision, Game, IllegalMove, Phase
from tests.support.random_play import CUSTOM, PLAYERS, POLICIES, finished, played


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES)
def test_turns_count_every_seat(players: int, policy: str) -> None:
    """R6.1: turns of seats without workmen are turns, so the number of a turn tells whose it is."""
    for seed in range(3):
        record = Record.from_game(finished(players, seed, POLICIES[policy]))
        replay = Replay(record.start)
        for move in record.moves:
            position = replay.game.position
            if position.phase is Phase.SETUP:
                assert replay.turn == 0
            else:
                assert (replay.turn - 1) % players == position.turn
            replay.play(move)
        turns = [step.turn for step in record.steps()]
        assert turns == sorted(turns)
        assert set(turns) >= {0, 1, 2}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_turn_has_one_build_or_one_moved_builder(players: int) -> None:
    """R4: a turn number never covers two turns, also when one seat plays on alone."""
    for seed in range(20):
        record = Record.from_game(finished(players, seed))
        built = [step.turn for step in record.steps() if step.move.type in ("build", "move")]
        assert len(built) == len(set(built))
        for before, after in pairwise(record.steps()):
            if after.turn != before.turn:
                assert before.position.phase in (Phase.RESERVE, Phase.BUILD)


def test_one_seat_alone_plays_turn_after_turn() -> None:
    """Four seats, three of them without workmen: every fourth turn is played."""
    gaps = set()
    for seed in range(30):
        record = Record.from_game(finished(4, seed))
        gaps |= {after.turn - before.turn for before, after in pairwise(record.steps())}
    assert gaps == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("players", PLAYERS)
def test_stretches_are_what_one_seat_decides_in_a_row(players: int) -> None:
    """R7: neighbouring stretches have different seats, and together they are the game."""
    record = Record.from_game(finished(players, 11))
    stretches = list(record.stretches())
    assert all(before.seat != after.seat for before, after in pairwise(stretches))
    assert [move for stretch in stretches for move in stretch.moves] == list(record.moves)
    assert [stretch.ply for stretch in stretches[:13]] == list(range(13))
    for stretch in stretches:
        assert {step.seat for step in stretch.steps} == {stretch.seat}
        assert stretch.ply == stretch.steps[0].ply
        assert stretch.turn == stretch.steps[0].turn


def test_claims_of_others_split_a_turn() -> None:
    """R5.3, R7: somewhere a seat takes a builder in a turn that is not its own."""
    found = [
        stretch
        for seed in range(5)
        for stretch in Record.from_game(finished(2, seed, POLICIES["only bridges"])).stretches()
        if stretch.turn and (stretch.turn - 1) % 2 != stretch.seat
    ]
    assert found
    for stretch in found:
        assert stretch.moves[0].type == "take"
        turns = {step.turn for step in stretch.steps}
        assert turns == {stretch.turn, stretch.turn + 1}, (
            "with two players the own turn comes next, in the same stretch"
        )


def test_a_replay_goes_back() -> None:
    game = Game(3, layout=CUSTOM)
    replay = Replay(game.start)
    seen = []
    for now in played(game, 5):
        if now.moves:
            replay.play(now.moves[-1])
        seen.append((replay.turn, replay.seat, replay.ply))
    for expected in reversed(seen[:-1]):
        replay.undo()
        assert (replay.turn, replay.seat, replay.ply) == expected
    assert replay.game == Game(3, layout=CUSTOM)


def test_counting_begins_with_the_record() -> None:
    game = finished(2, 1)
    replay = Replay(Record.from_game(game).game(30).position)
    assert (replay.turn, replay.ply) == (1, 0)
    assert Replay(Record.from_game(game).game(5).position).turn == 0


def test_counting_can_begin_in_the_middle_of_a_game() -> None:
    steps = list(Record.from_game(finished(3, 1)).steps())
    middle = len(steps) // 2
    replay = Replay(steps[middle - 1].position, steps[middle].turn)
    for step in steps[middle:]:
        assert (replay.turn, replay.seat) == (step.turn, step.seat)
        replay.play(step.move)
    assert replay.game.is_over


def test_an_illegal_decision_of_a_record_names_its_place_and_changes_nothing() -> None:
    replay = Replay(Game(2).position)
    replay.follow(Decision("C@1"))
    with pytest.raises(RecordError) as caught:
        replay.follow(Decision("C@1"))
    assert (caught.value.code, caught.value.ply) == ("path/occupied", 1)
    assert (replay.ply, replay.turn, replay.seat) == (1, 0, 1)


def test_an_illegal_live_decision_is_not_a_record_error() -> None:
    replay = Replay(Game(2).position)
    replay.play(Decision("C@1"))
    with pytest.raises(IllegalMove) as caught:
        replay.play(Decision("C@1"))
    assert caught.value.code == "path/occupied"
    assert (replay.ply, replay.turn, replay.seat) == (1, 0, 1)
