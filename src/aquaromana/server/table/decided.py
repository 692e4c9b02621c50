"""Finds the moment at which a finished game was decided: bounded work, meant for a worker process."""

from __future__ import annotations

from typing import Final

import msgspec

from aquaromana.engine import native
from aquaromana.engine.decided import decided
from aquaromana.engine.solve import Effort
from aquaromana.rules import Game, Phase
from aquaromana.server.protocol.game import Decided
from aquaromana.server.table.exports import Export

NODES: Final = 50_000
"""For each position that is looked at: half a second for a whole game."""
TWIN_NODES: Final = 300
"""The same without the C++ core."""

_NEVER: Final = Decided(ply=None, turn=None, seats=None)


def when_decided(export: Export) -> bytes:
    """A Decided as JSON."""
    return msgspec.json.encode(_when_decided(export))


def _when_decided(export: Export) -> Decided:
    if export.position.phase is not Phase.OVER or any(player.resigned for player in export.players):
        return _NEVER
    game = Game.from_position(export.start)
    for move in export.moves:
        game.push(move)
    found = decided(game, Effort(nodes=NODES if native.available() else TWIN_NODES))
    if found.ply == len(game.moves):
        return _NEVER
    return Decided(ply=found.ply, turn=found.turn, seats=list(found.winners))
