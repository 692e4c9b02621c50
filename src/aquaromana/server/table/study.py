"""Studies: records with comments and variations, their moments, and positions that are edited by hand."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final

from aquaromana.analysis import editor
from aquaromana.analysis.setups import SetupTable, setup_tables
from aquaromana.records import Record, to_json, write_record
from aquaromana.rules import Game, Position, PositionError, Reason
from aquaromana.rules.geometry import parse_square
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.notation import parse_draft, position_text
from aquaromana.rules.position import Phase
from aquaromana.rules.possible import Fault, faults, unreachable
from aquaromana.rules.tiles import FACE_NAMES, KIND_LETTERS
from aquaromana.server.errors import Refusal, ServerReason
from aquaromana.server.protocol import views
from aquaromana.server.protocol.game import Why
from aquaromana.server.protocol.study import (
    Change,
    Draft,
    Edit,
    Moment,
    Opened,
    PutBuilder,
    PutHeld,
    PutMounted,
    PutTile,
    PutWorkman,
    SetupWorth,
)
from aquaromana.server.table import imports

REMEMBERED: Final = 100
"""Games that are kept, a hundred kilobytes each: a line need not be played again for every decision that is added."""

_FACES: Final = {name: face for face, name in enumerate(FACE_NAMES) if name}


def opened(data: bytes, number: int | None = None) -> Opened:
    """The study in a file of any kind that can be imported; AquaError says what is wrong with it."""
    return study_of(imports.read(data, number))


def study_of(record: Record) -> Opened:
    return Opened(start=position_text(record.start), record=to_json(record))


def saved(twin: bytes) -> bytes:
    """The file of a study; AquaError if a decision in it is not legal."""
    return write_record(imports.read(twin)).encode()


class Lines:
    """Plays lines of decisions from positions, and remembers where they lead; from any thread."""

    def __init__(self) -> None:
        self._games: OrderedDict[tuple[str, ...], Game] = OrderedDict()
        self._lock = Lock()

    def game(self, start: str, moves: list[str]) -> Game:
        """The game after these decisions; PositionError or IllegalMove if one of them cannot be."""
        line = (start, *moves)
        game, at = self._known(line)
        game = game.copy() if game else Game.from_position(start)
        for move in line[max(at, 1) :]:
            game.play(move)
        with self._lock:
            self._games[line] = game
            if len(self._games) > REMEMBERED:
                self._games.popitem(last=False)
        return game

    def _known(self, line: tuple[str, ...]) -> tuple[Game | None, int]:
        """The longest part of a line that is remembered, and its length."""
        with self._lock:
            for length in (len(line), len(line) - 1):
                if length and (game := self._games.get(line[:length])):
                    self._games.move_to_end(line[:length])
                    return game, length
        return None, 0


def moment(game: Game) -> Moment:
    """Where a game stands, with all that can be decided and the decision that led there."""
    position, moves = game.position, game.moves
    tile = views.laid_in_turn(moves[-2:]) if position.phase is Phase.CLOSE else ""
    step = None
    if moves:
        before = game.copy()
        last = before.pop()
        step = views.step(before.position, last, position, ply=len(moves) - 1, turn=0, tile=_tile(game))
    table = setup_tables().find(position)
    worths = setup_worths(table, position) if table else []
    return Moment(
        view=views.view(position),
        choices=views.choices(position, tile),
        step=step,
        setup=worths,
        setup_games=table.games if table and worths else 0,
    )


def _tile(game: Game) -> str:
    """The square of the tile that the turn's builder has laid, as far as the last decisions tell."""
    return views.laid_in_turn(game.moves[-3:][::-1])


def setup_worths(table: SetupTable, position: Position) -> list[SetupWorth]:
    """What is known about the set-up, for the seat that decides."""
    told = [
        SetupWorth(feature=family, value=value, gain=worth.gain, half=worth.half, count=worth.seats)
        for (family, value), worth in table.told()
    ]
    places = [
        SetupWorth(feature="place", value=str(move), gain=worth.gain, half=worth.half, count=worth.seats)
        for move, worth in table.places(position, position.mover).items()
    ]
    return told + places


def draft(edit: Edit) -> Draft:
    """A position with changes, and what is wrong with it then; AquaError if a change cannot be made."""
    position = parse_draft(edit.position)
    for change in edit.changes:
        position = _changed(position, change)
    found = [_why(fault) for fault in faults(position)]
    doubts = [] if found else [_why(fault) for fault in unreachable(position)]
    return Draft(view=views.view(position), faults=found, doubts=doubts)


def turned(text: str, seat: int) -> Position:
    """The same position if it were another seat's turn; PositionError says why that cannot be."""
    position = Game.from_position(text).position
    _demand_seat(position, seat)
    return editor.if_turn_of(position, seat)


def _changed(position: Position, change: Change) -> Position:
    if isinstance(change, PutTile):
        try:
            square, face = parse_square(change.square), _FACES[change.face] if change.face else 0
        except KeyError as error:
            raise Refusal(ServerReason("message/name", {"subject": "tile", "name": str(error.args[0])[:20]})) from None
        return editor.with_tile(position, square, face)
    if isinstance(change, PutBuilder):
        return editor.with_builder(position, change.path, KIND_LETTERS.index(change.kind) if change.kind else 0)
    if isinstance(change, PutWorkman):
        return editor.with_workman(position, change.aqueduct, stands=change.stands)
    if isinstance(change, PutMounted):
        color = COLOR_NAMES.index(change.color)
        if change.stands and color >= len(position.layout.reservoirs):
            raise PositionError(Fault("fault/no-green"))
        return editor.with_mounted(position, change.podium, color, stands=change.stands)
    _demand_seat(position, change.seat)
    if isinstance(change, PutHeld):
        return editor.with_held(position, change.seat, KIND_LETTERS.index(change.kind), change.count)
    return editor.with_turn(position, change.seat)


def _demand_seat(position: Position, seat: int) -> None:
    if seat >= position.players:
        raise Refusal.of("table/seat", seat=seat)


def _why(reason: Reason) -> Why:
    return Why(code=reason.code, clause=reason.clause, args=dict(reason.args))
