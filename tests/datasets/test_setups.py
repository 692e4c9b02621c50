"""Set-up statistics: games that resume to the same bytes, features that are true, intervals that are honest."""

from pathlib import Path

import pytest

from aquaromana.analysis.setups import (
    NARROW,
    Setup,
    SetupTable,
    SetupTally,
    features,
    place_key,
    setup_table,
    table_json,
)
from aquaromana.datasets import DatasetError
from aquaromana.datasets.setups import SetupGames, SetupPlan
from aquaromana.rules import Decision, Game
from aquaromana.rules.geometry import SIGHT
from aquaromana.rules.layout import standard_layout

LINE = "C@1 C@2 C@3 D@10 D@11 D@12 S@20 S@21 S@22 B@30 B@31 B@32"
SMALL = SetupPlan(games=3, playouts=1)


def played(folder: Path, plan: SetupPlan = SMALL) -> dict[str, bytes]:
    games = SetupGames(folder, plan)
    for _ in games.play(1):
        pass
    games.finish("aqua games setups")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_that_were_cut_off_are_resumed_to_the_same_bytes(tmp_path: Path) -> None:
    whole = played(tmp_path / "one")
    assert whole["4.txt"].count(b"\n") == 3
    played(tmp_path / "two", SetupPlan(games=1, playouts=1))
    with (tmp_path / "two" / "3.txt").open("ab") as file:
        file.write(b"C@1 D@")
    assert played(tmp_path / "two") == whole
    with pytest.raises(DatasetError, match="holds other games: seed is not 5 there"):
        SetupGames(tmp_path / "two", SetupPlan(games=1, playouts=1, seed=5))
    (tmp_path / "two" / "3.txt").write_text("nonsense\n" * 3)
    with pytest.raises(DatasetError, match=r"3\.txt, line 1"):
        SetupGames(tmp_path / "two", SMALL).finish("")


def test_features_are_what_the_rules_say_of_the_position() -> None:
    setup = Setup.parse(4, f"{LINE} 4-3-2-1")
    game = Game(4)
    for move in LINE.split():
        game.play(move)
    assert tuple(game.position.path) == setup.builders
    found = dict(each for each in features(standard_layout(4), setup.builders, 0) if each[0] != "place")
    looks = [{path for path in SIGHT[end >> 2] if game.position.path[path]} for end in game.position.ends[:3]]
    seen = set().union(*looks)
    assert found["outlets"] == str(sum(map(bool, looks)))
    assert found["builders"] == str(len(seen))
    assert found["sees-C"] == str(sum(game.position.path[path] == 1 for path in seen))


def test_a_half_turn_gives_the_same_place() -> None:
    placed = Decision("C@12")
    assert place_key(4, 0, 1, 12) == place_key(4, 2, 1, int(str(placed.half_turn()).split("@")[1]))
    assert place_key(2, 1, 1, 12) == place_key(2, 1, 1, 31)
    assert place_key(3, 0, 1, 12) != place_key(3, 0, 1, 31)


def test_a_worth_is_a_mean_over_games_with_its_error() -> None:
    tally = SetupTally(4)
    for number in range(40):
        tally.add(Setup.parse(4, f"{LINE} {'9-1-1-1' if number % 4 else '1-1-1-9'}"))
    worths = SetupTable.parse(table_json({"games": 40}, [tally])).worths[4]
    assert all(abs(worth.gain) < 1e-4 for worth in worths.values()), "every game has the same set-up"
    key = ("place", place_key(4, 0, 1, 1))
    assert worths[key].seats == 40
    assert worths[key].half == pytest.approx(1.96 * (0.75 * 0.25 / 40) ** 0.5, abs=1e-3)
    assert not worths[key].is_narrow


def test_a_line_that_is_no_set_up_is_refused() -> None:
    for text in ("", "4-3", f"{LINE} 4-3-2", f"{LINE} C@5 4-3-2-1", LINE.replace("C@2", "C@1") + " 4-3-2-1"):
        with pytest.raises(ValueError, match=r"\S"):
            Setup.parse(4, text)


def test_the_shipped_table_tells_only_what_is_narrow() -> None:
    table = setup_table()
    for players in (2, 3, 4):
        assert table.games[players] == table.about["games"]
        position = Game(players).position
        for worth in [*table.places(position, 0).values(), *(worth for _, worth in table.told(position))]:
            assert worth.half <= NARROW
            assert worth.seats > 1_000
    game = Game(2)
    game.play("C@12")
    assert Decision("C@12") not in table.places(game.position, 1)
    later = Game.from_position("4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-").position
    assert not table.places(later, 0)
    assert not table.told(later)
