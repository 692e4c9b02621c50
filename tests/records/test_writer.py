"""The canonical text."""

import pytest
from hypothesis import given, settings

from aquaromana.records import Line, Ply, Record, RecordError, read_record, read_records, write_record, write_records
from aquaromana.records.header import TAGS
from aquaromana.rules import Game
from tests.records.strategies import records
from tests.support.random_play import CUSTOM, finished, long_lived
from tests.support.sizes import LongSize

ROUND_TRIP = LongSize("record-round-trip", ci=80, long=5000)


def body(record: Record) -> str:
    return write_record(record).partition("\n\n")[2]


@pytest.mark.slow
@ROUND_TRIP.mark
@settings(max_examples=ROUND_TRIP.value)
@given(records())
def test_every_record_survives_writing_and_reading(record: Record) -> None:
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert write_record(again) == text
    assert read_record(text.encode()) == record
    assert read_record(write_record(record, hashes=True)).game() == record.game()


@pytest.mark.slow
@settings(max_examples=30)
@given(records())
def test_hashes_all_none_or_as_they_are(record: Record) -> None:
    every, none = (read_record(write_record(record, hashes=hashes)) for hashes in (True, False))
    for ply, position in zip(every.line.plies, list(record.positions())[1:], strict=True):
        assert ply.hash == position.hash
    assert all(ply.hash is None for ply in none.line.plies)
    assert "%" not in write_record(Record(none.start, Line.of(none.moves)), hashes=False).partition("\n\n")[2]


def test_lines_are_at_most_80_wide() -> None:
    game = finished(2, 3)
    plies = [Ply(move, comment="many words " * 30) for move in game.moves]
    text = body(Record(game.start, Line(tuple(plies), "and " * 60)))
    assert max(map(len, text.split("\n"))) == 80
    assert not any(line.endswith(" ") for line in text.split("\n"))
    words = "x" * 200
    assert f"    {words}\n" in body(Record(Game(2).position, Line((), f"a {words} b")))


def test_tags_have_one_order() -> None:
    tags = {
        "Zebra": "z",
        "Seat1": "b",
        "Annotator": "a",
        "Bot0": "r",
        "Seat0": "x",
        "Date": "d",
        "Site": "s",
        "Event": "e",
    }
    record = Record.from_game(Game(2), **tags)
    written = [line[1:].split(" ")[0] for line in write_record(record).split("\n") if line.startswith("[")]
    assert written == [tag for tag in TAGS if tag in written] + ["Annotator", "Zebra"]
    assert write_record(Record.from_game(Game(2), **dict(reversed(tags.items())))) == write_record(record)


def test_a_turn_a_line() -> None:
    game = Game(4)
    for move in ["C@12", "C@13", "C@14", "D@15", "D@16", "D@17", "S@1", "S@2", "S@3", "B@38", "B@37", "B@36"]:
        game.play(move)
    for move in ("D1e.12.Cs", "-", "H1s.38.Bs"):
        game.play(move)
    assert body(Record.from_game(game)) == (
        "0. C@12 C@13 C@14 D@15 D@16 D@17 S@1 S@2 S@3 B@38 B@37 B@36\n1. 0: D1e.12.Cs -\n2. 1: H1s.38.Bs\n*\n"
    )


def test_numbers_come_again_after_a_variation() -> None:
    text = '[Players "2"] {c} C@1 {a} (C@2 {b} (D@1)) (S@1) D@2 %00000000000000AA (D@3 C@2) S@3'
    assert body(read_record(text)) == (
        "{c}\n0. C@1 {a} (0. C@2 {b} (0. D@1)) (0. S@1) 0. D@2 %00000000000000aa (0. D@3 C@2)\n    0. S@3\n*\n"
    )


def test_claims_of_others_are_marked() -> None:
    texts = [body(Record.from_game(finished(4, seed, long_lived))) for seed in range(3)]
    marked = [line for text in texts for line in text.split("\n") if line.count(": ") == 2]
    assert marked
    assert all(line.split(": ")[2].startswith("*") for line in marked)


def test_a_record_stands_alone() -> None:
    game = Game(3, layout=CUSTOM)
    game.play("C@1")
    text = write_record(Record.from_game(game))
    assert '[Layout "E4E5-E4n-E4w-E5s-E5e~B2C2-' in text
    assert "[Start" not in text
    later = write_record(Record.from_game(Game.from_position(game.position)))
    assert f'[Start "{game}"]' in later
    assert read_record(later).start == game.position


def test_several_records() -> None:
    games = [Record.from_game(finished(players, 1)) for players in (2, 3, 4)]
    text = write_records(games, hashes=True)
    assert text.count("\n\n") == 5
    assert [game.moves for game in read_records(text)] == [game.moves for game in games]
    assert write_records([]) == ""


def test_an_illegal_record_is_not_written() -> None:
    with pytest.raises(RecordError) as caught:
        write_record(Record(Game(2).position, Line.of(["-"])))
    assert (caught.value.code, caught.value.ply) == ("phase/wrong", 0)
