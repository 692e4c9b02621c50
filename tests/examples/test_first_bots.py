"""The first bots of the tutorial, in Python and in JavaScript: they play whole games by the rules."""

import sys

import pytest

from aquaromana.arena import Entry, Match, SerialRunner, run_match
from tests.support.house import ROOT
from tests.web.node import node

EXAMPLES = ROOT / "examples"
PYTHON = f"cmd: {sys.executable} {EXAMPLES / 'first_bot.py'}"


def standings_of(*bots: str, players: int, sets: int = 1) -> list[float]:
    match = Match(tuple(map(Entry, bots)), players, sets=sets, seed=3)
    standings = run_match(match, runner=SerialRunner())
    assert standings.forfeits == []
    return [row.points or 0 for row in standings.rows]


@pytest.mark.slow
def test_the_python_bot_plays_and_does_better_than_chance() -> None:
    first, random = standings_of(PYTHON, "random", players=2, sets=2)
    assert first > random


def test_the_python_bot_is_short() -> None:
    source = (EXAMPLES / "first_bot.py").read_text("utf-8")
    assert sum(bool(line.strip()) for line in source.splitlines()) < 40


@pytest.mark.slow
def test_the_javascript_bot_plays_without_knowing_the_rules() -> None:
    first, _, random = standings_of(f"cmd: {node()} {EXAMPLES / 'first_bot.mjs'}", PYTHON, "random", players=3)
    assert first > random
