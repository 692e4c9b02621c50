"""Lines of play: the turn that a seat would have now, with the reserve builders that are due to it."""

from itertools import combinations

from aquaromana.analysis.facts.lines import with_claims
from aquaromana.rules import Game, Kind, Phase

TWO_DUE = "4.t.1d0t0200.4H1H81.1BD1S3S5BB3C3CD1D4S4C1.---.ooo-oxx-ooo-ooo.-"


def hand(game: Game, seat: int) -> list[Kind]:
    held = game.position.held[seat * 6 : seat * 6 + 6]
    return [kind for kind in Kind for _ in range(held[kind])]


def test_a_turn_begins_after_every_way_of_taking_what_is_due() -> None:
    starts = list(with_claims(Game.from_position(TWO_DUE), 1))
    pairs = combinations((Kind.CURVE, Kind.DOUBLE, Kind.STRAIGHT, Kind.BRIDGE, Kind.JOKER), 2)
    assert {tuple(hand(start, 1)) for start in starts} == set(pairs)
    assert {(start.phase, start.to_move) for start in starts} == {(Phase.RESERVE, 1)}


def test_a_turn_of_a_seat_with_nothing_due_begins_with_its_build() -> None:
    (start,) = with_claims(Game.from_position(TWO_DUE), 2)
    assert (start.phase, start.to_move) == (Phase.BUILD, 2)
    assert hand(start, 2) == []
