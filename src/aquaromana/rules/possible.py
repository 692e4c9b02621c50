"""What no position can be: every contradiction in it, with a stable code, the clause and a plain sentence.

`parse_position` refuses a text for the first of them; an editor of positions tells all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from aquaromana.rules.errors import Reason
from aquaromana.rules.geometry import NEIGHBOR, port_name
from aquaromana.rules.layout import AQUEDUCTS, COLOR_NAMES
from aquaromana.rules.position import HAND, PODIUM_ROOM, Phase, Position
from aquaromana.rules.tiles import BUILDERS_PER_KIND, KINDS, RESERVE_PER_KIND, SETUP_BUILDERS
from aquaromana.rules.turn import extra_squares
from aquaromana.rules.water import follow

FAULTS: Final[Mapping[str, tuple[str, str]]] = {
    "fault/held-in-setup": ("R2.5", "nobody holds a reserve builder during the set-up"),
    "fault/many-builders": ("R1.4", "too many builders of the kind {kind}: {count}, not at most {limit}"),
    "fault/few-builders": ("R2.5", "too few builders of the kind {kind} have been set up: {count}, not {limit}"),
    "fault/joined": ("R3.4", "the aqueduct from {workman} runs into {other}"),
    "fault/setup-count": ("R2.5", "the set-up has another number of builders"),
    "fault/setup-built": ("R2.5", "nothing is built during the set-up"),
    "fault/over": ("R6.2", "the game is over, but workmen are on the board"),
    "fault/blocked": ("R3.5", "an aqueduct that cannot be extended still has its workman: {workman}"),
    "fault/nobody": ("R6.1", "no workman is on the board, but the game goes on"),
    "fault/dry": ("R6.1", "too many turns without a tile: the game would be over"),
    "fault/empty-hand": ("R4.1", "the player to move holds no reserve builder"),
    "fault/hand-first": ("R4.1", "reserve builders are placed before anything is built"),
    "fault/no-workman": ("R4.8", "the player to move has no workman"),
    "fault/no-extra": ("R4.7", "no extra tile can be due"),
    "fault/closed-by-tile": ("R4.9", "a player who closed an aqueduct by building closes none by choice"),
    "fault/many-due": ("R5.3", "more reserve builders are due than there are"),
    "fault/podium-room": ("R1.6", "podium {podium} has room for {limit}, not for {count}"),
    "fault/podium-workmen": (
        "R1.5",
        "{count} {color} workmen stand on podiums, but {limit} of {all} have left the board",
    ),
    "fault/no-green": ("R2.3", "green does not play with three players"),
    "fault/podium-length": (
        "R5.2",
        "a {color} workman stands on podium {podium}, but no closed {color} aqueduct is long enough for it",
    ),
    "fault/turn-order": ("R2.5", "during the set-up the players place builders in their order"),
    "fault/turn-begun": ("R4.9", "{seat} is in the middle of a turn: finish it first"),
    "fault/turn-over": ("R6.1", "the game is over, so nobody has a turn"),
}
"""Every code with its clause and the sentence, which begins small and has no full stop."""


@dataclass(frozen=True, slots=True)
class Fault(Reason):
    """Something that a position contradicts itself in."""

    catalogue: ClassVar[Mapping[str, tuple[str, str]]] = FAULTS

    @property
    def why(self) -> str:
        """The sentence as a part of another one."""
        return Reason.told(self)

    def told(self, seats: Sequence[str] = ()) -> str:
        """The sentence by itself."""
        sentence = Reason.told(self, seats)
        return f"{sentence[0].upper()}{sentence[1:]}."


def faults(position: Position) -> Iterator[Fault]:
    """Everything that makes a position impossible (R1–R6). What follows from its fields has been refreshed."""
    yield from builder_faults(position)
    yield from _water_faults(position)
    yield from _phase_faults(position)
    yield from _podium_faults(position)


def unreachable(position: Position) -> Iterator[Fault]:
    """What no game leads to, although nothing in the position contradicts itself: it can be played on.

    A workman climbs no higher than his aqueduct is long (R5.2), and no aqueduct becomes shorter.
    """
    for color in range(len(position.layout.reservoirs)):
        of_color = [aqueduct for aqueduct in range(AQUEDUCTS) if position.layout.colors[aqueduct] == color]
        closed = [position.lengths[each] for each in of_color if not position.on_board >> each & 1]
        mounted = [value for value, colors in enumerate(position.podiums) for each in colors if each == color]
        for value, length in zip(sorted(mounted, reverse=True), sorted(closed, reverse=True), strict=False):
            if value > length:
                yield Fault("fault/podium-length", {"color": COLOR_NAMES[color], "podium": value})
                break


def builder_faults(position: Position) -> Iterator[Fault]:
    """Too many or too few builders; nothing that is recomputed is needed for it."""
    setup = position.phase is Phase.SETUP
    if setup and any(position.held):
        yield Fault("fault/held-in-setup")
    for kind in KINDS:
        on_path, in_hand = position.path.count(kind), sum(position.held[kind::HAND])
        set_up = BUILDERS_PER_KIND[kind] - RESERVE_PER_KIND[kind]
        limit = set_up if setup else BUILDERS_PER_KIND[kind]
        if on_path + in_hand > limit:
            told: dict[str, str | int] = {"kind": kind.letter, "count": on_path + in_hand, "limit": limit}
            yield Fault("fault/many-builders", told)
        if not setup and on_path < set_up:
            yield Fault("fault/few-builders", {"kind": kind.letter, "count": on_path, "limit": set_up})


def _water_faults(position: Position) -> Iterator[Fault]:
    """No two aqueducts may be joined (R3.4): none may run into another outlet."""
    for outlet in position.layout.outlets:
        beyond = NEIGHBOR[follow(position.board, outlet)[0]]
        if beyond in position.layout.outlets:
            yield Fault("fault/joined", {"workman": port_name(outlet), "other": port_name(beyond)})


def _phase_faults(position: Position) -> Iterator[Fault]:
    """What is asked must be something this position can ask."""
    phase, turn = position.phase, position.turn
    own = position.own(turn)
    built = phase in (Phase.EXTRA, Phase.CLOSE)
    if phase is Phase.SETUP:
        placed = sum(map(bool, position.path))
        if placed >= SETUP_BUILDERS or turn != placed % position.players or position.dry:
            yield Fault("fault/setup-count")
        if position.board != position.layout.start_board or position.on_board + 1 != 1 << AQUEDUCTS:
            yield Fault("fault/setup-built")
    elif phase is Phase.OVER:
        if position.on_board:
            yield Fault("fault/over")
        return
    if not built:
        for aqueduct in range(AQUEDUCTS):
            if (position.on_board & position.blocked) >> aqueduct & 1:
                yield Fault("fault/blocked", {"workman": port_name(position.ends[aqueduct])})
    if phase is not Phase.CLAIM and not position.on_board:
        yield Fault("fault/nobody")
    if phase is not Phase.CLAIM and position.dry >= position.players + (phase is Phase.CLOSE):
        yield Fault("fault/dry")
    if phase is Phase.RESERVE and not position.holds(turn):
        yield Fault("fault/empty-hand")
    if phase in (Phase.BUILD, Phase.EXTRA, Phase.CLOSE):
        if position.holds(turn):
            yield Fault("fault/hand-first")
        if not own:
            yield Fault("fault/no-workman")
    if phase is Phase.EXTRA and (position.dry or not extra_squares(position)):
        yield Fault("fault/no-extra")
    if phase is Phase.CLOSE and own & position.blocked:
        yield Fault("fault/closed-by-tile")
    if phase is Phase.CLAIM and sum(position.due) > sum(position.reserve):
        yield Fault("fault/many-due")


def _podium_faults(position: Position) -> Iterator[Fault]:
    for value, colors in enumerate(position.podiums):
        if len(colors) > PODIUM_ROOM[value]:
            room: dict[str, str | int] = {"podium": value, "limit": PODIUM_ROOM[value], "count": len(colors)}
            yield Fault("fault/podium-room", room)
    for color, reservoir in enumerate(position.layout.reservoirs):
        left = sum(
            position.on_board >> aqueduct & 1 == 0
            for aqueduct in range(AQUEDUCTS)
            if position.layout.colors[aqueduct] == color
        )
        mounted = sum(colors.count(color) for colors in position.podiums)
        if mounted > left:
            told = {"count": mounted, "color": COLOR_NAMES[color], "limit": left, "all": len(reservoir.outlets)}
            yield Fault("fault/podium-workmen", told)
    if len(position.layout.reservoirs) == 3 and any(3 in colors for colors in position.podiums):
        yield Fault("fault/no-green")
