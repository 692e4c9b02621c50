"""Puzzles: positions with something to find, every first decision proven or refuted.

>>> from aquaromana.puzzles import goal_words, library
>>> puzzle = library().puzzles[0]
>>> puzzle.difficulty, bool(goal_words(puzzle))
('easy', True)
"""

from aquaromana.puzzles.attempt import Attempt
from aquaromana.puzzles.certificate import faults
from aquaromana.puzzles.errors import PuzzleError
from aquaromana.puzzles.judge import Judged, Outcome, judged, solution
from aquaromana.puzzles.library import Library, library, library_bytes, read_library
from aquaromana.puzzles.puzzle import DIFFICULTIES, KINDS, LEGAL, Puzzle
from aquaromana.puzzles.words import goal_of, goal_words, sentence

__all__ = [
    "DIFFICULTIES",
    "KINDS",
    "LEGAL",
    "Attempt",
    "Judged",
    "Library",
    "Outcome",
    "Puzzle",
    "PuzzleError",
    "faults",
    "goal_of",
    "goal_words",
    "judged",
    "library",
    "library_bytes",
    "read_library",
    "sentence",
    "solution",
]
