"""The text board: everything that is on the table can be read from it, in every size and with any name."""

import re
import subprocess
import sys
import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.drawing import text_board
from aquaromana.drawing.canvas import fit, plain
from aquaromana.drawing.text import COMPACT_SIZE, FULL_SIZE
from aquaromana.drawing.words import question, seat_names
from aquaromana.rules import Game, Kind, Position
from aquaromana.rules.geometry import PATH, parse_square, port_name, square_name
from aquaromana.rules.layout import AQUEDUCTS, COLOR_LETTERS
from aquaromana.rules.tiles import FACE_NAMES, KIND_LETTERS
from tests.support.random_play import CUSTOM, PLAYERS, POLICIES

SGR = re.compile(r"\x1b\[[0-9;]*m")
FORMS = [pytest.param(False, id="full"), pytest.param(True, id="compact")]
CELLS = {False: (5, 3, 8, 3), True: (4, 2, 6, 2)}
"""Width and height of a square, and where A1 begins."""


def reached(players: int, seed: int, decisions: int, policy: str = "never closing") -> Game:
    game, rng = Game(players=players), Random(seed)
    while len(game.moves) < decisions and not game.is_over:
        game.push(POLICIES[policy](game, rng))
    return game


def shown_width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in SGR.sub("", line))


def cell(board: str, square: str, *, compact: bool = False) -> list[str]:
    width, height, left, top = CELLS[compact]
    x, y = left + "ABCDEFGHIJK".index(square[0]) * width, top + (int(square[1]) - 1) * height
    return [line[x : x + width] for line in board.splitlines()[y : y + height]]


def laid(*tiles: str, players: int = 2) -> Position:
    """A position in which tiles lie, given like `Cne@F4`."""
    game = Game(players=players)
    for kind in "CDSB" * 3:
        game.push(next(move for move in game.legal_moves() if str(move).startswith(kind)))
    position = game.position.copy()
    for tile in tiles:
        face, _, square = tile.partition("@")
        position.board[parse_square(square)] = FACE_NAMES.index(face)
    position.refresh()
    return position


@pytest.mark.slow
@given(
    players=st.sampled_from(PLAYERS),
    seed=st.integers(0, 10_000),
    decisions=st.integers(0, 160),
    policy=st.sampled_from(sorted(set(POLICIES) - {"long lived"})),
    compact=st.booleans(),
)
def test_all_lines_are_equally_wide_and_everybody_is_shown(
    players: int, seed: int, decisions: int, policy: str, compact: bool
) -> None:
    position = reached(players, seed, decisions, policy).position
    board = text_board(position, compact=compact)
    lines = board.splitlines()
    width, height = COMPACT_SIZE if compact else FULL_SIZE
    assert (len(lines), {len(line) for line in lines}) == (height, {width})
    plain_board = "\n".join(lines[:-1])
    for path in range(1, PATH + 1):
        kind = position.path[path]
        assert re.search(rf"(?<!\d){path}{KIND_LETTERS[kind] if kind else '·'}", plain_board), path
    for aqueduct in range(AQUEDUCTS):
        if position.on_board >> aqueduct & 1:
            letter, end = COLOR_LETTERS[position.layout.colors[aqueduct]], port_name(position.ends[aqueduct])
            assert f"{letter} {end} {position.lengths[aqueduct]}" in plain_board
            square = cell(board, end[:2], compact=compact)
            below = position.ends[aqueduct] >> 2 < 77 and cell(board, f"{end[0]}{int(end[1]) + 1}", compact=compact)
            assert letter in "".join([*square, *(below or [])]), end
    for value, colors in enumerate(position.podiums):
        for color in set(colors):
            line = next(line for line in reversed(lines) if "podium" in line)
            assert line if not compact else re.search(rf" {value}[YRBG·]+", line), color


@pytest.mark.parametrize("compact", FORMS)
@pytest.mark.parametrize("players", PLAYERS)
def test_color_changes_no_character(players: int, compact: bool) -> None:
    game = reached(players, 4, 60)
    names = ["Ann", "Bo", "Cy", "Di"]
    colored = text_board(game.position, names=names, color=True, compact=compact, since=game.start)
    assert "\x1b[" in colored
    assert SGR.sub("", colored) == text_board(game.position, names=names, compact=compact, since=game.start)
    assert {SGR.findall(line)[-1] for line in colored.splitlines() if "\x1b" in line} <= {"\x1b[0m", "\x1b[22;39;49m"}


@pytest.mark.parametrize("compact", FORMS)
@pytest.mark.parametrize(
    "name", ["Ann", "", "N" * 99, "日本語の長い名前のひと", "a\tb\x1b[2Jc", "e\u0301\u200b\u202e", "\u0e01\u0e38"]
)
def test_no_name_breaks_the_drawing(name: str, compact: bool) -> None:
    board = text_board(Game(players=2).position, names=[name, "Bo"], compact=compact)
    assert {shown_width(line) for line in board.splitlines()} == {(COMPACT_SIZE if compact else FULL_SIZE)[0]}
    assert len(board.splitlines()) == (COMPACT_SIZE if compact else FULL_SIZE)[1]
    assert "\x1b" not in board
    assert "\u202e" not in board


@pytest.mark.parametrize("compact", FORMS)
def test_ascii_is_ascii_and_equally_wide(compact: bool) -> None:
    game = reached(3, 2, 90)
    board = text_board(game.position, names=["Zoë", "日本"], compact=compact, ascii=True)
    assert board.isascii()
    assert {len(line) for line in board.splitlines()} == {(COMPACT_SIZE if compact else FULL_SIZE)[0]}
    assert plain("║═·") == '"=.'


def test_water_runs_in_double_lines_and_loose_tiles_in_single_ones() -> None:
    board = text_board(laid("Csw@E1", "Cne@F4", "Sns@G4", "Sew@H4"))
    assert cell(board, "E1") == ["     ", "══╗  ", " 1Y  "]
    assert cell(board, "F4") == ["  │  ", "  └──", "     "]
    assert cell(board, "G4") == ["  │  "] * 3
    assert cell(board, "H4") == ["     ", "─────", "     "]
    assert cell(board, "I4") == ["     ", "  ·  ", "     "]


def test_a_bridge_goes_over_and_under() -> None:
    assert cell(text_board(laid("B@E1")), "E1") == ["  │  ", "══│═Y", "  │ 1"]
    assert cell(text_board(laid("B@D2")), "D2") == ["  ║  ", "──║──", " 1Y  "]
    assert cell(text_board(laid("B@D2"), compact=True), "D2", compact=True) == [" ║  ", "─║──"]


@pytest.mark.parametrize(
    ("tile", "drawn"),
    [
        ("Dne@E1", ["  │  ", "══╲──", " 1Y  "]),
        ("Dnw@E1", ["  Y 1", "══╱──", "  │  "]),
        ("Dne@F4", ["  │  ", "──╲──", "  │  "]),
        ("Dnw@F4", ["  │  ", "──╱──", "  │  "]),
    ],
)
def test_a_double_curve_has_a_mirror(tile: str, drawn: list[str]) -> None:
    assert cell(text_board(laid(tile)), tile[-2:]) == drawn


def test_reservoirs_and_printed_corners() -> None:
    board = text_board(laid())
    assert cell(board, "C1") == ["≈≈≈≈≈", "Y≈y≈≈", "≈≈≈≈≈"]
    assert cell(board, "D1") == ["≈≈≈≈≈", "≈≈y≈Y", "≈≈Y≈≈"]
    assert cell(board, "A1") == ["     ", "  ┌──", "  │  "]
    assert board.count("(≈)") == 4


def test_a_workman_before_a_wall_stays_on_his_square_in_the_compact_drawing() -> None:
    edge = text_board(laid("Csw@J8"), compact=True)
    assert cell(edge, "J8", compact=True) == ["  B↓", "═╗  "]


def test_reservoirs_away_from_the_edge() -> None:
    position = Game(layout=CUSTOM).position
    for compact in (False, True):
        board = text_board(position, compact=compact)
        assert board.count("Y E4n 0") == board.count("B J7w 0") == 1
    under = position.copy()
    under.board[parse_square("D4")], under.board[parse_square("D3")] = FACE_NAMES.index("Cne"), FACE_NAMES.index("Ces")
    under.board[parse_square("E3")] = FACE_NAMES.index("Csw")
    under.refresh()  # from E4w over D4 and D3 to E3, and down against the wall
    assert cell(text_board(under, compact=True), "E3", compact=True)[0][2:] == "Y↓"


def test_what_is_new_is_marked() -> None:
    game = reached(2, 1, 12)
    before = game.position
    while not game.position.board.count(bytes([0])) < before.board.count(bytes([0])):
        game.push(game.legal_moves()[0])
    new = next(square for square in range(88) if game.position.board[square] != before.board[square])
    for compact in (False, True):
        marked = text_board(game.position, since=before, compact=compact)
        assert cell(marked, square_name(new), compact=compact)[0][0] == "*"
        assert re.search(r"\d[CDSBJ]\*", marked)
        assert "*" not in text_board(game.position, compact=compact)


def test_notes_stand_beside_the_board_the_last_ones_first() -> None:
    position = Game(players=4).position
    notes = [f"note {number} with some words to fill a line or two" for number in range(30)]
    for compact in (False, True):
        board = text_board(position, notes=notes, compact=compact)
        assert "note 29" in board
        assert "note 1 " not in board
        assert {len(line) for line in board.splitlines()} == {(COMPACT_SIZE if compact else FULL_SIZE)[0]}
    assert "note 0" in text_board(position, notes=notes[:1])
    assert "word" in text_board(position, notes=["word " * 500], compact=True)


def test_without_the_question_there_is_one_line_less() -> None:
    position = Game(players=3).position
    assert text_board(position).splitlines()[:-1] == text_board(position, ask=False).splitlines()


def test_hands_reserve_and_stock_are_listed() -> None:
    position = reached(4, 3, 45).position.copy()
    position.held[1 * 6 + Kind.JOKER] = 1
    position.held[1 * 6 + Kind.CURVE] = 2
    board = text_board(position)
    assert "holds C C J" in board
    assert f"C{position.stock[1]} D{position.stock[2]} S{position.stock[3]} B{position.stock[4]}" in board
    lines = [line[71:].split() for line in text_board(Game(players=2).position).splitlines()]
    at = lines.index(["to", "set", "up"])
    assert lines[at + 1] == list("CCCDDDSSSBBB")
    assert lines[at + 2] == ["reserve", *"CDSBJ"]


def test_the_question_of_every_phase() -> None:
    seen: dict[str, str] = {}
    for seed in range(12):
        game, rng = Game(players=2), Random(seed)
        while not game.is_over:
            seen[game.phase.name] = question(game.position, ["Ann", "Bo"])
            game.push(POLICIES["anything"](game, rng))
        seen["OVER"] = question(game.position, ["Ann", "Bo"])
    assert {phase: re.sub(r"^(Ann|Bo) |: .*|with \d+.", "", text) for phase, text in seen.items()} == {
        "SETUP": "sets up a builder on the path.",
        "RESERVE": "places a reserve builder on the path.",
        "BUILD": "builds.",
        "EXTRA": "The builder passed a fountain",
        "CLOSE": "may close an aqueduct.",
        "CLAIM": "takes a builder from the reserve.",
        "OVER": "The game is over",
    }


def test_the_questions_that_are_rare() -> None:
    stuck = laid()
    stuck.path[:] = bytes(len(stuck.path))
    stuck.path[6] = Kind.CURVE
    assert question(stuck) == "Yellow+Blue can lay no tile and moves a builder."
    game = next(game for game in extra_phases() if game.position.stock[game.position.laid])
    laid_kind = Kind(game.position.laid)
    assert question(game.position).endswith(f" lays an extra {laid_kind.label}.")
    empty = game.position.copy()
    empty.stock[laid_kind] = 0
    assert question(empty).endswith("lays an extra tile of any kind.")
    over = reached(2, 5, 1000, "anything")
    level = over.position.copy()
    level.podiums = ((),) * 21
    assert question(level) == "The game is over: Yellow+Blue and Red+Green share the victory with 0."
    winner = seat_names(2)[over.winners()[0]]
    assert question(over.position) == f"The game is over: {winner} wins with {max(over.scores())}."


def extra_phases() -> list[Game]:
    found = []
    for seed in range(6):
        game, rng = Game(players=2), Random(seed)
        while not game.is_over:
            if game.phase.name == "EXTRA":
                found.append(game.copy())
            game.push(POLICIES["anything"](game, rng))
    return found


def test_a_finished_game_has_one_column_of_points() -> None:
    game = reached(3, 5, 1000, "anything")
    head, *rest = text_board(game.position).splitlines()
    assert head.endswith("points")
    assert "▸" not in "".join(rest)
    assert text_board(Game(players=3).position).splitlines()[0].endswith("now  end")


def test_seats_without_a_name_are_called_by_their_colors() -> None:
    assert seat_names(2) == ("Yellow+Blue", "Red+Green")
    assert seat_names(4, ["", "Bo"]) == ("Yellow", "Bo", "Blue", "Green")


def test_a_game_and_a_text_are_drawn_like_a_position() -> None:
    game = reached(2, 1, 20)
    before = game.copy()
    before.pop()
    assert text_board(str(game)) == text_board(game.position)
    assert text_board(game) == text_board(game.position, since=before.position) != text_board(game.position)
    assert text_board(game, since=game.position) == text_board(game.position)
    assert text_board(Game(players=3)) == text_board(Game(players=3).position)


def test_the_text_board_loads_no_picture_library() -> None:
    code = "import sys; from aquaromana.drawing import text_board; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "aquaromana.drawing.text" in loaded
    assert not {"PIL", "resvg_py"} & set(loaded)


@pytest.mark.parametrize(("text", "shown"), [("abc", "abc"), ("abcdef", "abc…"), ("日本語", "日…"), ("", "")])
def test_a_text_is_cut_to_columns(text: str, shown: str) -> None:
    assert fit(text, 4) == shown
