"""Every fact that can be told: its clause, grade and priority, how it is found, and how it is proven.

A predicate is fast and uses what `analysis` knows; its proof is slow, plays lines through `Game.play`, and shares no
code with it. Tests compare the two. `FACTS` is closed: nothing else is ever told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from aquaromana.analysis.facts import (
    block,
    certain,
    close,
    end,
    expected,
    fountain,
    gift,
    grow,
    keep,
    place,
    podium,
    proof,
    settled,
    sight,
)
from aquaromana.analysis.facts.fact import Args, Certainty, Fact
from aquaromana.analysis.facts.view import View

Predicate = Callable[[View], Iterator[Args]]
"""Finds the arguments of every fact of its code that is true of a stretch."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One code of the catalogue."""

    code: str
    clause: str
    holds: Predicate
    grade: Certainty = Certainty.FACT
    weight: str = ""
    """The argument that says how much of it there is: more of it is a contrast too."""
    negative: bool = False
    """It speaks against the stretch."""

    @property
    def family(self) -> str:
        """The first part of the code."""
        return self.code.partition("/")[0]

    def facts(self, view: View) -> Iterator[Fact]:
        """All that is true of a stretch, the largest amount first."""
        found = [Fact(self.code, self.clause, args, self.grade) for args in self.holds(view)]
        return iter(sorted(found, key=self.amount, reverse=True))

    def amount(self, fact: Fact) -> int:
        """How much of it there is."""
        value = fact.args.get(self.weight)
        return value if isinstance(value, int) else 0


_ENTRIES: Final = (
    # In the order of priority.
    Entry("end/now", "R6.4", end.now, Certainty.CERTAIN),
    Entry("end/shared", "R6.4", end.shared, Certainty.CERTAIN),
    Entry("proof/only", "R6.4", proof.only, Certainty.CERTAIN),
    Entry("proof/win", "R6.4", proof.win, Certainty.CERTAIN),
    Entry("proof/settled", "R6.4", settled.win, Certainty.SETTLED),
    Entry("proof/points", "R6.3", settled.points, Certainty.SETTLED, weight="points"),
    Entry("sight/only", "R4.8", sight.only),
    Entry("sight/stops", "R4.8", sight.stops, Certainty.CERTAIN),
    Entry("podium/first", "R5.2", podium.first, weight="podium"),
    Entry("close/crowded", "R1.6", close.crowded, weight="count"),
    Entry("close/in-time", "R4.9", close.in_time, weight="podium"),
    Entry("close/builder", "R5.3", close.builder),
    Entry("keep/safe", "R5.2", certain.safe, Certainty.CERTAIN, weight="podium"),
    Entry("sight/sure", "R4.8", certain.sure, Certainty.CERTAIN),
    Entry("keep/step", "R5.2", keep.step, weight="podium"),
    Entry("podium/jump", "R5.2", podium.jump, weight="podium"),
    Entry("sight/blinds", "R4.8", sight.blinds),
    Entry("block/ends", "R8.5", block.ends),
    Entry("block/out", "R5.2", block.out),
    Entry("grow/many", "R4.5", grow.many, weight="count"),
    Entry("grow/both", "R8.3", grow.both),
    Entry("podium/devalue", "R5.2", podium.devalue),
    Entry("podium/bonus", "R6.3", podium.bonus, weight="bonus"),
    Entry("extra/wall", "R3.5", fountain.wall),
    Entry("extra/seed", "R4.5", fountain.seed, weight="count"),
    Entry("block/denies", "R5.2", block.denies, weight="podium"),
    Entry("sight/takes", "R4.6", sight.takes),
    Entry("sight/brings", "R4.6", sight.brings),
    Entry("fountain/extra", "R4.7", fountain.extra),
    Entry("keep/higher", "R4.9", keep.higher, weight="podium"),
    Entry("sight/two", "R4.2", sight.two, weight="count"),
    Entry("close/stuck", "R4.9", close.stuck),
    Entry("close/shortest", "R5.3", close.shortest),
    Entry("podium/most", "R5.2", podium.most, weight="podium"),
    Entry("podium/step", "R5.2", podium.step, weight="podium"),
    Entry("grow/ahead", "R4.5", grow.ahead, weight="count"),
    Entry("podium/ahead", "R5.2", podium.ahead, weight="podium"),
    Entry("sight/many", "R4.2", sight.many, weight="count"),
    Entry("keep/free", "R5.2", keep.free),
    Entry("sight/on", "R4.2", sight.on, weight="count"),
    Entry("place/ahead", "R4.1", place.ahead, weight="podium"),
    Entry("take/podium", "R5.3", place.podium, weight="podium"),
    Entry("take/joker", "R4.3", place.joker),
    Entry("place/alone", "R4.2", place.alone),
    Entry("place/sight", "R4.2", place.sight, weight="count"),
    Entry("keep/nothing", "R5.2", keep.nothing),
    Entry("expect/podium", "R5.2", expected.podium, Certainty.EXPECTED, weight="podium"),
    Entry("expect/length", "R4.5", expected.length, Certainty.EXPECTED, weight="count"),
    # What a stretch gives away, the worst first.
    Entry("self/lost", "R6.4", settled.lost, Certainty.SETTLED, negative=True),
    Entry("gift/podium", "R5.2", gift.podium, weight="podium", negative=True),
    Entry("self/blind", "R4.8", gift.blind, negative=True),
    Entry("self/end", "R3.5", gift.end, negative=True),
    Entry("gift/sight", "R4.2", gift.sight, negative=True),
    Entry("gift/length", "R4.5", gift.length, weight="count", negative=True),
    Entry("expect/rival", "R5.2", expected.rival, Certainty.EXPECTED, weight="podium", negative=True),
)

FACTS: Final = {entry.code: entry for entry in _ENTRIES}
"""Every code, the most telling first."""
