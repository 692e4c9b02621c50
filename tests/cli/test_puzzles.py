"""`aqua puzzles`: make, verify, stats and play, each with what can go wrong."""

import hashlib
import json
from pathlib import Path

import pytest

from aquaromana.puzzles import goal_words, library, library_bytes, sentence
from aquaromana.puzzles.puzzle import Puzzle
from aquaromana.rules import Game
from tests.cli.conftest import Aqua

CHEAP = [each for each in library().puzzles if each.nodes < 60 and each.kind != "legal"][:3]


def short() -> Puzzle:
    """A puzzle that one stretch solves."""
    return next(each for each in library().puzzles if each.kind == "win" and len(each.line) <= 3 and each.nodes < 500)


def test_verify_proves_a_file_again(aqua: Aqua, tmp_path: Path) -> None:
    (tmp_path / "few.jsonl").write_bytes(library_bytes(CHEAP))
    result = aqua("puzzles", "verify", "few.jsonl")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("3 of 3 proven again\n")


def test_verify_says_which_puzzle_is_wrong(aqua: Aqua, tmp_path: Path) -> None:
    broken = CHEAP[0].to_json()
    legal = list(map(str, Game.from_position(CHEAP[0].position).legal_moves()))
    wrong = next(each for each in legal if each not in CHEAP[0].right)
    broken["right"] = [wrong]
    data = library_bytes(CHEAP[:1]).decode()
    body = json.dumps(broken, ensure_ascii=False, separators=(",", ":")) + "\n"
    header = json.loads(data.partition("\n")[0])
    header["sha256"] = hashlib.sha256(body.encode()).hexdigest()
    (tmp_path / "wrong.jsonl").write_text(json.dumps(header) + "\n" + body, "utf-8")
    result = aqua("puzzles", "verify", "wrong.jsonl")
    assert result.exit_code == 2
    assert f"{CHEAP[0].id}: {wrong} is called right, but it is refuted (puzzle/wrong)" in result.stderr
    assert result.stdout.endswith("0 of 1 proven again\n")


def test_a_damaged_file_is_one_line(aqua: Aqua, tmp_path: Path) -> None:
    (tmp_path / "damaged.jsonl").write_bytes(library_bytes(CHEAP)[:-9])
    for command in ("verify", "stats"):
        result = aqua("puzzles", command, "damaged.jsonl")
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert "(puzzle/damaged)" in result.stderr


def test_stats_count_kinds_sizes_and_themes(aqua: Aqua) -> None:
    result = aqua("puzzles", "stats")
    assert result.exit_code == 0
    total = result.stdout.splitlines()[6].split()
    assert (total[0], int(total[-1])) == ("all", len(library().puzzles))
    assert "themes: " in result.stdout


@pytest.mark.slow
def test_make_writes_puzzles_and_goes_on(aqua: Aqua, tmp_path: Path) -> None:
    wanted = ("--work", "work.jsonl", "--games", 1, "--players", 4, "--seed", 3)
    result = aqua("puzzles", "make", "mine.jsonl", *wanted)
    assert result.exit_code == 0, result.stderr
    first = (tmp_path / "mine.jsonl").read_bytes()
    again = aqua("puzzles", "make", "mine.jsonl", *wanted)
    assert (again.exit_code, "already exists" in again.stderr) == (2, True)
    assert aqua("puzzles", "make", "mine.jsonl", *wanted, "--force").exit_code == 0
    assert (tmp_path / "mine.jsonl").read_bytes() == first


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_play_judges_tries_in_three_languages(aqua: Aqua, language: str) -> None:
    puzzle = short()
    wrong = next(
        str(each) for each in Game.from_position(puzzle.position).legal_moves() if str(each) not in puzzle.right
    )
    typed = f"{wrong}\nA1n\nagain\n{' '.join(puzzle.line)}\nsolution\n"
    result = aqua("puzzles", "play", puzzle.id, "--language", language, stdin=typed)
    assert result.exit_code == 0
    assert goal_words(puzzle, language=language) in result.stdout
    assert "(notation/unreadable)" in result.stdout or "(phase/wrong)" in result.stdout
    ends = [sentence(f"outcome.{each}", language=language) for each in ("solved", "shown")]
    assert any(end in result.stdout for end in ends)


def test_play_asks_about_the_rules(aqua: Aqua) -> None:
    puzzle = next(each for each in library().puzzles if each.kind == "legal" and each.right[0] != "legal")
    right = puzzle.options.index(puzzle.right[0]) + 1
    result = aqua("puzzles", "play", puzzle.id, stdin=f"1\n{right}\n")
    assert result.exit_code == 0
    assert sentence("outcome.wrong-legal") in result.stdout
    assert sentence("outcome.solved-legal") in result.stdout


def test_an_unknown_puzzle_or_choice_is_one_line(aqua: Aqua) -> None:
    for arguments in (("x-1",), ("--theme", "nothing")):
        result = aqua("puzzles", "play", *arguments)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert "(puzzle/unknown)" in result.stderr
