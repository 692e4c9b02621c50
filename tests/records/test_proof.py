"""Proving records, and finding what is false in them."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from aquaromana.records import Line, Ply, Record, read_record, verify, write_record
from aquaromana.rules import Decision, Game
from tests.records.strategies import records
from tests.support.random_play import CUSTOM, PLAYERS, finished


@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game_is_true(players: int) -> None:
    game = finished(players, 2)
    verdict = verify(read_record(write_record(Record.from_game(game), hashes=True)))
    assert verdict.is_true
    assert verdict.error is None
    assert (verdict.plies, verdict.hashes, verdict.variations) == (len(game.moves), len(game.moves), 0)
    assert verdict.scores == game.scores()
    points = "-".join(map(str, game.scores()))
    assert str(verdict) == f"true: {len(game.moves)} decisions, {len(game.moves)} state hashes, result {points}"


def test_what_the_verdict_counts() -> None:
    record = read_record('[Players "2"] C@1 (C@2 (C@3)) (D@1)')
    assert str(verify(record)) == "true: 1 decision, 3 variations, not finished"
    assert str(verify(Record(Game(3, layout=CUSTOM).position))) == "true: 0 decisions, not finished"
    game = Game(2)
    game.play("C@1")
    stated = replace(record, line=Line((Ply(Decision("C@1"), game.state_hash, variations=(Line.of(["C@2"]),)),)))
    assert str(verify(stated)) == "true: 1 decision, 1 variation, 1 state hash, not finished"


@pytest.mark.parametrize(
    ("text", "line", "column", "ply", "code"),
    [
        ("C@1 %0000000000000001", 2, 1, 0, "record/wrong-hash"),
        ("C@1\nD@2 %0000000000000001", 3, 1, 1, "record/wrong-hash"),
        ("C@1 D@2 (S@2\n B@3 %0000000000000001)", 3, 2, 2, "record/wrong-hash"),
        ("C@1 10-20", 2, 5, 1, "record/not-over"),
    ],
)
def test_a_false_claim_is_reported_with_its_place(text: str, line: int, column: int, ply: int, code: str) -> None:
    verdict = verify(read_record('[Players "2"]\n' + text))
    assert not verdict.is_true
    assert verdict.error is not None
    assert (verdict.error.line, verdict.error.column) == (line, column)
    assert (verdict.error.ply, verdict.error.code) == (ply, code)
    assert str(verdict) == f"false: {verdict.error}"
    assert str(verdict).startswith(f"false: line {line}, column {column}: ")


def test_a_wrong_hash_says_both() -> None:
    game = finished(2, 5)
    text = write_record(Record.from_game(game), hashes=True)
    right = f"{Record.from_game(game).game(20).state_hash:016x}"
    verdict = verify(read_record(text.replace(right, "0" * 16)))
    assert verdict.error is not None
    assert verdict.error.arguments == {"stated": "0" * 16, "computed": right}
    assert (verdict.error.ply, verdict.plies, verdict.hashes, verdict.scores) == (19, 19, 19, None)


def test_a_wrong_result() -> None:
    record = Record.from_game(finished(3, 5))
    assert record.result is not None
    wrong = replace(record, result=(*record.result[:2], record.result[2] + 1))
    verdict = verify(wrong)
    assert verdict.error is not None
    assert (verdict.error.code, verdict.error.line, verdict.scores) == ("record/wrong-result", None, record.result)
    assert verdict.plies == len(record.moves)
    verdict = verify(replace(record, result=None))
    assert verdict.error is not None
    assert verdict.error.code == "record/over"
    assert "expected " + "-".join(map(str, record.result)) in str(verdict)


def test_illegal_decisions_of_hand_made_records() -> None:
    start = Game(2).position
    verdict = verify(Record(start, Line.of(["C@1", "D@2", "C@1"])))
    assert verdict.error is not None
    assert (verdict.error.code, verdict.error.ply, verdict.plies) == ("path/occupied", 2, 2)
    assert str(verdict) == "false: ply 2: A builder already stands on path square 1. (R2.5)"
    ply = Ply(Decision("C@1"), variations=(Line.of(["C@2", "C@2"]),), where=(7, 8))
    verdict = verify(Record(start, Line((ply,))))
    assert verdict.error is not None
    assert (verdict.error.ply, verdict.plies, verdict.variations) == (1, 1, 0)


def test_a_start_that_cannot_be() -> None:
    start = Game(2).position.copy()
    start.dry = 1
    verdict = verify(Record(start))
    assert verdict.error is not None
    assert verdict.error.code == "position/impossible"


@pytest.mark.slow
@settings(max_examples=40)
@given(records())
def test_correct_records_pass_and_false_ones_fail(record: Record) -> None:
    verdict = verify(record)
    game = record.game()
    truth = game.scores() if game.is_over else None
    if verdict.is_true:
        assert record.result == truth == verdict.scores
        assert verdict.plies == len(record.moves)
        assert verify(read_record(write_record(record, hashes=True))).is_true
    else:
        assert verdict.error is not None
        assert record.result != truth or verdict.error.code == "record/wrong-hash"
