"""A position as text for terminals: two sizes, with or without color, with or without Unicode.

Water runs in double lines, dry channels of loose tiles in single ones. A bridge's upper channel is the vertical line
that interrupts the horizontal one; the diagonal of a double curve turns the water like a mirror. A workman is the
capital letter of his color at the side by which his aqueduct leaves its last square. Everything that a color says is
also said by a letter, a number or a line.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from aquaromana.rules import Kind, Phase, Position
from aquaromana.rules.geometry import (
    COLUMN_NAMES,
    COLUMNS,
    CORNERS,
    NEIGHBOR,
    NORTH,
    PATH,
    ROWS,
    SQUARES,
    path_place,
    port_name,
)
from aquaromana.rules.layout import AQUEDUCTS, COLOR_LETTERS, COLOR_NAMES, SEAT_COLORS
from aquaromana.rules.legal import legal_builds
from aquaromana.rules.position import HAND, PODIUM_ROOM
from aquaromana.rules.scoring import ended, scores
from aquaromana.rules.tiles import (
    BRIDGE,
    EMPTY,
    KIND_LETTERS,
    RESERVOIR,
    THROUGH,
    TILE_KINDS,
)

FULL_SIZE: Final = (100, 35)
"""Columns and lines of the full drawing."""
COMPACT_SIZE: Final = (80, 21)
"""Columns and lines of the compact drawing."""

_DRY: Final = " └┌┐┘╲╱│─│"
_WET: Final = " ╚╔╗╝╲╱║═║"
"""The middle of a tile, indexed by face; that of a bridge is its upper channel."""

_ASCII: Final = str.maketrans("└┌┐┘╲╱│─╚╔╗╝║═·≈░▸○×–…↓", '++++\\/|-####"=.~:>o*-.v')
_ARM: Final = ("│", "─", "│", "─")
_WET_ARM: Final = ("║", "═", "║", "═")

_INKS: Final = {
    "": "39",
    "dark": "38;5;16",
    "light": "38;5;231",
    "water": "38;5;25",
    "channel": "38;5;94",
    "faint": "38;5;244",
    "fountain": "38;5;32",
}
_PAPERS: Final = {
    "": ("49", ""),
    "stone": ("48;5;223", "dark"),
    "pale stone": ("48;5;230", "dark"),
    "printed": ("48;5;180", "dark"),
    "fresh": ("48;5;159", "dark"),
    "builder": ("48;5;130", "light"),
    "moved": ("48;5;208", "dark"),
    "outlet": ("48;5;16", "light"),
    "yellow": ("48;5;220", "dark"),
    "red": ("48;5;160", "light"),
    "blue": ("48;5;26", "light"),
    "green": ("48;5;28", "light"),
}
"""What lies under the text, and the ink that is readable on it."""


class _Run(NamedTuple):
    """A piece of a line in one style."""

    text: str
    ink: str = ""
    paper: str = ""
    bold: bool = False


class _Canvas:
    """A grid of characters with a style each."""

    def __init__(self, width: int, height: int) -> None:
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[("", "", False)] * width for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, paper: str) -> None:
        for row in self.styles[y : y + height]:
            row[x : x + width] = [("", paper, False)] * width

    def put(self, x: int, y: int, text: str, ink: str = "", paper: str | None = None, *, bold: bool = False) -> None:
        """Write over what is there; without `paper` what lies under the text stays."""
        width = len(self.chars[y])
        for shown in _columns(text):
            if x + len(shown) > width:
                return
            for offset, char in enumerate(shown):
                self.chars[y][x + offset] = char
                under = self.styles[y][x + offset][1] if paper is None else paper
                self.styles[y][x + offset] = (ink, under, bold)
            x += len(shown)

    def runs(self, x: int, y: int, runs: Iterable[_Run]) -> None:
        for run in runs:
            self.put(x, y, run.text, run.ink, run.paper, bold=run.bold)
            x += sum(map(len, _columns(run.text)))

    def lines(self, *, color: bool) -> Iterator[str]:
        for chars, styles in zip(self.chars, self.styles, strict=True):
            if not color:
                yield "".join(chars)
                continue
            line, last = [], ("", "", False)
            for char, style in zip(chars, styles, strict=True):
                if style != last:
                    line.append(_sgr(*style))
                    last = style
                line.append(char)
            yield "".join(line) + ("\x1b[0m" if last != ("", "", False) else "")


def _sgr(ink: str, paper: str, bold: bool) -> str:  # noqa: FBT001 (one style, unpacked)
    under, readable = _PAPERS[paper]
    return f"\x1b[{'1' if bold else '22'};{_INKS[ink or readable]};{under}m"


def _columns(text: str) -> list[list[str]]:
    """The characters with the columns they take: a wide one takes two, the second of them empty.

    Whatever could move the cursor, or takes no column of its own, becomes a question mark or goes.
    """
    shown = []
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
            continue
        if not char.isprintable():
            shown.append(["?"])
        else:
            shown.append([char, ""] if unicodedata.east_asian_width(char) in "WF" else [char])
    return shown


def _fit(text: str, width: int) -> str:
    """A name cut to a number of columns."""
    columns = _columns(text)
    if sum(map(len, columns)) <= width:
        return "".join(column[0] for column in columns)
    while sum(map(len, columns)) > width - 1:
        columns.pop()
    return "".join(column[0] for column in columns) + "…"


@dataclass(frozen=True, slots=True)
class _Form:
    """One size of the drawing: how large a square is, and where its parts lie."""

    size: tuple[int, int]
    cell: tuple[int, int]
    board: tuple[int, int]
    """The column and line at which A1 begins."""
    middle: tuple[int, int]
    arms: tuple[tuple[tuple[int, int], ...], ...]
    """For each side the places of its channel, from the middle outwards."""
    ends: tuple[tuple[int, int], ...]
    """For each side the place of a workman."""
    lengths: tuple[tuple[int, int], ...]
    """For each side the place of his aqueduct's length; () to leave it out."""
    panel: int
    """The column at which the seats begin."""


_FULL: Final = _Form(
    FULL_SIZE,
    cell=(5, 3),
    board=(8, 3),
    middle=(2, 1),
    arms=(((2, 0),), ((3, 1), (4, 1)), ((2, 2),), ((1, 1), (0, 1))),
    ends=((2, 0), (4, 1), (2, 2), (0, 1)),
    lengths=((3, 0), (3, 2), (0, 2), (0, 0)),
    panel=71,
)
_COMPACT: Final = _Form(
    COMPACT_SIZE,
    cell=(4, 2),
    board=(6, 2),
    middle=(1, 1),
    arms=(((1, 0),), ((2, 1), (3, 1)), (), ((0, 1),)),
    ends=((1, 0), (3, 1), (1, 2), (0, 1)),
    lengths=(),
    panel=54,
)


def text_board(
    position: Position,
    *,
    names: Sequence[str] = (),
    color: bool = False,
    compact: bool = False,
    ascii: bool = False,  # noqa: A002 (the word for it)
    since: Position | None = None,
    notes: Sequence[str] = (),
    ask: bool = True,
) -> str:
    """The position in lines of equal width, `FULL_SIZE` or `COMPACT_SIZE`.

    `names` are those of the seats. Tiles and builders that are new `since` an earlier position are marked. Of the
    `notes` the last ones stand beside the board, as many as there is room for. The last line says what is asked;
    without `ask` it is left out.
    """
    form = _COMPACT if compact else _FULL
    width, height = form.size
    canvas = _Canvas(width, height if ask else height - 1)
    called = seat_names(position.players, names)
    then = since or position
    _draw_path(canvas, form, position, [path for path in range(PATH + 1) if position.path[path] != then.path[path]])
    _draw_squares(
        canvas, form, position, [square for square in range(SQUARES) if position.board[square] != then.board[square]]
    )
    _draw_workmen(canvas, form, position)
    panel = _panel(position, called, form)
    room = form.board[1] + ROWS * form.cell[1] + 1 - len(panel)
    for line, runs in enumerate([*panel, *_note_lines(notes, width - form.panel, room)]):
        canvas.runs(form.panel, line, runs)
    (_draw_podium_line if compact else _draw_podiums)(canvas, position)
    if ask:
        canvas.put(0, height - 1, _fit(question(position, called), width), bold=True)
    text = "\n".join(canvas.lines(color=color))
    return plain(text) if ascii else text


def plain(text: str) -> str:
    """The text in ASCII; what has no counterpart there becomes a question mark."""
    text = unicodedata.normalize("NFC", text).translate(_ASCII)
    return "".join(
        char if char.isascii() else "??" if unicodedata.east_asian_width(char) in "WF" else "?" for char in text
    )


def seat_names(players: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What to call the seats: their names without anything that steers a terminal, or else their colors."""
    colors = ["+".join(COLOR_NAMES[color].capitalize() for color in own) for own in SEAT_COLORS[players]]
    given = ["".join(char if char.isprintable() else "?" for char in name) for name in names] + [""] * players
    return tuple(name or color for name, color in zip(given, colors, strict=False))


def question(position: Position, names: Sequence[str] = ()) -> str:
    """What is asked now and of whom, in one sentence."""
    called = seat_names(position.players, names)
    if position.phase is Phase.OVER:
        points = scores(position)
        best = [name for name, own in zip(called, points, strict=True) if own == max(points)]
        wins = "wins" if len(best) == 1 else "share the victory"
        return f"The game is over: {' and '.join(best)} {wins} with {max(points)}."
    asked = {
        Phase.SETUP: "sets up a builder on the path.",
        Phase.RESERVE: "places a reserve builder on the path.",
        Phase.BUILD: "builds." if legal_builds(position) else "can lay no tile and moves a builder.",
        Phase.EXTRA: "passed a fountain and lays an extra tile"
        + (f": a {Kind(position.laid).label}." if position.laid and position.stock[position.laid] else " of any kind."),
        Phase.CLOSE: "may close an aqueduct.",
        Phase.CLAIM: "takes a builder from the reserve.",
    }
    return f"{called[position.mover]} {asked[position.phase]}"


def _at(form: _Form, column: int, row: int) -> tuple[int, int]:
    """The upper left place of a square."""
    return form.board[0] + column * form.cell[0], form.board[1] + row * form.cell[1]


def _draw_squares(canvas: _Canvas, form: _Form, position: Position, marked: Collection[int]) -> None:
    wet = _wet(position)
    for square, content in enumerate(position.board):
        x, y = _at(form, square % COLUMNS, square // COLUMNS)
        if content == EMPTY:
            canvas.put(x + form.middle[0], y + form.middle[1], "·", "faint")
        elif content >= RESERVOIR:
            _draw_reservoir(canvas, form, position, square)
        else:
            stone = "printed" if square in CORNERS else "stone" if square % 2 else "pale stone"
            canvas.fill(x, y, *form.cell, "fresh" if square in marked else stone)
            if square in marked:
                canvas.put(x, y, "*")
            _draw_channels(canvas, form, (x, y), content, {port & 3 for port in wet if port >> 2 == square})


def _wet(position: Position) -> set[int]:
    """Every port of a tile through which water of an aqueduct runs."""
    wet = set()
    for outlet in position.layout.outlets:
        port = outlet
        while (port := NEIGHBOR[port]) >= 0 and (leave := THROUGH[position.board[port >> 2] << 2 | port & 3]) >= 0:
            wet.add(port)
            port = port & ~3 | leave
            wet.add(port)
    return wet


def _draw_channels(canvas: _Canvas, form: _Form, at: tuple[int, int], face: int, wet: Collection[int]) -> None:
    x, y = at
    for side, places in enumerate(form.arms):
        if THROUGH[face << 2 | side] >= 0:
            for dx, dy in places:
                glyph, ink = (_WET_ARM[side], "water") if side in wet else (_ARM[side], "channel")
                canvas.put(x + dx, y + dy, glyph, ink, bold=side in wet)
    flows = NORTH in wet if face == BRIDGE else bool(wet)
    glyph = (_WET if flows else _DRY)[face]
    canvas.put(x + form.middle[0], y + form.middle[1], glyph, "water" if flows else "channel", bold=flows)


def _draw_reservoir(canvas: _Canvas, form: _Form, position: Position, square: int) -> None:
    x, y = _at(form, square % COLUMNS, square // COLUMNS)
    color = position.board[square] - RESERVOIR
    width, height = form.cell
    canvas.fill(x, y, width, height, COLOR_NAMES[color])
    for line in range(height):
        canvas.put(x, y + line, "≈" * width)
    dx, dy = form.middle
    canvas.put(x + dx, y + dy, COLOR_LETTERS[color].lower())


def _draw_workmen(canvas: _Canvas, form: _Form, position: Position) -> None:
    for aqueduct in range(AQUEDUCTS):
        if not position.on_board >> aqueduct & 1:
            continue
        port = position.ends[aqueduct]
        square, side = port >> 2, port & 3
        x, y = _at(form, square % COLUMNS, square // COLUMNS)
        color = position.layout.colors[aqueduct]
        dx, dy = form.ends[side]
        letter = COLOR_LETTERS[color]
        length = position.lengths[aqueduct]
        paper = COLOR_NAMES[color] if length else "outlet"
        if dy == form.cell[1] and _wall_below(position, port):
            canvas.put(x + 2, y, letter + "↓", "", paper, bold=True)
        else:
            canvas.put(x + dx, y + dy, letter, "", paper, bold=True)
        if form.lengths and length:
            dx, dy = form.lengths[side]
            canvas.put(x + dx, y + dy, f"{length:>2}")


def _wall_below(position: Position, port: int) -> bool:
    """Whether the compact drawing has no room for a workman under his square."""
    beyond = NEIGHBOR[port]
    return beyond < 0 or position.board[beyond >> 2] >= RESERVOIR


def _draw_path(canvas: _Canvas, form: _Form, position: Position, marked: Collection[int]) -> None:
    width, height = form.cell
    left, top = form.board
    right, bottom = left + COLUMNS * width, top + ROWS * height
    full = form is _FULL
    gap = 1 if full else 0
    if full:
        canvas.put(left - 1, top - 1, "┌" + "─" * (COLUMNS * width) + "┐", "faint")
        canvas.put(left - 1, bottom, "└" + "─" * (COLUMNS * width) + "┘", "faint")
        for y in range(top, bottom):
            canvas.put(left - 1, y, "│", "faint")
            canvas.put(right, y, "│", "faint")
    for column, name in enumerate(COLUMN_NAMES):
        canvas.put(left + column * width + form.middle[0], 0, name, bold=True)
    for row in range(ROWS):
        canvas.put(0, top + row * height + form.middle[1], str(row + 1), bold=True)
    for path in range(1, PATH + 1):
        column, row = path_place(path)
        if row < 0:
            at = (left + column * width, top - 1 - gap)
        elif row == ROWS:
            at = (left + column * width, bottom + gap)
        elif column < 0:
            at = (left - gap - width, top + row * height + form.middle[1])
        else:
            at = (right + gap, top + row * height + form.middle[1])
        _draw_path_square(canvas, at, path, position.path[path], moved=path in marked)
    for x in (left - gap - 3, right + gap):
        for y in (top - 1 - gap, bottom + gap):
            canvas.put(x, y, "(≈)", "fountain", bold=True)


def _draw_path_square(canvas: _Canvas, at: tuple[int, int], path: int, kind: int, *, moved: bool) -> None:
    canvas.put(*at, f"{path:>2}", "" if kind else "faint")
    if kind:
        canvas.put(at[0] + 2, at[1], KIND_LETTERS[kind], "", "moved" if moved else "builder", bold=True)
        canvas.put(at[0] + 3, at[1], "*" if moved else " ")
    else:
        canvas.put(at[0] + 2, at[1], "·", "faint")


def _draw_podiums(canvas: _Canvas, position: Position) -> None:
    y = FULL_SIZE[1] - 4
    canvas.put(0, y, "podium")
    for value, colors in enumerate(position.podiums):
        if value:
            x = 4 + value * 4
            canvas.put(x, y, f"{value:>2}", "" if colors else "faint")
            canvas.runs(x + 1, y + 1, _podium(value, colors))


def _draw_podium_line(canvas: _Canvas, position: Position) -> None:
    canvas.put(0, COMPACT_SIZE[1] - 2, "podium")
    x = 7
    for value, colors in enumerate(position.podiums):
        if value:
            runs = [_Run(str(value), "" if colors else "faint"), *_podium(value, colors)]
            canvas.runs(x, COMPACT_SIZE[1] - 2, runs)
            x += sum(len(run.text) for run in runs) + 1


def _podium(value: int, colors: Sequence[int]) -> list[_Run]:
    """The workmen on a podium, and dots for the room that is left."""
    free = "·" * (PODIUM_ROOM[value] - len(colors))
    return [*map(_workman, colors), _Run(free, "faint")]


def _workman(color: int) -> _Run:
    return _Run(COLOR_LETTERS[color], "", COLOR_NAMES[color], bold=True)


def _builders(counts: Iterable[int]) -> list[_Run]:
    """A letter for each builder, with spaces between."""
    letters = "".join(KIND_LETTERS[kind] * count for kind, count in enumerate(counts))
    runs = [run for letter in letters for run in (_Run(letter, "", "builder", bold=True), _Run(" "))]
    return runs or [_Run("–", "faint")]


def _panel(position: Position, names: Sequence[str], form: _Form) -> list[list[_Run]]:
    """The lines beside the board: seats, then what is in the box."""
    full = form is _FULL
    width = form.size[0] - form.panel
    over = position.phase is Phase.OVER
    now, then = scores(position), scores(ended(position))
    lines = [[_Run(f"{'points' if over else 'now  end':>{width}}", "faint")]]
    for seat, name in enumerate(names):
        lines += _seat_lines(position, seat, name, f"{now[seat]}" if over else f"{now[seat]:>3} {then[seat]:>4}", width)
        lines += [[]] if full else []
    if position.phase is Phase.SETUP:
        left = [position.setup_left(kind) for kind in range(HAND)]
        lines += _box_lines("to set up", _builders(left), width)
    lines += _box_lines("reserve", _builders(position.reserve), width)
    stock = " ".join(f"{KIND_LETTERS[kind]}{position.stock[kind]}" for kind in TILE_KINDS)
    lines += _box_lines("stock", [_Run(stock)], width)
    return lines


def _seat_lines(position: Position, seat: int, name: str, points: str, width: int) -> list[list[_Run]]:
    colors = [run for color in SEAT_COLORS[position.players][seat] for run in (_workman(color), _Run(" "))]
    mine = position.phase is not Phase.OVER and seat == position.mover
    room = width - 2 - len(colors) - len(points) - 1
    called = _fit(name, room)
    head = [
        _Run("▸ " if mine else "  ", bold=True),
        *colors,
        _Run(called, bold=mine),
        _Run(" " * (room - sum(map(len, _columns(called))) + 1)),
        _Run(points, bold=True),
    ]
    return [head, *_open_lines(position, seat, width), *_hand_lines(position, seat)]


def _open_lines(position: Position, seat: int, width: int) -> list[list[_Run]]:
    """The seat's workmen on the board, each with the length of his aqueduct."""
    runs = [
        [
            _workman(position.layout.colors[aqueduct]),
            _Run(f" {port_name(position.ends[aqueduct])}"),
            _Run(f" {position.lengths[aqueduct]:<3}"),
        ]
        for aqueduct in position.open_aqueducts(seat)
    ]
    per_line = max(1, (width - 2) // 9)
    return [
        [_Run("  "), *(run for item in runs[first : first + per_line] for run in item)]
        for first in range(0, len(runs), per_line)
    ]


def _hand_lines(position: Position, seat: int) -> list[list[_Run]]:
    hand = position.held[seat * HAND : seat * HAND + HAND]
    return [[_Run("  holds "), *_builders(hand)]] if any(hand) else []


def _box_lines(label: str, runs: list[_Run], width: int) -> list[list[_Run]]:
    """A label and what belongs to it, on a second line if one is too short."""
    if len(label) + 1 + sum(len(run.text) for run in runs) <= width + 1:
        return [[_Run(f"{label:<9} ", "faint"), *runs]]
    return [[_Run(label, "faint")], [_Run("  "), *runs]]


def _note_lines(notes: Sequence[str], width: int, room: int) -> list[list[_Run]]:
    lines: list[str] = []
    for note in reversed(notes):
        wrapped = textwrap.wrap(note, width, subsequent_indent="  ")
        if lines and len(lines) + len(wrapped) >= room:
            break
        lines = [*wrapped, *lines][: max(0, room - 1)]
    return [[], *([_Run(line)] for line in lines)] if lines else []
