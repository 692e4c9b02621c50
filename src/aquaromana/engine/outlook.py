"""What a position leaves possible at most and at least: lengths of aqueducts, podiums and points (R3.2, R5.2, R6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aquaromana.rules import Position
from aquaromana.rules.geometry import NEIGHBOR
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.position import PODIUM_ROOM
from aquaromana.rules.scoring import BONUSES
from aquaromana.rules.tiles import EMPTY
from aquaromana.rules.turn import podium_for
from aquaromana.rules.water import follow

HIGHEST: Final = len(PODIUM_ROOM) - 1

Reaches = Mapping[int, int]
"""For each aqueduct with a workman a length that it cannot exceed, at most the highest podium."""


def reaches(position: Position) -> Reaches:
    """How long each aqueduct whose workman is on the board can get, at most."""
    growths: dict[int, int] = {}
    result: dict[int, int] = {}
    for aqueduct in range(AQUEDUCTS):
        if not position.on_board >> aqueduct & 1:
            continue
        length = min(position.lengths[aqueduct], HIGHEST)
        if not position.blocked >> aqueduct & 1:
            square = NEIGHBOR[position.ends[aqueduct]] >> 2
            if square not in growths:
                squares, growth = _region(position, square)
                growths.update(dict.fromkeys(squares, growth))
            length = min(length + growths[square], HIGHEST)
        result[aqueduct] = length
    return result


def _region(position: Position, start: int) -> tuple[set[int], int]:
    """The empty squares connected with one, also over loose tiles, and what one stream could gain on them at most.

    A stream enters by a side of its own and leaves the last square by any; every other side it uses leads to another
    square of the region, and each is used once.
    """
    squares, waiting = {start}, [start]
    sides = passes = ahead = astray = 0
    while waiting:
        square = waiting.pop()
        leading = 0
        for side in range(4):
            if position.fed[square] >> side & 1 or NEIGHBOR[square * 4 + side] < 0:
                continue
            _, steps, beyond = follow(position.board, square * 4 + side)
            if beyond < 0:
                astray += steps
                continue
            leading += 1
            ahead += steps
            if beyond >> 2 not in squares:
                squares.add(beyond >> 2)
                waiting.append(beyond >> 2)
        sides += leading
        passes += leading // 2
    assert all(position.board[square] == EMPTY for square in squares)
    return squares, min(sides // 2 + 1, passes + 2) + ahead // 2 + astray


def podium_bounds(position: Position, reach: Reaches, aqueduct: int) -> tuple[int, int]:
    """The lowest podium that the workman of an aqueduct may have to take, and the highest he can hope for."""
    return _worst_podium(position, reach, aqueduct), podium_for(position, reach[aqueduct])


def bounds(position: Position, reach: Reaches) -> list[tuple[int, int]]:
    """Each seat's points at the end of the game, at least and at most.

    Podiums are never left, so a bonus only shrinks. A workman takes at worst the podium that remains when all others
    who can have taken theirs.
    """
    layout = position.layout
    least, most = [0] * position.players, [0] * position.players
    for value, colors in enumerate(position.podiums):
        for color in colors:
            seat = layout.color_seats[color]
            least[seat] += value + _least_bonus(position, list(reach.values()), value)
            most[seat] += value + _bonus(_above(position, value))
    share = any(len(position.podiums[value]) == 0 for value, room in enumerate(PODIUM_ROOM) if room == 2)
    for seat in range(position.players):
        own = [aqueduct for aqueduct in reach if layout.seats[aqueduct] == seat]
        for aqueduct in own:
            worst = _worst_podium(position, reach, aqueduct)
            others = [length for other, length in reach.items() if other != aqueduct]
            least[seat] += worst + _least_bonus(position, others, worst) if worst else 0
        taken: list[int] = []
        for length in sorted((reach[aqueduct] for aqueduct in own), reverse=True):
            value = length
            while value and len(position.podiums[value]) + taken.count(value) >= PODIUM_ROOM[value]:
                value -= 1
            if value:
                most[seat] += value + _bonus(_above(position, value) + (0 if share else len(taken)))
                taken.append(value)
    return list(zip(least, most, strict=True))


def _bonus(above: int) -> int:
    """For a workman with so many occupied podiums above him."""
    return BONUSES[above] if above < len(BONUSES) else 0


def _above(position: Position, value: int) -> int:
    return sum(map(bool, position.podiums[value + 1 :]))


def _least_bonus(position: Position, coming: list[int], value: int) -> int:
    """What remains of the bonus on a podium when workmen with these reaches have settled above it."""
    vacant = sum(not colors for colors in position.podiums[value + 1 :])
    return _bonus(_above(position, value) + min(vacant, sum(length > value for length in coming)))


def _worst_podium(position: Position, reach: Reaches, aqueduct: int) -> int:
    """The best free podium for the length now, when all others who can come have taken theirs."""
    taken = 0
    for value in range(min(position.lengths[aqueduct], HIGHEST), 0, -1):
        others = sum(length >= value for other, length in reach.items() if other != aqueduct)
        for _ in range(PODIUM_ROOM[value] - len(position.podiums[value])):
            if taken >= others:
                return value
            taken += 1
    return 0
