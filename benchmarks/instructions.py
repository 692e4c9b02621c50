"""The champion's search with each set of the processor's instructions beside the portable code of the network.

Playouts a second of processor time, at every table size, over the positions of the benchmark `champion`: three stages
of a game. Whatever the set, the decisions are the same.
"""

from collections.abc import Iterator
from functools import partial

from aquaromana import _core
from benchmarks import champion
from benchmarks._figures import Figure, Peer, compare

PORTABLE = "portable"


def run(repeats: int) -> Iterator[Figure]:
    """Playouts a second by set and players, the best set first."""
    usable = _core.instructions()
    try:
        for instructions in usable:
            if instructions == PORTABLE:
                continue
            for players in (2, 3, 4):
                yield compare(
                    f"{instructions}, {players} players",
                    partial(playouts, instructions, players),
                    "playouts/s",
                    Peer(PORTABLE, partial(playouts, PORTABLE, players)),
                    repeats,
                )
    finally:
        _core.use_instructions(usable[0])


def playouts(instructions: str, players: int) -> float:
    """Playouts a second of processor time on one thread with this set of instructions."""
    _core.use_instructions(instructions)
    return champion.playouts([champion.position(players, stage) for stage in champion.STAGES], net=True)
