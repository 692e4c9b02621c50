"""Errors of puzzles and of the files that hold them."""

from __future__ import annotations

from typing import Literal

Code = Literal["puzzle/unreadable", "puzzle/damaged", "puzzle/version", "puzzle/unknown", "puzzle/wrong"]


class PuzzleError(ValueError):
    """A puzzle, or a file of puzzles, that cannot be used; `code` says why, and never changes."""

    def __init__(self, message: str, *, code: Code = "puzzle/unreadable") -> None:
        super().__init__(message)
        self.code: Code = code
