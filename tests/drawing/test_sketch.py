"""The sketch of a board: small, whole, and about the same game as the large drawing."""

import pytest

from aquaromana.drawing import DARK, LIGHT, sketch
from aquaromana.drawing.places import FRAMED, path_middle, square_middle
from aquaromana.drawing.streams import streams
from aquaromana.rules.geometry import CORNERS, PATH
from aquaromana.rules.layout import COLOR_NAMES
from tests.drawing.positions import SVG, dots, game_after, laid_faces, parsed, positions_of, whole_game

LARGEST = 12 << 10  # bytes
MOST = 90  # elements


def stroked(drawn: str, color: str) -> set[tuple[float, float]]:
    """The dots and squares of a color."""
    found = [
        path.get("d", "") for path in parsed(drawn).iter(f"{SVG}path") if path.get("stroke") == LIGHT.colors[color]
    ]
    return {point for d in found for point in dots(d)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sketch_stays_small(players: int) -> None:
    for position in [*positions_of(whole_game(players))][::9]:
        drawn = sketch(position)
        assert len(drawn) <= LARGEST
        assert sum(1 for _ in parsed(drawn).iter()) <= MOST


def test_it_shows_the_tiles_builders_and_workmen_of_the_position() -> None:
    position = game_after(4, 90).position
    drawn = sketch(position)
    laid = parsed(drawn).find(f".//{SVG}path[@id='laid']")
    assert laid is not None
    assert dots(laid.get("d", "")) == {
        square_middle(square) for square in laid_faces(position) if square not in CORNERS
    }
    builders = [path_middle(path) for path in range(1, PATH + 1) if position.path[path]]
    assert {(x, y - 20) for x, y in builders} <= stroked(drawn, "skin")
    for color, name in enumerate(COLOR_NAMES):
        workmen = [stream for stream in streams(position) if stream.is_open and stream.color == color]
        assert len(stroked(drawn, name)) == len(workmen)


def test_water_stands_still_in_closed_aqueducts() -> None:
    still = {LIGHT.colors["water-still"]}

    def strokes(drawn: str) -> set[str | None]:
        return {path.get("stroke") for path in parsed(drawn).iter(f"{SVG}path")}

    assert not still & strokes(sketch(game_after(4, 0)))
    assert still <= strokes(sketch(whole_game(4)))


def test_a_text_and_a_theme_by_name_will_do() -> None:
    game = game_after(2, 40)
    assert sketch(str(game), theme="dark") == sketch(game, theme=DARK) != sketch(game)
    left, top, width, height = FRAMED
    assert parsed(sketch(game)).get("viewBox") == f"{left} {top} {width} {height}"
