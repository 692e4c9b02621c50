"""`aqua arena --rate` and `--next`."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Aqua, one_line


@pytest.mark.slow
def test_a_pool_is_rated_at_tables_of_every_size(aqua: Aqua) -> None:
    result = aqua(
        "arena", "--rate", "random", "first", "level:1", "--games", "6", "--workers", "1",
        "--plot", "pool.svg", "--json", "pool.json", "--out", "pool",
    )  # fmt: skip
    assert result.exit_code == 0
    head, *lines = result.stdout.splitlines()
    assert "2 players" in head
    assert "3 players" in head
    assert "4 players" not in head
    assert {line.split()[0] for line in lines} == {"random", "first", "level:1"}
    assert lines[-1].split()[0] == "random"
    assert ET.parse("pool.svg").getroot().tag.endswith("svg")
    told = json.loads(Path("pool.json").read_text("utf-8"))
    assert told["tables"] == [2, 3]
    assert [match["draw"] for match in told["matches"]] == ["lot", "lot"]
    again = aqua("arena", "--rate", "random", "first", "level:1", "--games", "6", "--workers", "1", "--out", "pool")
    assert again.stdout == result.stdout


@pytest.mark.slow
def test_neighbors_are_measured(aqua: Aqua) -> None:
    result = aqua(
        "arena", "--next", "random", "first", "--players", "2", "--sets", "4", "--workers", "1", "--json", "-"
    )
    told = json.loads(result.stdout)
    (pair,) = told["pairs"]
    assert (pair["upper"], pair["lower"], pair["players"]["2"]["games"]) == ("first", "random", 8)
    assert pair["players"]["2"]["share"] > 0.6


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rate", "random"], "two bots or more"),
        (["--next", "random"], "two bots or more"),
        (["--rate", "random", "random"], "names every bot once"),
        (["--rate", "random", "first", "--players", "3"], "2 bots do not fill a table of 3"),
        (["--rate", "random", "first", "--players", "5"], "2, 3 or 4 players, not 5"),
        (["--rate", "random", "clever"], "there is no bot 'clever'"),
        (["--rate", "--next", "random", "first"], "do not go together"),
        (["--rate", "random", "first", "--sprt", "0", "10"], "--sprt goes with a match of two bots"),
        (["--rate", "random", "first", "--games", "0"], "1 game or more, not 0"),
        (["--rate", "random", "first", "--plot", "pool.png"], "does not end with .svg"),
        (["--rate", "random", "first", "--plot", "nowhere/pool.svg"], "no such folder"),
        (["random", "first", "--plot", "pool.svg"], "--plot goes with --rate or --next"),
    ],
)
def test_an_impossible_rating_is_one_line(aqua: Aqua, arguments: list[str], words: str) -> None:
    result = aqua("arena", *arguments)
    assert result.exit_code == 2
    assert words in one_line(result)
    assert not list(Path().iterdir())
