"""The puzzles that come with this package, and files like theirs: JSON lines below a header with count and digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from aquaromana.puzzles.errors import PuzzleError
from aquaromana.puzzles.puzzle import Puzzle, parse_puzzle

FORMAT: Final = 1
NAME: Final = "puzzles.jsonl"


@dataclass(frozen=True, slots=True)
class Library:
    """Puzzles, easiest first."""

    puzzles: tuple[Puzzle, ...]
    version: str
    """A digest of all puzzles: what was begun with other ones cannot go on with these."""
    _by_id: dict[str, Puzzle] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._by_id.update({puzzle.id: puzzle for puzzle in self.puzzles})

    def __contains__(self, id: object) -> bool:  # noqa: A002 - it is the puzzle's id everywhere
        return id in self._by_id

    def find(self, id: str) -> Puzzle:  # noqa: A002
        """A puzzle by its id; PuzzleError if there is none."""
        if id not in self._by_id:
            raise PuzzleError(f"There is no puzzle {id[:20]!r}.", code="puzzle/unknown")
        return self._by_id[id]


@cache
def library() -> Library:
    """The puzzles of this package; PuzzleError if their file is damaged. What they claim is for `verify` to check."""
    return read_library(shipped(), trusted=True)


def shipped() -> bytes:
    """The file of this package."""
    return (files(__package__) / "data" / NAME).read_bytes()


def read_library(data: bytes, *, trusted: bool = False) -> Library:
    """Puzzles from the content of a file; PuzzleError says what is wrong with it, and in which line.

    `trusted`: nothing but the digest is checked, which takes milliseconds instead of seconds.
    """
    header, _, body = data.partition(b"\n")
    try:
        about = json.loads(header)
        format_, count, digest = about["format"], about["count"], about["sha256"]
    except (ValueError, KeyError, TypeError):
        raise PuzzleError("This is not a file of puzzles: its first line is not their header.") from None
    if format_ != FORMAT:
        raise PuzzleError(
            f"This file of puzzles has the format {str(format_)[:20]}; this version reads {FORMAT}.",
            code="puzzle/version",
        )
    if hashlib.sha256(body).hexdigest() != digest:
        raise PuzzleError("This file of puzzles is damaged: its digest does not fit.", code="puzzle/damaged")
    lines = enumerate(body.splitlines(), 2)
    puzzles = tuple(_puzzle(line, number, trusted=trusted) for number, line in lines)
    if len(puzzles) != count or len({puzzle.id for puzzle in puzzles}) != count:
        raise PuzzleError("This file of puzzles is damaged: their number does not fit.", code="puzzle/damaged")
    return Library(puzzles, str(digest)[:12])


def _puzzle(line: bytes, number: int, *, trusted: bool) -> Puzzle:
    try:
        return parse_puzzle(json.loads(line), trusted=trusted)
    except PuzzleError as error:
        raise PuzzleError(f"Line {number}: {error}.") from None
    except ValueError:
        raise PuzzleError(f"Line {number} is not JSON.") from None


def library_bytes(puzzles: Sequence[Puzzle]) -> bytes:
    """The content of a file with these puzzles; the same puzzles give the same bytes."""
    lines = [json.dumps(puzzle.to_json(), ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles]
    body = "".join(f"{line}\n" for line in lines).encode()
    header = {"format": FORMAT, "count": len(puzzles), "sha256": hashlib.sha256(body).hexdigest()}
    return json.dumps(header).encode() + b"\n" + body
