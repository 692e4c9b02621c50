"""The catalogue is whole: every code occurs, is proven, and cites a clause of the rules."""

import pytest

from aquaromana.analysis.facts import FACTS, Certainty, facts_of, say
from aquaromana.analysis.facts.lines import TooManyLinesError
from aquaromana.analysis.facts.shown import shown
from tests.analysis.facts.examples import examples
from tests.support.house import ROOT

EXAMPLES = examples()


def test_there_is_an_example_of_each_code() -> None:
    assert list(EXAMPLES) == list(FACTS)


@pytest.mark.parametrize("code", FACTS)
def test_the_example_is_told_and_proven(code: str) -> None:
    game, stretch = EXAMPLES[code]
    told = [fact for fact in facts_of(game, stretch) if fact.code == code]
    assert told
    for fact in told:
        try:
            assert shown(game.position, stretch, fact)
        except TooManyLinesError:
            assert fact.grade is Certainty.CERTAIN


def test_sentences_use_the_arguments_that_facts_have() -> None:
    for game, stretch in EXAMPLES.values():
        for fact in facts_of(game, stretch):
            assert "{" not in say(fact)


def test_clauses_are_those_of_the_rules() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text("utf-8")
    for entry in FACTS.values():
        assert f'id="{entry.clause}"' in rules or f"{entry.clause} " in rules or f"**{entry.clause}**" in rules


def test_only_what_the_catalogue_calls_certain_is() -> None:
    certain = {code for code, entry in FACTS.items() if entry.grade is Certainty.CERTAIN}
    assert certain == {"end/now", "end/shared", "proof/only", "proof/win", "sight/stops", "keep/safe", "sight/sure"}
