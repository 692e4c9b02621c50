"""Which decisions are legal, phase by phase, in positions made for it."""

import pytest

from aquaromana.rules import Game, IllegalMove, Kind, Phase
from aquaromana.rules.legal import extra_kinds, legal_builds
from aquaromana.rules.moves import Build, Extra, Move, Place
from tests.support.positions import FOUR, OUT_OF_SIGHT, THREE, built, filled, plays, texts
from tests.support.random_play import PLAYERS

SIGN_OF = {Kind.CURVE: "└", Kind.DOUBLE: "╲", Kind.STRAIGHT: "─", Kind.BRIDGE: "┼"}

ALL_BUT_FACED = """
┌·YY·│·RR·┐
└└└·┘┘┘·┐┐┐
───────────
┼┼┼┼┼┼┼┼┼┼┼
╲╲╲╲╲╲╲╲╲╲╲
─────┼┼┼┼┼┼
└└└·┘┘┘·┐┐┐
└·GG·│·BB·┘
"""
"""Every empty square is faced by an outlet."""


def kinds(game: Game) -> set[Kind]:
    return {move.kind for move in game.legal_moves() if isinstance(move, Build | Extra)}


@pytest.mark.clause("R2.5", "R2.1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_set_up_places_any_kind_on_any_free_square_in_turn(players: int) -> None:
    game = Game(players)
    assert len(game.legal_moves()) == 4 * 38
    assert not any(isinstance(move, Place) and move.kind is Kind.JOKER for move in game.legal_moves())
    order = []
    for number, letter in enumerate("CCCDDDSSSBBB"):
        order.append(game.to_move)
        assert game.phase is Phase.SETUP
        game.play(f"{letter}@{number + 1}")
        if number == 2:
            assert not any(text.startswith("C") for text in texts(game)), "three of each kind"
    assert order == [number % players for number in range(12)]
    assert (game.phase, game.to_move) == (Phase.BUILD, 0), "then seat 0 takes the first turn"
    assert list(game.position.reserve[1:]) == [1, 1, 1, 1, 1]


@pytest.mark.clause("R2.5")
def test_an_occupied_path_square_takes_no_second_builder() -> None:
    game = plays(Game(2), "C@12")
    assert len(game.legal_moves()) == 4 * 37
    assert "D@12" not in texts(game)


@pytest.mark.clause("R7")
def test_the_last_builder_of_the_set_up_is_written_too() -> None:
    game = plays(Game(2), " ".join(f"{letter}@{path}" for path, letter in enumerate("CCCDDDSSSBB", 1)))
    assert {text[0] for text in texts(game)} == {"B"}
    assert len(game.legal_moves()) == 38 - 11


@pytest.mark.clause("R4.1")
def test_all_reserve_builders_in_hand_are_placed_before_anything_else() -> None:
    game = built(phase="r", hands="CJ---", builders="S@12", rest=OUT_OF_SIGHT)
    assert {text[0] for text in texts(game)} == {"C", "J"}
    assert len(game.legal_moves()) == 2 * (38 - 12)
    plays(game, "J@3")
    assert (game.phase, game.to_move) == (Phase.RESERVE, 0)
    assert {text[0] for text in texts(game)} == {"C"}
    plays(game, "C@4")
    assert (game.phase, game.to_move) == (Phase.BUILD, 0)
    assert "D1s.4.Ce" in texts(game), "they serve the placer in this very turn"
    assert "C1w.3.Bw" in texts(game)


@pytest.mark.clause("R4.2", "R4.3")
def test_the_joker_lets_every_workman_who_sees_him_lay_every_kind() -> None:
    game = built(builders="J@12", rest=OUT_OF_SIGHT)
    assert texts(game) == [
        *("C1w.12.Cs", "C1w.12.Cn", "C1w.12.Ds", "C1w.12.Dn", "C1w.12.Sw", "C1w.12.Bw"),
        *("D1e.12.Cn", "D1e.12.Cs", "D1e.12.Dn", "D1e.12.Ds", "D1e.12.Se", "D1e.12.Be"),
        *("D1s.12.Ce", "D1s.12.Cw", "D1s.12.De", "D1s.12.Dw", "D1s.12.Ss", "D1s.12.Bs"),
    ]


@pytest.mark.clause("R4.2", "R4.3")
@pytest.mark.parametrize(("builder", "tiles"), [("C", {"Ce", "Cw"}), ("D", {"De", "Dw"}), ("S", {"Ss"}), ("B", {"Bs"})])
@pytest.mark.parametrize(("path", "workmen"), [(4, {"D1e", "D1s"}), (3, {"C1w"}), (38, {"C1w", "D1e", "D1s"})])
def test_a_builder_in_sight_lays_his_own_kind(builder: str, tiles: set[str], path: int, workmen: set[str]) -> None:
    game = built(builders=f"{builder}@{path}", rest=OUT_OF_SIGHT)
    builds = [text.split(".") for text in texts(game)]
    assert {workman for workman, _, _ in builds} == workmen
    assert {int(place) for _, place, _ in builds} == {path}
    assert {tile[0] for _, _, tile in builds} == {builder}
    if "D1s" in workmen:
        assert {tile for workman, _, tile in builds if workman == "D1s"} == tiles


@pytest.mark.clause("R4.2")
def test_nothing_blocks_the_view() -> None:
    game = built(filled(FOUR, "─", 21), builders="C@27", rest=OUT_OF_SIGHT)
    assert "D1s.27.Ce" in texts(game), "over the whole board"


@pytest.mark.clause("R4.2", "R4.8")
def test_the_same_tile_by_two_builders_is_two_decisions() -> None:
    game = built(builders="C@4 C@27", rest=OUT_OF_SIGHT)
    assert {"D1s.4.Ce", "D1s.27.Ce"} <= set(texts(game))


@pytest.mark.clause("R4.4")
@pytest.mark.parametrize("gone", SIGN_OF)
def test_a_builder_whose_kind_is_out_of_stock_lays_any_kind_in_stock(gone: Kind) -> None:
    drawing = filled(FOUR, SIGN_OF[gone], 21)
    game = built(drawing, builders=f"{gone.letter}@12", rest=OUT_OF_SIGHT)
    assert game.position.stock[gone] == 0
    assert kinds(game) == set(SIGN_OF) - {gone}
    other = next(kind for kind in SIGN_OF if kind != gone)
    game = built(drawing, builders=f"{other.letter}@12", rest=OUT_OF_SIGHT)
    assert kinds(game) == {other}, "other builders lay their own kind as before"


@pytest.mark.clause("R4.4", "R4.3")
@pytest.mark.parametrize("gone", SIGN_OF)
def test_the_joker_lays_kinds_in_stock_only(gone: Kind) -> None:
    game = built(filled(FOUR, SIGN_OF[gone], 21), builders="J@12", rest=OUT_OF_SIGHT)
    assert kinds(game) == set(SIGN_OF) - {gone}


@pytest.mark.clause("R4.4")
@pytest.mark.parametrize("first", SIGN_OF)
@pytest.mark.parametrize("second", SIGN_OF)
def test_two_kinds_out_of_stock(first: Kind, second: Kind) -> None:
    if first == second:
        return
    drawing = filled(filled(FOUR, SIGN_OF[first], 21), SIGN_OF[second], 21)
    game = built(drawing, builders=f"{first.letter}@12 J@38", rest=OUT_OF_SIGHT)
    assert kinds(game) == set(SIGN_OF) - {first, second}
    extra = built(drawing, phase=f"e{first.letter}")
    assert kinds(extra) == set(SIGN_OF) - {first, second}


@pytest.mark.clause("R4.7", "R4.4")
@pytest.mark.parametrize("gone", SIGN_OF)
def test_an_extra_tile_whose_kind_is_out_of_stock_has_any_kind_in_stock(gone: Kind) -> None:
    game = built(filled(FOUR, SIGN_OF[gone], 21), phase=f"e{gone.letter}")
    assert kinds(game) == set(SIGN_OF) - {gone}
    assert list(game.legal_moves()) == sorted(game.legal_moves())
    assert len(set(game.legal_moves())) == len(game.legal_moves())
    assert Kind(game.position.laid) is gone
    assert extra_kinds(game.position) == tuple(kind for kind in SIGN_OF if kind != gone)


@pytest.mark.clause("R4.7")
@pytest.mark.parametrize(
    ("laid", "ways"),
    [
        ("C", {"Cne", "Ces", "Csw", "Cnw"}),
        ("D", {"Dne", "Dnw"}),
        ("S", {"Sns", "Sew"}),
        ("B", {"B"}),
    ],
)
def test_an_extra_tile_repeats_the_kind_any_way_round_where_no_end_faces(laid: str, ways: set[str]) -> None:
    drawing = FOUR.replace("┌·YY", "┌─YY")
    game = built(drawing, phase=f"e{laid}", gone="I1e", podiums="")
    pairs = [text[1:].split("@") for text in texts(game)]
    assert {way for way, _ in pairs} == ways
    squares = {square for _, square in pairs}
    faced = {"A2", "D2", "E1", "G1", "H2", "J1", "J8", "H7", "G8", "E8", "D7", "B8"}
    fixed = {"A1", "K1", "A8", "K8", "B1", "C1", "D1", "H1", "I1", "C8", "D8", "H8", "I8"}
    assert len(squares) == 88 - len(faced) - len(fixed)
    assert not squares & (faced | fixed), "J1 is faced by a closed aqueduct, the others by outlets without tiles"
    assert len(pairs) == len(squares) * len(ways)


@pytest.mark.clause("R4.7")
def test_no_extra_tile_is_laid_where_every_empty_square_is_faced() -> None:
    game = built(ALL_BUT_FACED, builders="C@38", rest=OUT_OF_SIGHT)
    plays(game, "D1s.38.Cw")
    assert game.position.path[1] == Kind.CURVE, "he passed a fountain"
    assert game.phase is not Phase.EXTRA
    one_left = built(ALL_BUT_FACED.replace("┼┼┼┼┼┼┼┼┼┼┼", "┼┼┼┼┼·┼┼┼┼┼"), builders="C@38", rest=OUT_OF_SIGHT)
    plays(one_left, "D1s.38.Cw")
    assert texts(one_left) == ["+Cne@F4", "+Ces@F4", "+Csw@F4", "+Cnw@F4"]


@pytest.mark.clause("R4.8")
def test_a_seat_that_can_build_must_build() -> None:
    game = built(builders="C@4", rest=OUT_OF_SIGHT)
    assert all(isinstance(move, Build) for move in game.legal_moves())
    with pytest.raises(IllegalMove, match="only by a player who can lay no tile"):
        game.play(">4")


@pytest.mark.clause("R4.8")
def test_a_seat_that_sees_no_builder_moves_any_builder() -> None:
    game = built(rest=OUT_OF_SIGHT)
    assert legal_builds(game.position) == []
    assert texts(game) == [f">{path}" for path in OUT_OF_SIGHT]


@pytest.mark.clause("R4.8", "R3.4")
def test_a_builder_in_sight_without_a_legal_tile_is_as_good_as_none() -> None:
    game = built(
        """
        ┌·YY─·─RR·┐
        ···········
        ···········
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        builders="S@5",
        rest=OUT_OF_SIGHT,
        gone="C1w D1s",
    )
    assert all(isinstance(move, Move) for move in game.legal_moves())
    assert ">5" in texts(game)


@pytest.mark.clause("R4.8")
def test_only_ones_own_workmen_count() -> None:
    game = built(builders="C@9", rest=OUT_OF_SIGHT)
    assert all(isinstance(move, Move) for move in game.legal_moves()), "red and blue see 9, yellow does not"


@pytest.mark.clause("R4.9")
def test_own_open_aqueducts_may_be_closed_whatever_their_length() -> None:
    game = built(FOUR.replace("YY·", "YY─"), phase="c", turn=0, gone="C1w")
    assert texts(game) == ["xD1s", "xE1e", "-"]


@pytest.mark.clause("R4.9", "R2.3")
def test_with_two_players_both_colors_are_ones_own() -> None:
    game = built(players=2, phase="c", turn=1)
    assert texts(game) == ["xH1s", "xH1w", "xI1e", "xC8w", "xD8n", "xD8e", "-"]
    build = built(players=2, builders="J@12 C@19", rest=OUT_OF_SIGHT)
    assert {text[:3] for text in texts(build)} == {"C1w", "D1e", "D1s", "I8e", "H8n", "H8w"}


@pytest.mark.clause("R4.9")
def test_no_choice_to_close_after_closing_ones_own() -> None:
    game = built(FOUR.replace("···RR", "·│·RR"), builders="S@12", rest=OUT_OF_SIGHT)
    plays(game, "D1e.12.Se")
    assert game.phase is Phase.CLAIM


@pytest.mark.clause("R4.9")
def test_closing_a_rivals_aqueduct_leaves_the_choice() -> None:
    game = built(FOUR.replace("···RR", "─·─RR"), builders="C@5", rest=OUT_OF_SIGHT)
    plays(game, "E1e.5.Cs")
    assert game.phase is Phase.CLOSE
    assert set(texts(game)) == {"xF1s", "xC1w", "xD1s", "-"}


@pytest.mark.clause("R4.9")
def test_closing_by_choice_without_a_tile() -> None:
    game = plays(built(rest=OUT_OF_SIGHT), ">14")
    assert texts(game) == ["xC1w", "xD1e", "xD1s", "-"]


@pytest.mark.clause("R5.3")
def test_any_builder_in_the_reserve_may_be_taken() -> None:
    game = built(phase="t", due="1000", gone="D1e", builders="C@1 C@2 C@3 C@4 J@5")
    assert texts(game) == ["*D", "*S", "*B"]


@pytest.mark.clause("R6.1")
def test_when_the_game_is_over_nothing_is_legal() -> None:
    every = "C1w D1s D1e H1w H1s I1e I8e H8n H8w D8e D8n C8w"
    game = built(phase="o", gone=every)
    assert game.legal_moves() == ()
    assert game.is_over


@pytest.mark.clause("R3.6")
def test_three_players_start_with_four_outlets_each() -> None:
    game = built(THREE, players=3, builders="J@31", rest=range(1, 13))
    assert {text[:3] for text in texts(game)} >= {"G8e", "G8n", "F8n", "F8w"}
