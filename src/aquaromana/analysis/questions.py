"""The first two rungs of a hint: the question that leads to its idea, and the place to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from aquaromana.analysis.facts import Argument, Fact
from aquaromana.rules import Decision, Game, Phase
from aquaromana.rules.geometry import NEIGHBOR, SIGHT, port_name, square_name
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.moves import Build, Close, Extra, Move, Place, Take

What = Literal["workman", "builder", "square", "path", "kind", "none"]


@dataclass(frozen=True, slots=True)
class Question:
    """The first rung: a code of `question/…`, with arguments as those of facts."""

    code: str
    args: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class Spot:
    """The second rung: where to look. `none` where the answer is to close nothing."""

    what: What
    name: str


_QUESTIONS: Final[Mapping[str, str]] = {
    "end": "question/end",
    "proof": "question/end",
    "podium": "question/podium",
    "close": "question/close",
    "close/stuck": "question/close-any",
    "close/builder": "question/sight",
    "keep": "question/keep",
    "keep/step": "question/podium",
    "keep/free": "question/podium",
    "keep/nothing": "question/close-worth",
    "grow": "question/grow",
    "sight": "question/sight",
    "sight/stops": "question/rival-sight",
    "sight/blinds": "question/rival-sight",
    "sight/takes": "question/rival-builder",
    "sight/brings": "question/brings",
    "block": "question/block",
    "block/denies": "question/denies",
    "fountain": "question/fountain",
    "extra": "question/extra",
    "extra/wall": "question/wall",
    "place": "question/place",
}
"""The question that leads to a fact, by its code or the first part of it."""

_ARGS: Final[Mapping[str, tuple[str, ...]]] = {
    "question/podium": ("podium",),
    "question/close": ("podium",),
    "question/rival-sight": ("seat",),
    "question/denies": ("seat",),
}
"""What a question tells of its fact: never where to build."""

_BY_TYPE: Final[Mapping[str, str]] = {
    "build": "question/build",
    "extra": "question/extra",
    "place": "question/place",
    "move": "question/move",
    "close": "question/close-any",
    "pass": "question/keep",
    "take": "question/take",
}
"""The question where no fact stands out, by what is decided."""

_WITHOUT_WORKMEN: Final[Mapping[str, str]] = {
    "extra": "question/extra-any",
    "place": "question/place-any",
    "take": "question/take-any",
}
"""The same for a seat that has no workman who can still build: what do rivals get?"""

QUESTIONS: Final = tuple(
    sorted(
        {
            *_QUESTIONS.values(),
            *_BY_TYPE.values(),
            *_WITHOUT_WORKMEN.values(),
            "question/next-podium",
            "question/set-up",
            "question/place-later",
            "question/only",
        }
    )
)
"""Every code that a question can have; front ends have words for each."""


def question_for(fact: Fact | None, decision: Decision, game: Game) -> Question:
    """The question that leads to a fact, or without one to a decision of the game as it is now."""
    code = (_QUESTIONS.get(fact.code) or _QUESTIONS.get(fact.family)) if fact else None
    if fact and fact.family == "keep" and decision.type != "pass":
        code = "question/next-podium"
    if fact is None or code is None:
        return Question(_without_fact(decision, game), {})
    args = {name: fact.args[name] for name in _ARGS.get(code, ()) if name in fact.args}
    if len(args) < len(_ARGS.get(code, ())):
        return Question(_without_fact(decision, game), {})
    return Question(code, args)


def _without_fact(decision: Decision, game: Game) -> str:
    """The question by what is decided; never about workmen who are not there or can build no more."""
    if isinstance(decision, Place) and game.phase is Phase.SETUP:
        return _set_up(decision, game)
    usual = _BY_TYPE[decision.type]
    if decision.type == "extra":
        others = [seat for seat in range(game.players) if seat != game.to_move]
        if _is_ahead(game, [game.to_move]):
            return usual
        return "question/wall" if _is_ahead(game, others) else _WITHOUT_WORKMEN["extra"]
    return usual if _growing(game, game.to_move) else _WITHOUT_WORKMEN.get(decision.type, usual)


def _set_up(decision: Place, game: Game) -> str:
    """The question that a path square answers truly, by whose workmen look at it now."""
    position = game.position
    standing = [aqueduct for aqueduct in range(AQUEDUCTS) if position.on_board >> aqueduct & 1]
    watching = [aqueduct for aqueduct in standing if decision.path in SIGHT[position.ends[aqueduct] >> 2]]
    own = sum(game.layout.seats[aqueduct] == game.to_move for aqueduct in watching)
    if own:
        return "question/set-up" if own == len(watching) else "question/place"
    return "question/place-later" if watching else "question/place-any"


def _growing(game: Game, seat: int) -> list[int]:
    """The aqueducts of a seat that can still grow."""
    position = game.position
    return [aqueduct for aqueduct in position.open_aqueducts(seat) if not position.blocked >> aqueduct & 1]


def _is_ahead(game: Game, seats: Sequence[int]) -> bool:
    """Whether an extra tile could lie two steps ahead of a workman of these seats."""
    squares = {decision.square for decision in game.legal_moves() if isinstance(decision, Extra)}
    ends = (game.position.ends[aqueduct] for seat in seats for aqueduct in _growing(game, seat))
    return any(NEIGHBOR[NEIGHBOR[end] & ~3 | end & 3] >> 2 in squares for end in ends)


def spot_of(decision: Decision) -> Spot:
    """Where a decision is made."""
    match decision:
        case Build() | Close():
            return Spot("workman", port_name(decision.workman))
        case Extra():
            return Spot("square", square_name(decision.square))
        case Place():
            return Spot("path", str(decision.path))
        case Move():
            return Spot("builder", str(decision.path))
        case Take():
            return Spot("kind", decision.kind.letter)
    return Spot("none", "")
