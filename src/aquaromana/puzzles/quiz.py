"""Questions about the rules: is this decision legal, and if not, why not?

The answer is the rules' own reason; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Final

from aquaromana.puzzles.puzzle import LEGAL, Puzzle, puzzle_id
from aquaromana.rules import Build, Decision, Extra, Game, Move, Phase, Place
from aquaromana.rules.geometry import SIGHT
from aquaromana.rules.legal import extra_kinds, legal_builds, legal_decisions
from aquaromana.rules.moves import DECISIONS
from aquaromana.rules.notation import position_text
from aquaromana.rules.position import HAND, Position
from aquaromana.rules.reasons import illegal, joins
from aquaromana.rules.tiles import EMPTY, Kind

RATINGS: Final[Mapping[str, int]] = {
    "path/occupied": 900,
    "path/empty": 900,
    "square/occupied": 900,
    "build/no-builder": 1000,
    "workman/foreign": 1000,
    "kind/not-held": 1000,
    "build/wrong-kind": 1100,
    "extra/wrong-kind": 1200,
    "phase/must-build": 1300,
    LEGAL: 1400,
    "square/faced": 1500,
    "stock/empty": 1600,
    "stock/substitute": 1700,
    "build/joins": 1800,
}
"""How hard it is to see each reason: from what lies on the table to what two waters would do. Levels never err here."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "build": ("workman/foreign", "build/no-builder", "build/wrong-kind", "build/joins", "stock/empty"),
    "extra": ("square/occupied", "square/faced", "extra/wrong-kind", "stock/empty"),
    "place": ("path/occupied", "kind/not-held", "builder/unseen"),
    "move": ("phase/must-build", "path/empty"),
}
"""The possible answers other than that it is legal, by the type of the decision."""

WRONG: Final = 3
"""How many wrong answers are offered."""


def questions(game: Game, random: Random) -> Iterator[Puzzle]:
    """A question for each reason that can be asked about in a position; only where no other answer is true as well."""
    position = game.position
    by_code: dict[str, list[Decision]] = {}
    for decision in _candidates(position, random):
        reason = illegal(position, decision)
        by_code.setdefault(reason.code if reason else LEGAL, []).append(decision)
    for code, decisions in sorted(by_code.items()):
        if code in RATINGS:
            decision = random.choice(decisions)
            others = [other for other in OPTIONS[decision.type] if other != code]
            false = [other for other in others if not _is_true(other, position, decision)]
            if len(false) == len(others):
                yield _question(position, decision, code, false, random)


def _question(position: Position, decision: Decision, code: str, false: Sequence[str], random: Random) -> Puzzle:
    wrong = [LEGAL] * (code != LEGAL)
    wrong += random.sample(false, min(WRONG - len(wrong), len(false)))
    text = position_text(position)
    return Puzzle(
        puzzle_id("legal", text, str(decision)),
        "legal",
        text,
        (code,),
        ("legal" if code == LEGAL else f"legal-{code.partition('/')[0]}",),
        RATINGS[code],
        asked=str(decision),
        options=(LEGAL, *sorted({code, *wrong} - {LEGAL})),
    )


def _is_true(code: str, position: Position, decision: Decision) -> bool:
    """Whether an answer is true of a decision, also where the rules would give another reason first."""
    if isinstance(decision, Build):
        builder = position.path[decision.builder]
        return {
            "workman/foreign": decision.workman not in [position.ends[each] for each in _own(position)],
            "build/no-builder": not builder,
            "build/wrong-kind": builder not in (0, decision.kind, Kind.JOKER) and bool(position.stock[builder]),
            "build/joins": joins(position, decision) is not None,
            "stock/empty": not position.stock[decision.kind],
        }[code]
    if isinstance(decision, Extra):
        return {
            "square/occupied": position.board[decision.square] != EMPTY,
            "square/faced": bool(position.fed[decision.square]),
            "extra/wrong-kind": decision.kind not in extra_kinds(position),
            "stock/empty": not position.stock[decision.kind],
        }[code]
    assert isinstance(decision, Place | Move)
    return {
        "path/occupied": bool(position.path[decision.path]),
        "path/empty": not position.path[decision.path],
        "kind/not-held": isinstance(decision, Place) and not position.held[position.mover * HAND + decision.kind],
        "phase/must-build": bool(legal_builds(position)),
        "builder/unseen": all(decision.path not in SIGHT[position.ends[each] >> 2] for each in _own(position)),
    }[code]


def _own(position: Position) -> list[int]:
    return position.open_aqueducts(position.mover)


def _candidates(position: Position, random: Random) -> Sequence[Decision]:
    """Decisions that somebody might think of now."""
    if position.phase is Phase.BUILD:
        open_ends = [end for number, end in enumerate(position.ends) if position.on_board >> number & 1]
        builds = [build for end in open_ends for build in _builds_at(end) if _is_near(position, build)]
        moves = [each for each in _of_type("move") if isinstance(each, Move) and position.path[each.path]]
        return [*builds, *random.sample(moves, min(2, len(moves)))]
    if position.phase is Phase.EXTRA:
        return random.sample(_of_type("extra"), 400) + list(legal_decisions(position))[:50]
    if position.phase is Phase.RESERVE:
        return _of_type("place")
    return ()


def _is_near(position: Position, build: Build) -> bool:
    """Whether a build is worth asking about: a square that is free, and not too far from what is possible."""
    return not position.board[build.square] and (bool(position.path[build.builder]) or build.builder % 5 == 0)


@cache
def _of_type(type_: str) -> list[Decision]:
    return [decision for decision in DECISIONS if decision.type == type_]


@cache
def _builds_at(end: int) -> tuple[Build, ...]:
    return tuple(each for each in _of_type("build") if isinstance(each, Build) and each.workman == end)


def answer(puzzle: Puzzle) -> str:
    """The right answer, asked of the rules: the code of the reason, or `legal`."""
    reason = illegal(puzzle.start(), Decision(puzzle.asked))
    return reason.code if reason else LEGAL
