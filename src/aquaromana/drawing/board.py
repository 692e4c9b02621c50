"""The board of a position as SVG layers, from the frame up to the workmen, each a group with its own id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from aquaromana.drawing.figures import KIND_IDS
from aquaromana.drawing.frame import pavement
from aquaromana.drawing.land import landscape
from aquaromana.drawing.marks import Highlights, ghosts, over_marks, under_marks
from aquaromana.drawing.masonry import PLATES
from aquaromana.drawing.pencil import element, group, number, use
from aquaromana.drawing.places import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    MIDDLES,
    OUTWARD,
    Box,
    fountain_middles,
    path_box,
    path_middle,
    square_corner,
)
from aquaromana.drawing.streams import Stream, streams, upper_water, water
from aquaromana.drawing.theme import Theme
from aquaromana.rules.geometry import CORNERS, PATH, SIDE_NAMES, SQUARES, column_of, port_name, square_name
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.position import Position
from aquaromana.rules.tiles import BRIDGE, EMPTY, FACE_NAMES, RESERVOIR, Kind

LAYERS: Final = (
    "frame",
    "path",
    "land",
    "plates",
    "tiles",
    "reservoirs",
    "water",
    "decks",
    "upper-water",
    "gates",
    "marks",
    "ghosts",
    "fountains",
    "builders",
    "workmen",
    "arrows",
)
"""From below; a layer's id is ``layer-`` and its name."""


def board(position: Position, theme: Theme, highlights: Highlights, *, within: Box | None = None) -> str:
    """The board with everything that stands on it; with `within`, only what can be seen in that part of it."""
    seen = _seen(within)
    tiles = [square for square in laid_squares(position) if seen((*square_corner(square), 100, 100))]
    content = still_layers(position, theme, within) | tile_layers(position, tiles)
    content |= moving_layers(position, theme, highlights, within)
    return layered(content)


def layered(content: Mapping[str, str]) -> str:
    """Layers by their names, put on each other in their order."""
    return "".join(group(content[name], id=f"layer-{name}") for name in LAYERS if name in content)


def still_layers(position: Position, theme: Theme, within: Box | None = None) -> dict[str, str]:
    """The layers under and between which a game is played."""
    seen = _seen(within)
    land_squares = [
        square
        for square in range(SQUARES)
        if not EMPTY < position.board[square] < RESERVOIR and seen((*square_corner(square), 100, 100))
    ]
    return {
        "frame": use("frame") if within is None or not _inside(within) else "",
        "path": pavement(theme, {path: path_box(path)[:2] for path in range(1, PATH + 1) if seen(path_box(path))}),
        "land": use("field")
        + landscape(theme, {square: square_corner(square) for square in land_squares})
        + use("grid"),
        "fountains": "".join(use("fountain", x, y) for x, y in fountain_middles() if seen((x - 48, y - 48, 96, 96))),
    }


def laid_squares(position: Position) -> list[int]:
    """The squares with a tile, printed corners included."""
    return [square for square, content in enumerate(position.board) if EMPTY < content < RESERVOIR]


def tile_layers(position: Position, squares: list[int]) -> dict[str, str]:
    """The tiles on these squares without water and decks: they stay as they were laid."""
    return {"plates": _plates(squares), "tiles": _tiles(position, squares)}


def moving_layers(
    position: Position, theme: Theme, highlights: Highlights, within: Box | None = None
) -> dict[str, str]:
    """The layers that a decision changes, apart from the tiles."""
    seen = _seen(within)
    squares = [square for square in range(SQUARES) if seen((*square_corner(square), 100, 100))]
    paths = [path for path in range(1, PATH + 1) if seen(path_box(path))]
    shown = set(squares)
    flows = tuple(stream for stream in streams(position) if shown.intersection(stream.squares))
    return {
        "reservoirs": _reservoirs(position, squares),
        "water": water(theme, flows),
        "decks": _decks(position, squares),
        "upper-water": "".join(upper_water(theme, stream) for stream in flows),
        "gates": "".join(_gate(stream) for stream in flows if not stream.is_open),
        "marks": under_marks(theme, highlights),
        "ghosts": ghosts(theme, highlights.ghosts),
        "builders": _builders(position, paths),
        "workmen": _workmen(flows),
        "arrows": over_marks(theme, highlights),
    }


def _seen(within: Box | None) -> Callable[[Box], bool]:
    if within is None:
        return lambda _box: True
    left, top, width, height = within

    def overlaps(box: Box) -> bool:
        x, y, w, h = box
        return x < left + width and left < x + w and y < top + height and top < y + h

    return overlaps


def _inside(box: Box) -> bool:
    """Whether a part of the board shows nothing but squares."""
    x, y, width, height = box
    return x >= 0 and y >= 0 and x + width <= BOARD_WIDTH and y + height <= BOARD_HEIGHT


def _plates(tiles: list[int]) -> str:
    shadows = "".join(use("plate-shadow", *square_corner(square)) for square in tiles if square not in CORNERS)
    plates = "".join(
        use("plate-printed" if square in CORNERS else PLATES[square * 7 % len(PLATES)], *square_corner(square))
        for square in tiles
    )
    return shadows + plates


def _tiles(position: Position, tiles: list[int]) -> str:
    return "".join(
        use(f"face-{FACE_NAMES[position.board[square]]}", *square_corner(square), data_square=square_name(square))
        for square in tiles
    )


def _decks(position: Position, squares: list[int]) -> str:
    return "".join(
        use("deck", *square_corner(square), data_square=square_name(square))
        for square in squares
        if position.board[square] == BRIDGE
    )


def _reservoirs(position: Position, squares: list[int]) -> str:
    parts = []
    for color, reservoir in enumerate(position.layout.reservoirs):
        a, b = sorted(reservoir.squares)
        if a not in squares and b not in squares:
            continue
        way = "h" if column_of(a) != column_of(b) else "v"
        x, y = square_corner(a)
        outlets = "".join(
            use(f"outlet-{SIDE_NAMES[port & 3]}", *square_corner(port >> 2), data_port=port_name(port))
            for port in reservoir.outlets
        )
        name = COLOR_NAMES[color]
        parts.append(
            group(
                use(f"reservoir-{name}-{way}", x, y) + outlets,
                data_color=name,
                data_squares=f"{square_name(a)} {square_name(b)}",
            )
        )
    return "".join(parts)


def _gate(stream: Stream) -> str:
    port = stream.end
    side = port & 3
    x, y = square_corner(port >> 2)
    mx, my = (m - u * 8 for m, u in zip(MIDDLES[side], OUTWARD[side], strict=True))
    return element(
        "use",
        href=f"#gate-{COLOR_NAMES[stream.color]}",
        transform=f"translate({number(x + mx)} {number(y + my)})rotate({side * 90})",
        data_port=port_name(port),
    )


def _builders(position: Position, paths: list[int]) -> str:
    return "".join(
        use(f"builder-{KIND_IDS[Kind(position.path[path])]}", *path_middle(path), data_path=str(path))
        for path in paths
        if position.path[path]
    )


def _workmen(flows: tuple[Stream, ...]) -> str:
    placed = [(stream.standing_place(), stream) for stream in flows if stream.is_open]
    placed.sort(key=lambda item: (item[0][1], item[0][0]))
    return "".join(
        use(
            f"workman-{COLOR_NAMES[stream.color]}",
            round(x, 1),
            round(y + 17, 1),
            data_port=port_name(stream.end),
            data_aqueduct=str(stream.aqueduct),
        )
        for (x, y), stream in placed
    )
