"""Set-up statistics: games that resume to the same bytes, features that are true, intervals that are honest."""

from pathlib import Path

import pytest

from aquaromana.analysis import setups
from aquaromana.analysis.setups import (
    NARROW,
    Setup,
    SetupTables,
    SetupTally,
    features,
    place_key,
    setup_tables,
)
from aquaromana.datasets import DatasetError
from aquaromana.datasets.setups import SetupGames, SetupPlan
from aquaromana.rules import Decision, Game, Layout, named_layout, standard_layout
from aquaromana.rules.geometry import SIGHT, half_turn_path
from tests.support.damaged_weights import damaged_weights

LINE = "C@1 C@2 C@3 D@10 D@11 D@12 S@20 S@21 S@22 B@30 B@31 B@32"
SMALL = SetupPlan(games=3, playouts=1)


def played(folder: Path, plan: SetupPlan = SMALL, tables: Path | None = None) -> dict[str, bytes]:
    games = SetupGames(folder, plan, tables)
    for _ in games.play(1):
        pass
    assert games.saved == plan.games * len(plan.boards)
    games.finish()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_that_were_cut_off_are_resumed_to_the_same_bytes(tmp_path: Path) -> None:
    whole = played(tmp_path / "one")
    assert whole["standard-4.txt"].count(b"\n") == 4, "where the reservoirs lie, and three games"
    played(tmp_path / "two", SetupPlan(games=1, playouts=1))
    with (tmp_path / "two" / "standard-3.txt").open("ab") as file:
        file.write(b"C@1 D@")
    games = SetupGames(tmp_path / "two", SMALL)
    assert (games.saved, games.missing) == (3, 6)
    assert played(tmp_path / "two") == whole
    assert SetupGames(tmp_path / "two", SetupPlan(sizes=(2, 3), games=4, playouts=1)).missing == 2
    assert SetupGames(tmp_path / "two", SetupPlan(games=1, playouts=1)).missing == 0


def test_without_the_network_nothing_is_begun(tmp_path: Path) -> None:
    with damaged_weights(tmp_path), pytest.raises(DatasetError, match=r"need the champion's network: .* is damaged"):
        SetupGames(tmp_path / "new", SMALL)
    assert not (tmp_path / "new").exists()


def test_a_folder_of_other_games_is_refused(tmp_path: Path) -> None:
    played(tmp_path, SetupPlan(sizes=(2,), games=1, playouts=1))
    with pytest.raises(DatasetError, match="holds other games: seed is not 5 there"):
        SetupGames(tmp_path, SetupPlan(games=1, playouts=1, seed=5))
    file = tmp_path / "standard-2.txt"
    head, line, _ = file.read_text().split("\n")
    file.write_text(f"{head}\nnonsense\n")
    with pytest.raises(DatasetError, match=r"standard-2\.txt, line 2"):
        SetupGames(tmp_path, SMALL).finish()
    file.write_text(f"{named_layout('balanced', 2).text}\n{line}\n")
    with pytest.raises(DatasetError, match=r"standard-2\.txt holds games of another layout"):
        SetupGames(tmp_path, SMALL)
    (tmp_path / "about.json").write_text('{"setups": 1}')
    with pytest.raises(DatasetError, match="holds other games: format is not 2 there"):
        SetupGames(tmp_path, SMALL)


def test_tables_of_several_runs_are_the_tables_of_one(tmp_path: Path) -> None:
    both = SetupPlan(("standard", "balanced"), (2, 3), 2, 1)
    whole = played(tmp_path / "whole", both)
    assert set(whole) == {"about.json", "setups.json", "standard-2.txt", "standard-3.txt", "balanced-2.txt"}
    placed = [whole[name].split(b"\n")[1].split()[:12] for name in ("standard-2.txt", "balanced-2.txt")]
    assert placed[0] == placed[1], "the set-ups are the same on every layout"
    tables = tmp_path / "tables.json"
    for layout in "balanced", "standard":
        for size in 3, 2:
            plan = SetupPlan((layout,), (size,), 2, 1)
            if plan.boards:
                played(tmp_path / f"{layout}-{size}", plan, tables)
    assert tables.read_bytes() == whole["setups.json"]
    lines = list(SetupGames(tmp_path / "whole", SetupPlan(("balanced",), (2,), 2, 1), tables).lines())
    assert lines[0].startswith("balanced, 2 players, 2 games: ")
    assert sum("players" in line for line in lines) == 1, "only what was asked for"


def test_a_name_for_the_standard_layout_is_not_played_twice(tmp_path: Path) -> None:
    both = SetupPlan(("balanced", "standard"))
    assert [(board.name, board.players) for board in both.boards] == [
        ("balanced", 2),
        ("standard", 2),
        ("standard", 3),
        ("standard", 4),
    ]
    assert not both.left_out
    alone = SetupPlan(("balanced",), (4,))
    assert alone.left_out == ("balanced with 4 players is the standard layout: ask for that one",)
    with pytest.raises(DatasetError, match="balanced with 4 players is the standard layout"):
        SetupGames(tmp_path / "none", alone)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"format": 1, "tables": {}}', '{"format": 2, "tables": {"standard": 3}}'])
def test_a_file_without_tables_is_refused_before_a_game_is_played(tmp_path: Path, text: str) -> None:
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(DatasetError, match=r"other\.json: "):
        SetupGames(tmp_path / "games", SMALL, tmp_path / "other.json")
    assert (tmp_path / "other.json").read_text() == text


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
    turned = int(str(Decision("C@12").half_turn()).split("@")[1])
    assert half_turn_path(12) == turned
    two, three, four = map(standard_layout, (2, 3, 4))
    assert place_key(four, 0, 1, 12) == place_key(four, 2, 1, turned) == "0:C@12"
    assert place_key(two, 1, 1, 12) == place_key(two, 1, 1, turned) == "1:C@12"
    assert place_key(three, 0, 1, 12) != place_key(three, 0, 1, turned)


def test_a_half_turn_may_give_the_place_to_another_seat() -> None:
    yellow, red, blue, green = standard_layout(2).reservoirs
    sides = Layout(2, (yellow, blue, red, green))
    assert place_key(sides, 1, 1, 12) == place_key(sides, 0, 1, half_turn_path(12)) == "0:C@31"
    assert place_key(sides, 0, 1, 12) == "0:C@12"
    three = Layout.parse(3, "C1D1-C1w-C1s-D1s-D1e~H8I8-I8e-I8n-H8n-H8w~F4F5-F4n-F4w-F5s-F5e")
    assert place_key(three, 1, 1, 12) == place_key(three, 0, 1, 31) == "0:C@31"
    assert place_key(three, 2, 1, 31) == place_key(three, 2, 1, 12) == "2:C@12"


def test_a_half_turn_that_mixes_the_outlets_of_seats_makes_no_places_equal() -> None:
    mixed = Layout.parse(2, "C3D3-C3w-C3n-D3e~C4D4-C4w-D4s-D4e~I5I6-I5e-I6s-I6e~H5H6-H5w-H5n-H6w")
    assert mixed.half_turn_aqueducts()
    keys = [place_key(mixed, seat, 1, path) for seat in (0, 1) for path in (12, 31)]
    assert keys == ["0:C@12", "0:C@31", "1:C@12", "1:C@31"]


def test_a_worth_is_a_mean_over_games_with_its_error() -> None:
    four = standard_layout(4)
    tally = SetupTally(four)
    for number in range(40):
        tally.add(Setup.parse(4, f"{LINE} {'9-1-1-1' if number % 4 else '1-1-1-9'}"))
    text = str(SetupTables({("standard", 4): tally.table({"seed": 3})}))
    table = SetupTables.parse(text).tables["standard", 4]
    assert (table.about, table.layout, table.games, table.seats) == ({"seed": 3}, four.text, 40, (0.75, 0, 0, 0.25))
    worths = table.worths
    assert all(abs(worth.gain) < 1e-4 for worth in worths.values()), "every game has the same set-up"
    key = ("place", place_key(four, 0, 1, 1))
    assert worths[key].seats == 40
    assert worths[key].half == pytest.approx(1.96 * (0.75 * 0.25 / 40) ** 0.5, abs=1e-3)
    assert not worths[key].is_narrow


def test_a_line_that_is_no_set_up_is_refused() -> None:
    for text in ("", "4-3", f"{LINE} 4-3-2", f"{LINE} C@5 4-3-2-1", LINE.replace("C@2", "C@1") + " 4-3-2-1"):
        with pytest.raises(ValueError, match=r"\S"):
            Setup.parse(4, text)


def test_the_shipped_tables_tell_only_what_is_narrow() -> None:
    shipped = setup_tables()
    assert {("standard", players) for players in (2, 3, 4)} <= set(shipped.tables)
    for (name, players), table in shipped.tables.items():
        layout = named_layout(name, players)
        assert table.layout == layout.text, "it was made for the layout that has this name now"
        assert layout.known_as == name
        position = Game(layout=layout).position
        assert shipped.find(position) is table
        for worth in [*table.places(position, 0).values(), *(worth for _, worth in table.told())]:
            assert worth.half <= NARROW
            assert worth.seats > 1_000


def test_the_shipped_tables_are_written_as_they_are_read() -> None:
    text = Path(setups.__file__).with_name("setups.json").read_text("utf-8")
    assert str(SetupTables.parse(text)) == text


def test_tables_are_found_by_the_layout_during_the_set_up() -> None:
    table = setup_tables().tables["standard", 4]
    both = SetupTables({("standard", 4): table, ("balanced", 2): table})
    assert both.find(Game(layout=named_layout("balanced", 4)).position) is table
    written_out = str(Game(layout=named_layout("balanced", 2)))
    assert both.find(Game.from_position(written_out).position) is table
    assert both.find(Game(2).position) is None
    own = "C1D1-C1w-D1s-D1e~H1I1-H1w-H1s-I1e~C8D8-D8e-D8n-C8w~H8I8-I8e-H8n-H8w"
    assert both.find(Game(layout=Layout.parse(4, own)).position) is None
    later = Game.from_position("4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-").position
    assert both.find(later) is None


def test_places_are_told_for_free_path_squares() -> None:
    game, table = Game(4), setup_tables().tables["standard", 4]
    place = next(iter(table.places(game.position, 0)))
    game.play(place)
    assert place not in table.places(game.position, 0)
    assert table.places(game.position, 0)
