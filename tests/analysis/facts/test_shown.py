"""No fact is told that its proof refutes, and every code occurs."""

from collections import Counter
from itertools import islice

import pytest

from aquaromana.analysis.facts import FACTS, facts_of
from aquaromana.analysis.facts.lines import TooManyLinesError
from aquaromana.analysis.facts.shown import PROOFS, shown
from tests.support.sizes import LongSize
from tests.support.stretches import samples

POSITIONS = LongSize("facts", ci=1_200, long=2_000_000)
PARTS = 4
"""The work is split, so that several workers can share it."""
OFTEN = 20_000
"""In so many positions every code occurs at least fifty times."""


def test_every_code_has_a_proof() -> None:
    assert list(PROOFS) == list(FACTS)


@POSITIONS.mark
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_fact_is_told_that_its_proof_refutes(part: int) -> None:
    told: Counter[str] = Counter()
    size = POSITIONS.value // PARTS
    for game, stretch in islice(samples(part), size):
        for fact in facts_of(game, stretch):
            told[fact.code] += 1
            try:
                assert shown(game.position, stretch, fact), f"{fact} of {' '.join(map(str, stretch))} in {game}"
            except TooManyLinesError:
                told["unproven"] += 1
    for code in FACTS:
        print(f"{code:16} {told[code]:8}")  # noqa: T201 (the counts are to be read)
        assert told[code] >= 50 * size // OFTEN, code
    assert told["unproven"] * 100 <= sum(told.values()), "nearly every proof is finished"
