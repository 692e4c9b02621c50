"""Closing by choice (R4.9): the search does it where it matters, and loses by not doing it."""

from pathlib import Path

import pytest

from aquaromana import Decision, Game
from aquaromana.engine import Budget, Search
from aquaromana.rules.moves import NOTHING

LINES = Path(__file__).with_name("data").joinpath("closing.txt").read_text("utf-8").splitlines()
POSITIONS = [line.split(" ; ") for line in LINES if not line.startswith("#")]


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("position", "decision"), POSITIONS)
def test_the_search_closes_where_it_matters(position: str, decision: str) -> None:
    game = Game.from_position(position)
    assert Search(seed=1).think(game, Budget(playouts=3000)).best == Decision(decision)


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("position", "decision"), POSITIONS)
def test_going_on_costs_a_share_of_the_win(position: str, decision: str) -> None:
    game = Game.from_position(position)
    seat = game.to_move
    closed, open_ = (share(game, seat, move) for move in (Decision(decision), NOTHING))
    assert closed > open_ + 0.05


def share(game: Game, seat: int, move: Decision) -> float:
    """A seat's share of the win after a decision: as the game ended, or after some thought."""
    after = game.copy()
    after.play(move)
    while not after.is_over and len(after.legal_moves()) == 1:
        after.play(after.legal_moves()[0])
    if after.is_over:
        return (seat in after.winners()) / len(after.winners())
    return Search(seed=2).think(after, Budget(playouts=6000)).shares[seat]
