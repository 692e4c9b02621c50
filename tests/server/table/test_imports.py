"""Files that people bring: every kind is recognized, and whatever is wrong says where."""

import json

import pytest

from aquaromana.drawing import gif, png, svg
from aquaromana.records import Record, to_json, write_record, write_records
from aquaromana.rules import AquaError, Game
from aquaromana.server.responses import problem_of
from aquaromana.server.table.imports import read
from tests.cli.conftest import random_game

GAME = random_game(3, 5, 40)
RECORD = Record.from_game(GAME, Seat0="Ann", Seat1="Bo <b>", Seat2="Cy")
TEXT = write_record(RECORD)


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        json.dumps(to_json(RECORD)).encode(),
        svg(GAME, record=TEXT).encode(),
        png(GAME, width=64, record=TEXT),
        gif(GAME, width=32, first=38, record=TEXT),
    ],
    ids=["aqr", "aqr with a mark", "json", "svg", "png", "gif"],
)
def test_every_kind_of_file_is_recognized(data: bytes) -> None:
    assert read(data) == RECORD


def test_a_position_is_a_game_without_decisions() -> None:
    record = read(f" {GAME}\n".encode())
    assert record.start == GAME.position
    assert record.moves == ()


def test_one_of_several_games_is_chosen_by_its_number() -> None:
    other = Record.from_game(random_game(2, 1, 5))
    data = write_records([RECORD, other]).encode()
    assert [read(data, 1), read(data, 2)] == [RECORD, other]
    for number in (None, 3):
        with pytest.raises(AquaError) as refused:
            read(data, number)
        assert problem_of(refused.value).args == {"games": 2}


@pytest.mark.parametrize(
    ("data", "code", "args"),
    [
        (b"", "record/empty", {}),
        (b"\x00" * 100, "record/file-type", {}),
        (b"%PDF-1.7 ...", "record/file-type", {}),
        (b"PK\x03\x04...", "record/file-type", {}),
        (b"\xff\xd8\xff\xe0 a photo", "record/file-type", {}),
        (b"\xe9\xe8 latin", "record/encoding", {}),
        (b"Dear diary, today", "record/no-players", {"line": 1, "column": 1}),
        (b'[Players "2"]\nDear diary', "notation/unreadable", {"line": 2, "column": 1}),
        (b'[Players "2"]\n\n0. C@12 C@12', "path/occupied", {"line": 3, "column": 9, "ply": 1}),
        (b'[Players "2"]\n0. D1e.12.Cs', "phase/wrong", {"line": 2, "column": 4, "ply": 0}),
        (b'[Players "9"]\n0. C@12', "players/impossible", {"line": 1}),
        (b"{", "record/json-syntax", {"line": 1, "column": 2}),
        (b'{"version": 1, "players": 2, "moves": [{"move": "C@12"}, {"move": "C@12"}]}', "path/occupied", {"ply": 1}),
        (b'{"version": 1, "players": 2}', "record/json", {"path": ""}),
        (b"{" * 100_000, "record/json-syntax", {}),
        (b"2.s.0d0.87.38.-.ooo-ooo-ooo-ooo.-", "position/unreadable", {}),
        (b"<html><body>no picture</body></html>", "record/not-in-picture", {}),
        (b"<svg", "record/picture", {}),
        (b"\x89PNG\r\n\x1a\nbroken", "record/picture", {}),
        (b"GIF89a", "record/picture", {}),
        (b"x" * 400_001, "record/too-large", {"limit": 400_000}),
    ],
)
def test_whatever_is_wrong_has_a_code_and_a_place(data: bytes, code: str, args: dict[str, object]) -> None:
    with pytest.raises(AquaError) as refused:
        read(data)
    problem = problem_of(refused.value)
    assert problem.code == code
    assert {name: problem.args[name] for name in args} == args


def test_a_game_from_a_position_of_its_own_is_kept() -> None:
    game = Game.from_position(str(GAME))
    game.play(game.legal_moves()[0])
    assert read(write_record(Record.from_game(game)).encode()).game() == game
