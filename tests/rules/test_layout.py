"""Layouts: the standard ones, the loader, and every way to be refused."""

import pickle
from pathlib import Path

import pytest

from aquaromana.rules import Game, Layout, LayoutError, PlayersError, load_layout, named_layout, standard_layout
from aquaromana.rules.geometry import NEIGHBOR, parse_port, parse_square, port_name, square_name
from aquaromana.rules.layout import COLOR_NAMES, LAYOUT_NAMES, Reservoir, parse_layout
from aquaromana.rules.notation import parse_position
from aquaromana.rules.position import PODIUM_ROOM, Position
from tests.support.positions import FOUR, THREE, drawing_of
from tests.support.random_play import CUSTOM, PLAYERS, POLICIES, played

TWO = {
    "yellow": "C1 D1 C1w D1s D1e",
    "red": "H1 I1 H1w H1s I1e",
    "blue": "H8 I8 I8e H8n H8w",
    "green": "C8 D8 D8e D8n C8w",
}
"""The table of R2.2 for two and four players."""

TRIPLE = {
    "yellow": "F8 G8 G8e G8n F8n F8w",
    "red": "A4 A5 A4n A4e A5e A5s",
    "blue": "G1 H1 G1w G1s H1s H1e",
}
"""The table of R2.2 for three players."""


def reservoir(text: str) -> Reservoir:
    first, second, *outlets = text.split()
    return Reservoir((parse_square(first), parse_square(second)), tuple(map(parse_port, outlets)))


def layout(players: int, table: dict[str, str]) -> Layout:
    return Layout(players, tuple(reservoir(row) for row in table.values()))


def toml(players: object, table: dict[str, str], more: str = "") -> str:
    text = f"players = {players}\n{more}\n"
    for color, row in table.items():
        first, second, *outlets = row.split()
        text += f'[{color}]\nsquares = ["{first}", "{second}"]\noutlets = {outlets}\n'
    return text


@pytest.mark.clause("R2.2", "R1.6")
@pytest.mark.parametrize(("players", "table"), [(2, TWO), (3, TRIPLE), (4, TWO)])
def test_the_standard_layouts_are_the_tables(players: int, table: dict[str, str]) -> None:
    standard = standard_layout(players)
    assert standard == layout(players, table)
    assert standard.is_standard
    assert standard.name == "standard"
    assert [len(reservoir.outlets) for reservoir in standard.reservoirs] == ([4] * 3 if players == 3 else [3] * 4)
    for each in standard.reservoirs:
        assert len(set(each.squares)) == 2
        edges = {square_name(square)[0] in "AK" or square_name(square)[1] in "18" for square in each.squares}
        assert edges == {True}, "flush against the edge"


@pytest.mark.clause("R2.2")
def test_the_standard_boards_look_like_this() -> None:
    assert drawing_of(Position(standard_layout(2))) == FOUR.strip()
    assert drawing_of(Position(standard_layout(3))) == THREE.strip()
    assert drawing_of(Position(standard_layout(4))) == FOUR.strip()


@pytest.mark.clause("R2.2")
@pytest.mark.parametrize("players", PLAYERS)
def test_layouts_are_known_by_their_names(players: int) -> None:
    assert Game(players).layout == named_layout("standard", players) == standard_layout(players)
    for name in LAYOUT_NAMES:
        layout = named_layout(name, players)
        assert layout.players == players
        assert layout.name == layout.known_as
        assert Layout.parse(players, layout.text).known_as == layout.known_as
    with pytest.raises(LayoutError, match="'round' is not one of standard, balanced"):
        named_layout("round", players)


@pytest.mark.clause("R2.2")
def test_the_balanced_layout_is_written_out_in_position_strings() -> None:
    game = Game(layout=named_layout("balanced", 2))
    assert str(game).startswith(f"2~{game.layout.text}.s.")
    assert Game.from_position(str(game)).layout.known_as == "balanced"
    assert Game.from_position("2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-").layout.known_as == "standard"


def test_a_layout_of_ones_own_has_no_known_name() -> None:
    text = "E4E5-E4n-E4w-E5s-E5e~B2C2-B2n-B2w-C2s-C2e~J6J7-J6n-J6e-J7s-J7w"
    assert Layout.parse(3, text).known_as is None


@pytest.mark.clause("R2.2")
@pytest.mark.parametrize("players", [2, 4])
def test_opposite_reservoirs_correspond_under_the_half_turn(players: int) -> None:
    standard = standard_layout(players)
    turned = standard.half_turn_aqueducts()
    assert turned is not None
    assert [standard.colors[aqueduct] for aqueduct in turned] == [2, 2, 2, 3, 3, 3, 0, 0, 0, 1, 1, 1]
    assert [turned[aqueduct] for aqueduct in turned] == list(range(12))


@pytest.mark.clause("R2.2")
def test_neighbouring_reservoirs_correspond_under_the_mirror() -> None:
    def mirrored(name: str) -> str:
        mirror = {**dict(zip("ABCDEFGHIJK", "KJIHGFEDCBA", strict=True)), "e": "w", "w": "e"}
        return "".join(mirror.get(letter, letter) for letter in name)

    names = [{port_name(port) for port in each.outlets} for each in standard_layout(4).reservoirs]
    assert [{mirrored(name) for name in outlets} for outlets in names] == [names[1], names[0], names[3], names[2]]


def test_three_players_have_no_half_turn() -> None:
    assert standard_layout(3).half_turn_aqueducts() is None


@pytest.mark.clause("R2.3", "R1.5")
@pytest.mark.parametrize(("players", "seats"), [(2, [[0, 2], [1, 3]]), (3, [[0], [1], [2]]), (4, [[0], [1], [2], [3]])])
def test_seats_take_the_colors_in_order(players: int, seats: list[list[int]]) -> None:
    assert COLOR_NAMES == ("yellow", "red", "blue", "green")
    standard = standard_layout(players)
    owned = [[color for color, seat in enumerate(standard.color_seats) if seat == each] for each in range(players)]
    assert owned == seats
    assert [mask.bit_count() for mask in standard.owned] == [12 // players] * players
    assert sum(standard.owned) == (1 << 12) - 1
    assert all(standard.colors.count(color) in (0, 3, 4) for color in range(4)), "at most four workmen a color"


@pytest.mark.clause("R2.4", "R3.3", "R3.6")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_workman_stands_at_every_outlet(players: int) -> None:
    position = Game(players).position
    assert position.on_board.bit_count() == 12
    assert tuple(position.ends) == position.layout.outlets
    assert set(position.lengths) == {0}
    assert position.blocked == 0


@pytest.mark.clause("R1.6")
def test_podiums_3_and_7_have_room_for_two() -> None:
    assert PODIUM_ROOM[1:] == (1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert PODIUM_ROOM[0] == 0


def test_layouts_are_equal_by_what_they_hold() -> None:
    same = Layout(4, standard_layout(4).reservoirs, name="another name")
    assert same == standard_layout(4)
    assert hash(same) == hash(standard_layout(4))
    assert same.is_standard
    assert standard_layout(2) != standard_layout(4)
    assert standard_layout(4) != CUSTOM
    assert standard_layout(4) != "4"
    assert not CUSTOM.is_standard
    assert pickle.loads(pickle.dumps(CUSTOM)) == CUSTOM
    assert str(standard_layout(4).reservoirs[0]) == "C1D1-C1w-D1s-D1e"


@pytest.mark.parametrize(
    "each", [*(standard_layout(players) for players in PLAYERS), CUSTOM], ids=lambda each: each.name
)
def test_layouts_read_as_they_were_written(each: Layout) -> None:
    assert Layout.parse(each.players, each.text) == each
    assert each.text == "~".join(map(str, each.reservoirs))
    for one in each.reservoirs:
        assert Reservoir.parse(str(one)) == one


@pytest.mark.parametrize(
    "text", ["", "C1", "C1D9", "C1D1-", "C1D1-C1", "C1D1-C1x", "C1D1 C1w", "C1D1E1-C1w", "x" * 5000]
)
def test_an_invalid_reservoir_is_rejected(text: str) -> None:
    with pytest.raises(LayoutError, match="does not read like C1D1-C1w-D1s-D1e") as caught:
        Reservoir.parse(text)
    assert caught.value.code == "layout/unreadable"
    with pytest.raises(LayoutError):
        Layout.parse(4, text)
    assert len(str(caught.value)) < 200


@pytest.mark.clause("R2.2")
@pytest.mark.parametrize(
    ("players", "changes", "why"),
    [
        (2, {"green": None}, "2 players need 4 reservoirs, not 3"),
        (3, {}, "3 players need 3 reservoirs, not 4"),
        (4, {"yellow": "C1 E1 C1w D1s D1e"}, "the yellow reservoir's squares C1 and E1 do not touch"),
        (4, {"yellow": "C1 D2 C1w D1s D1e"}, "the yellow reservoir's squares C1 and D2 do not touch"),
        (4, {"yellow": "C1 C1 C1w D1s D1e"}, "the yellow reservoir's squares C1 and C1 do not touch"),
        (4, {"yellow": "A2 K1 A2e A2s K1w"}, "the yellow reservoir's squares A2 and K1 do not touch"),
        (4, {"red": "J1 K1 J1w J1s K1s"}, "the red reservoir lies on the printed corner K1"),
        (4, {"red": "C2 C1 C2s C2w C2e"}, "the red and the yellow reservoir both lie on C1"),
        (4, {"blue": "H8 I8 I8e H8n"}, "the blue reservoir needs 3 outlets, not 2"),
        (4, {"blue": "H8 I8 I8e H8n H8w I8n"}, "the blue reservoir needs 3 outlets, not 4"),
        (4, {"blue": "H8 I8 I8e H8n H8n"}, "the blue reservoir lists an outlet twice"),
        (4, {"blue": "H8 I8 I8e H8n G8w"}, "outlet G8w is not on the blue reservoir"),
        (4, {"blue": "H8 I8 I8e H8n H8s"}, "outlet H8s faces the edge of the board"),
        (4, {"blue": "H8 I8 I8e H8n H8e"}, "outlet H8e faces a reservoir"),
        (4, {"red": "E1 F1 E1w E1s F1e"}, "outlet D1e faces a reservoir"),
        (4, {"blue": "I8 J8 J8e I8n I8w"}, "outlet J8e faces a printed corner"),
        (
            4,
            {
                "yellow": "E4 D4 E4e D4n D4s",
                "red": "G4 H4 G4w H4n H4s",
                "blue": "F3 F2 F3s F2e F2w",
                "green": "F5 F6 F5n F6e F6w",
            },
            "four outlets face F4, so they are closed at the start (R3.5)",
        ),
    ],
)
def test_invalid_layouts_are_refused(players: int, changes: dict[str, str | None], why: str) -> None:
    table = {color: row for color, row in {**TWO, **changes}.items() if row is not None}
    with pytest.raises(LayoutError) as caught:
        layout(players, table)
    assert caught.value.code == "layout/invalid"
    assert caught.value.arguments == {"why": why}


def test_three_outlets_before_one_square_are_allowed() -> None:
    table = TWO | {
        "yellow": "E4 D4 E4e D4n D4s",
        "red": "G4 H4 G4w H4n H4s",
        "blue": "F3 F2 F3s F2e F2w",
    }
    made = layout(4, table)
    facing = [NEIGHBOR[port] >> 2 for port in made.outlets]
    assert facing.count(parse_square("F4")) == 3
    assert Game(layout=made).position.blocked == 0


def test_a_layout_without_players_is_rejected() -> None:
    with pytest.raises(PlayersError):
        Layout(5, standard_layout(4).reservoirs)


@pytest.mark.parametrize(("players", "table"), [(2, TWO), (3, TRIPLE), (4, TWO)])
def test_layouts_are_read_from_toml(players: int, table: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "layout.toml"
    file.write_text(toml(players, table, 'name = "dépôt"'), "utf-8")
    read = load_layout(file)
    assert read == standard_layout(players)
    assert read.name == "dépôt"
    assert load_layout(str(file)) == read
    assert parse_layout(toml(players, table)).name == "custom"


GOOD = toml(4, TWO)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("players = ", "invalid value"),
        ("players", "expected '='"),
        (GOOD.replace("players = 4", ""), "players must be 2, 3 or 4"),
        (GOOD.replace("players = 4", "players = '4'"), "players must be 2, 3 or 4"),
        (GOOD.replace("players = 4", "players = 4.0"), "players must be 2, 3 or 4"),
        (GOOD.replace("players = 4", "players = true"), "players must be 2, 3 or 4"),
        (toml(4, TWO, "name = 7"), "name must be a text"),
        (toml(4, TWO, "size = 7"), "unknown key 'size'; 4 players use yellow, red, blue, green"),
        (toml(3, TWO), "unknown key 'green'; 3 players use yellow, red, blue"),
        (toml(4, TRIPLE), "the green reservoir is missing"),
        ("players = 4\nyellow = 1\nred = 1\nblue = 1\ngreen = 1", "[yellow] must be a table with squares and outlets"),
        (GOOD.replace("[red]", "[red]\ncolor = 1"), "the red reservoir has an unknown key 'color'"),
        (GOOD.replace('["H1", "I1"]', '"H1 I1"'), "the red reservoir needs squares = a list of names"),
        (GOOD.replace('["H1", "I1"]', "[1, 2]"), "the red reservoir needs squares = a list of names"),
        (GOOD.replace('squares = ["H1", "I1"]', ""), "the red reservoir needs squares = a list of names"),
        (GOOD.replace("outlets = ['H1w', 'H1s', 'I1e']", ""), "the red reservoir needs outlets = a list of names"),
        (GOOD.replace('["H1", "I1"]', '["H1"]'), "the red reservoir needs two squares, not 1"),
        (GOOD.replace('["H1", "I1"]', '["H1", "I9"]'), "the red reservoir names 'I9', which is not on the board"),
        (GOOD.replace("'I1e'", "'I1x'"), "the red reservoir names 'I1x', which is not on the board"),
    ],
)
def test_an_invalid_layout_is_rejected(text: str, why: str) -> None:
    with pytest.raises(LayoutError) as caught:
        parse_layout(text)
    assert caught.value.code == "layout/unreadable"
    assert why in str(caught.value)


def test_an_invalid_layout_in_a_file_says_what_is_wrong() -> None:
    with pytest.raises(LayoutError, match="outlet H1n faces the edge of the board"):
        parse_layout(GOOD.replace("'H1w'", "'H1n'"))


def test_a_file_for_five_players_is_refused() -> None:
    with pytest.raises(PlayersError, match="not 5"):
        parse_layout(toml(5, TWO))


@pytest.mark.parametrize("text", ["players = " + "9" * 5000, "players = " + "[" * 5000])
def test_monstrous_toml_is_refused(text: str) -> None:
    with pytest.raises(LayoutError):
        parse_layout(text)


def test_a_binary_file_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "layout.toml"
    file.write_bytes(b"name = '\xff'")
    with pytest.raises(LayoutError, match="not UTF-8"):
        load_layout(file)


def test_a_missing_file_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_layout(tmp_path / "none.toml")


def test_a_custom_layout_is_played_to_the_end() -> None:
    for seed, policy in enumerate(POLICIES.values()):
        for game in played(Game(layout=CUSTOM), seed, policy):
            game.check()
            text = str(game)
            assert text.startswith("3~E4E5-E4n-E4w-E5s-E5e~B2C2-")
            assert parse_position(text) == game.position
        assert game.is_over
