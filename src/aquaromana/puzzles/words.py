"""Puzzles in words: the sentences of the page's catalogue `puzzles`, for the terminal and for the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aquaromana.analysis.catalogues import catalogue, filled
from aquaromana.puzzles.puzzle import BUILD, Puzzle
from aquaromana.rules import Build, Decision, Extra, Move, Place
from aquaromana.rules.geometry import parse_port, square_name
from aquaromana.rules.layout import COLOR_NAMES

Argument = str | int

_AREAS: Final = {
    "color": ("reasons", "color"),
    "kind": ("common", "kind-a"),
    "builder": ("common", "kind-builder"),
}
"""Arguments that have words of their own, by the catalogue and the beginning of its keys."""


def goal_of(puzzle: Puzzle) -> tuple[str, dict[str, Argument]]:
    """What is wanted, free of any language: the code of a sentence and its arguments."""
    if puzzle.kind == "legal":
        return _question(Decision(puzzle.asked))
    kind, *rest = puzzle.goal.split(":")
    if kind == "lead":
        lead = int(rest[0])
        code = "lead" if lead > 0 else "behind" if lead < 0 else "even"
        return code, {"count": abs(lead)} if lead else {}
    if kind == "podium":
        position, port = puzzle.start(), parse_port(rest[0])
        layout = position.layout
        aqueduct = layout.outlets.index(port)
        beside = [each for each, outlet in enumerate(layout.outlets) if outlet != port and outlet >> 2 == port >> 2]
        twins = [each for each in beside if position.on_board >> each & 1]  # with a square alone both could be meant
        return "podium", {
            "color": COLOR_NAMES[layout.colors[aqueduct]],
            "square": rest[0] if twins else rest[0][:2],
            "podium": int(rest[1]),
        }
    return (BUILD if kind == BUILD else "win"), {}


def _question(decision: Decision) -> tuple[str, dict[str, Argument]]:
    """Whether a decision is legal, as a question."""
    args: dict[str, Argument] = {"decision": str(decision)}
    if isinstance(decision, Build):
        args |= {"workman": square_name(decision.workman >> 2), "path": decision.builder}
    if isinstance(decision, Build | Extra):
        args |= {"kind": decision.kind.letter, "square": square_name(decision.square)}
    if isinstance(decision, Place | Move):
        args |= {"path": decision.path}
    if isinstance(decision, Place):
        args |= {"builder": decision.kind.letter}
    return f"legal-{decision.type}", args


def sentence(key: str, args: Mapping[str, Argument] | None = None, *, language: str = "en") -> str:
    """A sentence of the catalogue with its arguments."""
    given = args or {}
    words = {name: _worded(name, value, language) for name, value in given.items()}
    return filled(catalogue(language, "puzzles")[key], words, given.get("count"), language)


def _worded(name: str, value: Argument, language: str) -> str:
    if name in _AREAS:
        area, prefix = _AREAS[name]
        return str(catalogue(language, area)[f"{prefix}.{value}"])
    return str(value)


def goal_words(puzzle: Puzzle, *, language: str = "en") -> str:
    """What is wanted, in one sentence."""
    code, args = goal_of(puzzle)
    return sentence(f"goal.{code}", args, language=language)
