"""A position as one line of text that is safe in a URL, and back.

Eight fields joined by full stops, in this order:

1. players, then ``~`` and the reservoirs if the layout is not the standard one: ``4``, ``2~C1D1-C1w-D1s-D1e~…``;
2. the phase: ``s`` set-up, ``r`` reserve builders, ``b`` build, ``e`` and the kind for an extra tile, ``c`` close,
   ``t`` take, ``o`` over;
3. the seat whose turn it is, then ``d`` and the number of turns in a row without a tile, then in the phase ``t``
   ``t`` and the number of builders each seat may still take: ``0d0``, ``2d0t010``;
4. the board from A1 to K8: a letter a tile, a number for that many squares without a tile;
5. the path from 1 to 38: a letter a builder, a number for that many free squares;
6. for each seat the reserve builders in hand, joined by ``-``: ``CJ-``;
7. the workmen on the board: for each color the outlets, ``o`` with workman, ``x`` without: ``ooo-oxo-ooo-xxx``;
8. the podiums, lowest first: ``3Y3R12B``, or ``-`` if nobody stands there.

Letters of tiles: curves ``L`` ne, ``F`` es, ``Q`` sw, ``J`` nw; double curves ``N`` ne, ``W`` nw; straights
``I`` ns, ``H`` ew; bridge ``X``. Printed corners and reservoirs are not written. Stock, reserve and everything
about water follow from the rest.
"""

from __future__ import annotations

import re
from typing import Final, NoReturn

from aquaromana.rules.errors import LayoutError, PositionError, Reason
from aquaromana.rules.geometry import PATH, SQUARES, square_name
from aquaromana.rules.layout import (
    AQUEDUCTS,
    COLOR_LETTERS,
    MAX_TEXT,
    SEAT_COLORS,
    Layout,
    standard_layout,
)
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.position import HAND, PODIUM_ROOM, Phase, Position
from aquaromana.rules.possible import builder_faults, faults
from aquaromana.rules.tiles import (
    BUILDERS_PER_KIND,
    EMPTY,
    FACE_KIND,
    KIND_LETTERS,
    KINDS,
    TILE_KINDS,
    TILES_PER_KIND,
)

FACE_LETTERS: Final = "-LFQJNWIHX"
"""Indexed by face."""

_RUN: Final = re.compile("-+")
PHASE_LETTERS: Final = "srbecto"
"""Indexed by phase."""


def position_text(position: Position) -> str:
    """The one-line text of a position."""
    layout = position.layout
    head = str(layout.players)
    if not layout.is_standard:
        head = f"{head}~{layout.text}"
    phase = PHASE_LETTERS[position.phase] + (KIND_LETTERS[position.laid] if position.laid else "")
    clock = f"{position.turn}d{position.dry}"
    if position.phase is Phase.CLAIM:
        clock += "t" + "".join(map(str, position.due))
    tiles = "".join(
        [
            "-" if start else FACE_LETTERS[content]
            for content, start in zip(position.board, layout.start_board, strict=True)
        ]
    )
    builders = "".join([KIND_LETTERS[kind] for kind in position.path[1:]])
    hands = [
        "".join([KIND_LETTERS[kind] * position.held[seat * HAND + kind] for kind in KINDS])
        for seat in range(layout.players)
    ]
    flags = ["ox"[not position.on_board >> aqueduct & 1] for aqueduct in range(AQUEDUCTS)]
    per_color = AQUEDUCTS // len(layout.reservoirs)
    workmen = ["".join(flags[first : first + per_color]) for first in range(0, AQUEDUCTS, per_color)]
    podiums = "".join(
        f"{value}{COLOR_LETTERS[color]}" for value, colors in enumerate(position.podiums) for color in colors
    )
    return ".".join(
        [head, phase, clock, _runs(tiles), _runs(builders), "-".join(hands), "-".join(workmen), podiums or "-"]
    )


def _runs(letters: str) -> str:
    """Letters as they are, runs of ``-`` as their number."""
    return _RUN.sub(lambda run: str(len(run[0])), letters)


def _unreadable(why: str) -> NoReturn:
    raise PositionError(Reason("position/unreadable", {"why": why}))


def _impossible(why: str) -> NoReturn:
    raise PositionError(Reason("position/impossible", {"why": why}))


def parse_position(text: str) -> Position:
    """The position with this text; raises PositionError if it cannot be read or contradicts itself."""
    position = parse_draft(text)
    if fault := next(faults(position), None):
        _impossible(fault.why)
    assert legal_decisions(position) or position.phase is Phase.OVER, "a game that goes on has a legal decision"
    return position


def parse_draft(text: str) -> Position:
    """The same for a text whose position may contradict itself, as long as the material suffices for it (R1).

    `possible.faults` says in what it does.
    """
    if len(text) > MAX_TEXT:
        _unreadable(f"it has {len(text)} characters, more than {MAX_TEXT}")
    fields = text.split(".")
    if len(fields) != 8:
        _unreadable(f"it needs 8 fields, not {len(fields)}")
    head, phase, clock, tiles, builders, hands, workmen, podiums = fields
    position = Position(_parse_layout(head))
    _parse_phase(position, phase)
    _parse_board(position, tiles)
    position.path[1:] = bytes(KIND_LETTERS.index(letter) for letter in _spread(builders, KIND_LETTERS, PATH, "path"))
    _parse_hands(position, hands)
    _parse_workmen(position, workmen)
    _parse_podiums(position, podiums)
    _parse_clock(position, clock)
    for kind in KINDS:
        if position.path.count(kind) + sum(position.held[kind::HAND]) > BUILDERS_PER_KIND[kind]:
            _impossible(next(builder_faults(position)).why)
    position.refresh()
    if position_text(position) != text:
        _unreadable(f"written plainly it reads {position_text(position)}")
    return position


def _parse_layout(text: str) -> Layout:
    players, custom, rest = text.partition("~")
    if players not in {str(number) for number in SEAT_COLORS}:
        _unreadable(f"the game is for 2, 3 or 4 players, not {players[:20]!r}")
    if not custom:
        return standard_layout(int(players))
    try:
        return Layout.parse(int(players), rest)
    except LayoutError as error:
        what = "unreadable" if error.code == "layout/unreadable" else "impossible"
        raise PositionError(Reason(f"position/{what}", error.arguments)) from None


def _parse_phase(position: Position, text: str) -> None:
    match = re.fullmatch(r"[srbcto]|e([CDSB])", text)
    if not match:
        _unreadable(f"{text[:20]!r} is not a valid phase: s r b c t o, or e and a kind of tile")
    position.phase = Phase(PHASE_LETTERS.index(text[0]))
    position.laid = KIND_LETTERS.index(match[1]) if match[1] else 0


def _parse_clock(position: Position, text: str) -> None:
    match = re.fullmatch(r"([0-3])d([0-4])(?:t([0-5]+))?", text)
    if not match or bool(match[3]) != (position.phase is Phase.CLAIM):
        _unreadable(f"{text[:20]!r} does not say whose turn it is, like 0d0")
    position.turn = position.mover = int(match[1])
    position.dry = int(match[2])
    if position.turn >= position.players or position.dry > position.players:
        _impossible(f"{text} does not fit {position.players} players")
    if match[3]:
        if len(match[3]) != position.players:
            _unreadable(
                f"{text[:20]!r} has to say for {position.players} seats what they take, not for {len(match[3])}"
            )
        position.due = bytearray(map(int, match[3]))
        order = [(position.turn + step) % position.players for step in range(position.players)]
        waiting = [seat for seat in order if position.due[seat]]
        if not waiting:
            _impossible("nobody takes a reserve builder")
        position.mover = waiting[0]


def _spread(text: str, letters: str, count: int, where: str) -> list[str]:
    """Undo `_runs`."""
    if not re.fullmatch(rf"(?:[{letters[1:]}]|[1-9][0-9]?(?![0-9]))*", text):
        _unreadable(f"the {where} is written with the letters {letters[1:]} and numbers for free squares")
    spread = re.sub(r"[0-9]+", lambda match: "-" * int(match[0]), text)
    if len(spread) != count:
        _unreadable(f"the {where} needs {count} squares, not {len(spread)}")
    return list(spread)


def _parse_board(position: Position, text: str) -> None:
    for square, letter in enumerate(_spread(text, FACE_LETTERS, SQUARES, "board")):
        if letter == "-":
            continue
        if position.board[square] != EMPTY:
            _impossible(f"no tile can lie on {square_name(square)}")
        position.board[square] = FACE_LETTERS.index(letter)
    kinds = [
        FACE_KIND[content]
        for content, start in zip(position.board, position.layout.start_board, strict=True)
        if not start
    ]
    for kind in TILE_KINDS:
        if kinds.count(kind) > TILES_PER_KIND:
            _impossible(f"{kinds.count(kind)} tiles of the kind {kind.label} lie on the board")


def _parse_hands(position: Position, text: str) -> None:
    hands = text.split("-")
    if len(hands) != position.players:
        _unreadable(f"it needs {position.players} hands, not {len(hands)}")
    for seat, hand in enumerate(hands):
        if not re.fullmatch(r"[CDSBJ]{0,17}", hand):
            _unreadable(f"{hand[:20]!r} is not a valid hand of reserve builders")
        for letter in hand:
            position.held[seat * HAND + KIND_LETTERS.index(letter)] += 1


def _parse_workmen(position: Position, text: str) -> None:
    colors = text.split("-")
    wanted = [len(reservoir.outlets) for reservoir in position.layout.reservoirs]
    if [len(color) for color in colors] != wanted or not re.fullmatch("[ox-]+", text):
        _unreadable(f"{text[:20]!r} does not say which workmen are on the board")
    flags = text.replace("-", "")
    position.on_board = sum(1 << aqueduct for aqueduct, flag in enumerate(flags) if flag == "o")


def _parse_podiums(position: Position, text: str) -> None:
    if not re.fullmatch(r"-|(?:[1-9][0-9]?[YRBG])+", text):
        _unreadable(f"{text[:20]!r} does not say who stands on the podiums")
    podiums: list[list[int]] = [[] for _ in PODIUM_ROOM]
    for value, letter in re.findall(r"([0-9]+)([YRBG])", text):
        if int(value) >= len(PODIUM_ROOM):
            _impossible(f"there is no podium {value}")
        podiums[int(value)].append(COLOR_LETTERS.index(letter))
    position.podiums = tuple(tuple(sorted(colors)) for colors in podiums)
