"""Points: what stands on the podiums, and what the end of the game adds (R6.2–R6.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from aquaromana.rules.position import Position
from aquaromana.rules.turn import score

BONUSES: Final = (4, 3, 2)
"""For each workman on the highest, second and third highest occupied podium (R6.3)."""


@dataclass(frozen=True, slots=True)
class Mounted:
    """A workman on a podium: one line of the score sheet (R6.3)."""

    podium: int
    color: int
    seat: int
    bonus: int

    @property
    def points(self) -> int:
        """Podium and bonus together."""
        return self.podium + self.bonus


def score_sheet(position: Position) -> tuple[Mounted, ...]:
    """Every workman on a podium with his bonus as the podiums stand, highest first (R6.3)."""
    sheet: list[Mounted] = []
    rank = 0
    for podium in range(len(position.podiums) - 1, 0, -1):
        colors = position.podiums[podium]
        if not colors:
            continue
        bonus = BONUSES[rank] if rank < len(BONUSES) else 0
        rank += 1
        sheet += [Mounted(podium, color, position.layout.color_seats[color], bonus) for color in colors]
    return tuple(sheet)


def podium_points(position: Position) -> tuple[int, ...]:
    """Each seat's podiums, without bonus."""
    points = [0] * position.players
    for podium, colors in enumerate(position.podiums):
        for color in colors:
            points[position.layout.color_seats[color]] += podium
    return tuple(points)


def scores(position: Position) -> tuple[int, ...]:
    """Each seat's points as the podiums stand, with bonus; once the game is over, the result (R6.3)."""
    points = [0] * position.players
    for line in score_sheet(position):
        points[line.seat] += line.points
    return tuple(points)


def ended(position: Position) -> Position:
    """A copy in which the open aqueducts are scored as if the game ended now (R6.2)."""
    result = position.copy()
    score(result, result.on_board)
    return result


def turn_ended(position: Position) -> Position:
    """A copy in which what tiles have closed in this turn is scored: it comes before what is open (R5.1)."""
    result = position.copy()
    score(result, result.on_board & result.blocked)
    return result


def scores_if_ended(position: Position) -> tuple[int, ...]:
    """Each seat's points if this turn ended the game: what it has closed is scored, then what is open (R5.1, R6.2).

    Scoring begins with the player whose turn it is. Where two compete for a podium, the points change with the turn.
    """
    return scores(ended(turn_ended(position)))


def places(points: tuple[int, ...]) -> tuple[int, ...]:
    """Each seat's place, 1 for the best; equal points share a place (R6.4)."""
    return tuple(1 + sum(other > own for other in points) for own in points)
