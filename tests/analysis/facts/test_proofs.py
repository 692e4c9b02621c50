"""No fact is told that its proof refutes, and every code occurs often enough to be tested."""

import sys
import time
from typing import Any, Final

import pytest

from aquaromana.analysis.facts import FACTS
from aquaromana.analysis.facts.proofs.registry import PROOFS
from aquaromana.processes import cores
from benchmarks._work import Results, WorkFile, fingerprint
from tests.support.fact_proofs import SLICE, prove, prove_slice, total
from tests.support.house import ROOT
from tests.support.sizes import LongSize

SHORT = LongSize("facts-short", ci=400, long=20_000)
LONG = LongSize("facts", ci=200, long=2_000_000)
OFTEN: Final = 20_000
"""In so many positions every code occurs at least fifty times."""


def test_every_code_has_a_proof() -> None:
    assert list(PROOFS) == list(FACTS)


@SHORT.mark
@pytest.mark.slow
def test_no_fact_is_told_that_its_proof_refutes() -> None:
    judge(prove(SHORT.value, seed=1), SHORT.value)


@LONG.mark
@pytest.mark.slow
def test_no_fact_is_told_that_its_proof_refutes_in_millions_of_positions(capsys: pytest.CaptureFixture[str]) -> None:
    if LONG.value <= SLICE:
        judge(prove(LONG.value, seed=2), LONG.value)
        return
    source = ROOT / "src" / "aquaromana"
    sources = [source / "rules", *(source / "analysis" / each for each in ("facts", "effects.py", "forecast.py"))]
    support = [ROOT / "tests" / "support" / each for each in ("fact_proofs.py", "stretches.py")]
    folder, begun = ROOT / "build" / "facts", time.monotonic()

    def tell(found: Results, slices: int) -> None:
        refuted = sum(len(each["refuted"]) for each in found.values())
        line = f"{len(found) * SLICE:,} of {slices * SLICE:,} positions, {refuted} refuted"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "progress.txt").write_text(f"{line}, {time.monotonic() - begun:.0f} s in this run\n", "utf-8")
        with capsys.disabled():
            print(f"\r{line} ", end="", file=sys.stderr, flush=True)  # noqa: T201

    results = WorkFile(folder / "slices.jsonl", fingerprint(*sources, *support))
    jobs = [(("facts", number), "") for number in range(LONG.value // SLICE)]
    judge(total(results.done(prove_slice, jobs, cores(), tell).values()), LONG.value)


def judge(tally: dict[str, Any], size: int) -> None:
    """Nothing is refuted, and everything occurs; print how often."""
    told, unfinished = tally["told"], tally["unfinished"]
    for code in FACTS:
        print(f"{code:16} {told[code]:8} told, {unfinished[code]:6} proofs not finished")  # noqa: T201
    assert not tally["refuted"]
    for code in FACTS:
        assert told[code] >= 50 * (size // OFTEN), code
        if FACTS[code].grade == "fact":
            assert unfinished[code] * 50 <= told[code], code
        if FACTS[code].grade == "expected":
            assert not unfinished[code], code
