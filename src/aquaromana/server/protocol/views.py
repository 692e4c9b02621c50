"""Views: positions, decisions and their effects as messages that a browser can draw without knowing the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, Literal, cast

from msgspec.structs import replace

from aquaromana.analysis import Closing, Effects, Growth, effects_of, is_blind, prospects_of, runners, seen, walks
from aquaromana.analysis.effects import after, podium_then
from aquaromana.records.replay import Replay
from aquaromana.rules.errors import AquaError, Reason
from aquaromana.rules.geometry import (
    NEIGHBOR,
    PATH,
    PORTS,
    SIGHT,
    SQUARES,
    parse_port,
    parse_square,
    port_name,
    square_name,
)
from aquaromana.rules.layout import COLOR_NAMES, SEAT_COLORS, Layout
from aquaromana.rules.legal import legal_builds, legal_decisions
from aquaromana.rules.moves import Build, Close, Decision, Extra, Move, Place, Take
from aquaromana.rules.notation import position_text
from aquaromana.rules.position import HAND, Phase, Position
from aquaromana.rules.reasons import illegal, why_builder, why_kind, why_square, why_workman
from aquaromana.rules.scoring import places, podium_points, score_sheet, scores, scores_if_ended
from aquaromana.rules.tiles import EMPTY, FACE_NAMES, KIND_LETTERS, KINDS, RESERVOIR, TILE_KINDS, Kind
from aquaromana.rules.water import course
from aquaromana.server.errors import ServerReason
from aquaromana.server.protocol import game

_SQUARE_NAMES: Final = tuple(map(square_name, range(SQUARES)))
_PORT_NAMES: Final = tuple(map(port_name, range(PORTS)))
_PATH_NAMES: Final = tuple(map(str, range(PATH + 1)))
_FACING: Final = tuple("" if beyond < 0 else _SQUARE_NAMES[beyond >> 2] for beyond in NEIGHBOR)
"""For each port the square beyond it."""

_KINDS: Final = {kind.letter: kind for kind in Kind}
_PATHS: Final = {str(path): path for path in range(1, PATH + 1)}

_SHOWN: Final = 40
"""Characters of a name that nobody knows which an answer repeats."""


# The game as it stands.


def view(position: Position) -> game.View:
    """A position as a browser draws it."""
    layout, board = position.layout, position.board
    forecast = walks(position)
    return game.View(
        position=position_text(position),
        players=layout.players,
        phase=str(position.phase),
        mover=position.mover,
        turn=position.turn,
        reservoirs=_reservoirs(layout),
        tiles={
            _SQUARE_NAMES[square]: FACE_NAMES[content]
            for square, content in enumerate(board)
            if EMPTY < content < RESERVOIR
        },
        builders={_PATH_NAMES[path]: KIND_LETTERS[kind] for path, kind in enumerate(position.path) if kind},
        walks={_PATH_NAMES[walk.start]: walk.target for walk in forecast},
        fountains=[walk.start for walk in forecast if walk.fountain],
        aqueducts=_aqueducts(position),
        podiums={
            str(podium): [COLOR_NAMES[color] for color in colors]
            for podium, colors in enumerate(position.podiums)
            if colors
        },
        stock={KIND_LETTERS[kind]: position.stock[kind] for kind in TILE_KINDS},
        reserve={KIND_LETTERS[kind]: position.reserve[kind] for kind in KINDS},
        setup=_setup(position),
        seats=_seats(position),
        sheet=[
            game.Mounted(podium=line.podium, color=COLOR_NAMES[line.color], seat=line.seat, bonus=line.bonus)
            for line in score_sheet(position)
        ],
        sights=_sights(position),
        must_move=position.phase is Phase.BUILD and not legal_builds(position),
    )


@lru_cache(maxsize=64)
def _reservoirs(layout: Layout) -> list[game.Reservoir]:
    return [
        game.Reservoir(
            color=COLOR_NAMES[color],
            squares=[_SQUARE_NAMES[square] for square in reservoir.squares],
            outlets=[_PORT_NAMES[port] for port in reservoir.outlets],
        )
        for color, reservoir in enumerate(layout.reservoirs)
    ]


def _setup(position: Position) -> dict[str, int]:
    if position.phase is not Phase.SETUP:
        return {}
    return {KIND_LETTERS[kind]: position.setup_left(kind) for kind in TILE_KINDS}


def _sights(position: Position) -> dict[str, list[int]]:
    if position.phase not in (Phase.SETUP, Phase.RESERVE):
        return {}
    found: dict[str, list[int]] = {}
    for aqueduct, end in enumerate(position.ends):
        if position.on_board >> aqueduct & 1:
            for path in SIGHT[end >> 2]:
                found.setdefault(_PATH_NAMES[path], []).append(aqueduct)
    return found


def _aqueducts(position: Position) -> list[game.Aqueduct]:
    layout = position.layout
    race = {runner.aqueduct: runner for runner in runners(position)}
    result = []
    for aqueduct, outlet in enumerate(layout.outlets):
        end = position.ends[aqueduct]
        runner = race.get(aqueduct)
        ports = (outlet, *course(position.board, outlet, end))
        beyond = NEIGHBOR[end]
        result.append(
            game.Aqueduct(
                id=aqueduct,
                color=COLOR_NAMES[layout.colors[aqueduct]],
                seat=layout.seats[aqueduct],
                length=position.lengths[aqueduct],
                course=[_PORT_NAMES[port] for port in ports],
                open=runner is not None,
                blocked=runner is not None and bool(position.blocked >> aqueduct & 1),
                faces=_FACING[end] if beyond >= 0 and not position.board[beyond >> 2] else "",
                sees=list(seen(position, aqueduct)) if runner else [],
                podium=runner.podium if runner else 0,
                next=runner.next if runner else 0,
                threats=list(runner.threats) if runner else [],
            )
        )
    return result


def _seats(position: Position) -> list[game.SeatView]:
    points, last = scores(position), scores_if_ended(position)
    ranks = places(points)
    return [
        game.SeatView(
            seat=seat,
            colors=[COLOR_NAMES[color] for color in colors],
            points=points[seat],
            ended=last[seat],
            place=ranks[seat],
            held={
                KIND_LETTERS[kind]: position.held[seat * HAND + kind]
                for kind in KINDS
                if position.held[seat * HAND + kind]
            },
            due=position.due[seat],
            blind=is_blind(position, seat),
        )
        for seat, colors in enumerate(SEAT_COLORS[position.players])
    ]


# What happens, and what could happen.


def effects(found: Effects, layout: Layout, tile: str = "") -> game.Effects:
    """Effects as a message; `tile` is the square of the tile that the turn's builder laid."""
    return game.Effects(
        laid=[_SQUARE_NAMES[found.laid[0]], FACE_NAMES[found.laid[1]]] if found.laid else [],
        walk=list(found.walk) if found.walk else [],
        fountain=found.fountain,
        grown=[_grown(growth) for growth in found.grown],
        closes=[_closed(closing, layout, tile) for closing in found.closings],
        placed=[KIND_LETTERS[found.placed[0]], _PATH_NAMES[found.placed[1]]] if found.placed else [],
        took=KIND_LETTERS[found.took] if found.took else "",
        ends=found.ends,
    )


def _grown(growth: Growth) -> game.Grown:
    return game.Grown(
        aqueduct=growth.aqueduct,
        start=_PORT_NAMES[growth.start],
        end=_PORT_NAMES[growth.end],
        length=growth.length,
        course=[_PORT_NAMES[port] for port in growth.course],
    )


def _closed(closing: Closing, layout: Layout, tile: str) -> game.Closed:
    return game.Closed(
        aqueduct=closing.aqueduct,
        seat=layout.seats[closing.aqueduct],
        color=COLOR_NAMES[layout.colors[closing.aqueduct]],
        length=closing.length,
        podium=closing.podium,
        forced=closing.forced,
        final=closing.final,
        tile=tile if closing.forced else "",
    )


def laid_in_turn(moves: Iterable[Decision]) -> str:
    """The square of the tile that these decisions of one stretch have built with, nothing if there is none.

    Extra tiles close nothing: no end faces them (R4.7).
    """
    return next((_SQUARE_NAMES[move.square] for move in moves if isinstance(move, Build)), "")


def choices(position: Position, tile: str = "") -> list[game.Choice]:
    """Every legal decision with what it would do, in the order of `legal_decisions`.

    `tile` is the square of the tile that was built with in this turn, if it is known.
    """
    legal = legal_decisions(position)
    if not legal:
        return []
    if position.phase in (Phase.SETUP, Phase.RESERVE, Phase.EXTRA):
        return _alike(position, legal, tile)
    return [_choice(position, decision, tile) for decision in legal]


def _alike(position: Position, legal: Sequence[Decision], tile: str) -> list[game.Choice]:
    """Choices that differ only in what they place or lay: no water moves, and the turn goes on in the same way."""
    found = prospects_of(position, legal[0], after(position, legal[0]))
    if not found.closings:  # the end of the game would bring some
        return [_plain(decision) for decision in legal]
    common = effects(found, position.layout, tile)
    result = []
    for decision in legal:
        plain = _plain(decision)
        own = game.Effects(laid=plain.effects.laid, placed=plain.effects.placed, closes=common.closes, ends=common.ends)
        result.append(replace(plain, effects=own))
    return result


def _choice(position: Position, decision: Decision, tile: str) -> game.Choice:
    later = after(position, decision)
    found = prospects_of(position, decision, later)
    podium = 0
    if isinstance(decision, Build | Close):
        podium = podium_then(found, later, position.ends.index(decision.workman))
    brought = effects(found, position.layout, laid_in_turn((decision,)) or tile)
    return replace(_plain(decision), effects=brought, podium=podium)


@cache
def _plain(decision: Decision) -> game.Choice:
    """A decision with what it is, and does, in every position."""
    name = cast(Literal["place", "build", "extra", "move", "close", "pass", "take"], decision.type)
    move = str(decision)
    if isinstance(decision, Build):
        return game.Choice(
            move=move,
            type=name,
            kind=decision.kind.letter,
            workman=_PORT_NAMES[decision.workman],
            builder=decision.builder,
            square=_SQUARE_NAMES[decision.square],
            face=FACE_NAMES[decision.face],
        )
    if isinstance(decision, Extra):
        square, face = _SQUARE_NAMES[decision.square], FACE_NAMES[decision.face]
        laid = game.Effects(laid=[square, face])
        return game.Choice(move=move, type=name, kind=decision.kind.letter, square=square, face=face, effects=laid)
    if isinstance(decision, Place):
        kind = decision.kind.letter
        placed = game.Effects(placed=[kind, _PATH_NAMES[decision.path]])
        return game.Choice(move=move, type=name, kind=kind, builder=decision.path, effects=placed)
    if isinstance(decision, Move):
        return game.Choice(move=move, type=name, builder=decision.path)
    if isinstance(decision, Close):
        return game.Choice(move=move, type=name, workman=_PORT_NAMES[decision.workman])
    if isinstance(decision, Take):
        return game.Choice(move=move, type=name, kind=decision.kind.letter)
    return game.Choice(move=move, type=name)


def step(
    before: Position, decision: Decision, later: Position, *, ply: int, turn: int, by: str = "", tile: str = ""
) -> game.Step:
    """A decision that was made between two positions; `tile` as in `effects`."""
    found = effects_of(before, decision, later)
    brought = effects(found, before.layout, tile)
    if found.closings:
        brought = replace(brought, seats=_changes(before, later, found.closings))
    return game.Step(
        ply=ply,
        turn=turn,
        seat=before.mover,
        move=str(decision),
        type=decision.type,
        by=by,
        effects=brought,
    )


def _changes(before: Position, later: Position, closings: Iterable[Closing]) -> list[game.SeatChange]:
    """What these closings, scored between two positions, mean for the seats."""
    seats = before.layout.seats
    earned = [seats[closing.aqueduct] for closing in closings if not closing.final]
    mounted = zip(podium_points(before), podium_points(later), strict=True)
    podiums = [now - then for then, now in mounted]
    changes = [
        game.SeatChange(
            seat=seat,
            points=points,
            change=points - had,
            bonus=points - had - podiums[seat],
            missed=earned.count(seat) - later.due[seat],
            out=bool(before.own(seat)) and not later.own(seat),
        )
        for seat, (had, points) in enumerate(zip(scores(before), scores(later), strict=True))
    ]
    return [one for one in changes if one.change or one.bonus or one.missed or one.out]


def steps(
    start: Position,
    moves: Iterable[Decision],
    since: int = 0,
    *,
    by: Sequence[str] = (),
    ply: int = 0,
    turn: int | None = None,
) -> list[game.Step]:
    """The decisions of a game from the one with this number on. They are known to be legal.

    `by` says who made each decision, as far as clients are to know; `ply` and `turn`, which decision of which turn
    comes first, if it is not the beginning.
    """
    replay = Replay(start, turn)
    result = []
    tile = ""
    for number, decision in enumerate(moves, ply):
        now, before = replay.turn, replay.game.position
        replay.push(decision)
        if before.phase is Phase.BUILD:
            tile = laid_in_turn((decision,))
        if number >= since:
            who = by[number] if number < len(by) else ""
            later = replay.game.position
            result.append(step(before, decision, later, ply=number, turn=now, by=who, tile=tile))
    return result


# Why not.


def why(position: Position, subject: str, name: str) -> game.Why | None:
    """Why something cannot be done now, None if it can. A name that means nothing has the code `message/name`."""
    try:
        reason = _reason(position, subject, name)
    except AquaError as error:
        reason = error.reason
    except KeyError:
        reason = ServerReason("message/name", {"subject": subject, "name": name[:_SHOWN]})
    if reason is None:
        return None
    return game.Why(code=reason.code, clause=reason.clause, args=dict(reason.args))


def _reason(position: Position, subject: str, name: str) -> Reason | None:
    if subject == "move":
        return illegal(position, Decision(name))
    if subject == "workman":
        return why_workman(position, parse_port(name))
    if subject == "square":
        return why_square(position, parse_square(name))
    if subject == "kind":
        return why_kind(position, _KINDS[name])
    return why_builder(position, _PATHS[name])
