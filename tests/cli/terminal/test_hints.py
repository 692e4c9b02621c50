"""What hints say in the terminal."""

from dataclasses import replace

from aquaromana.analysis import hint
from aquaromana.cli.terminal.hints import RUNGS, rung_text
from aquaromana.rules import Game


def test_a_hint_without_reasons_crashed() -> None:
    given = replace(hint(Game(2)), reasons=())
    question, place, whole = (rung_text(given, rung, ["Ann", "Ben"]) for rung in range(1, RUNGS + 1))
    assert question.endswith("? (hint again: where)")
    assert place.endswith("(hint again: the whole turn)")
    first, *rest = whole.splitlines()
    assert first == f"The computer would play: {given.stretch[0]}"
    assert [line.split()[0] for line in rest] == ["Then", "It"]
