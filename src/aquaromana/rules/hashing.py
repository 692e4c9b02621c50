"""The keys of the 64-bit state hash: the same on every machine and in every language.

A state's hash is the exclusive or of the keys of its features. Key number ``i`` is output ``i`` (from 0) of the
generator splitmix64 started with the seed below: add the odd constant to the state once per output, then mix.
A feature's number is the sum of its block's start and an offset; the blocks are frozen by a test.

=======  ===========  ===================================================================================
start    feature      offset
=======  ===========  ===================================================================================
0        content      ``square * 16 + content``, for every square that is not empty (corners too)
1408     outlet       ``port`` of each reservoir outlet
1760     workman      ``port`` of the outlet whose aqueduct still has its workman on the board
2112     builder      ``path * 8 + kind``
2432     held         ``(seat * 8 + kind) * 8 + count``, count > 0: reserve builders in a player's hand
2688     podium       ``(value * 4 + color) * 4 + count``, count > 0: workmen of a color on a podium
3024     phase        ``phase``
3032     mover        ``seat`` whose decision it is (when over: whose turn it was)
3036     turn         ``seat`` whose turn it is
3040     dry          ``turns`` in a row without a tile, if > 0
3048     laid         ``kind`` of the tile that the extra tile must repeat, in the phase EXTRA
3056     due          ``seat * 16 + count``, count > 0: reserve builders a seat may still take
3120     players      number of players
=======  ===========  ===================================================================================
"""

from __future__ import annotations

from typing import Final

SEED: Final = 0x41515541_524F4D41
"""The letters AQUAROMA."""

CONTENT: Final = 0
OUTLET: Final = 1408
WORKMAN: Final = 1760
BUILDER: Final = 2112
HELD: Final = 2432
PODIUM: Final = 2688
PHASE: Final = 3024
MOVER: Final = 3032
TURN: Final = 3036
DRY: Final = 3040
LAID: Final = 3048
DUE: Final = 3056
PLAYERS: Final = 3120
FEATURES: Final = 3128

_MASK: Final = (1 << 64) - 1


def _splitmix64(seed: int, count: int) -> tuple[int, ...]:
    keys = []
    state = seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
        keys.append(z ^ (z >> 31))
    return tuple(keys)


KEYS: Final = _splitmix64(SEED, FEATURES)
"""The key of every feature."""
