"""What we chose where the editions disagree: one test for each row of the table in R9."""

import pytest

from aquaromana.rules import Game, Kind, Phase
from aquaromana.rules.layout import SEAT_COLORS
from aquaromana.rules.moves import Move
from aquaromana.rules.turn import podium_for
from tests.support.positions import FOUR, OUT_OF_SIGHT, built, end, filled, length, on_board, plays, podiums, texts

ALL = "C1w D1s D1e H1w H1s I1e I8e H8n H8w D8e D8n C8w"


@pytest.mark.ruling("Your podium is taken.")
def test_the_next_lower_podium() -> None:
    game = built(phase="c", gone="H1w", podiums="8R")
    assert podium_for(game.position, 8) == 7


@pytest.mark.ruling("Whose workmen must build?")
def test_only_ones_own_workmen_must_build() -> None:
    game = built(builders="C@8", rest=OUT_OF_SIGHT)
    assert all(isinstance(move, Move) for move in game.legal_moves()), "red and blue could, yellow need not"


@pytest.mark.ruling("When is a builder moved instead?")
def test_a_builder_is_moved_when_none_of_ones_own_can_build() -> None:
    for seat, moves in ((0, True), (1, False)):
        game = built(turn=seat, builders="C@8", rest=OUT_OF_SIGHT)
        assert all(isinstance(move, Move) for move in game.legal_moves()) is moves


@pytest.mark.ruling("A builder is in sight, but no tile would be legal.")
def test_a_useless_builder_counts_as_not_in_sight() -> None:
    drawing = FOUR.replace("YY···RR", "YY─·─RR")
    game = built(drawing, builders="B@5", rest=OUT_OF_SIGHT, gone="C1w D1s")
    assert ">5" in texts(game)


@pytest.mark.ruling("The builder's kind is out of stock.")
def test_a_kind_out_of_stock_is_replaced_by_choice() -> None:
    game = built(filled(FOUR, "─", 21), builders="S@12", rest=OUT_OF_SIGHT)
    assert {text.split(".")[2][0] for text in texts(game)} == {"C", "D", "B"}


@pytest.mark.ruling("The length is above 20.")
def test_the_highest_free_podium() -> None:
    game = built(phase="c", gone="H1w H1s", podiums="19R 20R")
    assert podium_for(game.position, 25) == 18


@pytest.mark.ruling("When may you close by choice?")
def test_no_closing_by_choice_after_closing_by_building() -> None:
    game = plays(built(builders="C@12", rest=OUT_OF_SIGHT), "D1e.12.Cn")
    assert game.phase is Phase.CLAIM
    other = plays(built(builders="C@12", rest=OUT_OF_SIGHT), "D1e.12.Cs")
    assert other.phase is Phase.CLOSE


@pytest.mark.ruling("May you close by choice in a turn without a tile?")
def test_closing_by_choice_without_a_tile() -> None:
    game = plays(built(rest=OUT_OF_SIGHT), ">14 xD1e")
    assert not on_board(game, "D1e")


@pytest.mark.ruling("Which kind is the extra tile?")
def test_the_extra_tile_has_the_kind_just_laid() -> None:
    joker = plays(built(builders="J@38", rest=OUT_OF_SIGHT), "D1s.38.Bs")
    assert {text[1] for text in texts(joker)} == {"B"}
    substitute = plays(built(filled(FOUR, "─", 21), builders="S@38", rest=OUT_OF_SIGHT), "D1s.38.Ce")
    assert {text[1] for text in texts(substitute)} == {"C"}


@pytest.mark.ruling("The extra tile's kind is out of stock.")
def test_the_extra_tile_is_replaced_too() -> None:
    game = built(filled(FOUR, "└", 20), builders="C@38", rest=OUT_OF_SIGHT)
    plays(game, "D1s.38.Ce")
    assert game.position.stock[Kind.CURVE] == 0
    assert {text[1] for text in texts(game)} == {"D", "S", "B"}


@pytest.mark.ruling("A builder passes two fountains in one walk.")
def test_two_fountains_one_tile() -> None:
    crowd = "D@12 D@13 D@14 C@15 C@16 C@17 B@18 B@19"
    game = built(FOUR.replace("RR·┐", "RR─┐"), turn=1, builders=f"S@11 {crowd}", rest=range(1, 10))
    plays(game, "K1s.11.Ss +Sns@F5 -")
    assert game.position.path[20] == Kind.STRAIGHT


@pytest.mark.ruling("Where may an extra tile not lie?")
def test_extra_tiles_keep_off_squares_that_are_faced_but_may_touch() -> None:
    game = built(phase="eC")
    assert "+Cne@D2" not in texts(game), "D1s faces it"
    assert "+Cne@C2" in texts(game), "beside the reservoir, but not before an outlet"


@pytest.mark.ruling("May two aqueducts of one reservoir be joined?")
def test_two_aqueducts_of_one_reservoir_are_not_joined() -> None:
    drawing = FOUR.replace("YY·", "YY┐").replace("···········", "···└·······", 1)
    reason = built(drawing, builders="C@5", rest=OUT_OF_SIGHT).reason("E1s.5.Cw")
    assert reason is not None
    assert reason.code == "build/joins"


@pytest.mark.ruling("Are closed aqueducts protected too?")
def test_closed_aqueducts_keep_their_ends() -> None:
    drawing = FOUR.replace("YY···RR", "YY─·─RR")
    reason = built(drawing, builders="S@5", rest=OUT_OF_SIGHT, gone="H1w", podiums="1R").reason("E1e.5.Se")
    assert reason is not None
    assert reason.code == "build/joins"
    extra = built(FOUR.replace("YY·", "YY─"), phase="eC", gone="D1e", podiums="1Y")
    assert "+Cne@F1" not in texts(extra)


@pytest.mark.ruling("Is an outlet without a tile an aqueduct?")
def test_an_outlet_without_a_tile_is_an_aqueduct_of_length_0() -> None:
    game = plays(built(rest=OUT_OF_SIGHT), ">14 xC1w")
    assert podiums(game) == ""
    assert (game.phase, game.to_move) == (Phase.CLAIM, 0)


@pytest.mark.ruling("An end faces an empty square on which every fitting tile would join.")
def test_ends_before_a_square_that_takes_no_tile_are_closed() -> None:
    game = built(
        """
        ┌·YY─··RR·┐
        ···└─·─┘···
        ·····│·····
        ···┌─┘·····
        ···│·······
        ···│·······
        ···│·······
        └·GG···BB·┘
        """,
        builders="C@5",
        rest=OUT_OF_SIGHT,
    )
    plays(game, "E1e.5.Cs")
    assert not any(on_board(game, outlet) for outlet in ("D1s", "D1e", "H1s", "D8n"))


@pytest.mark.ruling("An aqueduct runs over a square twice.")
def test_every_pass_counts() -> None:
    game = built(
        """
        ┌·YY···RR·┐
        ··┌┼·······
        ··└┘·······
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """
    )
    assert (end(game, "D1s"), length(game, "D1s")) == ("D2e", 5)


@pytest.mark.ruling("In which order is the reserve claimed?")
def test_all_of_ones_own_claims_then_the_next_player() -> None:
    game = built(phase="t", turn=3, due="2101", gone="D1s D1e H1s D8n")
    order = []
    while game.phase is Phase.CLAIM:
        order.append(game.to_move)
        game.push(game.legal_moves()[0])
    assert order == [3, 0, 0, 1]


@pytest.mark.ruling("You have reserve builders but no workmen.")
def test_reserve_builders_are_placed_without_workmen() -> None:
    game = plays(built(phase="c", gone="H1w H1s I1e", hands="-J--"), "-")
    assert (game.to_move, game.phase) == (1, Phase.RESERVE)


@pytest.mark.ruling("Does the player who laid the last tile get another turn?")
def test_the_last_layer_has_another_turn() -> None:
    game = built(turn=1, rest=(1, 2, 6, 7, 13, 14, 15, 16, 17, 18, 32, 37))
    for seat, forced in ((1, ">32 -"), (2, ">33 -"), (3, ">34 -")):
        assert game.to_move == seat
        plays(game, forced)
    assert (game.to_move, game.is_over) == (0, False), "seat 0 laid the last tile"


@pytest.mark.ruling("Only one player still has workmen.")
def test_alone_the_first_turn_without_a_tile_is_the_last() -> None:
    game = built(gone=" ".join(ALL.split()[3:]), dry=3, rest=OUT_OF_SIGHT)
    plays(game, ">14 -")
    assert game.is_over


@pytest.mark.ruling("Claims in the turn that ends the game.")
def test_claims_in_the_last_turn_are_made() -> None:
    game = built(gone=" ".join(ALL.split()[3:]), dry=3, rest=OUT_OF_SIGHT)
    plays(game, ">14 xD1s")
    assert (game.phase, game.is_over) == (Phase.CLAIM, False)
    plays(game, "*C")
    assert game.is_over


@pytest.mark.ruling("Two workmen on a podium with a bonus.")
def test_each_workman_on_a_podium_gets_the_bonus() -> None:
    assert built(phase="o", gone=ALL, podiums="7Y 7R").scores() == (11, 11, 0, 0)


@pytest.mark.ruling("Who has which color, and who begins?")
def test_colors_and_the_first_seat_are_fixed() -> None:
    assert SEAT_COLORS == {2: ((0, 2), (1, 3)), 3: ((0,), (1,), (2,)), 4: ((0,), (1,), (2,), (3,))}
    assert [Game(players).to_move for players in (2, 3, 4)] == [0, 0, 0]
