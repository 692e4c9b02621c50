"""The choice of reasons: by contrast, at most three, at most one a family; and stretches that are none."""

from itertools import islice
from random import Random

import pytest

from aquaromana.analysis.facts import FACTS, Fact, StretchError, facts_of, reasons
from aquaromana.rules import Game, IllegalMove, NotationError
from tests.analysis.facts.examples import examples
from tests.support.positions import OUT_OF_SIGHT, built
from tests.support.random_play import pick
from tests.support.stretches import samples

GAP = """
┌·YY···RR·┐
···········
···│·······
···│·······
···········
···········
···········
└·GG···BB·┘
"""
"""Two loose tiles below D1: a straight on D2 makes the aqueduct three squares longer."""


def amount(fact: Fact) -> int:
    return FACTS[fact.code].amount(fact)


def codes(facts: tuple[Fact, ...]) -> list[str]:
    return [fact.code for fact in facts]


def gap() -> Game:
    return built(GAP, builders="S@4 C@12", rest=OUT_OF_SIGHT)


def test_what_only_this_decision_does_comes_first() -> None:
    told = reasons(gap(), ["D1s.4.Ss"]).reasons
    assert told[0].code == "grow/many"
    assert told[0].args == {"color": "yellow", "workman": "D1s", "count": 3}


def test_against_another_stretch_only_what_it_lacks_is_told() -> None:
    found = reasons(gap(), ["D1s.4.Ss"], against=[["D1e.12.Cs"]])
    assert "grow/many" in codes(found.reasons)
    assert reasons(gap(), ["D1s.4.Ss"], against=[["D1s.4.Ss"]]).reasons == ()


def test_the_other_stretch_gives_something_away() -> None:
    """With the curve the aqueduct runs into the edge at once, although it could go on."""
    found = reasons(gap(), ["D1e.12.Cs"], against=[["D1e.12.Cn"]])
    assert found.gave_away is not None
    assert found.gave_away.code == "self/end"
    assert reasons(gap(), ["D1e.12.Cs"]).gave_away is None


def test_a_closing_is_compared_with_other_closings_and_not_with_builds() -> None:
    game = built(builders="C@4", rest=OUT_OF_SIGHT)
    told = reasons(game, ["D1s.4.Ce", "xC1w"]).reasons
    assert not {"podium/most", "podium/bonus"} & set(codes(told)), "length 0 gets no podium"


def test_what_is_expected_is_told_last_and_only_if_all_lines_are_known() -> None:
    game, stretch, line = examples()["expect/length"]
    other = next([move] for move in game.legal_moves() if move != stretch[0])
    told = reasons(game, stretch, against=[other], line=line, lines=[["-"]]).reasons
    assert told[-1].code == "expect/length"
    assert all(fact.grade != "expected" for fact in told[:-1])
    for lines in ([], [()]):
        told = reasons(game, stretch, against=[other], line=line, lines=lines).reasons
        assert "expect/length" not in codes(told)
    assert "expect/length" not in codes(reasons(game, stretch, against=[stretch], line=line, lines=[line]).reasons)


def test_what_a_rival_is_expected_to_take_is_given_away() -> None:
    game, stretch, line = examples()["expect/rival"]
    other = next([move] for move in game.legal_moves() if move.type == "pass")
    found = reasons(game, other, against=[stretch], line=["-"], lines=[line])
    assert found.gave_away is not None
    assert found.gave_away.code == "expect/rival"
    assert reasons(game, other, against=[stretch]).gave_away != found.gave_away


@pytest.mark.slow
def test_reasons_are_few_true_and_in_contrast_everywhere() -> None:
    rng = Random(5)
    for game, stretch in islice(samples(99), 100):
        found = reasons(game, stretch)
        told = found.reasons
        assert len(told) <= 3
        assert len({fact.family for fact in told}) == len(told)
        assert all(fact in facts_of(game, stretch) for fact in told)
        assert not any(FACTS[fact.code].negative for fact in told)
        other = pick(game.legal_moves(), rng)
        compared = reasons(game, stretch, against=[[other]])
        theirs = facts_of(game, [other])
        for fact in compared.reasons:
            assert not any(own.code == fact.code and amount(own) >= amount(fact) for own in theirs)
        if compared.gave_away:
            assert compared.gave_away in theirs
            assert FACTS[compared.gave_away.code].negative


def test_decisions_may_be_given_as_text_and_are_checked() -> None:
    with pytest.raises(IllegalMove):
        facts_of(gap(), ["D1s.4.Ce"])
    with pytest.raises(NotationError):
        facts_of(gap(), ["nonsense"])


def test_a_stretch_is_one_seat_in_one_turn() -> None:
    with pytest.raises(StretchError, match="at least one decision"):
        facts_of(gap(), [])
    with pytest.raises(StretchError, match=r"The turn of seat 0 does not go on with H1s\.8"):
        facts_of(gap(), ["D1s.4.Ss", "-", "H1s.8.Cw"])


def test_a_fact_is_plain_data_for_the_page() -> None:
    (fact,) = [fact for fact in facts_of(gap(), ["D1s.4.Ss"]) if fact.code == "grow/many"]
    args = {"color": "yellow", "workman": "D1s", "count": 3}
    assert fact.to_json() == {"code": "grow/many", "clause": "R4.5", "args": args, "grade": "fact"}
