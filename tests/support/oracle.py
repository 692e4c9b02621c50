"""The rules a second time: slow, literal, and written from RULES.md alone, to compare the real ones with.

Nothing here is shared with the package and nothing is cached. Squares are pairs like ("D", 1), sides are letters,
decisions are the texts of R7, and every aqueduct is traced again from its outlet whenever it is needed.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Square = tuple[str, int]
Port = tuple[Square, str]  # a square and one of its sides

COLUMNS: Final = "ABCDEFGHIJK"
STEP: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE: Final = {"n": "s", "e": "w", "s": "n", "w": "e"}
SQUARES: Final = [(column, row) for column in COLUMNS for row in range(1, 9)]
CORNERS: Final = {("A", 1): ("es",), ("K", 1): ("sw",), ("A", 8): ("ne",), ("K", 8): ("nw",)}
PATH: Final = range(1, 39)
FOUNTAINS: Final = {11, 19, 30, 38}  # each lies just after this path square
ROOM: Final = {value: 2 if value in {3, 7} else 1 for value in range(1, 21)}
TILES_OF_A_KIND: Final = 21
FACES: Final = {
    "Cne": ("ne",),
    "Ces": ("es",),
    "Csw": ("sw",),
    "Cnw": ("nw",),
    "Sns": ("ns",),
    "Sew": ("ew",),
    "Dne": ("ne", "sw"),
    "Dnw": ("nw", "es"),
    "B": ("ns", "ew"),
}
"""Every tile every way round: its name as in an extra tile, and the pairs of sides that its channels join (R1.3)."""

FOUR_RESERVOIRS: Final = ("C1 D1 C1w D1s D1e", "H1 I1 H1w H1s I1e", "H8 I8 I8e H8n H8w", "C8 D8 D8e D8n C8w")
THREE_RESERVOIRS: Final = ("F8 G8 G8e G8n F8n F8w", "A4 A5 A4n A4e A5e A5s", "G1 H1 G1w G1s H1s H1e")
STANDARD: Final = {2: FOUR_RESERVOIRS, 3: THREE_RESERVOIRS, 4: FOUR_RESERVOIRS}
"""The table of R2.2: for each color two squares, then the outlets."""

BUILD: Final = re.compile(r"(...)\.(\d+)\.(.)(.)")


def square_of(text: str) -> Square:
    return text[0], int(text[1])


def port_of(text: str) -> Port:
    return square_of(text), text[2]


def name_of(port: Port) -> str:
    (column, row), side = port
    return f"{column}{row}{side}"


def beyond(port: Port) -> Square:
    """The square across a side; it may lie off the board."""
    (column, row), side = port
    right, down = STEP[side]
    return chr(ord(column) + right), row + down


def is_on_board(square: Square) -> bool:
    column, row = square
    return column in COLUMNS and 1 <= row <= 8


def seen_from(square: Square) -> list[int]:
    """The path squares at both ends of a square's row and column (R1.2, R4.2)."""
    column, row = COLUMNS.index(square[0]), square[1]
    return [column + 1, 11 + row, 30 - column, 39 - row]


def clockwise_after(path: int) -> int:
    return path % 38 + 1


ACROSS: Final = {
    (square, side): (beyond((square, side)), opposite) for square in SQUARES for side, opposite in OPPOSITE.items()
}
"""The square across every side, and the side by which water enters it."""
LEAVES: Final = {
    (channels, entry): channel.replace(entry, "")
    for channels in FACES.values()
    for channel in channels
    for entry in channel
}
"""The side by which water leaves a tile that it enters by another."""


def joins(channels: tuple[str, ...], one: str, other: str) -> bool:
    return any(set(channel) == {one, other} for channel in channels)


class Oracle:
    """A game, from the set-up to the end.

    `reservoirs` has a text a color, in the order yellow, red, blue, green, like "C1 D1 C1w D1s D1e". ValueError for a
    layout that R2.2 refuses and for a decision that is not legal.
    """

    def __init__(self, players: int, reservoirs: Sequence[str] | None = None) -> None:
        self.players = players
        self.board: dict[Square, tuple[str, ...]] = dict(CORNERS)  # the channels of whatever lies on a square
        self.owner: dict[Port, int] = {}  # the seat of every outlet
        for color, text in enumerate(STANDARD[players] if reservoirs is None else reservoirs):
            self._lay_reservoir(color, *text.split())
        self._check_layout()

        self.workmen = list(self.owner)  # the outlets of the aqueducts that still have one
        self.stock = Counter(dict.fromkeys("CDSB", TILES_OF_A_KIND))
        self.path: dict[int, str] = {}  # the builder on a path square
        self.set_up = Counter(dict.fromkeys("CDSB", 3))
        self.reserve = Counter("CDSBJ")
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.podiums: dict[int, list[int]] = {value: [] for value in ROOM}  # the seats of the workmen there
        self.phase = "setup"
        self.turn = 0  # the seat whose turn it is
        self.to_move = 0
        self.laid = ""  # the kind of the tile laid in this turn
        self.turns_without_tile = 0
        self.waiting: list[Port] = []  # the outlets that R3.5 closed in this turn, before they are scored
        self.claims: list[int] = []  # the seats that still take a builder, in order
        self.events: Counter[str] = Counter()  # how often rare clauses came up: shows what a test has reached

    def _lay_reservoir(self, color: int, first: str, second: str, *outlets: str) -> None:
        if second not in {name_of((beyond(port_of(first + side)), ""))[:2] for side in STEP}:
            message = f"{first} and {second} do not touch"
            raise ValueError(message)
        for square in (square_of(first), square_of(second)):
            if not self.is_empty(square):
                message = f"{square} is not free"
                raise ValueError(message)
            self.board[square] = ()
        ports = {port_of(outlet) for outlet in outlets}
        if len(ports) != (4 if self.players == 3 else 3) or not {port[0] for port in ports} <= {
            square_of(first),
            square_of(second),
        }:
            message = f"wrong outlets {outlets}"
            raise ValueError(message)
        for outlet in outlets:
            self.owner[port_of(outlet)] = color % self.players  # two players: yellow and blue, red and green (R2.3)

    def _check_layout(self) -> None:
        """R2.2: every outlet faces an empty square, and none is closed by R3.5 at the start."""
        for outlet in self.owner:
            if not self.is_empty(beyond(outlet)) or self.is_closed(outlet):
                message = f"outlet {name_of(outlet)} cannot be extended"
                raise ValueError(message)

    def copy(self) -> Oracle:
        other = copy(self)
        for name, value in vars(self).items():
            setattr(other, name, deepcopy(value) if name in {"hands", "podiums"} else copy(value))
        return other

    # Water (R3)

    def is_empty(self, square: Square) -> bool:
        return is_on_board(square) and square not in self.board

    def trace(self, outlet: Port) -> tuple[list[Square], Port]:
        """The squares that the aqueduct from an outlet passes over, each pass counted, and its end (R3.1, R3.2)."""
        passed: list[Square] = []
        end = outlet
        while True:
            ahead, entry = ACROSS[end]
            leave = LEAVES.get((self.board.get(ahead, ()), entry))
            if leave is None:
                return passed, end
            end = ahead, leave
            passed.append(ahead)

    def end(self, outlet: Port) -> Port:
        return self.trace(outlet)[1]

    def length(self, outlet: Port) -> int:
        return len(self.trace(outlet)[0])

    def two_outlets_connected(self) -> bool:
        """Whether the water of some outlet arrives at another one."""
        return any(ACROSS[self.end(outlet)] in self.owner for outlet in self.owner)

    def is_forbidden(self, square: Square, channels: tuple[str, ...]) -> bool:
        """R3.4, found out by putting the tile there and taking it up again."""
        self.board[square] = channels
        connected = self.two_outlets_connected()
        del self.board[square]
        return connected

    def is_closed(self, outlet: Port) -> bool:
        """R3.5, whether or not a workman is still there."""
        end = self.end(outlet)
        ahead, entry = beyond(end), OPPOSITE[end[1]]
        if not self.is_empty(ahead):
            return True
        taking_up = [channels for channels in FACES.values() if any(entry in channel for channel in channels)]
        return all(self.is_forbidden(ahead, channels) for channels in taking_up)

    def ends(self) -> dict[str, str]:
        """Where every aqueduct ends, also the closed ones, by outlet."""
        return {name_of(outlet): name_of(self.end(outlet)) for outlet in self.owner}

    def lengths(self) -> dict[str, int]:
        return {name_of(outlet): self.length(outlet) for outlet in self.owner}

    def workmen_of(self, seat: int) -> list[Port]:
        return [outlet for outlet in self.workmen if self.owner[outlet] == seat]

    def hand(self, seat: int) -> str:
        """The reserve builders that a seat holds, like "CCJ"."""
        return "".join(sorted(self.hands[seat].elements()))

    # What is legal

    def legal(self) -> set[str]:
        """Every legal decision as its text (R7); none once the game is over."""
        match self.phase:
            case "setup":
                return self._placements(self.set_up)
            case "reserve":
                return self._placements(self.hands[self.to_move])
            case "build":
                return self._builds() or {f">{path}" for path in self.path}
            case "extra":
                return self._extras()
            case "close":
                return {"-", *(f"x{name_of(self.end(outlet))}" for outlet in self.workmen_of(self.to_move))}
            case "claim":
                return {f"*{kind}" for kind in self.reserve.elements()}
            case _:
                return set()

    def _placements(self, builders: Counter[str]) -> set[str]:
        return {f"{kind}@{path}" for kind in builders.elements() for path in PATH if path not in self.path}

    def _kinds_for(self, wanted: str) -> list[str]:
        """What may be laid for a builder or as an extra tile: R4.3 for the joker, R4.4 where it is out of stock."""
        in_stock = [kind for kind in "CDSB" if self.stock[kind]]
        return [wanted] if wanted in in_stock else in_stock

    def _builds(self) -> set[str]:
        """R4.2 to R4.4."""
        found = set()
        for outlet in self.workmen_of(self.to_move):
            end = self.end(outlet)
            ahead, entry = beyond(end), OPPOSITE[end[1]]
            if not self.is_empty(ahead):
                continue
            for path in seen_from(end[0]):
                if path not in self.path:
                    continue
                for kind, (face, channels) in itertools.product(self._kinds_for(self.path[path]), FACES.items()):
                    leaves = [side for side in STEP if joins(channels, entry, side)]
                    if face[0] != kind or not leaves:
                        continue
                    if not self.is_forbidden(ahead, channels):
                        found.add(f"{name_of(end)}.{path}.{kind}{leaves[0]}")
                    elif not any(self.is_forbidden(ahead, (channel,)) for channel in channels):
                        self.events["R3.4 only by both channels"] += 1
        return found

    def _extras(self) -> set[str]:
        """R4.7: any way round, on the empty squares that no aqueduct's end faces."""
        faced = [beyond(self.end(outlet)) for outlet in self.owner]
        squares = [square for square in SQUARES if self.is_empty(square) and square not in faced]
        faces = [face for face in FACES if face[0] in self._kinds_for(self.laid)]
        return {f"+{face}@{square[0]}{square[1]}" for square, face in itertools.product(squares, faces)}

    # What a decision does

    def play(self, text: str) -> None:
        """Make a decision; ValueError if it is not legal."""
        if text not in self.legal():
            message = f"{text} is not legal"
            raise ValueError(message)
        self.push(text)

    def push(self, text: str) -> None:
        """Make a decision known to be legal, with everything that follows from it before the next one."""
        match self.phase:
            case "setup":
                self._place(text, self.set_up)
                self.to_move = (self.to_move + 1) % self.players
                if not self.set_up.total():
                    self._start_turn(0)
            case "reserve":
                self._place(text, self.hands[self.to_move])
                if not self.hands[self.to_move].total():
                    self._start_building()
            case "build" if text[0] == ">":
                self.events["R4.8 no tile"] += 1
                self._move_builder(int(text[1:]))
                self._start_closing()
            case "build":
                self._build(text)
            case "extra":
                self._note_substitute(self.laid, text[1], "R4.4 extra tile")
                self._lay(square_of(text[-2:]), text[1:-3])
                self._start_closing()
            case "close":
                by_name = {name_of(self.end(outlet)): outlet for outlet in self.workmen}
                self._close([] if text == "-" else [by_name[text[1:]]])
            case _:
                self.reserve[text[1]] -= 1
                self.hands[self.claims.pop(0)][text[1]] += 1
                self._next_claim()

    def _place(self, text: str, builders: Counter[str]) -> None:
        kind, path = text.split("@")
        builders[kind] -= 1
        self.path[int(path)] = kind

    def _lay(self, square: Square, face: str) -> None:
        self.stock[face[0]] -= 1
        self.board[square] = FACES[face]
        assert not self.two_outlets_connected()

    def _move_builder(self, start: int) -> int:
        """R4.6: to the next free path square clockwise. Returns the number of fountains he passed."""
        fountains, place = 0, start
        while place in self.path:
            fountains += place in FOUNTAINS
            place = clockwise_after(place)
        self.path[place] = self.path.pop(start)
        return fountains

    def _start_turn(self, seat: int) -> None:
        self.turn = self.to_move = seat
        self.laid = ""
        if self.hands[seat].total():
            self.phase = "reserve"
            self.events["R4.1 without workmen"] += not self.workmen_of(seat)
        else:
            self._start_building()

    def _start_building(self) -> None:
        if self.workmen_of(self.turn):
            self.phase = "build"
        else:
            self.events["R6.1 turn without workmen"] += 1
            self._end_turn()

    def _build(self, text: str) -> None:
        match = BUILD.fullmatch(text)
        assert match is not None
        workman, path, self.laid, leave = port_of(match[1]), int(match[2]), match[3], match[4]
        entry = OPPOSITE[workman[1]]
        faces = [name for name, channels in FACES.items() if name[0] == self.laid and joins(channels, entry, leave)]
        assert len(faces) == 1
        self._note_substitute(self.path[path], self.laid, "R4.4 build")
        before = self.lengths()
        self._lay(beyond(workman), faces[0])
        grown = [length - before[outlet] for outlet, length in self.lengths().items() if length > before[outlet]]
        self.events["R4.5 several squares"] += max(grown) > 1
        self.events["R8.3 several aqueducts"] += len(grown) > 1
        passes = [self.trace(outlet)[0].count(beyond(workman)) for outlet in self.owner]
        self.events["R3.2 new tile passed twice"] += max(passes) > 1
        fountains = self._move_builder(path)
        self.events["R4.7 two fountains"] += fountains > 1
        if fountains and self._extras():
            self.phase = "extra"
        else:
            self.events["R4.7 no square"] += fountains > 0
            self._start_closing()

    def _start_closing(self) -> None:
        """R4.9: what R3.5 closes, and the question where there is a choice."""
        closed = [outlet for outlet in self.workmen if self.is_closed(outlet)]
        self.events["R3.5 only joining tiles"] += any(self.is_empty(beyond(self.end(outlet))) for outlet in closed)
        self.waiting = closed
        if any(self.owner[outlet] == self.turn for outlet in closed):
            self._close([])
        else:
            self.phase = "close"

    def _close(self, by_choice: list[Port]) -> None:
        """R5.1, then R5.3."""
        self.claims = self._score([*self.waiting, *by_choice])
        self._next_claim()

    def _score(self, closed: Iterable[Port]) -> list[int]:
        """Send workmen to the podiums. Returns their seats, in the order of R5.1."""
        in_turn_order = [(self.turn + later) % self.players for later in range(self.players)]
        ordered = [outlet for seat in in_turn_order for outlet in closed if self.owner[outlet] == seat]
        for outlet in ordered:
            self.workmen.remove(outlet)
            length = self.length(outlet)
            free = [value for value in ROOM if value <= length and len(self.podiums[value]) < ROOM[value]]
            self.events["R5.2 over 20"] += length > 20
            self.events["R5.2 none free below"] += length > 0 and not free
            self.events["R5.2 length 0"] += length == 0
            if free:
                self.podiums[max(free)].append(self.owner[outlet])
        return [self.owner[outlet] for outlet in ordered]

    def _next_claim(self) -> None:
        if self.claims and self.reserve.total():
            self.phase = "claim"
            self.to_move = self.claims[0]
            self.events["R5.3 inside a rival's turn"] += self.to_move != self.turn
        else:
            self.events["R5.3 reserve empty"] += len(self.claims) > 0
            self._end_turn()

    def _end_turn(self) -> None:
        """R6.1."""
        self.claims = []
        self.turns_without_tile = 0 if self.laid else self.turns_without_tile + 1
        if self.turns_without_tile >= self.players or not self.workmen:
            self.events["R6.2 open at the end" if self.workmen else "R6.1 no workman left"] += 1
            self.phase = "over"
            self.to_move = self.turn
            self._score(self.workmen[:])
        else:
            self._start_turn((self.turn + 1) % self.players)

    def _note_substitute(self, wanted: str, laid: str, event: str) -> None:
        self.events[event] += wanted not in {"J", laid}

    # Points (R6.3)

    def podium_points(self) -> tuple[int, ...]:
        return tuple(sum(value * on.count(seat) for value, on in self.podiums.items()) for seat in range(self.players))

    def scores(self) -> tuple[int, ...]:
        """Podiums and bonus as the podiums stand now."""
        highest_first = sorted((value for value, on in self.podiums.items() if on), reverse=True)
        bonus = dict(zip(highest_first, (4, 3, 2), strict=False))
        points = list(self.podium_points())
        for value, extra in bonus.items():
            for seat in self.podiums[value]:
                points[seat] += extra
        return tuple(points)

    def scores_if_ended(self) -> tuple[int, ...]:
        """The scores if R5.1 and then R6.2 were applied now."""
        ended = self.copy()
        ended._score([port for port in ended.workmen if ended.is_closed(port)])
        ended._score(ended.workmen[:])
        return ended.scores()
