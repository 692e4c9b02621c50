"""Whether a decision meets a rule of a lesson, asked of the game's rules and of `analysis`."""

from __future__ import annotations

from aquaromana.analysis import effects_of
from aquaromana.analysis.effects import after, prospects_of
from aquaromana.lessons.lesson import Rule
from aquaromana.rules import Build, Close, Decision, Extra, Move, Place, Position, Take
from aquaromana.rules.actions import LAY_FACE, LAYS
from aquaromana.rules.geometry import NEIGHBOR, SIGHT, port_name, square_name
from aquaromana.rules.tiles import FACE_NAMES, TILE_KINDS
from aquaromana.rules.turn import destination, lay_tile
from aquaromana.rules.water import allowed_lays


def meets(rule: Rule, position: Position, decision: Decision) -> bool:
    """Whether a legal decision in a position meets a rule."""
    if decision.type != rule.type or not _named(rule, decision):
        return False
    if rule.seen is not None and rule.seen != (isinstance(decision, Place) and _is_seen(position, decision.path)):
        return False
    if rule.rivals and not (isinstance(decision, Extra) and what_rivals_get(position, decision) == rule.rivals):
        return False
    if isinstance(decision, Build | Move) and not _walk_meets(rule, position, decision):
        return False
    return not isinstance(decision, Build) or _water_meets(rule, position, decision)


def _named(rule: Rule, decision: Decision) -> bool:
    """Whether the parts that a rule names are those of the decision."""
    if rule.kind and not (isinstance(decision, Build | Extra | Place | Take) and decision.kind.letter in rule.kind):
        return False
    if rule.workman and not (isinstance(decision, Build | Close) and port_name(decision.workman) in rule.workman):
        return False
    if rule.builder and _path(decision) not in rule.builder:
        return False
    if not rule.square and not rule.face:
        return True
    if not isinstance(decision, Build | Extra):
        return False
    is_there = not rule.square or square_name(decision.square) in rule.square
    return is_there and (not rule.face or FACE_NAMES[decision.face] in rule.face)


def _path(decision: Decision) -> int:
    """The path square that a decision names; 0 for none."""
    if isinstance(decision, Build):
        return decision.builder
    return decision.path if isinstance(decision, Place | Move) else 0


def _is_seen(position: Position, path: int) -> bool:
    return any(path in SIGHT[position.ends[each] >> 2] for each in position.open_aqueducts(position.mover))


def what_rivals_get(position: Position, extra: Extra) -> str:
    """What an extra tile does to the next tile of others, whatever its kind: `helped` if one can gain more squares
    than before, else `hindered` if one would end an aqueduct that it did not end before, else `spared`.
    """
    found = "spared"
    then = after(position, extra)
    for aqueduct in range(len(position.ends)):
        if position.layout.seats[aqueduct] == position.mover or not position.on_board >> aqueduct & 1:
            continue
        now = _next_tiles(then, aqueduct)
        for face, (length, ended) in _next_tiles(position, aqueduct).items():
            if face not in now:
                continue
            if now[face][0] > length:
                return "helped"
            if now[face][1] and not ended:
                found = "hindered"
    return found


def _next_tiles(position: Position, aqueduct: int) -> dict[int, tuple[int, bool]]:
    """How long an aqueduct would be with each tile before its workman, and whether it would end there."""
    if position.blocked >> aqueduct & 1:
        return {}
    beyond = NEIGHBOR[position.ends[aqueduct]]
    square, entry = beyond >> 2, beyond & 3
    lays = allowed_lays(position.board, square, position.fed[square], entry)
    found = {}
    for kind in TILE_KINDS:
        for lay in lays[kind]:
            later = position.copy()
            lay_tile(later, square, face := LAY_FACE[entry * LAYS + lay])
            found[face] = later.lengths[aqueduct], bool(later.blocked >> aqueduct & 1)
    return found


def _walk_meets(rule: Rule, position: Position, decision: Build | Move) -> bool:
    if not rule.walks and rule.fountain is None:
        return True
    target, fountain = destination(position, _path(decision))
    return (not rule.walks or target in rule.walks) and rule.fountain in (None, fountain)


def _water_meets(rule: Rule, position: Position, decision: Build) -> bool:
    if not rule.grows and rule.closes is None:
        return True
    later = after(position, decision)
    grown = effects_of(position, decision, later).grown
    own = next((each for each in grown if each.start == decision.workman), None)
    if rule.grows and (own is None or own.length - position.lengths[own.aqueduct] != rule.grows):
        return False
    if rule.closes is None:
        return True
    seats, seat = position.layout.seats, position.mover
    closings = prospects_of(position, decision, later).closings
    return rule.closes == any(seats[closing.aqueduct] == seat for closing in closings)
