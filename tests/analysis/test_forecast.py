"""The builder forecast against what builders and players then do."""

import pytest

from aquaromana.analysis import Walk, is_blind, seen, walks
from aquaromana.rules import Game, Kind, Phase, Position
from aquaromana.rules.moves import Build, Move
from aquaromana.rules.turn import apply
from tests.support.positions import FOUR, OUT_OF_SIGHT, aqueduct, built, filled, plays
from tests.support.random_play import PLAYERS, POLICIES, Policy, played

YELLOW_LEFT = "H1w H1s I1e I8e H8n H8w D8e D8n C8w"
"""All outlets but the yellow ones."""


def test_builders_walk_past_others_and_fountains() -> None:
    game = built(builders="C@10 D@11 S@12 B@20", rest=range(22, 38))
    found = {walk.start: walk for walk in walks(game.position)}
    assert found[10] == Walk(10, 13, fountain=True)
    assert found[12] == Walk(12, 13, fountain=False)
    assert found[20] == Walk(20, 21, fountain=False)
    assert len(found) == 12


def test_a_workman_sees_along_row_and_column() -> None:
    game = built(builders="C@4 D@12 S@27", rest=range(14, 26))
    assert seen(game.position, aqueduct(game, "D1s")) == (4, 12, 27)
    assert seen(game.position, aqueduct(game, "C8w")) == (19,)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_the_forecast_comes_true_and_the_blind_can_only_move(players: int, policy: Policy) -> None:
    forecast: dict[int, Walk] = {}
    before: Position | None = None
    for game in played(Game(players), 5 + players, policy):
        now = game.position
        if before is not None and isinstance(move := game.moves[-1], Build | Move):
            walk = forecast[move.builder if isinstance(move, Build) else move.path]
            assert before.path[walk.start] == now.path[walk.target]
            assert now.path[walk.start] == 0
            assert (game.phase is Phase.EXTRA) <= walk.fountain
        if game.phase is Phase.BUILD:
            assert is_blind(now, game.to_move) == (game.legal_moves()[0].type == "move")
        forecast = {walk.start: walk for walk in walks(now)}
        before = now


@pytest.mark.parametrize("players", PLAYERS)
def test_a_seat_that_is_not_blind_thanks_to_a_builder_in_hand_can_place_it_in_sight(players: int) -> None:
    """Checked the long way: every placement of the one builder in the hand."""
    tried = 0
    for game in played(Game(players), 11, POLICIES["long lived"]):
        position, seat = game.position, game.to_move
        if game.phase is not Phase.RESERVE or sum(position.held) > 1 or not position.open_aqueducts(seat):
            continue
        tried += 1
        able = False
        for move in game.legal_moves():
            later = game.position.copy()
            apply(later, move)
            able = able or not is_blind(later, game.to_move)
        assert is_blind(game.position, game.to_move) != able
    assert tried


def test_no_seat_is_blind_before_the_first_turn_or_after_the_last() -> None:
    assert not any(is_blind(Game(4).position, seat) for seat in range(4))
    game = Game(2)
    for _ in played(game, 1):
        pass
    assert not any(is_blind(game.position, seat) for seat in range(2))


def test_a_seat_whose_workmen_see_nobody_is_blind() -> None:
    game = built(builders="C@21", rest=OUT_OF_SIGHT)
    assert is_blind(game.position, 0)
    assert is_blind(game.position, 1)
    assert not is_blind(built(builders="C@4", rest=OUT_OF_SIGHT).position, 0)


def test_a_seat_without_workmen_is_not_called_blind() -> None:
    game = built(rest=OUT_OF_SIGHT, gone="H1w H1s I1e")
    assert is_blind(game.position, 0)
    assert not is_blind(game.position, 1)


def test_a_builder_in_hand_or_due_gives_sight() -> None:
    assert not is_blind(built(phase="r", rest=OUT_OF_SIGHT, hands="J---").position, 0)
    assert is_blind(built(phase="c", turn=1, rest=OUT_OF_SIGHT, hands="--J-").position, 0), "not in its own hand"
    claim = built(phase="t", turn=1, due="1000", rest=OUT_OF_SIGHT, gone="D1s")
    assert not is_blind(claim.position, 0), "it takes one before its turn comes"


def test_a_builder_in_hand_does_not_help_where_all_places_in_sight_are_taken() -> None:
    """Yellow's last workman on D2 sees only straights and bridges, which would join yellow and red on E2."""
    game = built(
        """
        ┌·YY···RR·┐
        ···└·──┘···
        ···········
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        phase="c",
        turn=3,
        builders="S@4 S@13 B@27 B@37",
        rest=range(14, 26),
        hands="J---",
        gone="C1w D1e",
    )
    assert game.position.held[Kind.JOKER] == 1
    assert is_blind(game.position, 0)


def test_an_aqueduct_that_is_about_to_be_scored_does_not_see_for_its_player() -> None:
    """Yellow has led its only aqueduct but one to the edge; the other sees nobody."""
    game = built(builders="C@38 D@5", rest=OUT_OF_SIGHT, gone="C1w")
    plays(game, "D1e.38.Cn")
    assert game.phase is Phase.EXTRA
    assert is_blind(game.position, 0)


def test_without_tiles_everybody_is_blind() -> None:
    game = built(filled(FOUR, "│", 21), builders="S@4 S@12", rest=OUT_OF_SIGHT, gone="C1w")
    assert not is_blind(game.position, 0), "another kind can be laid instead"
    empty = game.position.copy()
    empty.stock = bytearray(5)
    assert is_blind(empty, 0)
