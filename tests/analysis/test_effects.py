"""What decisions do: in built positions one by one, and in random games as a whole."""

import pytest

from aquaromana.analysis import Closing, Effects, Growth, effects_of, prospects_of
from aquaromana.analysis.effects import after, pending, podium_then
from aquaromana.rules import Decision, Game, Kind, Phase
from aquaromana.rules.geometry import parse_port, parse_square, port_name
from aquaromana.rules.moves import Build
from aquaromana.rules.tiles import FACE_NAMES
from tests.support.positions import FOUR, OUT_OF_SIGHT, aqueduct, built, filled, plays
from tests.support.random_play import PLAYERS, POLICIES, Policy, played

SHUTS_TWO_RIVALS = """
┌·YY···RR·┐
···└─·─┘···
·····│·····
···┌─┘·····
···│·······
···│·······
···│·······
└·GG···BB·┘
"""
"""Yellow and red with length 2 and green with length 7 before F2."""

WALLS_BEYOND_F2 = """
┌·YY·─·RR·┐
···└─·─┘···
·····─·····
···········
···········
···········
···········
└·GG···BB·┘
"""
"""Yellow and red with length 2 before F2; what leaves it to the north or south runs into a wall."""


def made(game: Game, text: str) -> Effects:
    """What a decision does; the game goes on with it."""
    before = game.position
    game.play(text)
    return effects_of(before, game.moves[-1], game.position)


def expected(game: Game, text: str) -> Effects:
    """What is to be expected of a decision; it is not made."""
    assert game.reason(text) is None
    later = after(game.position, Decision(text))
    return prospects_of(game.position, Decision(text), later)


def ports(names: str) -> tuple[int, ...]:
    return tuple(map(parse_port, names.split()))


def mounted(game: Game, effects: Effects) -> str:
    """The closings like `D1s 3 forced`: outlet, podium, and how."""
    return ", ".join(
        f"{port_name(game.layout.outlets[closing.aqueduct])} {closing.podium}"
        + " forced" * closing.forced
        + " final" * closing.final
        for closing in effects.closings
    )


# one by one


def test_a_build_lays_walks_and_lets_the_water_run() -> None:
    game = built(builders="C@4 D@5", rest=OUT_OF_SIGHT)
    assert made(game, "D1s.4.Ce") == Effects(
        laid=(parse_square("D2"), FACE_NAMES.index("Cne")),
        walk=(4, 6),
        grown=(Growth(aqueduct(game, "D1s"), parse_port("D1s"), parse_port("D2e"), 1, ports("D2e")),),
    )


def test_a_double_curve_grows_two_aqueducts_and_each_takes_up_its_loose_tiles() -> None:
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
    effects = made(game, "E2e.37.Ds")
    assert effects.grown == (
        Growth(aqueduct(game, "D1s"), parse_port("E2e"), parse_port("H5s"), 8, ports("F2s F3s F4e G4e H4s H5s")),
        Growth(aqueduct(game, "H1s"), parse_port("G2w"), parse_port("F1e"), 4, ports("F2n F1e")),
    )


def test_a_bridge_can_be_passed_twice_by_one_growth() -> None:
    game = built(
        """
        ┌·YY···RR·┐
        ····┐······
        ···└┘······
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        builders="B@4",
        rest=OUT_OF_SIGHT,
    )
    (growth,) = made(game, "D1s.4.Bs").grown
    assert [port_name(port) for port in growth.course] == ["D2s", "D3e", "E3n", "E2w", "D2w"]
    assert growth.length == 5


def test_a_builder_passes_a_fountain_and_an_extra_tile_is_laid() -> None:
    game = built(builders="S@38", rest=OUT_OF_SIGHT)
    build = made(game, "D1e.38.Se")
    assert (build.walk, build.fountain) == ((38, 1), True)
    assert made(game, "+Sns@F5") == Effects(laid=(parse_square("F5"), FACE_NAMES.index("Sns")))


def test_a_forced_walk_past_a_fountain_is_reported_but_brings_no_tile() -> None:
    game = built(rest=OUT_OF_SIGHT)
    assert made(game, ">19") == Effects(walk=(19, 20), fountain=True)
    assert game.phase is Phase.CLOSE


@pytest.mark.parametrize("tile", ["Ce", "De", "Ss", "Bs"])
def test_the_joker_walks_like_any_other_whatever_was_laid(tile: str) -> None:
    game = built(builders="J@4", rest=OUT_OF_SIGHT)
    effects = made(game, f"D1s.4.{tile}")
    assert effects.walk == (4, 5)
    assert effects.laid is not None
    assert FACE_NAMES[effects.laid[1]][0] == tile[0]
    assert game.position.path[5] == Kind.JOKER


def test_the_effects_name_the_substitute_that_was_laid() -> None:
    game = built(filled(FOUR, "┼", 21), builders="B@4", rest=OUT_OF_SIGHT)
    assert game.position.stock[Kind.BRIDGE] == 0
    effects = made(game, "D1s.4.Ss")
    assert effects.laid == (parse_square("D2"), FACE_NAMES.index("Sns"))
    assert effects.walk == (4, 5)
    (growth,) = effects.grown
    assert growth.length == 1 + 2, "the bridges on D3 and D4 are taken up"


def test_placing_and_taking() -> None:
    game = built(phase="t", turn=0, due="1000", gone="D1s")
    assert made(game, "*J") == Effects(took=Kind.JOKER)
    placing = built(phase="r", turn=0, hands="J---", gone="D1s")
    assert made(placing, "J@1") == Effects(placed=(Kind.JOKER, 1))


def test_closing_nothing_has_no_effects() -> None:
    assert made(built(phase="c"), "-") == Effects()


# closings


def test_a_build_reports_what_it_closes_and_the_end_of_the_turn_scores_it() -> None:
    game = built(SHUTS_TWO_RIVALS, builders="C@37", rest=OUT_OF_SIGHT)
    assert mounted(game, expected(game, "E2e.37.Cn")) == "H1s 2 forced, D8n 7 forced"
    assert made(game, "E2e.37.Cn").closings == (), "the turn is not over"
    assert mounted(game, made(game, "-")) == "H1s 2 forced, D8n 7 forced"


def test_closing_by_choice_comes_before_those_of_rivals() -> None:
    game = built(SHUTS_TWO_RIVALS, builders="C@37", rest=OUT_OF_SIGHT, gone="I8e H8n", podiums="3B 3B")
    build = expected(game, "E2e.37.Cn")
    assert mounted(game, build) == "H1s 2 forced, D8n 7 forced"
    later = after(game.position, Decision("E2e.37.Cn"))
    assert podium_then(build, later, aqueduct(game, "D1s")) == 2, "length 3, podium 3 is full, and yellow goes first"
    plays(game, "E2e.37.Cn")
    assert mounted(game, expected(game, "xF2n")) == "D1s 2, H1s 1 forced, D8n 7 forced"
    assert mounted(game, made(game, "xF2n")) == "D1s 2, H1s 1 forced, D8n 7 forced"


@pytest.mark.parametrize(
    ("turn", "build", "order"),
    [(0, "E2e.37.Ds", "D1s 3 forced, H1s 2 forced"), (1, "G2w.37.Dn", "H1s 3 forced, D1s 2 forced")],
)
def test_the_player_whose_turn_it_is_gets_the_podium_both_want(turn: int, build: str, order: str) -> None:
    game = built(WALLS_BEYOND_F2, turn=turn, builders="D@37", rest=range(20, 32), gone="I8e", podiums="3B")
    assert mounted(game, expected(game, build)) == order
    effects = made(game, build)
    assert mounted(game, effects) == order, "none is left to choose, so they are scored at once"
    assert len(effects.grown) == 2


def test_the_longest_aqueduct_of_a_seat_is_scored_first() -> None:
    """With two players the seat of red and green closes both; 7 and 2 are full."""
    game = built(
        SHUTS_TWO_RIVALS, players=2, builders="C@37", rest=OUT_OF_SIGHT, gone="C1w D1e I8e", podiums="2Y 7Y 7B"
    )
    assert mounted(game, expected(game, "E2e.37.Cn")) == "D8n 6 forced, H1s 1 forced"


def test_a_workman_without_a_podium_is_out() -> None:
    game = built(SHUTS_TWO_RIVALS, builders="C@37", rest=OUT_OF_SIGHT, gone="I8e H8n", podiums="1B 2B")
    assert mounted(game, expected(game, "E2e.37.Cn")) == "H1s 0 forced, D8n 7 forced"


def test_before_an_extra_tile_what_is_closed_waits() -> None:
    """Yellow leads its own water to the edge by a builder who passes a fountain."""
    game = built(builders="C@38", rest=OUT_OF_SIGHT)
    build = expected(game, "D1e.38.Cn")
    assert mounted(game, build) == "D1e 1 forced"
    assert made(game, "D1e.38.Cn").closings == ()
    assert pending(game.position) == build.closings
    assert mounted(game, expected(game, "+Cne@F4")) == "D1e 1 forced"
    assert mounted(game, made(game, "+Cne@F4")) == "D1e 1 forced", "there is no choice to close, so the turn ends"
    assert pending(game.position) == ()


def test_a_second_closed_aqueduct_of_the_same_seat_is_scored_after_the_first() -> None:
    """Yellow leads one aqueduct to the edge before an extra tile is due; the other has the same length."""
    game = built(
        """
        ┌·YY─··RR·┐
        ···│·······
        ···└·······
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        builders="C@5",
        rest=(*range(6, 12), *range(14, 20)),
    )
    build, later = expected(game, "E1e.5.Cn"), after(game.position, Decision("E1e.5.Cn"))
    assert later.phase is Phase.EXTRA, "he walks over 6 to 11 and the fountain"
    assert mounted(game, build) == "D1e 2 forced"
    assert podium_then(build, later, aqueduct(game, "D1e")) == 2
    assert podium_then(build, later, aqueduct(game, "D1s")) == 1, "podium 2 is gone when it can be closed"


# the end of the game


def test_the_last_decision_scores_what_is_closed_and_then_what_is_open() -> None:
    game = built(
        SHUTS_TWO_RIVALS, phase="c", turn=0, dry=4, gone="C1w D1e H1w I1e I8e H8n H8w D8e C8w", podiums="3Y 3R"
    )
    assert mounted(game, expected(game, "-")) == "D1s 2 final, H1s 1 final, D8n 7 final"
    effects = made(game, "-")
    assert effects.ends
    assert mounted(game, effects) == "D1s 2 final, H1s 1 final, D8n 7 final"


def test_the_end_scores_from_the_seat_whose_turn_was_the_last() -> None:
    """Seat 1 has no workmen and places its joker; the game ends in its turn, so seat 2 and 3 come before seat 0."""
    game = built(SHUTS_TWO_RIVALS, phase="r", turn=1, dry=3, gone="H1w H1s I1e C1w D1e", hands="-J--", podiums="1R 3R")
    effects = made(game, "J@1")
    assert effects.placed == (Kind.JOKER, 1)
    assert effects.ends
    assert [closing.aqueduct // 3 for closing in effects.closings] == [2, 2, 2, 3, 3, 3, 0]
    assert all(closing.final and not closing.forced for closing in effects.closings)
    assert Closing(aqueduct(game, "D8n"), 7, 7, final=True) in effects.closings


# as a whole


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_closings_are_those_of_the_rules_in_every_decision(players: int, policy: Policy) -> None:
    before = None
    closed = 0
    for game in played(Game(players), 20 + players, policy):
        now = game.position
        if before is not None:
            effects = effects_of(before, game.moves[-1], now)
            stand = [list(colors) for colors in before.podiums]
            left = before.on_board
            for closing in effects.closings:
                left &= ~(1 << closing.aqueduct)
                assert closing.length == now.lengths[closing.aqueduct]
                if closing.podium:
                    stand[closing.podium].append(now.layout.colors[closing.aqueduct])
            assert left == now.on_board
            assert tuple(tuple(sorted(colors)) for colors in stand) == now.podiums
            assert effects.ends == game.is_over
            closed += len(effects.closings)
        before = now
    assert closed == 12


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_growths_carry_every_end_to_the_next(players: int, policy: Policy) -> None:
    game = Game(players)
    courses = [[outlet] for outlet in game.layout.outlets]
    before = game.position
    grown = 0
    for later in played(game, 50 + players, policy):
        now = later.position
        if now is before:
            continue
        for growth in effects_of(before, later.moves[-1], now).grown:
            assert growth.start == courses[growth.aqueduct][-1]
            courses[growth.aqueduct] += growth.course
            assert growth.end == courses[growth.aqueduct][-1]
            assert growth.length == len(courses[growth.aqueduct]) - 1
            grown += 1
        assert [course[-1] for course in courses] == now.ends
        assert bytes(len(course) - 1 for course in courses) == now.lengths
        before = now
    assert grown > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_prospects_come_true_if_nothing_is_closed_by_choice(players: int) -> None:
    """A build that leaves no choice but an extra tile or to close nothing is scored as it was told."""
    told: tuple[Closing, ...] = ()
    scored = 0
    for game in played(Game(players), 80 + players, POLICIES["never closing"]):
        if not game.moves:
            continue
        move = game.moves[-1]
        before = game.copy()
        before.pop()
        effects = effects_of(before.position, move, game.position)
        ahead = prospects_of(before.position, move, game.position)
        if isinstance(move, Build):
            told = ahead.closings
        if game.phase in (Phase.EXTRA, Phase.CLOSE):
            assert effects.closings == ()
            assert ahead.closings == told == pending(game.position)
        elif move.type in ("build", "extra", "pass"):
            assert effects == ahead
            assert tuple(closing for closing in effects.closings if not closing.final) == told
            scored += len(told)
            told = ()
    assert scored > 0
