"""Files of puzzles: the same puzzles give the same bytes, and whatever is wrong with one is said in a sentence."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aquaromana.puzzles import PuzzleError, goal_words, library, library_bytes, read_library
from aquaromana.puzzles.library import shipped
from aquaromana.puzzles.make import made, selected
from aquaromana.puzzles.mine import mined
from aquaromana.puzzles.puzzle import parse_puzzle
from aquaromana.puzzles.rating import Tries, likeliest
from aquaromana.puzzles.words import goal_of
from aquaromana.rules.geometry import port_name

FEW = library().puzzles[::60]


def test_a_file_is_read_as_it_was_written() -> None:
    data = library_bytes(FEW)
    assert read_library(data).puzzles == FEW
    assert library_bytes(library().puzzles) == shipped()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data[:0], "puzzle/unreadable"),
        (lambda data: b"[]\n" + data, "puzzle/unreadable"),
        (lambda data: data.replace(b'"format": 1', b'"format": 2', 1), "puzzle/version"),
        (lambda data: data[:-40], "puzzle/damaged"),
        (lambda data: data.replace(b'"rating":1', b'"rating":2', 1), "puzzle/damaged"),
    ],
)
def test_a_damaged_file_says_so(change: Any, code: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read_library(change(library_bytes(FEW)))
    assert error.value.code == code
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "entry",
    [
        {"position": "nonsense"},
        {"goal": "win:3"},
        {"right": []},
        {"right": ["A1n.1.Ce"]},
        {"kind": "mate"},
        {"line": ["x"]},
        {"rating": "high"},
        {"themes": "sight"},
        {"id": "w2-000000"},
        {"more": 1},
    ],
)
def test_a_puzzle_that_makes_no_sense_is_refused(entry: dict[str, Any]) -> None:
    good = next(each for each in library().puzzles if each.kind == "win").to_json()
    parse_puzzle(json.loads(json.dumps(good)))
    with pytest.raises(PuzzleError):
        parse_puzzle(json.loads(json.dumps(good | entry)))


def test_noise_is_never_a_traceback() -> None:
    random, data = Random(5), bytearray(library_bytes(FEW))
    for _ in range(60):
        noisy = bytearray(data)
        for _ in range(random.randrange(1, 8)):
            noisy[random.randrange(len(noisy))] = random.randrange(256)
        with pytest.raises(PuzzleError):
            read_library(bytes(noisy))


def test_an_unknown_puzzle_is_named() -> None:
    with pytest.raises(PuzzleError, match="w9-000000") as error:
        library().find("w9-000000")
    assert error.value.code == "puzzle/unknown"


@pytest.mark.slow
def test_a_search_goes_on_where_it_was_and_gives_the_same(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    jobs = [(4, 0), (4, 1)]
    assert [job for job, _ in made(jobs, whole)] == jobs
    text = whole.read_text("utf-8")
    cut.write_text(text[:-30], "utf-8")  # as if it had been killed while it wrote
    assert [job for job, _ in made(jobs, cut)] == [(4, 1)]
    assert cut.read_text("utf-8") == text
    assert list(made(jobs, whole)) == []
    assert {puzzle.id for puzzle in selected(whole)} <= {
        each["id"] for line in text.splitlines() for each in json.loads(line)["puzzles"]
    }


def test_a_work_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "work.jsonl"
    file.write_text('{"players": 2}\n', "utf-8")
    with pytest.raises(PuzzleError, match="line 1"):
        list(made([(2, 0)], file))
    assert file.read_text("utf-8") == '{"players": 2}\n'


@pytest.mark.slow
def test_a_shipped_puzzle_comes_from_its_game() -> None:
    assert any(puzzle in library().puzzles for puzzle in mined(4, 2) + mined(2, 2) + mined(3, 2))


def test_the_rating_follows_who_finds_it() -> None:
    levels = [1000, 1200, 1400, 1600, 1800]
    by_all = likeliest([Tries(strength, 4, 4) for strength in levels])
    by_strong = likeliest([Tries(strength, 4 * (strength > 1500), 4) for strength in levels])
    by_none = likeliest([Tries(strength, 0, 4) for strength in levels])
    assert by_all < by_strong < by_none
    assert 1350 <= by_strong <= 1650


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_puzzle_says_what_is_wanted(language: str) -> None:
    for puzzle in library().puzzles[::7]:
        words = goal_words(puzzle, language=language)
        assert words.endswith((".", "?"))
        assert "{" not in words


def test_the_goal_of_a_podium_means_one_workman_alone() -> None:
    for puzzle in library().puzzles:
        code, arguments = goal_of(puzzle)
        if code != "podium":
            continue
        position = puzzle.start()
        there = [each for each in range(len(position.layout.outlets)) if position.on_board >> each & 1]
        outlets = [port_name(position.layout.outlets[each]) for each in there]
        meant = [outlet for outlet in outlets if outlet.startswith(str(arguments["square"]))]
        assert len(meant) == 1, (puzzle.id, meant)
