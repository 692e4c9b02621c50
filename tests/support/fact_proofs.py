"""Facts told and proven in many positions: how often each is told, and what its proof refutes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final

from aquaromana.analysis.facts import facts_of
from aquaromana.analysis.facts.lines import TooManyLinesError
from aquaromana.analysis.facts.proofs.registry import is_proven
from benchmarks._work import Job
from tests.support.stretches import line_after, samples

SLICE: Final = 1_000
"""Positions in a slice of the long size."""
SLOW: Final = {"sight/sure": 12, "keep/safe": 4, "proof/win": 8, "proof/only": 2, "proof/settled": 2, "self/lost": 2}
"""Of these codes one fact in so many is proven, because that takes long."""
LINES: Final = 4
"""One stretch in so many has a line that is expected after it."""


def prove_slice(job: Job) -> dict[str, Any]:
    """The tally of one slice of the long size: a task `("facts", number)`."""
    (_, number), _ = job
    return prove(SLICE, seed=1_000 + int(number))


def prove(size: int, seed: int) -> dict[str, Any]:
    """Prove what is told in so many positions: how often each code is told, unfinished proofs, and what is refuted."""
    told: Counter[str] = Counter()
    unfinished: Counter[str] = Counter()
    refuted = []
    for number, (game, stretch) in enumerate(islice(samples(seed), size)):
        line = line_after(game, stretch, seed=number) if number % LINES == 0 else ()
        for fact in facts_of(game, stretch, line=line):
            told[fact.code] += 1
            if told[fact.code] % SLOW.get(fact.code, 1):
                continue
            try:
                if not is_proven(game.position, stretch, fact, line):
                    refuted.append(
                        f"{fact} of {' '.join(map(str, stretch))}, then {' '.join(map(str, line))} in {game}"
                    )
            except TooManyLinesError:
                unfinished[fact.code] += 1
    return {"told": told, "unfinished": unfinished, "refuted": refuted}


def total(tallies: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Several tallies in one."""
    told: Counter[str] = Counter()
    unfinished: Counter[str] = Counter()
    refuted: list[str] = []
    for tally in tallies:
        told.update(tally["told"])
        unfinished.update(tally["unfinished"])
        refuted += tally["refuted"]
    return {"told": told, "unfinished": unfinished, "refuted": refuted}
