"""The podium race: what each open aqueduct would get now, the next podium, and who is as close to it (R5.2).

The next podium of an aqueduct is the lowest one with room above the podium that it would get now. All between are full,
so the aqueduct gets there when it is exactly that long.

A rival's aqueduct threatens that podium if it can have it with no more squares than this one still needs: it would get
it now, or it is at least as long and its next podium is the same. Squares are counted, not turns: one tile can add
several. Where there is room for all who are so near, own aqueducts included, nobody is a threat.
"""

from __future__ import annotations

from dataclasses import dataclass

from aquaromana.analysis.effects import pending
from aquaromana.rules.position import PODIUM_ROOM, Position
from aquaromana.rules.turn import podium_for


@dataclass(frozen=True, slots=True)
class Runner:
    """An open aqueduct in the race."""

    aqueduct: int
    podium: int
    """What it would get if it were closed now, 0 for none."""
    next: int
    """The next podium, 0 if there is none or R3.5 has closed the aqueduct."""
    threats: tuple[int, ...] = ()
    """Other seats' aqueducts, ascending."""


def room(position: Position, podium: int) -> int:
    """How many more workmen a podium holds."""
    return PODIUM_ROOM[podium] - len(position.podiums[podium])


def next_podiums(position: Position) -> list[int]:
    """For each podium the lowest one with room above it, 0 if there is none."""
    result = [0] * len(PODIUM_ROOM)
    for podium in range(len(PODIUM_ROOM) - 1, 0, -1):
        result[podium - 1] = podium if room(position, podium) else result[podium]
    return result


def runners(position: Position) -> tuple[Runner, ...]:
    """Every open aqueduct, in their order."""
    closed = {closing.aqueduct: closing.podium for closing in pending(position)}
    following = next_podiums(position)
    found = []
    for aqueduct, length in enumerate(position.lengths):
        if aqueduct in closed:
            found.append((aqueduct, closed[aqueduct], 0))
        elif position.on_board >> aqueduct & 1:
            podium = podium_for(position, length)
            found.append((aqueduct, podium, following[podium]))
    return tuple([Runner(*runner, _threats(position, runner, found)) for runner in found])


def _threats(
    position: Position, runner: tuple[int, int, int], all_runners: list[tuple[int, int, int]]
) -> tuple[int, ...]:
    aqueduct, _, wanted = runner
    if not wanted:
        return ()
    lengths, seats = position.lengths, position.layout.seats
    length = lengths[aqueduct]
    near = [
        other
        for other, podium, following in all_runners
        if (podium == wanted or (following == wanted and lengths[other] >= length)) and other != aqueduct
    ]
    if len(near) < room(position, wanted):
        return ()
    seat = seats[aqueduct]
    return tuple([other for other in near if seats[other] != seat])
