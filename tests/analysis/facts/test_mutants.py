"""Mutants of the predicates: one broken at a time, and its proof must refute what it tells."""

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from aquaromana.analysis.facts import FACTS, Fact
from aquaromana.analysis.facts.fact import Args
from aquaromana.analysis.facts.lines import TooManyLinesError
from aquaromana.analysis.facts.proofs.registry import is_proven
from aquaromana.analysis.facts.view import View
from tests.analysis.facts.examples import Example, examples
from tests.support.stretches import line_after, samples

pytestmark = pytest.mark.slow

SAMPLES = 700
"""Stretches in addition to the examples."""
LINES = 3
"""Each so manieth of them has a line after it."""


@dataclass(frozen=True)
class Mutant:
    """A piece of a predicate's module, found there at least once, and what stands there instead."""

    code: str
    old: str
    new: str

    @property
    def holds(self) -> Callable[[View], Iterator[Args]]:
        """The broken predicate."""
        original = FACTS[self.code].holds
        source = Path(str(sys.modules[original.__module__].__file__)).read_text("utf-8")
        assert self.old in source, f"{self.code}: {self.old} is not there any more"
        module = ModuleType(f"mutant of {original.__module__}")
        sys.modules[module.__name__] = module  # dataclasses ask for it
        exec(compile(source.replace(self.old, self.new), module.__name__, "exec"), module.__dict__)
        broken: Callable[[View], Iterator[Args]] = getattr(module, original.__name__)
        return broken


MUTANTS = (
    Mutant("end/now", "if found and found[1] == 1:", "if found:"),
    Mutant("end/shared", "if found and found[1] > 1:", "if found:"),
    Mutant("proof/only", "return all(isinstance(found[decision], Refuted)", "return all(found"),
    Mutant("proof/win", "Proven)", "Refuted)"),
    Mutant("proof/settled", "value.shares[view.seat].low == 1", "value.shares[view.seat].low == 0"),
    Mutant("proof/points", "value.points[view.seat].low", "value.points[view.seat].low + 1"),
    Mutant("sight/only", "        if other.can_build():\n            return\n", ""),
    Mutant("sight/stops", "now.mover == rival", "now.mover != rival"),
    Mutant("podium/first", "if closing.podium in view.before.gets(rival)]", "]"),
    Mutant("close/crowded", "len(rivals) >= max(space, 2)", "len(rivals) >= 1"),
    Mutant("close/in-time", "if podium in instead.gets(rival)]", "]"),
    Mutant("close/builder", "found[2].blind(view.seat) and ", ""),
    Mutant("keep/safe", "most = max(most, 1 + steps + more)", "most = 0"),
    Mutant("sight/sure", "len(builders) > len(rivals)", "not builders"),
    Mutant("keep/step", "in view.after.reach(rival)", "not in view.after.reach(rival)"),
    Mutant("podium/jump", " and _all_full(view, low, high)", ""),
    Mutant("sight/blinds", " and not view.before.blind(rival)", ""),
    Mutant("block/ends", '"podium": closing.podium', '"podium": closing.length'),
    Mutant("block/out", "if not closing.podium:", "if closing.podium:"),
    Mutant("grow/many", "len(growth.course) >= 2", "growth.length >= 2"),
    Mutant("grow/both", "len(own_growths(view)) >= 2", "len(own_growths(view)) >= 1"),
    Mutant("podium/devalue", "0 < low < high and before", "0 < low <= high and before"),
    Mutant("podium/bonus", "BONUSES[higher]", "BONUSES[-1 - higher]"),
    Mutant("extra/wall", "            and _ends_with_any(step.after, aqueduct)\n", ""),
    Mutant("extra/seed", "if any(port >> 2 == square for port in ports):", "if ports:"),
    Mutant("block/denies", "then and then > max", "then and then >= max"),
    Mutant("sight/takes", " and not seen(now, aqueduct)", ""),
    Mutant("sight/brings", "target in SIGHT[port >> 2] and not seen(before, aqueduct)", "target in SIGHT[port >> 2]"),
    Mutant("fountain/extra", "step.after.phase is Phase.EXTRA and ", ""),
    Mutant("keep/higher", "if high > low:", "if high:"),
    Mutant("sight/two", "len(found[1]) >= 2", "len(found[1]) >= 1"),
    Mutant("close/stuck", "laid.podium(aqueduct) > podium for", "laid.podium(aqueduct) > podium + 1 for"),
    Mutant("close/shortest", " and length == min(lengths)", ""),
    Mutant("podium/most", "podium == max(podiums)", "podium >= min(podiums)"),
    Mutant("podium/step", "if 0 < low < high:", "if 0 < low <= high:"),
    Mutant("grow/ahead", "if most >= 2:", "if most:"),
    Mutant("podium/ahead", "then > max(now, 1)", "then"),
    Mutant("sight/many", "build.workman for build", "build for build"),
    Mutant("keep/free", "best and not _taken_by_others(view, best)", "best"),
    Mutant("sight/on", "if build.workman == port", "if build"),
    Mutant("place/ahead", "if then > max(view.before.gets", "if then >= max(view.before.gets"),
    Mutant("take/podium", "if then > max(view.after.gets", "if then >= max(view.after.gets"),
    Mutant("take/joker", " and step.decision.kind is Kind.JOKER", ""),
    Mutant("place/alone", "if own and not foreign:", "if own:"),
    Mutant("place/sight", "path in SIGHT[now.ends[a] >> 2]", "now.ends[a]"),
    Mutant("keep/nothing", "not any(view.after.podium", "not all(view.after.podium"),
    Mutant("expect/podium", "        if begun:\n            yield", "        if decision:\n            yield"),
    Mutant("expect/length", "if grown >= 2:", "if grown >= 1:"),
    Mutant("self/lost", " and any(_keeps(other) for other in view.others())", ""),
    Mutant("gift/podium", "then > max(view.before", "then >= max(view.before"),
    Mutant("self/blind", " and any(other.can_build() for other in view.others())", ""),
    Mutant("self/end", "and not then.blocked >> aqueduct & 1", "or then.blocked >> aqueduct & 1"),
    Mutant("gift/sight", "            and not seen(before, aqueduct)\n", ""),
    Mutant("gift/length", "if growth.aqueduct in open_after:", "if growth.aqueduct:"),
    Mutant("expect/rival", "if not own and ", "if "),
)


@cache
def views() -> list[tuple[View, Example]]:
    """Stretches seen once for all mutants, the examples first; some have a line that is expected after them."""
    chosen = list(examples().values())
    for number, (game, stretch) in enumerate(islice(samples(7), SAMPLES)):
        chosen.append((game, stretch, line_after(game, stretch, seed=number) if number % LINES == 0 else ()))
    return [(View(game.position, stretch, line), (game, stretch, line)) for game, stretch, line in chosen]


def test_every_code_has_a_mutant() -> None:
    assert [mutant.code for mutant in MUTANTS] == list(FACTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.code)
def test_the_proof_refutes_a_broken_predicate(mutant: Mutant) -> None:
    entry, holds = FACTS[mutant.code], mutant.holds
    for view, (game, stretch, line) in views():
        told = [Fact(entry.code, entry.clause, args, entry.grade) for args in holds(view)]
        true = list(entry.facts(view)) if told else []
        for fact in told:
            if fact not in true:
                try:
                    if not is_proven(game.position, stretch, fact, line):
                        return
                except TooManyLinesError:
                    continue
    pytest.fail(f"nothing that the mutant of {mutant.code} tells was refuted")


def test_mutants_leave_the_catalogue_alone() -> None:
    for mutant in MUTANTS[:3]:
        assert mutant.holds is not FACTS[mutant.code].holds
        assert importlib.import_module(FACTS[mutant.code].holds.__module__).__name__.startswith("aquaromana")
