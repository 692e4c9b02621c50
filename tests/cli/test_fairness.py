"""`aqua fairness`."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Aqua, one_line


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_standard_layout_is_measured(aqua: Aqua, players: int) -> None:
    result = aqua(
        "fairness", "--players", players, "--bot", "first", "--games", 12, "--workers", 1, "--opening", "setup"
    )
    assert result.exit_code == 0
    stage, head, line = result.stdout.splitlines()
    assert stage == "measured:"
    assert f"seat {players - 1}" in head
    assert f"seat {players}" not in head
    assert line.split()[:2] == ["standard", "12"]


@pytest.mark.slow
def test_many_layouts_are_sieved_and_the_best_confirmed(aqua: Aqua) -> None:
    words = ["fairness", "--players", 2, "--bot", "random", "--candidates", 3, "--orders", "--sieve-games", 4]
    words += ["--games", 8, "--confirm", 2, "--workers", 1, "--out", "lab", "--json", "lab.json", "--plot", "lab.svg"]
    result = aqua(*words)
    assert result.exit_code == 0
    told = json.loads(Path("lab.json").read_text("utf-8"))["stages"]
    assert len(told["first look"]) == 1 + 3 + 3
    assert {each["games"] for each in told["first look"]} == {4}
    assert {each["games"] for each in told["measured"]} == {8}
    assert 2 <= len(told["measured"]) <= 3
    assert "standard" in {each["name"] for each in told["measured"]}
    order = [each["unfairness"] for each in told["measured"]]
    assert order == sorted(order)
    assert ET.parse("lab.svg").getroot().tag.endswith("svg")
    assert len(list(Path("lab").iterdir())) == 7 + len(told["measured"])
    again = aqua(*words)
    assert again.stdout == result.stdout


@pytest.mark.slow
def test_a_layout_of_ones_own(aqua: Aqua) -> None:
    Path("mine.toml").write_text(
        "players = 3\nname = 'mine'\n"
        "yellow = { squares = ['E4', 'E5'], outlets = ['E4n', 'E4w', 'E5s', 'E5e'] }\n"
        "red = { squares = ['B2', 'C2'], outlets = ['B2n', 'B2w', 'C2s', 'C2e'] }\n"
        "blue = { squares = ['J6', 'J7'], outlets = ['J6n', 'J6e', 'J7s', 'J7w'] }\n",
        "utf-8",
    )
    result = aqua("fairness", "--layout", "mine.toml", "--bot", "random", "--games", 6, "--workers", 1)
    assert result.stdout.splitlines()[2].split()[:2] == ["mine", "6"]
    refused = aqua("fairness", "--layout", "mine.toml", "--players", 2)
    assert refused.exit_code == 2
    assert "is for 3 players, not 2" in one_line(refused)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bot", "clever"], "there is no bot 'clever'"),
        (["--budget", "soon"], "'soon'"),
        (["--games", "1"], "2 games or more"),
        (["--players", "5"], "5"),
        (["--candidates", "501"], "501"),
        (["--plot", "lab.png"], "does not end with .svg"),
        (["--layout", "none.toml"], "none.toml"),
        (["--workers", "0"], "1 to 1024 processes"),
    ],
)
def test_an_impossible_measurement_is_one_line(aqua: Aqua, arguments: list[str], words: str) -> None:
    result = aqua("fairness", *arguments)
    assert result.exit_code == 2
    assert words in one_line(result)
    assert not list(Path().iterdir())


@pytest.mark.slow
def test_a_bot_without_dice_does_not_play_one_game_over_and_over(aqua: Aqua) -> None:
    """With two players `champion` ignores its seed."""
    words = ["fairness", "--bot", "champion", "--budget", 8, "--games", 6, "--workers", 1, "--out", "lab"]
    assert aqua(*words).exit_code == 0
    records = [file.read_text("utf-8") for file in Path("lab").rglob("*.aqr")]
    set_ups = [record.partition("\n\n")[2].split("\n", 1)[0] for record in records]
    assert len(records) == len(set(set_ups)) == 6
    assert all('[Opening "half of the set-up at random"]' in record for record in records)
