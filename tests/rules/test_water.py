"""Where water runs, what closes an aqueduct, and which tiles would join two of them."""

import pytest

from aquaromana.rules import Game, IllegalMove, Phase
from aquaromana.rules.geometry import parse_port, parse_square
from aquaromana.rules.moves import Build
from aquaromana.rules.water import allowed_lays, course, follow, loose_loop
from tests.support.positions import (
    FOUR,
    OUT_OF_SIGHT,
    built,
    contents,
    end,
    filled,
    length,
    on_board,
    plays,
    podiums,
    texts,
)
from tests.support.random_play import finished

FOUR_FACE_F2 = """
┌·YY─┐·RR·┐
···└─·─┘···
·····│·····
···┌─┘·····
···│·······
···│·······
···│·······
└·GG···BB·┘
"""
"""Two yellow, a red and a green aqueduct around F2; yellow's D1e, red's H1s and green's D8n can have come last."""

LOOSE_LOOP = """
┌·YY┐··RR·┐
···││······
···││······
···││······
···└·┐·····
····└┘·····
···········
└·GG···BB·┘
"""
"""Both yellow aqueducts face E5, whose two other sides are joined by loose tiles."""

LOOP_FOR_ONE = """
┌·YY···RR·┐
···│·······
···│·······
···│·······
···└·┐·····
····└┘·····
···········
└·GG···BB·┘
"""
"""As before, but only one aqueduct is there."""


def exits(game: Game, workman: str) -> set[str]:
    """The tiles a workman may lay, as kind and exit."""
    builds = [text for text in texts(game) if text.startswith(workman + ".")]
    return {text.rpartition(".")[2] for text in builds}


@pytest.mark.clause("R3.1", "R3.2", "R3.3")
def test_an_aqueduct_runs_from_its_outlet_to_its_end() -> None:
    game = built(
        """
        ┌·YY─┐·RR·┐
        ·····│·····
        ·····└─·│··
        ··─········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """
    )
    assert (end(game, "D1e"), length(game, "D1e")) == ("G3e", 5)
    assert (end(game, "D1s"), length(game, "D1s")) == ("D1s", 0)
    sees = {
        build.builder for build in game.legal_moves() if isinstance(build, Build) and build.workman == parse_port("G3e")
    }
    assert sees <= {7, 14, 24, 36}, "the workman stands on G3"
    assert sees


@pytest.mark.clause("R3.1")
def test_follow_returns_the_end_the_steps_and_what_it_faces() -> None:
    board = contents(FOUR_FACE_F2)
    assert follow(board, parse_port("D1e")) == (parse_port("F1s"), 2, parse_port("F2n"))
    assert follow(board, parse_port("A1n")) == (parse_port("A1n"), 0, -1), "the edge"
    assert follow(board, parse_port("C2n")) == (parse_port("C2n"), 0, -1), "a reservoir's wall"
    assert follow(board, parse_port("G3w")) == (parse_port("G3w"), 0, -1), "a tile without a channel there"
    assert follow(board, parse_port("B1w")) == (parse_port("A1s"), 1, parse_port("A2n")), "through the corner"


@pytest.mark.clause("R3.2", "R1.1")
def test_a_printed_corner_counts_one() -> None:
    game = built(FOUR, builders="S@3 S@12", rest=OUT_OF_SIGHT)
    plays(game, "C1w.3.Sw")
    assert (end(game, "C1w"), length(game, "C1w")) == ("A1s", 2)
    game = built(FOUR.replace("┌·YY", "┌─YY"), builders="S@30", rest=OUT_OF_SIGHT)
    assert texts(game)[0] == "A1s.30.Ss", "the workman stands on the corner and sees from there"


@pytest.mark.clause("R3.2")
def test_a_square_crossed_twice_counts_two() -> None:
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


@pytest.mark.clause("R3.2", "R4.5")
@pytest.mark.parametrize(("tile", "finish"), [("Be", "E5n"), ("Ds", "E5n")])
def test_a_channel_that_leaves_a_tile_and_comes_back_counts_twice(tile: str, finish: str) -> None:
    game = built(LOOP_FOR_ONE, builders="J@4", rest=OUT_OF_SIGHT)
    assert length(game, "D1s") == 4
    plays(game, f"D5e.4.{tile}")
    assert (end(game, "D1s"), length(game, "D1s")) == (finish, 4 + 5)
    game.check()


@pytest.mark.clause("R3.4")
def test_a_loose_loop_may_be_closed_by_a_channel_without_water() -> None:
    game = built(LOOP_FOR_ONE, builders="J@4", rest=OUT_OF_SIGHT)
    plays(game, "D5e.4.Dn")
    assert (end(game, "D1s"), length(game, "D1s")) == ("E5n", 5)
    game.check()
    extra = built(LOOP_FOR_ONE.replace("└·┐", "··┐"), phase="eD")
    plays(extra, "+Dnw@E5")
    extra.check()
    assert length(extra, "D1s") == 3


@pytest.mark.clause("R3.4")
def test_no_tile_joins_two_aqueducts_around_a_loose_loop() -> None:
    game = built(LOOSE_LOOP, builders="J@4", rest=OUT_OF_SIGHT)
    assert exits(game, "D5e") == {"Cs", "Se"}
    for tile in ("Cn", "Dn", "Ds", "Be"):
        reason = game.reason(f"D5e.4.{tile}")
        assert reason is not None
        assert (reason.code, reason.args["workman"], reason.args["other"]) == ("build/joins", "D5e", "E4s")
    without = built(LOOSE_LOOP.replace("└┘", "└·"), builders="J@4", rest=OUT_OF_SIGHT)
    assert exits(without, "D5e") == {"Cs", "Ds", "Se", "Be"}, "an open loop joins nothing"


@pytest.mark.clause("R3.4", "R3.5")
@pytest.mark.parametrize(("tile", "grown", "finish"), [("Se", 8, "E6n"), ("Cs", 8, "F5w")])
def test_a_single_channel_into_a_loose_loop_ends_at_its_own_tile(tile: str, grown: int, finish: str) -> None:
    game = built(LOOSE_LOOP, builders="J@4", rest=OUT_OF_SIGHT)
    plays(game, f"D5e.4.{tile}")
    assert (end(game, "D1s"), length(game, "D1s")) == (finish, grown)
    assert not on_board(game, "D1s")
    assert not on_board(game, "D1e"), "the tile has no channel for the other"
    assert podiums(game) == "4Y 8Y"


@pytest.mark.clause("R3.4")
def test_loose_loop_needs_the_two_dry_sides() -> None:
    board, square = contents(LOOSE_LOOP), parse_square("E5")
    assert loose_loop(board, square, 0b1001)
    assert not loose_loop(board, square, 0b0011)
    assert not loose_loop(contents(FOUR), square, 0b1001)
    lays = allowed_lays(board, square, 0b1001, 3)
    assert [len(each) for each in lays] == [0, 1, 0, 1, 0]


@pytest.mark.clause("R3.4")
@pytest.mark.parametrize(("gone", "podium"), [("", ""), ("D1s", "1Y"), ("D1s", "")])
def test_two_outlets_of_one_reservoir_are_not_joined(gone: str, podium: str) -> None:
    game = built(
        FOUR.replace("YY·", "YY┐").replace("···········", "···└·······", 1),
        builders="J@5",
        rest=OUT_OF_SIGHT,
        gone=gone,
        podiums=podium,
    )
    assert exits(game, "E1s") == {"Ce", "De", "Ss", "Bs"}
    reason = game.reason("E1s.5.Cw")
    assert reason is not None
    assert str(reason) == ("E1s.5.Cw would join the aqueduct that ends at E1s with the one that ends at D2e. (R3.4)")
    with pytest.raises(IllegalMove):
        game.play("E1s.5.Dw")


@pytest.mark.clause("R3.4")
@pytest.mark.parametrize("gone", ["", "H1w"])
def test_two_players_aqueducts_are_not_joined(gone: str) -> None:
    game = built(FOUR.replace("···RR", "─·─RR"), builders="J@5", rest=OUT_OF_SIGHT, gone=gone)
    assert exits(game, "E1e") == {"Cn", "Cs", "Dn", "Ds"}
    for tile in ("Se", "Be"):
        reason = game.reason(f"E1e.5.{tile}")
        assert reason is not None
        assert reason.args["other"] == "G1w"


@pytest.mark.clause("R3.5", "R8.4")
def test_the_edge_of_the_board_closes() -> None:
    game = built(builders="C@12", rest=OUT_OF_SIGHT)
    plays(game, "D1e.12.Cn")
    assert (end(game, "D1e"), length(game, "D1e")) == ("E1n", 1)
    assert not on_board(game, "D1e")
    assert podiums(game) == "1Y"


@pytest.mark.clause("R3.5")
def test_a_reservoirs_wall_closes() -> None:
    game = built(
        """
        ┌┌YY···RR·┐
        ·└·········
        ···········
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        builders="C@2",
    )
    plays(game, "B2e.2.Cn")
    assert (end(game, "C1w"), length(game, "C1w")) == ("C2n", 3)
    assert not on_board(game, "C1w")


@pytest.mark.clause("R3.5")
def test_a_tile_without_a_channel_closes() -> None:
    game = built(FOUR.replace("···RR", "·│·RR"), builders="S@12", rest=OUT_OF_SIGHT)
    plays(game, "D1e.12.Se")
    assert (end(game, "D1e"), length(game, "D1e")) == ("E1e", 1)
    assert not on_board(game, "D1e")


@pytest.mark.clause("R3.5", "R5.1", "R5.3")
@pytest.mark.parametrize(
    ("turn", "missing", "build", "stand", "order"),
    [
        (0, ("─┐·RR", "─··RR"), "E1e.5.Cs", "1Y 2Y 7G", [0, 0, 1, 3]),
        (1, ("└─·─┘", "└─··┘"), "H2w.8.Sw", "1Y 2R 7G", [1, 3, 0, 0]),
        (3, ("·····│·····", "···········"), "F4n.6.Sn", "1Y 2Y 7G", [3, 0, 0, 1]),
    ],
)
def test_four_aqueducts_that_face_one_square_close_at_once(
    turn: int, missing: tuple[str, str], build: str, stand: str, order: list[int]
) -> None:
    """Nothing can be laid on F2 any more: every side leads back to an outlet."""
    game = built(FOUR_FACE_F2.replace(*missing, 1), turn=turn, builders=f"J@{build.split('.')[1]}", rest=range(20, 38))
    assert game.position.blocked == 0
    plays(game, build)
    assert game.position.fed[parse_square("F2")] == 15
    assert not any(on_board(game, outlet) for outlet in ("D1e", "D1s", "H1s", "D8n"))
    assert podiums(game) == stand, "red or one yellow workman comes too late for the podiums 2 and 1"
    taking = []
    while game.phase is Phase.CLAIM:
        taking.append(game.to_move)
        game.push(game.legal_moves()[0])
        game.check()
    assert taking == order


@pytest.mark.clause("R3.5")
def test_three_aqueducts_before_one_square_are_open() -> None:
    game = built(FOUR_FACE_F2.replace("─┐·", "─··"), builders="J@34", rest=range(20, 32))
    assert game.position.fed[parse_square("F2")].bit_count() == 3
    assert game.position.blocked == 0
    assert exits(game, "E2e") == set()
    seen = built(FOUR_FACE_F2.replace("─┐·", "─··"), builders="J@37", rest=range(20, 32))
    assert exits(seen, "E2e") == {"Cn"}, "only the one dry side is left to go to"


@pytest.mark.clause("R3.5")
def test_a_third_aqueduct_before_one_square_closes_nothing() -> None:
    drawing = FOUR_FACE_F2.replace("─┐·RR", "─··RR").replace("└─·─┘", "└─··┘")
    game = built(drawing, turn=1, builders="S@8", rest=range(20, 38))
    plays(game, "H2w.8.Sw")
    assert game.position.fed[parse_square("F2")].bit_count() == 3
    assert game.position.blocked == 0
    assert game.phase is Phase.CLOSE


@pytest.mark.clause("R3.5", "R4.8")
def test_stock_plays_no_part_in_closing() -> None:
    """Only a curve fits before the workman at E2, and all curves are laid: he waits, and is not closed."""
    drawing = """
    ┌·YY─┐·RR·┐
    ···└─·─┘···
    ···········
    ···········
    ···········
    ···········
    ···········
    └·GG···BB·┘
    """
    game = built(filled(drawing, "└", 18), builders="C@6 J@5 D@37", gone="C1w D1e", podiums="2Y", rest=range(20, 32))
    assert game.position.stock[1] == 0
    assert game.position.fed[parse_square("F2")].bit_count() == 3
    assert all(text.startswith(">") for text in texts(game))
    plays(game, ">6 -")
    assert on_board(game, "D1s")
    assert game.position.dry == 1


@pytest.mark.clause("R3.5")
def test_a_closed_aqueduct_is_lengthened_without_changing_its_score() -> None:
    drawing = """
    ┌·YY···RR·┐
    ···└─·─┘···
    ···········
    ···········
    ···········
    ···········
    ···········
    └·GG···BB·┘
    """
    game = built(drawing, builders="D@37", rest=OUT_OF_SIGHT, gone="H1s", podiums="2R")
    plays(game, "E2e.37.Dn -")
    assert (end(game, "H1s"), length(game, "H1s")) == ("F2s", 3)
    assert podiums(game) == "2R"
    assert not on_board(game, "H1s")
    game.check()


@pytest.mark.clause("R3.6", "R4.9", "R5.2", "R5.3")
def test_an_outlet_without_a_tile_is_blocked_with_length_0() -> None:
    game = built(FOUR.replace("YY···RR", "YY·──RR"), turn=1, builders="C@12", rest=OUT_OF_SIGHT)
    plays(game, "F1w.12.Cs -")
    assert length(game, "D1e") == 0
    assert not on_board(game, "D1e")
    assert podiums(game) == ""
    assert (game.phase, game.to_move) == (Phase.CLAIM, 0), "and still earns a reserve builder"


@pytest.mark.clause("R3.1")
def test_a_course_is_the_way_of_the_water_square_by_square() -> None:
    position = finished(2, 1).position
    for aqueduct, outlet in enumerate(position.layout.outlets):
        ports = course(position.board, outlet, position.ends[aqueduct])
        assert (outlet, *ports)[-1] == position.ends[aqueduct] == follow(position.board, outlet)[0]
        assert len(ports) == follow(position.board, outlet)[1]
    assert course(position.board, parse_port("D1s"), parse_port("D1s")) == ()
