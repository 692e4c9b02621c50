"""How a decision changes a position, and how the phases of a turn follow each other (R2.5, R4, R5, R6.1).

`apply` trusts its caller: the decision must be legal. A turn runs RESERVE, BUILD, EXTRA, CLOSE, CLAIM; phases in
which there is nothing to decide are passed over, and so are seats without workmen.
"""

from __future__ import annotations

from typing import Final

from aquaromana.rules.actions import CLOSE, EXTRA, LAY_FACE, LAY_KIND, LAYS, MOVE, PASS, PLACE, TAKE
from aquaromana.rules.geometry import FOUNTAINS, NEIGHBOR, NEXT, PATH, SIGHT
from aquaromana.rules.hashing import (
    BUILDER,
    CONTENT,
    DRY,
    DUE,
    HELD,
    KEYS,
    LAID,
    MOVER,
    PHASE,
    PODIUM,
    TURN,
    WORKMAN,
)
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.position import HAND, NO_AQUEDUCT, PODIUM_ROOM, Phase, Position
from aquaromana.rules.tiles import FACE_KIND, FACES, SETUP_BUILDERS, THROUGH
from aquaromana.rules.water import ALL_SIDES, follow

_PHASE_KEYS: Final = KEYS[PHASE : PHASE + len(Phase)]
_MOVER_KEYS: Final = KEYS[MOVER : MOVER + 4]
_TURN_KEYS: Final = KEYS[TURN : TURN + 4]
_DRY_KEYS: Final = (0, *KEYS[DRY + 1 : DRY + 5])
_LAID_KEYS: Final = (0, *KEYS[LAID + 1 : LAID + 5])
_DUE_KEYS: Final = tuple((0, *KEYS[DUE + seat * 16 + 1 : DUE + seat * 16 + 6]) for seat in range(4))


def apply(position: Position, action: int) -> None:
    """Change the position by a legal decision."""
    position.hash ^= _clock(position)
    if action < EXTRA:
        _build(position, action)
    elif action < PLACE:
        _extra(position, action - EXTRA)
    elif action < MOVE:
        kind, path = divmod(action - PLACE, PATH)
        _place(position, kind + 1, path + 1)
    elif action < CLOSE:
        position.dry += 1
        walk(position, action - MOVE + 1)
        _close_phase(position)
    elif action < PASS:
        _settle(position, 1 << position.ends.index(action - CLOSE))
    elif action == PASS:
        _settle(position, 0)
    else:
        _take(position, action - TAKE + 1)
    position.hash ^= _clock(position)


def _clock(position: Position) -> int:
    """The keys of all features that say whose decision it is and what is asked."""
    key = (
        _PHASE_KEYS[position.phase]
        ^ _MOVER_KEYS[position.mover]
        ^ _TURN_KEYS[position.turn]
        ^ _DRY_KEYS[position.dry]
        ^ _LAID_KEYS[position.laid]
    )
    if position.phase is Phase.CLAIM:
        for seat, count in enumerate(position.due):
            key ^= _DUE_KEYS[seat][count]
    return key


def destination(position: Position, path: int) -> tuple[int, bool]:
    """Where a builder walks to, the next free path square clockwise, and whether he passes a fountain (R4.6, R4.7)."""
    fountain = False
    target = path
    while True:
        fountain = fountain or target in FOUNTAINS
        target = NEXT[target]
        if not position.path[target]:
            return target, fountain


def walk(position: Position, path: int) -> bool:
    """Move the builder on a path square on; whether he passed a fountain."""
    target, fountain = destination(position, path)
    kind = position.path[path]
    position.path[path] = 0
    position.path[target] = kind
    position.hash ^= KEYS[BUILDER + path * 8 + kind] ^ KEYS[BUILDER + target * 8 + kind]
    return fountain


def _place(position: Position, kind: int, path: int) -> None:
    position.path[path] = kind
    position.hash ^= KEYS[BUILDER + path * 8 + kind]
    if position.phase is Phase.SETUP:
        position.mover = position.turn = (position.mover + 1) % position.layout.players
        if sum(map(bool, position.path)) == SETUP_BUILDERS:
            position.phase = Phase.BUILD  # of seat 0: each seat has set up the same number
        return
    _hold(position, position.mover, kind, -1)
    if not position.holds(position.mover):
        _build_phase(position)


def _hold(position: Position, seat: int, kind: int, change: int) -> None:
    """Change the number of reserve builders in a seat's hand."""
    first = HELD + (seat * 8 + kind) * 8
    before = position.held[seat * HAND + kind]
    after = position.held[seat * HAND + kind] = before + change
    position.hash ^= (KEYS[first + before] if before else 0) ^ (KEYS[first + after] if after else 0)


def _build(position: Position, action: int) -> None:
    """Lay the tile, let the water run, move the builder (R4.3–R4.7)."""
    rest, lay = divmod(action, LAYS)
    port, look = rest >> 2, rest & 3
    beyond = NEIGHBOR[port]
    face = LAY_FACE[(beyond & 3) * LAYS + lay]
    lay_tile(position, beyond >> 2, face)
    position.dry = 0
    if walk(position, SIGHT[port >> 2][look]) and extra_squares(position):
        position.phase = Phase.EXTRA
        position.laid = LAY_KIND[lay]
    else:
        _close_phase(position)


def lay_tile(position: Position, square: int, face: int) -> None:
    """Put a tile on an empty square and let every aqueduct that faces it grow or be blocked (R4.5, R3.5)."""
    board, fed, feeder = position.board, position.fed, position.feeder
    board[square] = face
    position.stock[FACE_KIND[face]] -= 1
    position.hash ^= KEYS[CONTENT + square * 16 + face]
    sides = fed[square]
    if not sides:
        return
    fed[square] = 0
    for side in range(4):
        if not sides >> side & 1:
            continue
        aqueduct = feeder[square * 4 + side]
        feeder[square * 4 + side] = NO_AQUEDUCT
        leave = THROUGH[face << 2 | side]
        if leave < 0:
            position.blocked |= 1 << aqueduct
            continue
        end, steps, beyond = follow(board, square << 2 | leave)
        position.ends[aqueduct] = end
        position.lengths[aqueduct] += steps + 1
        if beyond < 0:
            position.blocked |= 1 << aqueduct
            continue
        feeder[beyond] = aqueduct
        fed[beyond >> 2] |= 1 << (beyond & 3)
        if fed[beyond >> 2] == ALL_SIDES:
            for port in range(beyond & ~3, (beyond & ~3) + 4):
                position.blocked |= 1 << feeder[port]


def extra_squares(position: Position) -> list[int]:
    """The squares on which an extra tile may lie: empty, and no aqueduct's end faces them (R4.7)."""
    return [square for square, content in enumerate(position.board) if not content and not position.fed[square]]


def _extra(position: Position, offset: int) -> None:
    square, face = divmod(offset, len(FACES))
    lay_tile(position, square, face + 1)
    position.laid = 0
    _close_phase(position)


def _close_phase(position: Position) -> None:
    """Ask for a closing by choice where R4.9 gives one; otherwise go on to the scoring."""
    own = position.own(position.turn)
    if own and not own & position.blocked:
        position.phase = Phase.CLOSE
    else:
        _settle(position, 0)


def _settle(position: Position, chosen: int) -> None:
    """Score all aqueducts closed in this turn and find out who takes reserve builders (R5.1–R5.3)."""
    closed = position.on_board & position.blocked | chosen
    left = sum(position.reserve)
    if closed:
        for seat, count in score(position, closed):
            position.due[seat] = min(count, left)
            left -= position.due[seat]
    _claim_phase(position)


def score(position: Position, closed: int) -> list[tuple[int, int]]:
    """Send the workmen of closed aqueducts to their podiums, in turn order (R5.1, R5.2).

    Of one player's workmen the longest aqueduct goes first; that decides only which color stands where.
    Returns each seat concerned with its number of closed aqueducts.
    """
    layout = position.layout
    counts = []
    for step in range(layout.players):
        seat = (position.turn + step) % layout.players
        mine = closed & layout.owned[seat]
        if not mine:
            continue
        own = [aqueduct for aqueduct in range(AQUEDUCTS) if mine >> aqueduct & 1]
        own.sort(key=lambda aqueduct: -position.lengths[aqueduct])
        for aqueduct in own:
            position.on_board ^= 1 << aqueduct
            position.hash ^= KEYS[WORKMAN + layout.outlets[aqueduct]]
            _mount(position, layout.colors[aqueduct], position.lengths[aqueduct])
        counts.append((seat, len(own)))
    return counts


def podium_for(position: Position, length: int) -> int:
    """The podium that a workman would get now for an aqueduct of this length, 0 for none (R5.2)."""
    value = min(length, len(PODIUM_ROOM) - 1)
    while value and len(position.podiums[value]) == PODIUM_ROOM[value]:
        value -= 1
    return value


def _mount(position: Position, color: int, length: int) -> None:
    value = podium_for(position, length)
    if not value:
        return
    podiums = list(position.podiums)
    before = podiums[value].count(color)
    podiums[value] = tuple(sorted((*podiums[value], color)))
    position.podiums = tuple(podiums)
    first = PODIUM + (value * 4 + color) * 4
    position.hash ^= (KEYS[first + before] if before else 0) ^ KEYS[first + before + 1]


def _claim_phase(position: Position) -> None:
    """Let the first seat in turn order that is due take a builder, or end the turn (R5.3)."""
    players = position.layout.players
    for step in range(players):
        seat = (position.turn + step) % players
        if position.due[seat]:
            position.phase = Phase.CLAIM
            position.mover = seat
            return
    _end_turn(position)


def _take(position: Position, kind: int) -> None:
    position.reserve[kind] -= 1
    _hold(position, position.mover, kind, 1)
    position.due[position.mover] -= 1
    _claim_phase(position)


def _end_turn(position: Position) -> None:
    """End the game or begin the next turn that has something to decide (R6.1, R4.1)."""
    layout = position.layout
    while True:
        if not position.on_board or position.dry >= layout.players:
            score(position, position.on_board)
            position.mover = position.turn
            position.phase = Phase.OVER
            return
        position.mover = position.turn = (position.turn + 1) % layout.players
        if position.holds(position.turn):
            position.phase = Phase.RESERVE
            return
        if position.own(position.turn):
            position.phase = Phase.BUILD
            return
        position.dry += 1


def _build_phase(position: Position) -> None:
    """After the reserve builders are placed: build, or end the turn of a seat without workmen (R4.1, R4.8)."""
    if position.own(position.turn):
        position.phase = Phase.BUILD
    else:
        position.dry += 1
        _end_turn(position)
