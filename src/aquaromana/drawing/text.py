"""A position as text for terminals: two sizes, with or without color, with or without Unicode.

Water runs in double lines, dry channels of loose tiles in single ones. A bridge's upper channel is the vertical line
that interrupts the horizontal one; the diagonal of a double curve turns the water like a mirror. A workman is the
capital letter of his color at the side by which his aqueduct leaves its last square. Everything that a color says is
also said by a letter, a number or a line.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.drawing.canvas import Canvas, Run, columns, fit, plain
from aquaromana.drawing.shown import Shown, named, played
from aquaromana.drawing.words import question, seat_names
from aquaromana.rules import Game, Phase, Position
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
from aquaromana.rules.position import HAND, PODIUM_ROOM
from aquaromana.rules.scoring import scores, scores_if_ended
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

_ARM: Final = ("│", "─", "│", "─")
_WET_ARM: Final = ("║", "═", "║", "═")


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
    position: Shown,
    *,
    names: Sequence[str] = (),
    color: bool = False,
    compact: bool = False,
    ascii: bool = False,  # noqa: A002 (the word for it)
    since: Position | None = None,
    notes: Sequence[str] = (),
    ask: bool = True,
) -> str:
    """A position, its text, a game or a record in lines of equal width, `FULL_SIZE` or `COMPACT_SIZE`.

    `names` are those of the seats. Tiles and builders that are new `since` an earlier position are marked; for a game
    this is the one before its last decision unless another is given. Of the `notes` the last ones stand beside the
    board, as many as there is room for. The last line says what is asked; without `ask` it is left out.
    """
    names = names or named(position)
    position = played(position)
    if isinstance(position, Game):
        since = since or _before_last(position)
        position = position.position
    form = _COMPACT if compact else _FULL
    width, height = form.size
    canvas = Canvas(width, height if ask else height - 1)
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
        canvas.put(0, height - 1, fit(question(position, called), width), bold=True)
    text = "\n".join(canvas.lines(color=color))
    return plain(text) if ascii else text


def _before_last(game: Game) -> Position:
    before = game.copy()
    if before.moves:
        before.pop()
    return before.position


def _at(form: _Form, column: int, row: int) -> tuple[int, int]:
    """The upper left place of a square."""
    return form.board[0] + column * form.cell[0], form.board[1] + row * form.cell[1]


def _draw_squares(canvas: Canvas, form: _Form, position: Position, marked: Collection[int]) -> None:
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


def _draw_channels(canvas: Canvas, form: _Form, at: tuple[int, int], face: int, wet: Collection[int]) -> None:
    x, y = at
    for side, places in enumerate(form.arms):
        if THROUGH[face << 2 | side] >= 0:
            for dx, dy in places:
                glyph, ink = (_WET_ARM[side], "water") if side in wet else (_ARM[side], "channel")
                canvas.put(x + dx, y + dy, glyph, ink, bold=side in wet)
    flows = NORTH in wet if face == BRIDGE else bool(wet)
    glyph = (_WET if flows else _DRY)[face]
    canvas.put(x + form.middle[0], y + form.middle[1], glyph, "water" if flows else "channel", bold=flows)


def _draw_reservoir(canvas: Canvas, form: _Form, position: Position, square: int) -> None:
    x, y = _at(form, square % COLUMNS, square // COLUMNS)
    color = position.board[square] - RESERVOIR
    width, height = form.cell
    canvas.fill(x, y, width, height, COLOR_NAMES[color])
    for line in range(height):
        canvas.put(x, y + line, "≈" * width)
    dx, dy = form.middle
    canvas.put(x + dx, y + dy, COLOR_LETTERS[color].lower())


def _draw_workmen(canvas: Canvas, form: _Form, position: Position) -> None:
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


def _draw_path(canvas: Canvas, form: _Form, position: Position, marked: Collection[int]) -> None:
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


def _draw_path_square(canvas: Canvas, at: tuple[int, int], path: int, kind: int, *, moved: bool) -> None:
    canvas.put(*at, f"{path:>2}", "" if kind else "faint")
    if kind:
        canvas.put(at[0] + 2, at[1], KIND_LETTERS[kind], "", "moved" if moved else "builder", bold=True)
        canvas.put(at[0] + 3, at[1], "*" if moved else " ")
    else:
        canvas.put(at[0] + 2, at[1], "·", "faint")


def _draw_podiums(canvas: Canvas, position: Position) -> None:
    y = FULL_SIZE[1] - 4
    canvas.put(0, y, "podium")
    for value, colors in enumerate(position.podiums):
        if value:
            x = 4 + value * 4
            canvas.put(x, y, f"{value:>2}", "" if colors else "faint")
            canvas.runs(x + 1, y + 1, _podium(value, colors))


def _draw_podium_line(canvas: Canvas, position: Position) -> None:
    canvas.put(0, COMPACT_SIZE[1] - 2, "podium")
    x = 7
    for value, colors in enumerate(position.podiums):
        if value:
            runs = [Run(str(value), "" if colors else "faint"), *_podium(value, colors)]
            canvas.runs(x, COMPACT_SIZE[1] - 2, runs)
            x += sum(len(run.text) for run in runs) + 1


def _podium(value: int, colors: Sequence[int]) -> list[Run]:
    """The workmen on a podium, and dots for the room that is left."""
    free = "·" * (PODIUM_ROOM[value] - len(colors))
    return [*map(_workman, colors), Run(free, "faint")]


def _workman(color: int) -> Run:
    return Run(COLOR_LETTERS[color], "", COLOR_NAMES[color], bold=True)


def _builders(counts: Iterable[int]) -> list[Run]:
    """A letter for each builder, with spaces between."""
    letters = "".join(KIND_LETTERS[kind] * count for kind, count in enumerate(counts))
    runs = [run for letter in letters for run in (Run(letter, "", "builder", bold=True), Run(" "))]
    return runs or [Run("–", "faint")]


def _panel(position: Position, names: Sequence[str], form: _Form) -> list[list[Run]]:
    """The lines beside the board: seats, then what is in the box."""
    full = form is _FULL
    width = form.size[0] - form.panel
    over = position.phase is Phase.OVER
    now, then = scores(position), scores_if_ended(position)
    lines = [[Run(f"{'points' if over else 'now  end':>{width}}", "faint")]]
    for seat, name in enumerate(names):
        lines += _seat_lines(position, seat, name, f"{now[seat]}" if over else f"{now[seat]:>3} {then[seat]:>4}", width)
        lines += [[]] if full else []
    if position.phase is Phase.SETUP:
        left = [position.setup_left(kind) for kind in range(HAND)]
        lines += _box_lines("to set up", _builders(left), width)
    lines += _box_lines("reserve", _builders(position.reserve), width)
    stock = " ".join(f"{KIND_LETTERS[kind]}{position.stock[kind]}" for kind in TILE_KINDS)
    lines += _box_lines("stock", [Run(stock)], width)
    return lines


def _seat_lines(position: Position, seat: int, name: str, points: str, width: int) -> list[list[Run]]:
    colors = [run for color in SEAT_COLORS[position.players][seat] for run in (_workman(color), Run(" "))]
    mine = position.phase is not Phase.OVER and seat == position.mover
    room = width - 2 - len(colors) - len(points) - 1
    called = fit(name, room)
    head = [
        Run("▸ " if mine else "  ", bold=True),
        *colors,
        Run(called, bold=mine),
        Run(" " * (room - sum(map(len, columns(called))) + 1)),
        Run(points, bold=True),
    ]
    return [head, *_open_lines(position, seat, width), *_hand_lines(position, seat)]


def _open_lines(position: Position, seat: int, width: int) -> list[list[Run]]:
    """The seat's workmen on the board, each with the length of his aqueduct."""
    runs = [
        [
            _workman(position.layout.colors[aqueduct]),
            Run(f" {port_name(position.ends[aqueduct])}"),
            Run(f" {position.lengths[aqueduct]:<3}"),
        ]
        for aqueduct in position.open_aqueducts(seat)
    ]
    per_line = max(1, (width - 2) // 9)
    return [
        [Run("  "), *(run for item in runs[first : first + per_line] for run in item)]
        for first in range(0, len(runs), per_line)
    ]


def _hand_lines(position: Position, seat: int) -> list[list[Run]]:
    hand = position.held[seat * HAND : seat * HAND + HAND]
    return [[Run("  holds "), *_builders(hand)]] if any(hand) else []


def _box_lines(label: str, runs: list[Run], width: int) -> list[list[Run]]:
    """A label and what belongs to it, on a second line if one is too short."""
    if len(label) + 1 + sum(len(run.text) for run in runs) <= width + 1:
        return [[Run(f"{label:<9} ", "faint"), *runs]]
    return [[Run(label, "faint")], [Run("  "), *runs]]


def _note_lines(notes: Sequence[str], width: int, room: int) -> list[list[Run]]:
    lines: list[str] = []
    for note in reversed(notes):
        wrapped = textwrap.wrap(note, width, subsequent_indent="  ")
        if lines and len(lines) + len(wrapped) >= room:
            break
        lines = [*wrapped, *lines][: max(0, room - 1)]
    return [[], *([Run(line)] for line in lines)] if lines else []
