"""Makes puzzles from games of bots: a work file that can be continued, and the selection that is shipped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from aquaromana.processes import spread
from aquaromana.puzzles.certificate import proven_again
from aquaromana.puzzles.errors import PuzzleError
from aquaromana.puzzles.mine import mined
from aquaromana.puzzles.puzzle import Kind, Puzzle, parse_puzzle

MOST: Final[Mapping[Kind, int]] = {"win": 34, "lead": 50, "podium": 26, "build": 20, "legal": 20}
"""Puzzles of a kind that are shipped for each number of players."""

TWIN: Final = 40_000
"""Positions that the twin may look at to prove one again: a few seconds."""

Job = tuple[int, int]
"""The number of players, and the seed of the game."""


def made(jobs: Sequence[Job], file: Path, workers: int = 1) -> Iterator[tuple[Job, int]]:
    """Search games and add what is found to a file, one line for each game; those that are in it are not repeated.

    Yields each game and how many puzzles it gave. A line that was cut off is dropped, and its game searched again.
    """
    known = dict(_lines(file))
    if file.exists():
        text = "".join(f"{_line(job, puzzles)}\n" for job, puzzles in known.items())
        if text.encode() != file.read_bytes():
            file.write_text(text, "utf-8")
    open_jobs = [job for job in jobs if job not in known]
    with file.open("a", encoding="utf-8") as out:
        for job, puzzles in zip(open_jobs, spread(_search, open_jobs, workers), strict=True):
            out.write(f"{_line(job, [puzzle.to_json() for puzzle in puzzles])}\n")
            out.flush()
            yield job, len(puzzles)


def _search(job: Job) -> list[Puzzle]:
    return mined(*job)


def _line(job: Job, puzzles: Sequence[Mapping[str, Any]]) -> str:
    line = {"players": job[0], "seed": job[1], "puzzles": puzzles}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _lines(file: Path) -> Iterator[tuple[Job, list[dict[str, Any]]]]:
    """The games of a work file; PuzzleError if it is something else."""
    if not file.exists():
        return
    lines = file.read_text("utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            return  # it was cut off
        try:
            data = json.loads(line)
            yield (int(data["players"]), int(data["seed"])), list(data["puzzles"])
        except (ValueError, KeyError, TypeError):
            raise PuzzleError(f"line {number} of {file.name} is not a game that was searched") from None


def selected(file: Path, most: Mapping[Kind, int] = MOST) -> list[Puzzle]:
    """What is worth shipping of a work file: no two alike, every answer and difficulty in its share, easiest first."""
    games = sorted(_lines(file), key=lambda line: line[0])
    puzzles = _distinct(parse_puzzle(data) for _, found in games for data in found)
    chosen: list[Puzzle] = []
    for players in (2, 3, 4):
        for kind, count in most.items():
            pool = [puzzle for puzzle in puzzles if (puzzle.players, puzzle.kind) == (players, kind)]
            chosen += _spread_out(pool, count)
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id))


def _distinct(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """One puzzle for each position and seat: the same ending with another goal is the same puzzle."""
    kept: dict[tuple[str, bool], Puzzle] = {}
    for puzzle in puzzles:
        kept.setdefault((puzzle.position, puzzle.kind == "legal"), puzzle)
    return list(kept.values())


def _spread_out(pool: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """As many as are wanted, one after the other from the group that has the fewest: difficulty, or right answer.

    Each is proven again before it is taken.
    """
    groups: dict[str, list[Puzzle]] = {}
    for puzzle in pool:
        groups.setdefault(puzzle.right[0] if puzzle.kind == "legal" else puzzle.difficulty, []).append(puzzle)
    for group in groups.values():
        group.sort(key=lambda puzzle: (-len(puzzle.line), puzzle.id))  # those with more to find come first
    chosen: list[Puzzle] = []
    taken = Counter(dict.fromkeys(groups, 0))
    while len(chosen) < count and (left := [name for name in groups if taken[name] < len(groups[name])]):
        name = min(left, key=lambda each: (taken[each], each))
        if proven_again(groups[name][taken[name]], TWIN):
            chosen.append(groups[name][taken[name]])
        taken[name] += 1
    return chosen
