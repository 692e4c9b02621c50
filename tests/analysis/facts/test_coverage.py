"""How many decisions have a reason: those with alternatives, after the set-up."""

from aquaromana.analysis.facts.choose import reasons
from aquaromana.analysis.facts.coverage import Coverage
from aquaromana.rules import Game

POSITION = "4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-"


def test_decisions_with_alternatives_are_counted_by_type_and_players() -> None:
    game = Game.from_position(POSITION)
    build = game.legal_moves()[0]
    told = reasons(game, [build]).reasons
    coverage = Coverage()
    coverage.add(game.position, [build])
    assert coverage.types == [build.type]
    assert coverage.count(build.type) == coverage.count(build.type, 4) == (bool(told), 1)
    assert coverage.count(build.type, 2) == (0, 0)
    assert coverage.codes.total() == len(told) > 0


def test_the_set_up_is_not_counted() -> None:
    coverage = Coverage()
    game = Game(2)
    coverage.add(game.position, [game.legal_moves()[0]])
    assert coverage.types == []
