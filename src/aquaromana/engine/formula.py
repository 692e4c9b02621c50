"""The static evaluation of a position: expected lengths, the race for podiums, shares of the win.

The same as `cpp/evaluate.cpp`, for the fallback; a test compares them. The core calculates in single precision, so that
an expected length that meets a podium exactly may fall to either side of it there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from aquaromana.engine.dice import Dice
from aquaromana.engine.params import Params
from aquaromana.rules import Decision, Phase, Position
from aquaromana.rules.actions import CLOSE, EXTRA, LAY_FACE, LAYS
from aquaromana.rules.geometry import NEIGHBOR, PATH, SIGHT, SQUARES, column_of, row_of
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.moves import NOTHING
from aquaromana.rules.position import PODIUM_ROOM
from aquaromana.rules.scoring import BONUSES, scores
from aquaromana.rules.tiles import EMPTY, THROUGH
from aquaromana.rules.turn import apply, destination, podium_for
from aquaromana.rules.water import follow

NEAR: Final = tuple(
    sum(1 << 8 * b for b in range(SQUARES) if abs(column_of(a) - column_of(b)) + abs(row_of(a) - row_of(b)) <= 2)
    for a in range(SQUARES)
)
"""The squares within two steps of each square, a byte each in one number."""

_IS_EMPTY: Final = bytes(content == EMPTY for content in range(256))

_SAMPLE: Final = 64
"""Of more decisions than this only about as many are tried out at a glance."""

_UNTRIED: Final = -1.0
"""What the others are thought to gain."""


class Estimate(NamedTuple):
    """What each seat may expect."""

    points: tuple[float, ...]
    shares: tuple[float, ...]


def empty_squares(position: Position) -> int:
    """The empty squares of the board, a byte each in one number."""
    return int.from_bytes(position.board.translate(_IS_EMPTY), "little")


def outlook(position: Position, end: int, square: int, empty: int) -> tuple[int, int]:
    """The room and the sight of an aqueduct: empty squares near the one that it faces, builders that its end sees."""
    path = position.path
    north, east, south, west = SIGHT[end >> 2]
    sight = (path[north] != 0) + (path[east] != 0) + (path[south] != 0) + (path[west] != 0)
    return (empty & NEAR[square]).bit_count(), sight


def growth(position: Position, params: Params, end: int, square: int, tempo: float) -> float:
    """What an open aqueduct that faces an empty square may still grow."""
    empty = empty_squares(position)
    room, sight = outlook(position, end, square, empty)
    grown = params.grow_base + params.grow_room * room + params.grow_sight * sight
    grown += params.grow_empty * empty.bit_count()
    return grown * tempo if grown > 0 else 0.0


def tempos(position: Position, params: Params) -> list[float]:
    """How much of its room an aqueduct of each seat will have the time to use, 0 to 1."""
    turns = position.board.count(EMPTY) / position.players
    counts = [(position.on_board & owned).bit_count() for owned in position.layout.owned]
    return [min(turns / (params.grow_tempo * count), 1.0) if count else 0.0 for count in counts]


def evaluate(position: Position, params: Params) -> Estimate:
    """What each seat may expect in a position."""
    if position.phase is Phase.OVER:
        return result(position)
    layout = position.layout
    tempo = tempos(position, params)
    runners: list[tuple[float, int]] = []
    hope = 0.0
    for aqueduct in range(AQUEDUCTS):
        if not position.on_board >> aqueduct & 1:
            continue
        seat = layout.seats[aqueduct]
        length: float = position.lengths[aqueduct]
        if not position.blocked >> aqueduct & 1:
            end = position.ends[aqueduct]
            more = growth(position, params, end, NEIGHBOR[end] >> 2, tempo[seat])
            length += more
            hope += more
        runners.append((length, seat))
    runners.sort(key=lambda runner: -runner[0])
    points = [0.0] * layout.players
    standing = [[layout.color_seats[color] for color in colors] for colors in position.podiums]
    for value, seats in enumerate(standing):
        for seat in seats:
            points[seat] += value
    for length, seat in runners:
        reached = min(length, len(PODIUM_ROOM) - 1)
        value = wanted = int(reached)
        while value and len(standing[value]) == PODIUM_ROOM[value]:
            value -= 1
        points[seat] += value + (reached - wanted) * 0.8  # between two podiums the points go over smoothly
        if value:
            standing[value].append(seat)
    occupied = [seats for seats in reversed(standing) if seats]
    for bonus, seats in zip(BONUSES, occupied, strict=False):
        for seat in seats:
            points[seat] += bonus
    spread = params.spread_end + (params.spread_start - params.spread_end) * hope / (hope + 20)
    best = max(points)
    weights = [math.exp((own - best) / spread) for own in points]
    total = sum(weights)
    return Estimate(tuple(points), tuple(weight / total for weight in weights))


def result(position: Position) -> Estimate:
    """The result of a game that is over; ties share the win (R6.4)."""
    points = scores(position)
    best = max(points)
    share = 1 / points.count(best)
    return Estimate(tuple(map(float, points)), tuple(share if own == best else 0.0 for own in points))


def utilities(estimate: Estimate, params: Params) -> tuple[float, ...]:
    """What each seat maximises: its share of the win, with points as a tie-break."""
    total, rivals = sum(estimate.points), len(estimate.points) - 1
    values = []
    for own, share in zip(estimate.points, estimate.shares, strict=True):
        lead = (own - (total - own) / rivals) / params.points_scale
        values.append(share + params.points_weight * lead / (1 + abs(lead)))
    return tuple(values)


def glance(position: Position, params: Params, legal: Sequence[Decision], dice: Dice) -> list[float]:
    """How good each legal decision looks to the mover, in points, without search."""
    if _builds(position, legal):
        tempo = tempos(position, params)
        return [_build_gain(position, params, tempo, decision) for decision in legal]
    now = evaluate(position, params).points
    mover, count = position.mover, len(legal)
    gains = []
    for decision in legal:
        if count > _SAMPLE and dice.below(count) >= _SAMPLE:
            gains.append(_UNTRIED)
            continue
        after = position.copy()
        apply(after, decision)
        changes = [then - before for then, before in zip(evaluate(after, params).points, now, strict=True)]
        own = changes[mover]
        gains.append(own - params.rival_weight * (sum(changes) - own))
    return gains


def sensible(position: Position, params: Params, legal: Sequence[Decision], dice: Dice) -> Decision:
    """One decision of a quick game: the best at a glance, plus noise."""
    if len(legal) == 1:
        return legal[0]
    if not _builds(position, legal) and position.phase is not Phase.CLOSE:
        return legal[dice.below(len(legal))]
    noisy = [gain + params.rollout_noise * (dice.unit() + dice.unit() - 1) for gain in looks(position, params, legal)]
    return legal[noisy.index(max(noisy))]


def looks(position: Position, params: Params, legal: Sequence[Decision]) -> list[float]:
    """How good builds, or closings by choice, look to quick play, in points."""
    tempo = tempos(position, params)
    if position.phase is Phase.CLOSE:
        return [_close_gain(position, params, tempo, decision) for decision in legal]
    gains = [_build_gain(position, params, tempo, decision) for decision in legal]
    if params.rollout_fountain or params.rollout_watch:
        worth = _watched(position)
        gains = [
            gain + _walk_gain(position, params, worth, decision) for gain, decision in zip(gains, legal, strict=True)
        ]
    return gains


def _watched(position: Position) -> list[float]:
    """What a builder on each path square is worth to the mover, in squares: its own workmen may use him, rivals too."""
    own, rivals = [0] * (PATH + 1), [0] * (PATH + 1)
    for aqueduct in range(AQUEDUCTS):
        if (position.on_board & ~position.blocked) >> aqueduct & 1:
            seeing = own if position.layout.seats[aqueduct] == position.mover else rivals
            for path in SIGHT[position.ends[aqueduct] >> 2]:
                seeing[path] += 1
    return [0.35 * mine - 0.2 * others - (0.3 if others else 0) for mine, others in zip(own, rivals, strict=True)]


def _walk_gain(position: Position, params: Params, worth: Sequence[float], action: int) -> float:
    """What walking the builder of a build changes: over a fountain he brings an extra tile, other workmen see him."""
    path = SIGHT[action // (4 * LAYS) >> 2][action // LAYS % 4]
    target, fountain = destination(position, path)
    return params.rollout_fountain * fountain + params.rollout_watch * (worth[target] - worth[path])


def _builds(position: Position, legal: Sequence[Decision]) -> bool:
    return position.phase is Phase.BUILD and legal[0] < EXTRA


def _build_gain(position: Position, params: Params, tempo: Sequence[float], action: int) -> float:
    """What a build changes in the expected lengths, seen by the mover."""
    beyond = NEIGHBOR[action // (4 * LAYS)]
    square = beyond >> 2
    face = LAY_FACE[(beyond & 3) * LAYS + action % LAYS]
    gain = 0.0
    for side in range(4):
        aqueduct = position.feeder[square * 4 + side]
        if not (position.fed[square] >> side & 1 and position.on_board >> aqueduct & 1):
            continue
        seat = position.layout.seats[aqueduct]
        length = position.lengths[aqueduct]
        before = length + growth(position, params, position.ends[aqueduct], square, tempo[seat])
        leave = THROUGH[face << 2 | side]
        if leave < 0:
            after: float = podium_for(position, length)
        else:
            end, steps, ahead = follow(position.board, square << 2 | leave)
            length += steps + 1
            if ahead < 0:
                after = podium_for(position, length)
            else:
                after = length + growth(position, params, end, ahead >> 2, tempo[seat])
        gain += (after - before) * (1 if seat == position.mover else -params.rival_weight)
    return gain


def _close_gain(position: Position, params: Params, tempo: Sequence[float], action: int) -> float:
    """Closing now is worth the podium and a reserve builder; going on is worth what may still grow."""
    if action == NOTHING:
        return 0.0
    end = action - CLOSE
    length = position.lengths[position.ends.index(end)]
    later = length + growth(position, params, end, NEIGHBOR[end] >> 2, tempo[position.turn])
    return podium_for(position, length) + params.close_bonus - later
