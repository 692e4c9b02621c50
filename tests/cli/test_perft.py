"""`aqua perft`."""

import pytest

from aquaromana.rules import Game
from aquaromana.rules.perft import perft
from tests.cli.conftest import Aqua, one_line, random_game


def test_counts(aqua: Aqua) -> None:
    assert aqua("perft", "--players", 2, 0).stdout == "1\n"
    assert aqua("perft", "--players", 2, 1).stdout == "152\n"
    game = random_game(3, 2, 30)
    assert aqua("perft", game, 2).stdout == f"{perft(game, 2)}\n"


def test_divide(aqua: Aqua) -> None:
    *lines, total = aqua("perft", Game(players=4), 1, "--divide").stdout.splitlines()
    assert lines[0] == "C@1 1"
    assert total == "152 decisions, 152 lines"
    assert len(lines) == 152


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2"], "give a position and a depth, or --players and a depth"),
        (["--players", "2", "x", "1"], "give a position and a depth"),
        (["a", "b", "1"], "one position and the depth are enough"),
        (["--players", "2", "x"], "'x' is not a valid depth"),
        (["--players", "2", "0", "--divide"], "'0' is not a valid depth; use a number from 1"),
        (["--players", "2", "²"], "is not a valid depth"),
        (["--players", "7", "1"], "'7' is not a whole number from 2 to 4"),
    ],
)
def test_bad_input_is_one_line(aqua: Aqua, arguments: list[str], said: str) -> None:
    assert said in one_line(aqua("perft", *arguments))
