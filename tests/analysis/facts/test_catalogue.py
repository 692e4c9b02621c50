"""The catalogue is whole: every code occurs, is proven, and cites a clause of the rules."""

import pytest

from aquaromana.analysis.facts import FACTS, Certainty, facts_of, say
from aquaromana.analysis.facts.lines import TooManyLinesError
from aquaromana.analysis.facts.proofs.registry import is_proven
from aquaromana.rules import Game
from tests.analysis.facts.examples import examples
from tests.engine.test_solve import KINGMAKER
from tests.support.house import ROOT

EXAMPLES = examples()


def test_there_is_an_example_of_each_code() -> None:
    assert list(EXAMPLES) == list(FACTS)


@pytest.mark.parametrize("code", FACTS)
def test_the_example_is_told_and_proven(code: str) -> None:
    game, stretch, line = EXAMPLES[code]
    told = [fact for fact in facts_of(game, stretch, line=line) if fact.code == code]
    assert told
    for fact in told:
        try:
            assert is_proven(game.position, stretch, fact, line)
        except TooManyLinesError:
            assert fact.grade in (Certainty.CERTAIN, Certainty.SETTLED)


def test_sentences_use_the_arguments_that_facts_have() -> None:
    for game, stretch, line in EXAMPLES.values():
        for fact in facts_of(game, stretch, line=line):
            assert "{" not in say(fact)


def test_clauses_are_those_of_the_rules() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text("utf-8")
    for entry in FACTS.values():
        assert f'id="{entry.clause}"' in rules or f"{entry.clause} " in rules or f"**{entry.clause}**" in rules


def test_only_what_the_catalogue_calls_certain_is() -> None:
    certain = {code for code, entry in FACTS.items() if entry.grade is Certainty.CERTAIN}
    assert certain == {"end/now", "end/shared", "proof/only", "proof/win", "sight/stops", "keep/safe", "sight/sure"}


def test_every_grade_has_codes() -> None:
    grades = {grade: {code for code, entry in FACTS.items() if entry.grade is grade} for grade in Certainty}
    assert grades[Certainty.SETTLED] == {"proof/settled", "proof/points", "self/lost"}
    assert grades[Certainty.EXPECTED] == {"expect/podium", "expect/length", "expect/rival"}


def test_nothing_is_expected_without_a_line() -> None:
    for code in ("expect/podium", "expect/length", "expect/rival"):
        game, stretch, _ = EXAMPLES[code]
        assert not [fact for fact in facts_of(game, stretch) if fact.grade is Certainty.EXPECTED]


def test_a_line_counts_as_far_as_it_is_legal() -> None:
    game, stretch, line = EXAMPLES["expect/podium"]
    assert "expect/podium" in {fact.code for fact in facts_of(game, stretch, line=(*line, "A1n.1.Sn"))}
    assert "expect/podium" not in {fact.code for fact in facts_of(game, stretch, line=("A1n.1.Sn", *line))}


def test_the_kingmaker_has_the_same_points_whatever_they_decide_and_no_win() -> None:
    game = Game.from_position(KINGMAKER)
    for decision in game.legal_moves():
        told = {fact.code: fact for fact in facts_of(game, [decision])}
        assert told["proof/points"].args == {"points": 22}
        assert not {"proof/settled", "proof/win", "proof/only", "self/lost"} & set(told)


def test_the_next_turn_can_begin_after_a_builder_was_placed() -> None:
    """Yellow places a builder and can do nothing else: the turn that follows is Red's own, in which red grows by 1."""
    game = Game.from_position(
        "3.c.1d0.1W3W2XH2X3JII2XWJ3FLN1WW1HHQ3LQ3XXX2FX3NXXQ2X1XW3LXHQX7IH2XXN1."
        "C3B1S2S3D1C1J2S1D5C1SBB1C1DB.D--.xoxx-oxox-oooo.1Y3Y4R5R6Y"
    )
    line = ["I4s.35.Ce", "xH3e", "D@8", "D5e.16.Cn", "-", "J3s.21.Ss", "-", "E5n.5.Bn", "-"]
    assert "expect/length" not in {fact.code for fact in facts_of(game, ["-"], line=line)}
