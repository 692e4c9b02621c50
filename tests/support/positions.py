"""Positions made by hand: a drawing of the board, and in words what else matters.

A drawing has a line a row and a sign a square: curves `└ ┌ ┐ ┘`, straights `│ ─`, bridge `┼`, double curves `╲`
(ne with sw) and `╱` (nw with es), `·` for an empty square, the letters `Y R B G` for reservoirs. Printed corners are
drawn as the curves they are.
"""

from collections.abc import Iterable

from aquaromana.rules import Game, Kind, Layout, Position, standard_layout
from aquaromana.rules.geometry import COLUMNS, PATH, ROWS, SQUARES, port_name
from aquaromana.rules.notation import FACE_LETTERS, parse_position
from aquaromana.rules.tiles import BUILDERS_PER_KIND, KIND_LETTERS, RESERVE_PER_KIND, RESERVOIR

SIGNS = "·└┌┐┘╲╱│─┼YRBG"
"""Indexed by the content of a square."""

FOUR = """
┌·YY···RR·┐
···········
···········
···········
···········
···········
···········
└·GG···BB·┘
"""
"""The standard board for two and four players before the first tile."""

THREE = """
┌·····BB··┐
···········
···········
R··········
R··········
···········
···········
└····YY···┘
"""
"""The standard board for three players before the first tile."""

OUT_OF_SIGHT = (*range(14, 20), *range(31, 37))
"""Room for the builders of the set-up that no workman in the rows 1 and 2 sees; 13, 20 and 37 stay free."""


def drawing_of(position: Position) -> str:
    """The board of a position as a drawing."""
    signs = "".join(SIGNS[content] for content in position.board)
    return "\n".join(signs[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS))


def contents(drawing: str) -> bytes:
    """The content of each square of a drawing."""
    rows = drawing.split()
    assert [len(row) for row in rows] == [COLUMNS] * ROWS, "a drawing has 8 rows of 11 squares"
    return bytes(SIGNS.index(sign) for row in rows for sign in row)


def built(
    drawing: str = FOUR,
    *,
    players: int = 4,
    layout: Layout | None = None,
    phase: str = "b",
    turn: int = 0,
    dry: int = 0,
    due: str = "",
    builders: str = "",
    rest: Iterable[int] = range(PATH, 0, -1),
    hands: str = "",
    gone: str = "",
    podiums: str = "",
) -> Game:
    """A game that stands as drawn.

    `builders` are placed like `C@12 J@3`; those of the set-up that are not among them go to the free squares of `rest`
    in turn, and what is neither there nor in `hands` is in reserve. `hands` lists what each seat holds, joined by `-`.
    `gone` names the outlets whose workman has left the board, `podiums` who stands where like `3Y 12B`.
    """
    layout = layout or standard_layout(players)
    board = contents(drawing)
    for square in range(SQUARES):
        fixed = layout.start_board[square]
        assert not fixed or board[square] == fixed, "corners and reservoirs are drawn where the layout has them"
        assert fixed or board[square] < RESERVOIR
    tiles = ["-" if fixed else FACE_LETTERS[tile] for tile, fixed in zip(board, layout.start_board, strict=True)]
    hands = hands or "-" * (layout.players - 1)
    left = set(gone.split())
    workmen = ["x" if port_name(outlet) in left else "o" for outlet in layout.outlets]
    assert workmen.count("x") == len(left), "only outlets can lose their workman"
    per_color = len(workmen) // len(layout.reservoirs)
    head = str(layout.players) if layout.is_standard else f"{layout.players}~{layout.text}"
    fields = [
        head,
        phase,
        f"{turn}d{dry}" + (f"t{due}" if due else ""),
        in_runs(tiles),
        in_runs(_path(builders, rest)),
        hands,
        "-".join("".join(workmen[first : first + per_color]) for first in range(0, len(workmen), per_color)),
        podiums.replace(" ", "") or "-",
    ]
    return Game.from_position(parse_position(".".join(fields)))


def _path(builders: str, rest: Iterable[int]) -> list[str]:
    path = ["-"] * PATH
    for builder in builders.split():
        letter, _, place = builder.partition("@")
        assert path[int(place) - 1] == "-", f"two builders on {place}"
        path[int(place) - 1] = letter
    free = (place for place in rest if path[place - 1] == "-")
    for kind in Kind:
        letter = KIND_LETTERS[kind]
        wanted = BUILDERS_PER_KIND[kind] - RESERVE_PER_KIND[kind] - path.count(letter)
        for _ in range(wanted):
            path[next(free) - 1] = letter
    return path


def in_runs(letters: list[str]) -> str:
    """Letters as they are, runs of `-` as their number: as in position texts."""
    text, run = "", 0
    for letter in [*letters, ""]:
        if letter == "-":
            run += 1
            continue
        text += f"{run or ''}{letter}"
        run = 0
    return text


def filled(drawing: str, sign: str, count: int) -> str:
    """The drawing with loose tiles of one sign in rows 3 to 6, from A3 on."""
    rows = drawing.split()
    signs = list("".join(rows))
    squares = [square for square in range(2 * COLUMNS, 6 * COLUMNS) if signs[square] == "·"]
    for square in squares[:count]:
        signs[square] = sign
    return "\n".join("".join(signs[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))


def plays(game: Game, decisions: str) -> Game:
    """The game after decisions, each one checked."""
    for decision in decisions.split():
        game.play(decision)
    return game


def texts(game: Game) -> list[str]:
    """The legal decisions in notation."""
    return [str(move) for move in game.legal_moves()]


def length(game: Game, outlet: str) -> int:
    """The length of the aqueduct that starts at an outlet."""
    return game.position.lengths[aqueduct(game, outlet)]


def end(game: Game, outlet: str) -> str:
    """Where the aqueduct that starts at an outlet ends."""
    return port_name(game.position.ends[aqueduct(game, outlet)])


def on_board(game: Game, outlet: str) -> bool:
    """Whether the workman who started at an outlet is still on the board."""
    return bool(game.position.on_board >> aqueduct(game, outlet) & 1)


def aqueduct(game: Game, outlet: str) -> int:
    """The number of the aqueduct that starts at an outlet."""
    return [port_name(port) for port in game.layout.outlets].index(outlet)


def podiums(game: Game) -> str:
    """Who stands where, like `3Y 12B`."""
    stand = [f"{value}{'YRBG'[color]}" for value, colors in enumerate(game.position.podiums) for color in colors]
    return " ".join(stand)
