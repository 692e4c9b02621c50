"""Layouts that might be fairer: others that the rules accept (R2.2), and other orders of turns on the same board."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from random import Random
from typing import Final

from aquaromana.arena.errors import ArenaError
from aquaromana.rules import AquaError, Layout
from aquaromana.rules.geometry import COLUMNS, NEIGHBOR, OUTSIDE, ROWS, SQUARES, column_of, half_turn_port, row_of
from aquaromana.rules.layout import COLOR_LETTERS, Reservoir

MOST: Final = 500
TRIES: Final = 20_000
_Owners = frozenset[tuple[int, frozenset[int]]]
_RING: Final = 2
"""Reservoirs lie within so many squares of the edge, as in the standard layouts: the middle is for building."""


def candidates(players: int, count: int, seed: int = 0) -> list[Layout]:
    """So many different layouts. With two and four players the board looks the same after a half-turn, as it does in
    the standard layout; with three there is no such symmetry.
    """
    if players not in {2, 3, 4}:
        raise ArenaError(f"the game is for 2, 3 or 4 players, not {players}")
    if not 1 <= count <= MOST:
        raise ArenaError(f"between 1 and {MOST} candidates can be compared, not {count}")
    random = Random(f"candidates {players} {seed}")
    found: dict[str, Layout] = {}
    for _ in range(TRIES):
        if len(found) == count:
            break
        if players == 3:
            reservoirs = tuple(_reservoir(random, 4) for _ in range(3))
        else:
            yellow, red = _reservoir(random, 3), _reservoir(random, 3)
            reservoirs = (yellow, red, _turned(yellow), _turned(red))
        try:
            layout = Layout(players, reservoirs, f"candidate {len(found) + 1}")
        except AquaError:
            continue
        found.setdefault(layout.text, layout)
    return list(found.values())


def orders(layout: Layout) -> list[Layout]:
    """The same board with the turns in every other order: who has which reservoirs, and who begins. Of orders that a
    half-turn of the board makes equal, only one.
    """
    found: dict[frozenset[_Owners], Layout] = {}
    for order in permutations(range(len(layout.reservoirs))):
        reservoirs = tuple(layout.reservoirs[color] for color in order)
        other = Layout(layout.players, reservoirs, f"{layout.name}, {''.join(COLOR_LETTERS[color] for color in order)}")
        found.setdefault(frozenset((_owners(other), _owners(other, half_turn_port))), other)
    return list(found.values())[1:]


def _owners(layout: Layout, moved: Callable[[int], int] = int) -> _Owners:
    """Who has which reservoirs, each known by its outlets; with two players a seat has two, in either order."""
    return frozenset(
        (layout.color_seats[color], frozenset(map(moved, reservoir.outlets)))
        for color, reservoir in enumerate(layout.reservoirs)
    )


def _reservoir(random: Random, outlets: int) -> Reservoir:
    while True:
        square = random.randrange(SQUARES)
        side = random.choice((1, 2))  # to the east or to the south: every pair of squares once
        beyond = NEIGHBOR[square << 2 | side]
        if beyond == OUTSIDE:
            continue
        squares = (square, beyond >> 2)
        if not all(_near_edge(each) for each in squares):
            continue
        ports = [
            each << 2 | direction
            for each in squares
            for direction in range(4)
            if NEIGHBOR[each << 2 | direction] != OUTSIDE and NEIGHBOR[each << 2 | direction] >> 2 not in squares
        ]
        if len(ports) >= outlets:
            return Reservoir(squares, random.choice(list(combinations(ports, outlets))))


def _near_edge(square: int) -> bool:
    column, row = column_of(square), row_of(square)
    return min(column, row, COLUMNS - 1 - column, ROWS - 1 - row) < _RING


def _turned(reservoir: Reservoir) -> Reservoir:
    """The reservoir after a half-turn of the board."""
    first, second = (half_turn_port(square << 2) >> 2 for square in reservoir.squares)
    return Reservoir((first, second), tuple(map(half_turn_port, reservoir.outlets)))
