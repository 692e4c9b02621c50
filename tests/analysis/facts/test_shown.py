"""No fact is told that its proof refutes, and every code occurs often enough to be tested."""

from collections import Counter
from itertools import islice
from typing import Final

import pytest

from aquaromana.analysis.facts import FACTS, facts_of
from aquaromana.analysis.facts.lines import TooManyLinesError
from aquaromana.analysis.facts.shown import PROOFS, shown
from tests.support.sizes import LongSize
from tests.support.stretches import samples

SHORT = LongSize("facts-short", ci=400, long=20_000)
LONG = LongSize("facts", ci=200, long=2_000_000)
OFTEN: Final = 20_000
"""In so many positions every code occurs at least fifty times."""
SLOW: Final = {"sight/sure": 12, "keep/safe": 4, "proof/win": 8, "proof/only": 2}
"""Of these codes each so manieth fact is proven, because that takes long."""


def test_every_code_has_a_proof() -> None:
    assert list(PROOFS) == list(FACTS)


@SHORT.mark
@pytest.mark.slow
def test_no_fact_is_told_that_its_proof_refutes() -> None:
    compare(SHORT.value, seed=1)


@LONG.mark
@pytest.mark.slow
def test_no_fact_is_told_that_its_proof_refutes_in_millions_of_positions() -> None:
    compare(LONG.value, seed=2)


def compare(size: int, seed: int) -> None:
    """Prove what is told in so many positions, and print how often each code is."""
    told: Counter[str] = Counter()
    unfinished: Counter[str] = Counter()
    for game, stretch in islice(samples(seed), size):
        for fact in facts_of(game, stretch):
            told[fact.code] += 1
            if told[fact.code] % SLOW.get(fact.code, 1):
                continue
            try:
                assert shown(game.position, stretch, fact), f"{fact} of {' '.join(map(str, stretch))} in {game}"
            except TooManyLinesError:
                unfinished[fact.code] += 1
    for code in FACTS:
        print(f"{code:16} {told[code]:8} told, {unfinished[code]:6} proofs not finished")  # noqa: T201
    for code in FACTS:
        assert told[code] >= 50 * (size // OFTEN), code
        if FACTS[code].grade == "fact":
            assert unfinished[code] * 50 <= told[code], code
