"""Why something cannot be done: every code, and the agreement with what is legal."""

import re
from collections.abc import Callable
from string import Formatter

import pytest

from aquaromana.rules import AquaError, Decision, Game, IllegalMove, Kind, Layout, Phase, Reason, standard_layout
from aquaromana.rules.errors import CATALOGUE
from aquaromana.rules.geometry import PATH, PORTS, SQUARES, parse_port, parse_square
from aquaromana.rules.layout import parse_layout
from aquaromana.rules.moves import DECISIONS, Build, Close, Extra, Move, Place, Take
from aquaromana.rules.notation import parse_position
from aquaromana.rules.reasons import illegal, why_builder, why_kind, why_square, why_workman
from tests.support.positions import FOUR, OUT_OF_SIGHT, built, filled
from tests.support.random_play import CUSTOM, sampled
from tests.support.sizes import LongSize

ALL = "C1w D1s D1e H1w H1s I1e I8e H8n H8w D8e D8n C8w"

FACING = """
┌·YY─·─RR·┐
···········
···········
···········
···········
···········
···········
└·GG···BB·┘
"""
"""A yellow and a red aqueduct before F1."""

REASONS = LongSize("reasons", ci=84, long=2000)
SHARE = LongSize("reasons", ci=4, long=1)
"""One of so many of all decisions is tried in each position, another one in the next."""


def error(attempt: Callable[[], object]) -> Reason:
    with pytest.raises(AquaError) as caught:
        attempt()
    return caught.value.reason


def over() -> Game:
    return built(phase="o", gone=ALL)


def build(builders: str = "C@12") -> Game:
    return built(builders=builders, rest=OUT_OF_SIGHT)


def facing(builders: str) -> Game:
    return built(FACING, builders=builders, rest=OUT_OF_SIGHT)


def curves_set_up() -> Game:
    game = Game(2)
    for path in (1, 2, 3):
        game.play(f"C@{path}")
    return game


def extra() -> Game:
    return built(FACING.replace("─·─", "─··"), phase="eC", gone="C1w")


CASES: dict[str, list[tuple[Callable[[], Reason | None], str]]] = {
    "phase/over": [
        (lambda: over().reason("-"), "The game is over."),
        (lambda: why_workman(over().position, 5), "over"),
        (lambda: why_builder(over().position, 5), "over"),
        (lambda: why_square(over().position, 5), "over"),
        (lambda: why_kind(over().position, Kind.CURVE), "over"),
    ],
    "phase/wrong": [(lambda: build().reason("*J"), "*J answers another question: now seat 0 has to build.")],
    "phase/not-asked": [
        (lambda: why_workman(Game(2).position, parse_port("D1e")), "set up a builder; the workman at D1e plays no"),
        (lambda: why_builder(extra().position, 12), "lay an extra tile; the builder on path square 12 plays no"),
        (lambda: why_square(Game(2).position, parse_square("F4")), "set up a builder; the square F4 plays no"),
        (lambda: why_kind(built(phase="c").position, Kind.CURVE), "close an aqueduct or nothing; the kind curve"),
    ],
    "phase/must-build": [(lambda: build().reason(">12"), "C1w.12.Cs is possible.")],
    "workman/none": [
        (lambda: build().reason("E5e.16.Cn"), "No aqueduct ends at E5e."),
        (lambda: why_workman(build().position, parse_port("E5e")), "No aqueduct ends at E5e."),
        (lambda: built(phase="c").reason("xE5e"), "No aqueduct ends at E5e."),
    ],
    "workman/closed": [
        (lambda: built(phase="c", gone="D1e").reason("xD1e"), "ends at D1e is closed"),
        (lambda: why_workman(built(gone="D1e").position, parse_port("D1e")), "its workman has left"),
    ],
    "workman/foreign": [
        (
            lambda: build().reason("H1w.12.Cs"),
            "The workman at H1w is red and belongs to seat 1, not to seat 0.",
        ),
        (lambda: why_workman(build().position, parse_port("H8n")), "blue and belongs to seat 2"),
    ],
    "workman/sees-nobody": [
        (
            lambda: why_workman(built(builders="C@4", rest=OUT_OF_SIGHT).position, parse_port("C1w")),
            "The workman at C1w sees no builder: 3, 12, 28, 38 are empty.",
        )
    ],
    "workman/no-tile-fits": [
        (
            lambda: why_workman(facing("S@5 C@3").position, parse_port("E1e")),
            "Every tile that the builders in sight of E1e allow would join two aqueducts on F1.",
        )
    ],
    "build/out-of-sight": [
        (lambda: build().reason("D1e.13.Cs"), "A workman on D1 sees the path squares 4, 12, 27, 38, not 13.")
    ],
    "build/wrong-exit": [
        (lambda: build().reason("D1e.12.Ce"), "A curve that takes up the water of D1e cannot lead it to side e.")
    ],
    "build/no-builder": [(lambda: build().reason("D1e.4.Cs"), "No builder stands on path square 4.")],
    "build/wrong-kind": [
        (lambda: build().reason("D1e.12.Se"), "The builder on 12 is a curve and does not let you lay a straight.")
    ],
    "build/joins": [
        (
            lambda: facing("S@5").reason("E1e.5.Se"),
            "would join the aqueduct that ends at E1e with the one that ends at G1w",
        )
    ],
    "stock/empty": [
        (
            lambda: built(filled(FOUR, "─", 21), builders="J@12", rest=OUT_OF_SIGHT).reason("D1e.12.Se"),
            "No straight is left in stock.",
        ),
        (lambda: why_kind(built(filled(FOUR, "─", 21)).position, Kind.STRAIGHT), "No straight is left"),
        (lambda: built(filled(FOUR, "─", 21), phase="eC").reason("+Sns@F7"), "No straight is left"),
    ],
    "stock/substitute": [
        (
            lambda: built(filled(FOUR, "─", 21), builders="S@12", rest=OUT_OF_SIGHT).reason("D1e.12.Se"),
            "No straight is left in stock: choose any kind that is.",
        ),
        (lambda: built(filled(FOUR, "─", 21), phase="eS").reason("+Sns@F7"), "choose any kind"),
        (lambda: why_kind(built(filled(FOUR, "─", 21), phase="eS").position, Kind.STRAIGHT), "choose any kind"),
    ],
    "extra/wrong-kind": [
        (lambda: extra().reason("+Sns@F4"), "The extra tile has the kind just laid, curve, not straight."),
        (lambda: why_kind(extra().position, Kind.BRIDGE), "curve, not bridge"),
    ],
    "square/corner": [
        (lambda: extra().reason("+Cne@A1"), "A1 is a printed corner."),
        (lambda: why_square(build().position, parse_square("K8")), "K8 is a printed corner."),
    ],
    "square/reservoir": [(lambda: extra().reason("+Cne@D1"), "D1 belongs to the yellow reservoir.")],
    "square/occupied": [(lambda: extra().reason("+Cne@E1"), "A tile already lies on E1.")],
    "square/faced": [
        (lambda: extra().reason("+Cne@F1"), "The aqueduct that ends at E1e faces F1: no extra tile may lie there."),
        (lambda: extra().reason("+Cne@B1"), "ends at C1w faces B1"),
        (lambda: why_square(extra().position, parse_square("D2")), "ends at D1s faces D2"),
    ],
    "square/unfaced": [
        (lambda: why_square(build().position, parse_square("F4")), "None of your workmen stands before F4."),
        (lambda: why_square(build().position, parse_square("J1")), "None of your workmen stands before J1."),
    ],
    "square/no-tile-fits": [
        (
            lambda: why_square(facing("S@5 C@3").position, parse_square("F1")),
            "No tile that the builders in sight allow fits on F1.",
        )
    ],
    "path/occupied": [
        (lambda: built(phase="r", hands="J---", builders="C@12").reason("J@12"), "already stands on path square 12."),
        (lambda: why_builder(built(phase="r", hands="J---", builders="C@12").position, 12), "already stands"),
    ],
    "path/empty": [
        (lambda: built(rest=OUT_OF_SIGHT).reason(">1"), "No builder stands on path square 1."),
        (lambda: why_builder(build().position, 1), "No builder stands on path square 1."),
    ],
    "builder/unseen": [
        (
            lambda: why_builder(build().position, 14),
            "None of seat 0's workmen sees the builder on path square 14.",
        )
    ],
    "builder/no-tile-fits": [
        (
            lambda: why_builder(facing("S@5 C@3").position, 5),
            "No tile that the builder on path square 5 allows can be laid now.",
        )
    ],
    "kind/not-in-supply": [
        (lambda: curves_set_up().reason("C@9"), "No builder of kind curve is left to set up."),
        (lambda: why_kind(curves_set_up().position, Kind.CURVE), "curve"),
    ],
    "kind/joker-waits": [
        (lambda: Game(2).reason("J@1"), "The joker is not set up; it waits in the reserve."),
        (lambda: why_kind(Game(2).position, Kind.JOKER), "waits"),
    ],
    "kind/not-held": [
        (
            lambda: built(phase="r", hands="J---").reason("C@1"),
            "No reserve builder of kind curve is in the hand of seat 0.",
        ),
        (lambda: why_kind(built(phase="r", hands="J---").position, Kind.CURVE), "in the hand of"),
    ],
    "kind/not-in-reserve": [
        (
            lambda: built(phase="t", due="1000", gone="D1e", builders="J@1").reason("*J"),
            "No builder of kind joker is left in the reserve.",
        ),
        (
            lambda: why_kind(built(phase="t", due="1000", gone="D1e", builders="J@1").position, Kind.JOKER),
            "left in the reserve.",
        ),
    ],
    "kind/joker-tile": [
        (lambda: why_kind(build().position, Kind.JOKER), "The joker is a builder; there are no tiles of that kind."),
        (lambda: why_kind(extra().position, Kind.JOKER), "The joker is a builder"),
    ],
    "kind/no-builder": [
        (
            lambda: why_kind(build().position, Kind.STRAIGHT),
            "No builder in sight of seat 0's workmen lets a straight be laid now.",
        )
    ],
    "notation/unreadable": [(lambda: error(lambda: Decision("?")), "'?' is not a decision: no form of R7")],
    "position/unreadable": [(lambda: error(lambda: parse_position("?")), "Not a position: it needs 8 fields, not 1.")],
    "position/impossible": [
        (
            lambda: error(lambda: parse_position("2.s.0d0.88.38.C-.ooo-ooo-ooo-ooo.-")),
            "Not a possible position: nobody holds a reserve builder during the set-up.",
        )
    ],
    "layout/unreadable": [(lambda: error(lambda: parse_layout("")), "Not a layout: players must be 2, 3 or 4.")],
    "layout/invalid": [
        (
            lambda: error(lambda: Layout(3, standard_layout(2).reservoirs)),
            "Not a valid layout: 3 players need 3 reservoirs, not 4.",
        )
    ],
    "players/impossible": [(lambda: error(lambda: Game(7)), "The game is for 2, 3 or 4 players, not 7.")],
}
"""For each code how to get it and a part of what it says."""


def test_every_code_of_the_catalogue_has_a_case() -> None:
    assert set(CASES) == set(CATALOGUE)


@pytest.mark.parametrize(
    ("code", "number"), [(code, number) for code, cases in CASES.items() for number in range(len(cases))]
)
def test_every_code_is_given_where_it_belongs(code: str, number: int) -> None:
    give, said = CASES[code][number]
    reason = give()
    assert reason is not None
    assert reason.code == code
    assert said in reason.message
    sentence = CATALOGUE[code][1]
    assert str(reason) == f"{reason.message} ({reason.clause})"
    wanted = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    assert wanted == set(reason.args), "the arguments are those of the sentence, no more and no fewer"


def test_arguments_speak_no_language() -> None:
    """Only `why` is English: everything else is notation, a color, a kind, a phase or a number."""
    words = re.compile(r"[A-Z][1-8][nesw]?|[CDSBJ]|\d+(, \d+)*|[a-z]+")
    for cases in CASES.values():
        for give, _ in cases:
            reason = give()
            assert reason is not None
            for name, value in reason.args.items():
                if name not in ("why", "decision", "example", "text", "players"):
                    assert isinstance(value, int) or words.fullmatch(value), (reason.code, name, value)


def test_the_clause_is_that_of_the_moment() -> None:
    game = Game(2)
    game.play("C@12")
    clauses = {
        "place in the set-up": (game.reason("C@12"), "R2.5"),
        "build in the set-up": (game.reason("D1e.12.Cs"), "R2.5"),
        "place from the hand": (built(phase="r", hands="J---", builders="C@1").reason("J@1"), "R4.1"),
        "take instead of building": (build().reason("*J"), "R4.3"),
        "another's workman to close": (built(phase="c").reason("xH1w"), "R4.9"),
    }
    for what, (reason, clause) in clauses.items():
        assert reason is not None, what
        assert reason.clause == clause, what


def test_seats_have_names() -> None:
    reason = build().reason("*J")
    assert reason is not None
    assert reason.told(["Anna", "Bo", "Carl", "Dora"]) == "*J answers another question: now Anna has to build."


def test_the_first_reason_is_reported() -> None:
    """Whose workman comes before which builder, and that before what would be joined."""
    game = facing("S@5")
    codes = {
        "G1w.7.Sw": "workman/foreign",
        "E1e.12.Se": "build/no-builder",
        "E1e.5.Be": "build/wrong-kind",
        "E1e.5.Se": "build/joins",
    }
    for text, code in codes.items():
        reason = game.reason(text)
        assert reason is not None
        assert reason.code == code


def test_joins_around_a_loop_name_both_ends() -> None:
    game = built(
        """
        ┌·YY┐··RR·┐
        ···└·┐·····
        ····└┘·····
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        builders="B@5",
        rest=OUT_OF_SIGHT,
    )
    reason = game.reason("E1s.5.Bs")
    assert reason is not None
    assert (reason.code, reason.args["workman"], reason.args["other"]) == ("build/joins", "E1s", "D2e")


def samples() -> list[Game]:
    return sampled(REASONS.value, layouts=(None, None, None, CUSTOM))


@pytest.mark.slow
@REASONS.mark
def test_a_decision_has_a_reason_exactly_if_it_is_not_legal() -> None:
    for number, game in enumerate(samples()):
        legal = set(game.legal_moves())
        for decision in {*legal, *DECISIONS[number % SHARE.value :: SHARE.value]}:
            reason = illegal(game.position, decision)
            assert (reason is None) == (decision in legal), (str(game), str(decision))
            if reason is not None:
                assert reason.code in CATALOGUE
                assert reason.message


@REASONS.mark
def test_workmen_builders_squares_and_kinds_are_usable_exactly_if_a_legal_decision_uses_them() -> None:
    phases = set()
    for game in samples():
        position, legal = game.position, game.legal_moves()
        phases.add(game.phase)
        workmen = {move.workman for move in legal if isinstance(move, Build | Close)}
        paths = {move.path for move in legal if isinstance(move, Place | Move)}
        paths |= {move.builder for move in legal if isinstance(move, Build)}
        squares = {move.square for move in legal if isinstance(move, Build | Extra)}
        kinds = {move.kind for move in legal if isinstance(move, Build | Extra | Place | Take)}
        answers: list[tuple[Reason | None, bool]] = []
        answers += [(why_workman(position, port), port in workmen) for port in range(PORTS)]
        answers += [(why_builder(position, path), path in paths) for path in range(1, PATH + 1)]
        answers += [(why_square(position, square), square in squares) for square in range(SQUARES)]
        answers += [(why_kind(position, kind), kind in kinds) for kind in Kind]
        for reason, usable in answers:
            assert (reason is None) == usable, (str(game), reason and str(reason))
            assert reason is None or reason.message
    assert phases == set(Phase)


def test_illegal_play_changes_nothing_in_any_phase() -> None:
    for game in sampled(42):
        before, text, legal = game.copy(), str(game), set(game.legal_moves())
        for decision in DECISIONS[:: 7 + len(game.moves)]:
            if decision in legal:
                continue
            with pytest.raises(IllegalMove) as caught:
                game.play(decision)
            assert caught.value.reason == game.reason(decision)
        assert game == before
        assert (str(game), game.moves) == (text, before.moves)
        game.check()
