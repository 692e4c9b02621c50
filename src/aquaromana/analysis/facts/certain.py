"""Facts that hold whatever the others do until the seat's next turn: by bounds on all that they could do.

In the round before its next turn each rival lays at most one tile and one extra tile, and uses or moves one builder
(R4.3, R4.6–R4.8). Extra tiles lie on squares that no end faces, so the last one reaches no aqueduct: with n rivals at
most 2n - 1 tiles matter. The bounds let rivals lay any tile any way round, so they never promise too much; where they
promise nothing, nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.scene import Scene
from aquaromana.analysis.facts.view import View
from aquaromana.analysis.forecast import seen
from aquaromana.rules.geometry import NEIGHBOR
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.position import Phase, Position
from aquaromana.rules.water import follow

_CROSSINGS: Final = 2
"""How often water can pass one tile."""


def sure(view: View) -> Iterator[Args]:
    """The seat can lay a tile in its next turn, whatever the others do.

    Workmen count before whom nobody can lay a tile or lead water. More builders are in their sight than rivals can use.
    """
    now = view.after
    if not _next_turn_comes(now):
        return
    rivals = now.rivals(view.seat)
    danger = _faced_by_then(now.position, rivals)
    builders: set[int] = set()
    for aqueduct in view.own():
        front = NEIGHBOR[now.position.ends[aqueduct]]
        if front >> 2 not in danger and now.position.fed[front >> 2] == 1 << (front & 3):
            builders |= set(seen(now.position, aqueduct))
    if len(builders) > len(rivals) or (rivals and len(builders - _first_choice(now, rivals[0])) >= len(rivals)):
        yield {}


def safe(view: View) -> Iterator[Args]:
    """The podium of the seat's best open aqueduct cannot be taken before its next turn, whatever the others do."""
    now = view.after
    if view.passing is None or not _next_turn_comes(now):
        return
    own = {aqueduct: now.podium(aqueduct) for aqueduct in view.own()}
    best = max(own, key=lambda aqueduct: own[aqueduct])
    podium, rivals = own[best], now.rivals(view.seat)
    if not podium:
        return
    others = [other for other in range(AQUEDUCTS) if now.position.on_board >> other & 1 and other != best]
    tiles = max(2 * len(rivals) - 1, 0)
    if not any(_can_grow_to(now.position, other, podium, tiles) for other in others):
        yield {"podium": podium}


def _next_turn_comes(now: Scene) -> bool:
    """Whether a tile was laid in this turn, so that the game cannot end before the seat's next one (R6.1)."""
    return now.position.phase is not Phase.OVER and not now.position.dry


def _first_choice(now: Scene, rival: int) -> set[int]:
    """The builders that the next rival can use; all if they may be unable to build."""
    builds = now.builds(rival)
    if builds:
        return {build.builder for build in builds}
    return {path for path, kind in enumerate(now.position.path) if kind}


def _faced_by_then(position: Position, rivals: list[int]) -> set[int]:
    """The empty squares that the end of another aqueduct may face by then because of a rival's tile."""
    open_ = [aqueduct for rival in rivals for aqueduct in position.open_aqueducts(rival)]
    fresh = {position.facing(aqueduct) for aqueduct in open_} - {-1}
    faced = set(fresh)
    for _ in range(2 * len(rivals) - 1):
        reached = {follow(position.board, square << 2 | side)[2] >> 2 for square in fresh for side in range(4)}
        fresh = reached - faced - {-1}
        faced |= fresh
    return faced


def _can_grow_to(position: Position, aqueduct: int, length: int, tiles: int) -> bool:
    """Whether an aqueduct could be at least so long after so many tiles, laid by anybody in any way."""
    wanted = length - position.lengths[aqueduct]
    front = follow(position.board, position.ends[aqueduct])[2]
    return wanted <= 0 or _longest(position.board, front, tiles, {}, wanted) >= wanted


def _longest(board: bytearray, front: int, tiles: int, crossed: dict[int, int], wanted: int) -> int:
    """The most squares that water before this port can run on with so many tiles; it stops once it is enough."""
    square = front >> 2
    times = crossed.get(square, 0)
    if front < 0 or times == _CROSSINGS or (not times and not tiles):
        return 0
    crossed[square] = times + 1
    most = 0
    for side in range(4):
        if side != front & 3 and most < wanted:
            _, steps, beyond = follow(board, square << 2 | side)
            more = _longest(board, beyond, tiles - (not times), crossed, wanted - 1 - steps) if beyond >= 0 else 0
            most = max(most, 1 + steps + more)
    crossed[square] = times
    return most
