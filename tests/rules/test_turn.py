"""What a decision changes, and how turns follow each other."""

import pytest

from aquaromana.rules import Game, Kind, Phase
from aquaromana.rules.turn import destination
from tests.support.positions import FOUR, OUT_OF_SIGHT, THREE, built, end, length, on_board, plays, podiums, texts

ALL = "C1w D1s D1e H1w H1s I1e I8e H8n H8w D8e D8n C8w"
"""Every outlet of the standard board for two and four players."""

TWO_FACE_F2 = """
┌·YY···RR·┐
···└─·─┘···
···········
···········
···········
···········
···········
└·GG···BB·┘
"""
"""A yellow and a red aqueduct of length 2 before F2."""


def others(*kept: str) -> str:
    return " ".join(outlet for outlet in ALL.split() if outlet not in kept)


@pytest.mark.clause("R4.5", "R8.3")
def test_one_double_curve_extends_two_players_aqueducts() -> None:
    game = built(TWO_FACE_F2, builders="D@37", rest=OUT_OF_SIGHT)
    plays(game, "E2e.37.Dn -")
    assert (end(game, "D1s"), length(game, "D1s")) == ("F2n", 3)
    assert (end(game, "H1s"), length(game, "H1s")) == ("F2s", 3), "the rival's workman moves too"
    assert on_board(game, "D1s")
    assert on_board(game, "H1s")
    assert podiums(game) == ""


@pytest.mark.clause("R4.5")
def test_loose_tiles_are_picked_up_by_both() -> None:
    game = built(
        """
        ┌·YY·┌·RR·┐
        ···└─·─┘···
        ·····│·····
        ·····└─┐···
        ·······│···
        ···········
        ···········
        └·GG···BB·┘
        """,
        builders="D@37",
        rest=OUT_OF_SIGHT,
    )
    plays(game, "E2e.37.Ds")
    assert (end(game, "D1s"), length(game, "D1s")) == ("H5s", 8), "F2 and five loose squares"
    assert (end(game, "H1s"), length(game, "H1s")) == ("F1e", 4), "F2 and one loose square"


@pytest.mark.clause("R4.5", "R3.5")
def test_a_rivals_aqueduct_is_led_to_the_edge() -> None:
    game = built(FOUR.replace("···RR", "─·─RR"), builders="D@5", rest=OUT_OF_SIGHT)
    plays(game, "E1e.5.Ds -")
    assert (end(game, "H1w"), length(game, "H1w")) == ("F1n", 2)
    assert not on_board(game, "H1w")
    assert podiums(game) == "2R"
    assert (game.phase, game.to_move) == (Phase.CLAIM, 1)


@pytest.mark.clause("R4.6")
@pytest.mark.parametrize(
    ("builders", "target"),
    [("C@4", 5), ("C@4 D@5", 6), ("C@4 D@5 S@6 B@7", 8), ("C@4 D@5 S@7", 6)],
)
def test_the_builder_used_walks_to_the_next_free_square(builders: str, target: int) -> None:
    game = built(builders=builders, rest=range(20, 38))
    plays(game, "D1s.4.Ce")
    assert game.position.path[4] == 0
    assert game.position.path[target] == Kind.CURVE


@pytest.mark.clause("R4.7", "R1.2")
@pytest.mark.parametrize(
    ("builders", "path", "target", "fountain"),
    [
        ("C@11", 11, 12, True),
        ("C@19", 19, 20, True),
        ("C@30", 30, 31, True),
        ("C@38", 38, 1, True),
        ("C@10", 10, 11, False),
        ("C@10 D@11", 10, 12, True),
        ("C@12", 12, 13, False),
        ("C@37 D@38 S@1", 37, 2, True),
    ],
)
def test_a_builder_passes_fountains(builders: str, path: int, target: int, fountain: bool) -> None:
    game = built(builders=builders, rest=(*range(3, 10), *range(21, 29)))
    assert destination(game.position, path) == (target, fountain)


@pytest.mark.clause("R4.7")
def test_a_fountain_passed_asks_for_one_extra_tile() -> None:
    game = built(builders="S@38", rest=OUT_OF_SIGHT)
    plays(game, "D1e.38.Se")
    assert (game.phase, game.to_move) == (Phase.EXTRA, 0)
    assert {text[:4] for text in texts(game)} == {"+Sns", "+Sew"}
    plays(game, "+Sns@F5")
    assert game.phase is Phase.CLOSE
    assert game.position.laid == 0
    assert game.position.stock[Kind.STRAIGHT] == 19


@pytest.mark.clause("R4.7")
def test_two_fountains_passed_in_one_step_ask_for_one_extra_tile() -> None:
    crowd = "D@12 D@13 D@14 C@15 C@16 C@17 B@18 B@19"
    game = built(FOUR.replace("RR·┐", "RR─┐"), turn=1, builders=f"S@11 {crowd}", rest=range(1, 10))
    plays(game, "K1s.11.Ss")
    assert game.position.path[20] == Kind.STRAIGHT, "from 11 over 11|12 and 19|20"
    assert (game.phase, game.to_move) == (Phase.EXTRA, 1)
    plays(game, "+Sns@F5")
    assert (game.phase, game.to_move) == (Phase.CLOSE, 1)


@pytest.mark.clause("R4.7")
@pytest.mark.parametrize("tile", ["C", "D", "S", "B"])
def test_the_extra_tile_repeats_the_jokers_kind(tile: str) -> None:
    game = built(builders="J@38", rest=OUT_OF_SIGHT)
    plays(game, next(text for text in texts(game) if text.startswith(f"D1s.38.{tile}")))
    assert game.phase is Phase.EXTRA
    assert {text[1] for text in texts(game)} == {tile}


@pytest.mark.clause("R4.7", "R3.5")
def test_an_extra_tile_may_lie_anywhere_else_and_stays_loose() -> None:
    game = built(builders="C@38", rest=OUT_OF_SIGHT)
    plays(game, "D1e.38.Cs +Cne@E3")
    assert length(game, "D1e") == 1
    assert (end(game, "D1e"), on_board(game, "D1e")) == ("E1s", True)
    game.check()


@pytest.mark.clause("R4.8", "R4.7")
def test_a_forced_step_over_a_fountain_brings_no_extra_tile() -> None:
    game = built(rest=OUT_OF_SIGHT)
    plays(game, ">19")
    assert game.position.path[20] != 0
    assert (game.phase, game.position.dry) == (Phase.CLOSE, 1)


@pytest.mark.clause("R4.8", "R6.1")
def test_a_seat_without_workmen_is_passed_over_and_its_turn_counts() -> None:
    game = built(phase="c", turn=0, dry=0, gone="H1w H1s I1e I8e H8n H8w")
    plays(game, "-")
    assert (game.to_move, game.phase, game.position.dry) == (3, Phase.BUILD, 2)


@pytest.mark.clause("R4.1", "R6.1")
def test_a_seat_without_workmen_places_its_reserve_builders() -> None:
    game = built(phase="c", turn=0, gone="H1w H1s I1e", hands="-CJ--")
    plays(game, "-")
    assert (game.to_move, game.phase) == (1, Phase.RESERVE)
    plays(game, "J@1")
    assert (game.to_move, game.phase) == (1, Phase.RESERVE)
    plays(game, "C@3")
    assert (game.to_move, game.phase, game.position.dry) == (2, Phase.BUILD, 1)
    game.check()


@pytest.mark.clause("R4.1", "R6.1")
def test_placing_without_workmen_can_be_the_last_turn() -> None:
    game = built(phase="c", turn=0, dry=3, gone="H1w H1s I1e", hands="-J--")
    plays(game, "-")
    assert game.phase is Phase.RESERVE, "three turns without a tile do not end a game of four"
    plays(game, "J@1")
    assert game.is_over
    assert game.to_move == 1
    game.check()


@pytest.mark.clause("R5.1", "R8.5", "R4.9")
def test_a_tile_across_rivals_ends_closes_them_all() -> None:
    game = built(
        """
        ┌·YY···RR·┐
        ···└─·─┘···
        ·····│·····
        ···┌─┘·····
        ···│·······
        ···│·······
        ···│·······
        └·GG···BB·┘
        """,
        builders="C@37",
        rest=OUT_OF_SIGHT,
    )
    plays(game, "E2e.37.Cn")
    assert game.phase is Phase.CLOSE, "none of them is yellow"
    assert podiums(game) == "", "they are scored at the end of the turn"
    plays(game, "-")
    assert podiums(game) == "2R 7G"
    assert [on_board(game, outlet) for outlet in ("D1s", "H1s", "D8n")] == [True, False, False]
    plays(game, "*C")
    assert game.to_move == 3
    plays(game, "*J")
    assert (game.to_move, game.phase) == (1, Phase.RESERVE)


@pytest.mark.clause("R5.1")
def test_own_aqueducts_are_scored_before_those_closed_by_the_tile() -> None:
    """Yellow shuts red off at length 2 and closes by choice at length 3, with podium 3 full: yellow takes podium 2."""
    game = built(TWO_FACE_F2, builders="C@37", rest=OUT_OF_SIGHT, gone="I8e H8n", podiums="3B 3B")
    plays(game, "E2e.37.Cn xF2n")
    assert podiums(game) == "1R 2Y 3B 3B"


@pytest.mark.clause("R5.1", "R5.2")
@pytest.mark.parametrize(("turn", "build", "stand"), [(0, "E2e.37.Ds", "2R 3Y 3B"), (1, "G2w.37.Dn", "2Y 3R 3B")])
def test_the_player_whose_turn_it_is_mounts_first(turn: int, build: str, stand: str) -> None:
    """Both aqueducts grow to 3 and run into walls; on podium 3 there is room for one more."""
    game = built(
        """
        ┌·YY·─·RR·┐
        ···└─·─┘···
        ·····─·····
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        turn=turn,
        builders="D@37",
        rest=range(20, 32),
        gone="I8e",
        podiums="3B",
    )
    plays(game, build)
    assert podiums(game) == stand


@pytest.mark.clause("R5.2", "R4.9", "R3.6")
def test_length_0_closed_by_choice_is_out_but_earns_a_builder() -> None:
    game = built(builders="C@12", rest=OUT_OF_SIGHT)
    plays(game, "D1e.12.Cs xC1w")
    assert podiums(game) == ""
    assert not on_board(game, "C1w")
    assert game.scores() == (0, 0, 0, 0)
    assert (game.phase, game.to_move) == (Phase.CLAIM, 0)
    plays(game, "*J")
    assert game.position.held[Kind.JOKER] == 1


@pytest.mark.clause("R5.2", "R9")
def test_no_podium_left_below_is_out_without_bonus() -> None:
    game = built(TWO_FACE_F2, phase="c", gone="H1w I1e", podiums="1R 2R")
    plays(game, "xE2e")
    assert podiums(game) == "1R 2R"
    assert game.scores() == (0, 1 + 3 + 2 + 4, 0, 0)
    assert (game.phase, game.to_move) == (Phase.CLAIM, 0)


@pytest.mark.clause("R5.3")
@pytest.mark.parametrize(
    ("reserve", "due"),
    [(0, (0, 0, 0, 0)), (1, (1, 0, 0, 0)), (2, (2, 0, 0, 0)), (3, (2, 1, 0, 0)), (4, (2, 1, 0, 1)), (5, (2, 1, 0, 1))],
)
def test_claims_end_when_the_reserve_is_empty(reserve: int, due: tuple[int, ...]) -> None:
    """Yellow closes two aqueducts, red and green one each; builders beyond the set-up are already on the path."""
    extra = "".join(f" {letter}@{20 + number}" for number, letter in enumerate("CDSBJ"[: 5 - reserve]))
    three = "C@5 C@30 C@31 D@32 D@33 D@34 S@35 S@36 S@37 B@10 B@9 B@8"
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
        builders=three + extra,
    )
    assert sum(game.position.reserve) == reserve
    plays(game, "E1e.5.Cs")
    assert tuple(game.position.due) == due
    taken = []
    while game.phase is Phase.CLAIM:
        taken.append(game.to_move)
        game.check()
        game.push(game.legal_moves()[-1])
    assert taken == [0] * due[0] + [1] * due[1] + [3] * due[3], "each takes all of theirs before the next takes any"
    assert (game.position.turn, game.phase) == (1, Phase.RESERVE if due[1] else Phase.BUILD)


@pytest.mark.clause("R6.1", "R4.9")
@pytest.mark.parametrize("players", [2, 4])
def test_the_last_seats_forced_step_ends_the_game(players: int) -> None:
    last = players - 1
    game = built(players=players, turn=last, dry=last, rest=(1, 2, 5, 6, 7, 13, 14, 15, 16, 17, 18, 32))
    assert all(text.startswith(">") for text in texts(game))
    plays(game, ">1")
    assert game.phase is Phase.CLOSE, "the choice to close comes before the end"
    closed = plays(game.copy(), "xD8n")
    assert (closed.phase, closed.to_move) == (Phase.CLAIM, last), "claims are made before the end"
    plays(closed, "*J")
    assert closed.is_over
    plays(game, "-")
    assert game.is_over
    assert game.position.on_board == 0
    assert game.to_move == last


@pytest.mark.clause("R6.1")
def test_a_tile_restarts_the_count() -> None:
    game = built(dry=3, builders="C@12", rest=OUT_OF_SIGHT)
    plays(game, "D1e.12.Cs -")
    assert not game.is_over
    assert game.position.dry == 0


@pytest.mark.clause("R6.1")
def test_one_player_left_ends_the_game_by_his_first_turn_without_a_tile() -> None:
    game = built(gone=others("D1s"), builders="C@4", rest=OUT_OF_SIGHT)
    plays(game, "D1s.4.Cw -")
    assert (game.to_move, game.position.dry, game.phase) == (0, 3, Phase.BUILD), "three seats without workmen"
    assert all(text.startswith(">") for text in texts(game)), "D2 sees nobody"
    plays(game, ">14 -")
    assert game.is_over
    assert podiums(game) == "1Y"


@pytest.mark.clause("R6.1")
def test_an_empty_turn_can_be_the_last() -> None:
    """With two players: seat 0 moves a builder, seat 1 has no workmen: two turns without a tile."""
    game = built(players=2, gone="H1w H1s I1e D8e D8n C8w I8e H8n H8w", rest=OUT_OF_SIGHT)
    plays(game, ">14 -")
    assert game.is_over
    assert game.to_move == 1, "the turn was that of the seat without workmen"


@pytest.mark.clause("R6.1", "R5.3")
def test_the_game_ends_when_no_workman_is_left_after_the_claims() -> None:
    game = built(gone=others("D1e"), builders="C@12", rest=OUT_OF_SIGHT)
    plays(game, "D1e.12.Cn")
    assert game.phase is Phase.CLAIM
    plays(game, "*C")
    assert game.is_over
    assert podiums(game) == "1Y"
    assert game.position.held[Kind.CURVE] == 1


@pytest.mark.clause("R2.1", "R6.1")
def test_turns_go_round() -> None:
    game = built(THREE, players=3, phase="c", turn=2)
    plays(game, "-")
    assert (game.to_move, game.phase) == (0, Phase.BUILD)


@pytest.mark.clause("R4.1")
def test_builders_taken_are_placed_before_the_next_turn() -> None:
    game = built(phase="t", turn=1, due="0001", gone="D8n")
    plays(game, "*J")
    assert (game.to_move, game.phase) == (2, Phase.BUILD)
    placing = built(phase="c", turn=2, hands="---J")
    plays(placing, "-")
    assert (placing.to_move, placing.phase) == (3, Phase.RESERVE)


def test_games_go_on_after_all_of_this() -> None:
    game = Game.from_position(str(built(TWO_FACE_F2)))
    while not game.is_over:
        game.push(game.legal_moves()[0])
        game.check()
    assert sum(game.scores()) > 0
