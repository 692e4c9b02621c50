"""From where on a game was decided, where that is not for the board alone to tell."""

from dataclasses import replace

import msgspec
import pytest

from aquaromana.engine import decided as engine
from aquaromana.engine import native
from aquaromana.engine.solve import Effort
from aquaromana.rules import Game
from aquaromana.server.protocol.game import Decided
from aquaromana.server.table import decided
from aquaromana.server.table.decided import when_decided
from aquaromana.server.table.exports import Export
from aquaromana.server.table.seating import Seating
from tests.support.random_play import finished

NEVER = Decided(ply=None, turn=None, seats=None)


def export(game: Game) -> Export:
    """A finished game of two people."""
    players = tuple(Seating("person").player(seat) for seat in range(2))
    start = Game(2).position
    return Export("k7Qm2xRtY4", 0.0, players, start, game.position, tuple(game.moves), ("",) * len(game.moves), "")


def found(game: Export) -> Decided:
    return msgspec.json.decode(when_decided(game), type=Decided)


@pytest.mark.slow
def test_the_winner_is_named_unless_somebody_resigned() -> None:
    game = finished(2, 5)
    told = found(export(game))
    assert told.ply is not None
    assert told.ply < len(game.moves)
    assert told.seats == list(game.winners())
    first, second = export(game).players
    assert found(replace(export(game), players=(first, msgspec.structs.replace(second, resigned=True)))) == NEVER


def test_a_game_that_was_given_up_is_not_decided_on_the_board() -> None:
    assert found(export(Game(2))) == NEVER


def test_without_the_core_less_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []

    def noted(game: Game, effort: Effort) -> engine.Decided:
        budgets.append(effort.nodes)
        return engine.decided(game, effort)

    monkeypatch.setattr(decided, "decided", noted)
    for has_core in (True, False):
        monkeypatch.setattr(native, "available", lambda has_core=has_core: has_core)
        found(export(finished(2, 0)))
    assert budgets == [decided.NODES, decided.TWIN_NODES]
