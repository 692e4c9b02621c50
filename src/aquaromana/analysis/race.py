"""The podium race: what each open aqueduct would get now, what comes next, and who is as near to it (R5.2).

The next podium of an aqueduct is the lowest one with room above the podium that it would get now. All between are full,
so the aqueduct gets there when it is exactly that long.

A rival's aqueduct threatens that podium if it can have it with no more squares than this one still needs: it would get
it now, or it is at least as long and its next podium is the same. Squares are counted, not turns: one tile can add
several. Where there is room for all who are so near, own aqueducts included, nobody is a threat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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


def next_podium(position: Position, podium: int) -> int:
    """The lowest podium with room above this one, 0 if there is none."""
    return next((value for value in range(podium + 1, len(PODIUM_ROOM)) if room(position, value)), 0)


def runners(position: Position) -> tuple[Runner, ...]:
    """Every open aqueduct, in their order."""
    closed = {closing.aqueduct: closing.podium for closing in pending(position)}
    found = []
    for aqueduct, length in enumerate(position.lengths):
        if aqueduct in closed:
            found.append(Runner(aqueduct, closed[aqueduct], 0))
        elif position.on_board >> aqueduct & 1:
            podium = podium_for(position, length)
            found.append(Runner(aqueduct, podium, next_podium(position, podium)))
    return tuple(replace(runner, threats=_threats(position, runner, found)) for runner in found)


def _threats(position: Position, runner: Runner, all_runners: list[Runner]) -> tuple[int, ...]:
    if not runner.next:
        return ()
    lengths, seats = position.lengths, position.layout.seats
    near = [
        other.aqueduct
        for other in all_runners
        if other is not runner
        and (
            other.podium == runner.next
            or (other.next == runner.next and lengths[other.aqueduct] >= lengths[runner.aqueduct])
        )
    ]
    if len(near) < room(position, runner.next):
        return ()
    return tuple(aqueduct for aqueduct in near if seats[aqueduct] != seats[runner.aqueduct])
