"""Hints in the terminal: a rung each time they are asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from aquaromana.analysis.facts import say
from aquaromana.analysis.hints import Hint
from aquaromana.analysis.questions import Question, Spot
from aquaromana.drawing.words import seat_names

RUNGS: Final = 3

_WORDS: Final = Path(__file__).resolve().parents[2] / "web" / "locale" / "en" / "hints.json"
"""The page's sentences: there is one home for them."""


def rung_text(hint: Hint, rung: int, names: Sequence[str]) -> str:
    """What a rung of a hint says."""
    if rung == 1 or hint.forced:
        return f"{question_text(hint.question, names)} {'' if hint.forced else '(hint again: where)'}".strip()
    if rung == 2:
        return f"{place_text(hint.place)} (hint again: the whole turn)"
    lines = [f"{_words()['turn']} {'  '.join(map(str, hint.stretch))}"]
    lines += [f"  {say(fact, names)} ({fact.clause})" for fact in hint.reasons]
    if hint.line:
        lines.append(_words()["line"].replace("{moves}", "  ".join(map(str, hint.line))))
    points, share = hint.value.points[hint.seat], hint.value.shares[hint.seat]
    lines.append(_words()["expects"].replace("{points}", f"{points:.0f}").replace("{percent}", f"{share:.0%}"))
    return "\n".join(lines)


def question_text(question: Question, names: Sequence[str]) -> str:
    """The question of the first rung."""
    text = _words()[question.code]
    for name, value in question.args.items():
        text = text.replace(f"{{{name}}}", _named(value, names) if name == "seat" else str(value))
    return text


def place_text(spot: Spot) -> str:
    """The place of the second rung."""
    return _words()[f"place.{spot.what}"].replace("{name}", spot.name).replace("{kind}", f"{spot.name} builder")


def _named(seat: object, names: Sequence[str]) -> str:
    assert isinstance(seat, int)
    return names[seat] if seat < len(names) else seat_names(seat + 1, names)[seat]


@cache
def _words() -> Mapping[str, str]:
    words: dict[str, str] = json.loads(_WORDS.read_text("utf-8"))
    return words
