"""Whole pictures: every phase and number of players, what stands where, crops, options."""

import math
import re
from collections import Counter
from itertools import pairwise

import pytest

from aquaromana.drawing import DARK, LIGHT, DrawingError, Highlights, Theme, decision_highlights, last_move, sight, svg
from aquaromana.drawing.board import LAYERS
from aquaromana.drawing.ids import own_ids
from aquaromana.drawing.places import channel_point, square_corner
from aquaromana.drawing.symbols import defs, symbol_names
from aquaromana.records import Record
from aquaromana.rules import Decision, Game, Kind, Phase, Position, PositionError
from aquaromana.rules.geometry import NEIGHBOR, PATH, parse_port, parse_square, port_name, square_name
from aquaromana.rules.layout import COLOR_NAMES, Layout, Reservoir
from aquaromana.rules.notation import parse_position, position_text
from aquaromana.rules.tiles import CHANNELS, FACE_NAMES, FACES, TILE_KINDS
from tests.drawing.positions import (
    SVG,
    absolute,
    bridges,
    every_phase,
    game_after,
    laid_faces,
    layer,
    parsed,
    positions_of,
    uses,
    whole_game,
)

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.mark.slow
@PLAYERS
@pytest.mark.parametrize("phase", list(Phase), ids=lambda phase: phase.name)
def test_every_phase_is_drawn(players: int, phase: Phase) -> None:
    position = every_phase(players)[phase]
    root = parsed(svg(position, theme=DARK, names=["Livia", "Julius <&> Cæsar", "", "x" * 500], caption="What now?"))
    asked = root.find(f".//{SVG}g[@id='asked']")
    assert asked is not None
    assert asked.get("data-phase") == phase.name.lower()
    assert asked.get("data-seat") == str(position.mover)
    assert [root.find(f".//{SVG}g[@id='seat-{seat}']") is not None for seat in range(4)] == [
        seat < players for seat in range(4)
    ]
    assert [group.get("id") for group in root.iter(f"{SVG}g") if (group.get("id") or "").startswith("layer-")] == [
        f"layer-{name}" for name in LAYERS
    ]


@PLAYERS
def test_everything_stands_where_it_should(players: int) -> None:
    position = game_after(players, 70).position
    root = parsed(svg(position))
    assert {(use.get("data-square"), use.get("href")) for use in uses(layer(root, "tiles"), "face-")} == {
        (square_name(square), f"#face-{FACE_NAMES[face]}") for square, face in laid_faces(position).items()
    }
    assert {use.get("data-square") for use in uses(layer(root, "decks"), "deck")} == set(
        map(square_name, bridges(position))
    )
    assert {(use.get("data-path"), use.get("href")) for use in uses(layer(root, "builders"), "builder-")} == {
        (str(path), f"#builder-{Kind(kind).name.lower()}") for path, kind in enumerate(position.path) if kind
    }
    assert Counter((use.get("data-port"), use.get("href")) for use in uses(layer(root, "workmen"), "workman-")) == (
        Counter(
            (port_name(position.ends[aqueduct]), f"#workman-{COLOR_NAMES[color]}")
            for aqueduct, color in enumerate(position.layout.colors)
            if position.on_board >> aqueduct & 1
        )
    )
    assert len(uses(layer(root, "gates"), "gate-")) == 12 - position.on_board.bit_count()
    assert len(uses(layer(root, "fountains"), "fountain")) == 4
    assert len(uses(layer(root, "path"), "slab")) == PATH
    assert {use.get("data-port") for use in uses(layer(root, "reservoirs"), "outlet-")} == set(
        map(port_name, position.layout.outlets)
    )


@PLAYERS
def test_stairs_and_cards_tell_the_score(players: int) -> None:
    game = whole_game(players)
    for state in (game_after(players, len(game.moves) - 12).position, game.position):
        root = parsed(svg(state))
        stairs = root.find(f".//{SVG}g[@id='stairs']")
        assert stairs is not None
        assert sorted((use.get("data-podium"), use.get("href")) for use in uses(stairs, "workman-")) == sorted(
            (str(value), f"#workman-{COLOR_NAMES[color]}")
            for value, colors in enumerate(state.podiums)
            for color in colors
        )
        stones = next(stairs.iter(f"{SVG}path")).get("d", "")
        assert stones.upper().count("M") == 20, "a stone for each podium"
        stores = root.find(f".//{SVG}g[@id='stores']")
        assert stores is not None
        assert [use.get("data-reserve") for use in uses(stores, "builder-")] == [kind.letter for kind in Kind]
        assert [use.get("data-stock") for use in uses(stores, "tile-")] == [kind.letter for kind in TILE_KINDS]
        for seat in range(players):
            card = root.find(f".//{SVG}g[@id='seat-{seat}']")
            assert card is not None
            chips = [group for group in card.iter(f"{SVG}g") if group.get("data-podium")]
            assert len(chips) == state.layout.seats.count(seat)
            lengths = sorted(int(chip.get("data-length", "")) for chip in chips if chip.get("data-length"))
            assert lengths == sorted(state.lengths[aqueduct] for aqueduct in state.open_aqueducts(seat))


def test_builders_in_hand_are_shown() -> None:
    position = every_phase(4)[Phase.RESERVE]
    root = parsed(svg(position))
    card = root.find(f".//{SVG}g[@id='seat-{position.mover}']")
    assert card is not None
    assert len(uses(card, "sign-")) >= 1


def traced(position: Position, outlet: int) -> list[str]:
    """The squares of an aqueduct, followed by hand: from each square to the neighbor, by the channel that is there."""
    port, squares = outlet, []
    while (beyond := NEIGHBOR[port]) >= 0:
        square, side = divmod(beyond, 4)
        joined = [pair for pair in CHANNELS[position.board[square]] if side in pair]
        if not joined:
            break
        (pair,) = joined
        leave = pair[0] if pair[1] == side else pair[1]
        squares.append(square_name(square))
        port = square * 4 + leave
    return squares


def crossed(course: str) -> list[str]:
    """The squares that the segments of a path lie in; the first segment is the outlet's."""
    points = absolute(course)
    squares = []
    for (x, y), (u, v) in pairwise(points[1:]):
        # Both ends are middles of sides; the middle of the square is next to the middle between them.
        column, row = ((x + u) / 2, (y + v) / 2)
        squares.append("ABCDEFGHIJK"[math.floor(column / 100)] + str(math.floor(row / 100) + 1))
    return squares


@pytest.mark.slow
@PLAYERS
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_color_of_an_aqueduct_covers_exactly_its_squares(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    for count in (40, 80, len(game.moves)):
        position = game_after(players, count, seed).position
        root = parsed(svg(position, board_only=True))
        for aqueduct, outlet in enumerate(position.layout.outlets):
            stream = root.find(f".//{SVG}path[@id='aqueduct-{port_name(outlet)}']")
            assert stream is not None
            expected = traced(position, outlet)
            assert stream.get("data-squares", "").split() == expected
            assert len(expected) == position.lengths[aqueduct]
            assert stream.get("data-color") == COLOR_NAMES[position.layout.colors[aqueduct]]
            state = "open" if position.on_board >> aqueduct & 1 else "closed"
            color = root.find(f".//{SVG}g[@id='{state}-{stream.get('data-color')}']")
            assert color is not None
            assert stream in color, "edge, water and light follow one line"
            assert crossed(stream.get("d", "")) == expected
        upper = layer(root, "upper-water")
        over = Counter(group.get("data-square") for group in upper.iter(f"{SVG}g") if group.get("data-square"))
        assert over == Counter(
            square_name(square)
            for square in bridges(position)
            for outlet in position.layout.outlets
            if f"{square_name(square)}ns" in _passes(position, outlet)
        )


def _passes(position: Position, outlet: int) -> list[str]:
    """Squares passed from north to south or back."""
    squares = traced(position, outlet)
    port, found = outlet, []
    for _ in squares:
        beyond = NEIGHBOR[port]
        (pair,) = [pair for pair in CHANNELS[position.board[beyond >> 2]] if beyond & 3 in pair]
        if pair == (0, 2):
            found.append(f"{square_name(beyond >> 2)}ns")
        port = (beyond & ~3) | (sum(pair) - (beyond & 3))
    return found


def test_drawing_is_deterministic_and_changes_nothing() -> None:
    game = game_after(4, 60)
    before = position_text(game.position)
    assert svg(game) == svg(game.copy()) == svg(game)
    assert position_text(game.position) == before
    assert svg(game.position) == svg(before)
    with pytest.raises(PositionError):
        svg("no position")


def test_the_land_stays_when_a_tile_covers_another_square() -> None:
    empty, later = Game(4).position, game_after(4, 40).position

    def ground(position: Position) -> set[tuple[str | None, ...]]:
        land = layer(parsed(svg(position)), "land")
        return {(element.get("href"), element.get("x"), element.get("y")) for element in uses(land, "land-")}

    assert 30 < len(ground(later)) < len(ground(empty))
    assert ground(later) < ground(empty)


def test_a_square_of_a_page_has_what_grows_there_in_a_picture() -> None:
    square = parse_square("E2")
    alone = parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{own_ids(defs(LIGHT), symbol_names())}</svg>')
    ground = alone.find(f".//{SVG}g[@id='ground-E2']")
    picture = layer(parsed(svg(Game(4))), "land")
    assert ground is not None
    plants = {(use.get("href"), int(use.get("x", 0)), int(use.get("y", 0))) for use in uses(ground, "land-")}
    x, y = square_corner(square)
    drawn = {(use.get("href"), int(use.get("x", 0)) - x, int(use.get("y", 0)) - y) for use in uses(picture, "land-")}
    assert plants
    assert plants <= drawn


def test_the_last_move_of_a_game_is_marked_unless_other_marks_are_given() -> None:
    game = Game(4)
    game.play("C@12")
    marked = layer(parsed(svg(game)), "marks")
    assert [group.get("data-path") for group in marked] == ["12"]
    assert len(layer(parsed(svg(game, highlights=Highlights())), "marks")) == 0
    assert len(layer(parsed(svg(game.position)), "marks")) == 0
    assert last_move(Game(2)) == Highlights()


@pytest.mark.slow
def test_every_decision_can_be_marked() -> None:
    seen = set()
    for seed in range(1, 30):
        game = whole_game(3, seed)
        states = [*positions_of(game)][::-1]
        for position, decision in zip(states, game.moves, strict=False):
            if decision.type not in seen:
                seen.add(decision.type)
                parsed(svg(position, board_only=True, highlights=decision_highlights(position, decision, ghost=True)))
        if len(seen) == 7:
            break
    assert seen == {"build", "extra", "place", "move", "close", "pass", "take"}


def test_a_build_shows_beam_walk_and_ghost() -> None:
    position = parse_position("4.b.0d0.88.1S1C4CB2D3DS3B1B3C3D3S2.---.ooo-ooo-ooo-ooo.-")
    marks = decision_highlights(position, Decision("D1s.4.Ce"), ghost=True)
    root = parsed(svg(position, highlights=marks))
    assert [mark.get("data-beam") for mark in layer(root, "marks").iter() if mark.get("data-beam")] == ["D1 4"]
    assert [mark.get("data-walk") for mark in layer(root, "arrows")] == ["4 5"]
    (ghost,) = layer(root, "ghosts")
    assert ghost.get("data-square") == "D2"
    assert len(uses(ghost, "face-Cne")) == 1


def test_walks_go_around_every_corner() -> None:
    for start, end in ((11, 12), (19, 20), (30, 31), (38, 1), (5, 4)):
        root = parsed(svg(Game(2).position, highlights=Highlights(walks=((start, end),))))
        (arrow,) = layer(root, "arrows")
        assert arrow.get("data-walk") == f"{start} {end}"


def test_sight_shows_the_builders_of_a_workman() -> None:
    position = parse_position("4.b.0d0.14I10I10LHH49.1C3C1DD3S1B2B1C1D5S3B2S3.---.ooo-ooo-ooo-ooo.-")
    marks = sight(position, parse_port("F4e"))
    assert marks.beams == ((parse_square("F4"), 6), (parse_square("F4"), 15), (parse_square("F4"), 35))
    assert marks.paths == (6, 15, 35)
    parsed(svg(position, highlights=marks, theme="dark"))


def test_ghosts_of_all_faces() -> None:
    ghosts = tuple((parse_square("D4") + face, face) for face in FACES)
    root = parsed(svg(Game(4).position, highlights=Highlights(ghosts=ghosts)))
    assert len(layer(root, "ghosts")) == len(FACES)
    assert len(uses(layer(root, "ghosts"), "deck")) == 1


@pytest.mark.parametrize(
    ("region", "view"),
    [
        ("C2-F4", (160, 60, 446, 346)),
        ("f4–c2", (160, 60, 446, 346)),
        ("D4", (260, 260, 146, 146)),
        ("A1-K8", (-140, -140, 1380, 1080)),
        ("A1-B2", (-140, -140, 346, 346)),
        ("J7-K8", (894, 594, 346, 346)),
        ("D1-F2", (260, -140, 346, 346)),
    ],
)
def test_a_region_shows_its_squares(region: str, view: tuple[int, ...]) -> None:
    position = game_after(4, 90).position
    root = parsed(svg(position, region=region, width=400))
    assert tuple(map(float, root.get("viewBox", "").split())) == view
    assert float(root.get("width", "")) == 400
    shown = {use.get("data-square") for use in uses(layer(root, "tiles"), "face-")}
    assert shown <= set(map(square_name, laid_faces(position)))
    assert root.find(f".//{SVG}g[@id='panel']") is None


@pytest.mark.parametrize("region", ["", "C2-", "L1", "C9", "C2-F4-G5", "C2F4", "x" * 1000])
def test_an_invalid_region_is_rejected(region: str) -> None:
    with pytest.raises(DrawingError, match="is not a part of the board; write it like C2-F4"):
        svg(Game(2), region=region)


def test_titles_names_and_sizes() -> None:
    root = parsed(svg(Game(2), title="", width=900))
    assert root.find(f".//{SVG}g[@id='title']") is None
    assert float(root.get("width", "")) == 900
    assert parsed(svg(Game(2), title="Game 7")).find(f".//{SVG}g[@id='title']") is not None
    assert svg(Game(2), names=["Ann", "Ben"]) != svg(Game(2), names=["Ann", "Bob"])
    assert svg(Game(2), names=["Ann", "Ben"], caption="go") != svg(Game(2), caption="go")
    alone = parsed(svg(Game(2), board_only=True))
    assert alone.find(f".//{SVG}g[@id='panel']") is None


def test_a_page_can_color_a_picture_by_variables() -> None:
    drawn = svg(game_after(2, 50), theme=LIGHT.as_variables())
    parsed(drawn)
    assert not re.search(r'"#[0-9a-f]{6}"', drawn)
    assert "var(--aq-land)" in drawn
    assert drawn.count("var(--aq-") < drawn.count("var(--") / 4, "each variable is written out once"


LARGEST = 100_000
"""Bytes that a picture may have."""
ROOM = 2000
"""What is left of them in one with usual names."""


@PLAYERS
@pytest.mark.parametrize("theme", [LIGHT, DARK, LIGHT.as_variables()], ids=["light", "dark", "variables"])
def test_a_full_picture_had_262_kilobytes(players: int, theme: Theme) -> None:
    long = ["Marcus Vipsanius Agrippa", "Livia Drusilla", "Gaius Octavius", "Iulia Augusta"][:players]
    whole = len(whole_game(players, 2).moves)
    for count in (0, 40, 70, 95, whole):
        game = game_after(players, count, seed=2)
        drawn = svg(game, theme=theme, names=long, caption="Where does the builder go?")
        assert len(drawn.encode()) <= LARGEST - ROOM, f"after {count} decisions"


@pytest.mark.parametrize("text", ["s" * 90, "Marcus Vipsanius Agrippa " * 4, "ß" * 90])
def test_a_picture_with_css_variables_and_long_names_had_more_than_100_kilobytes(text: str) -> None:
    game = game_after(4, 96, seed=5)
    drawn = svg(game, theme=LIGHT.as_variables(), names=[text] * 4, caption=text, title=text)
    assert len(drawn.encode()) <= LARGEST
    assert drawn != svg(game, theme=LIGHT.as_variables()), "names are cut, not left out"
    assert 'id="title' in drawn


@PLAYERS
def test_the_picture_of_a_record_was_as_large(players: int) -> None:
    names = {f"Seat{seat}": "Marcus Vipsanius Agrippa" for seat in range(players)}
    record = Record.from_game(whole_game(players, 3), **names)
    assert len(svg(record, theme=DARK).encode()) <= LARGEST


def test_upright_reservoirs_are_drawn_upright() -> None:
    root = parsed(svg(Game(3)))
    used = [use.get("href") for use in uses(layer(root, "reservoirs"), "reservoir-")]
    assert used == ["#reservoir-yellow-h", "#reservoir-red-v", "#reservoir-blue-h"]


def test_a_layout_of_ones_own_is_drawn() -> None:
    standard = Game(2).layout
    yellow = Reservoir((parse_square("E3"), parse_square("E4")), tuple(map(parse_port, ("E3n", "E3w", "E4e"))))
    game = Game(layout=Layout(2, (yellow, *standard.reservoirs[1:])))
    root = parsed(svg(game))
    assert uses(layer(root, "reservoirs"), "reservoir-yellow-v")


@pytest.mark.parametrize(("a", "b"), [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 1)])
def test_the_workman_stands_on_the_channel_near_its_end(a: int, b: int) -> None:
    middles = ((50, 0), (100, 50), (50, 100), (0, 50))
    assert channel_point(a, b, 0) == pytest.approx(middles[b])
    x, y = channel_point(a, b, 25)
    assert 15 <= math.dist((x, y), middles[b]) <= 25
    length = 100 if a ^ b == 2 else math.pi * 25
    assert channel_point(a, b, length) == pytest.approx(middles[a])


def test_a_structural_summary_of_a_picture() -> None:
    """What is drawn how often: changes with intent only."""
    game = game_after(4, 70, seed=3)
    root = parsed(svg(game))
    position = game.position
    tiles = len(laid_faces(position))
    workmen = position.on_board.bit_count()
    assert len(uses(root, "face-")) == tiles + len(FACES_IN_STOCK)
    assert len(uses(root, "outlet-")) == 12
    assert len(uses(root, "fountain")) == 4 + (position.phase is Phase.EXTRA)
    assert len(uses(root, "workman-")) >= workmen + sum(map(len, position.podiums))
    assert len(uses(layer(root, "plates"), "plate-")) == 2 * tiles - 4


FACES_IN_STOCK = ("Ces", "Dne", "Sns", "B")
