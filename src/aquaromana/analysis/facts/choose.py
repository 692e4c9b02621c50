"""Which facts to tell: those that set a stretch apart from others, at most three, at most one a family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.analysis.facts.catalogue import FACTS, Entry
from aquaromana.analysis.facts.fact import Certainty, Fact
from aquaromana.analysis.facts.view import View, view_of
from aquaromana.rules import Decision, Game, Pass
from aquaromana.rules.legal import legal_decisions

MOST: Final = 3
"""How many reasons are told."""

SAMPLE: Final = 40
"""How many alternatives are looked at, evenly spread if there are more: extra tiles have hundreds."""

_ORDER: Final = {
    Certainty.CERTAIN: 0,
    Certainty.SETTLED: 1,
    Certainty.FACT: 2,
    Certainty.EXPECTED: 3,
}
"""What is told first: the surest, except that an estimate comes last."""

StretchLike = Sequence[Decision | str]
"""Decisions of one seat in a row, from the position of a game on: its whole stretch, or the beginning of it."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """What speaks for a stretch, the most telling first, and what the stretch compared with gives away."""

    reasons: tuple[Fact, ...]
    gave_away: Fact | None = None


def facts_of(game: Game, stretch: StretchLike, *, line: StretchLike = ()) -> tuple[Fact, ...]:
    """Everything in the catalogue that is true of a stretch, the most telling first.

    What is expected is read from the line that the computer expects after it.
    """
    return tuple(_facts(view_of(game, stretch, line)))


def reasons(
    game: Game,
    stretch: StretchLike,
    *,
    against: Sequence[StretchLike] = (),
    line: StretchLike = (),
    lines: Sequence[StretchLike] = (),
) -> Reasons:
    """What is true of a stretch and false of others.

    The others are the stretches given, and what they give away is told too. If none are given, they are the
    alternatives to the decision that makes a fact true, and half of them have to lack it.

    `line` is what the computer expects after the stretch, `lines` what it expects after each of the others: what is
    expected is told only if all of them are known.
    """
    if not against:
        view = view_of(game, stretch)
        contrast = _Alternatives(view)
        return Reasons(_telling([(fact, *contrast.judged(fact)) for fact in _speaking_for(view)], 0.5))
    known = line and len(lines) == len(against) and all(lines)
    view = view_of(game, stretch, line if known else ())
    others = [view_of(game, *each) for each in zip(against, lines if known else [()] * len(against), strict=True)]
    compared = [(fact, _share_without(fact, others), False) for fact in _speaking_for(view)]
    return Reasons(_telling(compared, 1), _given_away(view, others[0]))


def _speaking_for(view: View) -> list[Fact]:
    return [fact for fact in _facts(view) if not FACTS[fact.code].negative]


def _facts(view: View) -> Iterable[Fact]:
    for entry in FACTS.values():
        yield from entry.facts(view)


def _telling(found: Iterable[tuple[Fact, float, bool]], enough: float) -> tuple[Fact, ...]:
    """The facts that enough of the others lack, in order: by their grades, then by how many lack them.

    What speaks for closing nothing comes after what speaks for the rest of the turn: that is how most turns end.
    """
    ranked = [rank for rank in found if rank[1] >= enough]
    ranked.sort(key=lambda rank: (_ORDER[rank[0].grade], rank[2], -rank[1]))
    chosen: dict[str, Fact] = {}
    for fact, _, _ in ranked:
        chosen.setdefault(fact.family, fact)
    return tuple(chosen.values())[:MOST]


class _Alternatives:
    """What could have been decided instead, at each step of a stretch."""

    def __init__(self, view: View) -> None:
        steps = range(1, len(view.stretch) + 1)
        self._prefixes = [View(view.start, view.stretch[:count]) for count in steps[:-1]] + [view]
        self._others: dict[int, list[View]] = {}

    def judged(self, fact: Fact) -> tuple[float, bool]:
        """The share of alternatives that lack a fact, and whether it is about closing nothing at the end of a turn.

        The alternatives are those to the first decision after which it is true.
        """
        entry = FACTS[fact.code]
        step = next(step for step, prefix in enumerate(self._prefixes) if _has(entry, fact, prefix))
        quiet = step > 0 and isinstance(self._prefixes[-1].stretch[step], Pass)
        return _share_without(fact, self._instead(step)), quiet

    def _instead(self, step: int) -> list[View]:
        if step not in self._others:
            whole = self._prefixes[-1]
            made, decision = whole.stretch[:step], whole.stretch[step]
            legal = [other for other in legal_decisions(whole.steps[step].before) if other != decision]
            spacing = max(1, -(-len(legal) // SAMPLE))
            self._others[step] = [View(whole.start, (*made, other)) for other in legal[::spacing]]
        return self._others[step]


def _share_without(fact: Fact, others: Sequence[View]) -> float:
    """The share of other stretches that lack a fact, or have less of it; 0 if there are none."""
    entry = FACTS[fact.code]
    return sum(not _has(entry, fact, other) for other in others) / max(len(others), 1)


def _has(entry: Entry, fact: Fact, other: View) -> bool:
    return any(entry.amount(own) >= entry.amount(fact) for own in entry.facts(other))


def _given_away(view: View, other: View) -> Fact | None:
    """The worst that another stretch gives away and this one does not."""
    for entry in FACTS.values():
        if entry.negative:
            for fact in entry.facts(other):
                if not _has(entry, fact, view):
                    return fact
    return None
