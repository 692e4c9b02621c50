"""A puzzle: a position, what is wanted in it, and what was proven about it."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final, Literal, get_args

from aquaromana.engine.solve import Goal, GoalError
from aquaromana.puzzles.errors import PuzzleError
from aquaromana.rules import AquaError, Decision, Phase, Position
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.notation import parse_position

Kind = Literal["win", "lead", "podium", "build", "legal"]
"""Win for certain; the best lead with two players; reach a podium; the only way to keep building; is this legal?"""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Difficulty = Literal["easy", "medium", "hard", "expert"]

DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)

BOUNDS: Final = (1200, 1500, 1800)
"""The ratings from which on a puzzle is medium, hard, and one for experts."""

BUILD: Final = "build"
"""The goal that the solver of the engine does not know: to be able to build in the next turn."""

LEGAL: Final = "legal"
"""The answer that a decision is legal; all other answers are the codes of reasons."""

_KEYS: Final = {"id", "kind", "position", "goal", "right", "line", "themes", "rating", "nodes", "asked", "options"}
_NEEDED: Final = _KEYS - {"asked", "options", "nodes", "goal", "line"}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the seat to move has something to find."""

    id: str
    kind: Kind
    position: str
    """Its text; whose turn it is says for whom the puzzle is."""
    right: tuple[str, ...]
    """Every first decision that is right. All others are refuted; of `legal`, the only right answer."""
    themes: tuple[str, ...]
    rating: int
    """How hard it is, on the scale of the levels: 1000 for the first, 100 more for each one above."""
    goal: str = ""
    """As the solver reads it, or `build`; empty for `legal`."""
    line: tuple[str, ...] = ()
    """A solution, with the replies that resist longest."""
    nodes: int = 0
    """Positions that the core looked at to judge every first decision."""
    asked: str = ""
    """Of `legal`: the decision in question."""
    options: tuple[str, ...] = ()
    """Of `legal`: the answers to choose from."""

    @property
    def players(self) -> int:
        return int(self.position[0])

    @property
    def difficulty(self) -> Difficulty:
        return DIFFICULTIES[sum(self.rating >= bound for bound in BOUNDS)]

    def start(self) -> Position:
        """The position; do not change it."""
        return _parsed(self.position)

    @property
    def seat(self) -> int:
        """For whom it is."""
        return self.start().mover

    def to_json(self) -> dict[str, Any]:
        """As a line of a file holds it: what is empty is left out."""
        return {name: value for name, value in asdict(self).items() if value or name in _NEEDED}


@lru_cache(maxsize=64)
def _parsed(text: str) -> Position:
    return parse_position(text)


def puzzle_id(kind: Kind, position: str, goal: str) -> str:
    """The same for the same puzzle, whenever it is made: ``w3-5f0c2a``."""
    digest = hashlib.sha256(f"{kind} {position} {goal}".encode()).hexdigest()
    return f"{kind[0]}{position[0]}-{digest[:6]}"


def parse_puzzle(data: object, *, trusted: bool = False) -> Puzzle:
    """A puzzle from the JSON of its line; PuzzleError if that makes no sense, whatever it is.

    `trusted`: its position and decisions are not looked at.
    """
    if not isinstance(data, dict) or not _NEEDED <= set(data) <= _KEYS:
        raise PuzzleError("a puzzle has the entries " + ", ".join(sorted(_NEEDED)))
    texts = [data[name] for name in ("id", "kind", "position")] + [data.get(name, "") for name in ("goal", "asked")]
    lists = [data[name] for name in ("right", "themes")] + [data.get(name, []) for name in ("line", "options")]
    numbers = (data["rating"], data.get("nodes", 0))
    if not all(isinstance(text, str) for text in texts) or not all(map(_is_texts, lists)):
        raise PuzzleError(f"{str(data['id'])[:20]}: texts are needed, and lists of texts")
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
        raise PuzzleError(f"{data['id'][:20]}: the rating and the nodes are whole numbers")
    sequences = {name: tuple(data.get(name, ())) for name in ("right", "themes", "line", "options")}
    puzzle = Puzzle(**(data | sequences))
    if not trusted:
        _check(puzzle)
    return puzzle


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _check(puzzle: Puzzle) -> None:
    """What can be seen without proving anything."""
    name = puzzle.id[:20]
    if puzzle.kind not in KINDS:
        raise PuzzleError(f"{name}: the kind is one of {', '.join(KINDS)}, not {puzzle.kind[:20]!r}")
    try:
        position = puzzle.start()
        decisions = [Decision(text) for text in (*puzzle.line, *([puzzle.asked] if puzzle.asked else []))]
        right = [Decision(text) for text in puzzle.right] if puzzle.kind != "legal" else []
        if puzzle.goal and puzzle.goal != BUILD:
            Goal.parse(puzzle.goal).aqueduct(position, position.mover)
    except (AquaError, GoalError) as error:
        raise PuzzleError(f"{name}: {error}") from None
    if position.phase in (Phase.SETUP, Phase.OVER):
        raise PuzzleError(f"{name}: nobody has a turn in its position")
    if puzzle.id != puzzle_id(puzzle.kind, puzzle.position, puzzle.goal or puzzle.asked):
        raise PuzzleError(f"{name}: the id does not belong to this puzzle")
    if not puzzle.right or not puzzle.themes:
        raise PuzzleError(f"{name}: it needs a right answer and a theme")
    if puzzle.kind == "legal":
        is_whole = len(puzzle.right) == 1 and puzzle.right[0] in puzzle.options and bool(decisions)
    else:
        is_whole = bool(puzzle.goal and puzzle.line) and set(right) <= set(legal_decisions(position))
    if not is_whole:
        raise PuzzleError(f"{name}: its answers do not belong to its question")
