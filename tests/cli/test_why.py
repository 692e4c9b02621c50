"""`aqua why`: reasons for everything that can be named."""

import pytest

from aquaromana.rules import Game
from tests.cli.conftest import Aqua, one_line

START = str(Game(players=2))


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("C@12", "C@12 is possible."),
        ("C", "C is possible."),
        ("c 12", "c 12 is possible."),
        ("d1e 12 cs", "D1e.12.Cs answers another question: now seat 0 has to set up a builder. (R2.5)"),
        ("j", "The joker is not set up; it waits in the reserve. (R2.5)"),
        ("12", "12 is possible."),
        ("D1e", "Now seat 0 has to set up a builder; the workman at D1e plays no part in that. (R2.5)"),
        ("d1E", "Now seat 0 has to set up a builder; the workman at D1e plays no part in that. (R2.5)"),
        ("f4", "Now seat 0 has to set up a builder; the square F4 plays no part in that. (R2.5)"),
        ("-", "- answers another question: now seat 0 has to set up a builder. (R2.5)"),
        ("D1e.12.Cs", "D1e.12.Cs answers another question: now seat 0 has to set up a builder. (R2.5)"),
        ("D1e.13.Cs", "A workman on D1 sees the path squares 4, 12, 27, 38, not 13. (R4.2)"),
    ],
)
def test_reasons(aqua: Aqua, subject: str, said: str) -> None:
    result = aqua("why", START, subject)
    assert (result.exit_code, result.stdout) == (0, said + "\n")


@pytest.mark.parametrize("subject", ["", "Z9", "39", "12345678901234567890", "²", "D1e.12", "what?", "C@99", "\n"])
def test_an_unknown_subject_is_one_line(aqua: Aqua, subject: str) -> None:
    assert "is not a decision" in one_line(aqua("why", START, subject))
