"""A table at which a puzzle is solved: what it refuses, and what it says. The puzzles are in `puzzles`.

Tries are judged by a bot process, with the solver; only questions about the rules are answered here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from aquaromana.puzzles import Attempt, Puzzle, goal_of, library
from aquaromana.puzzles.quiz import answer as true_answer
from aquaromana.rules import Build, Decision, Extra, Move, Place
from aquaromana.rules.geometry import square_name
from aquaromana.rules.notation import position_text
from aquaromana.rules.reasons import illegal
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import game
from aquaromana.server.protocol.events import Event, Stepped, Tried
from aquaromana.server.protocol.intents import AnyIntent, Rename, Solve
from aquaromana.server.protocol.table_info import PuzzleView

if TYPE_CHECKING:
    from aquaromana.server.table.table_state import TableState

RIVALS: Final = ("Livia", "Marcus", "Claudia")
"""Who else sits there."""
BOT: Final = "level:1"
"""What the table calls them; they never decide by themselves."""
SOLUTION: Final = "solution"
"""The step at which the solution is played."""


def found(id: str) -> Puzzle:  # noqa: A002 - it is the puzzle's id everywhere
    """A puzzle by its id; Refusal if there is none."""
    if id not in library():
        raise Refusal.of("puzzle/unknown", puzzle=id[:20])
    return library().find(id)


def reference(puzzle: Puzzle) -> str:
    """A puzzle and the version of the library, as the storage keeps them."""
    return f"{puzzle.id}:{library().version}"


def attempt_at(text: str) -> Attempt | None:
    """The beginning of an attempt at the puzzle with this reference; None if there is none like it any more.

    An id is a digest of the puzzle: as long as a library has it, it is the same puzzle.
    """
    id = text.partition(":")[0]  # noqa: A001
    return Attempt(library().find(id)) if id and id in library() else None


# What may be done.


def check_intent(table: TableState, intent: AnyIntent) -> None:
    """Refusal for what makes no sense at the table of a puzzle, and for puzzles where there is none."""
    if not table.puzzle:
        if isinstance(intent, Solve):
            raise table.refusal("puzzle/none")
        return
    if not isinstance(intent, Solve | Rename):
        raise table.refusal("puzzle/only")
    if table.snapshot.attempt is None:
        raise table.refusal("puzzle/outdated")


def check_try(table: TableState) -> None:
    """Refusal if nothing can be tried now; what the rules forbid is left to them."""
    if not table.puzzle:
        return
    attempt = table.snapshot.attempt
    if attempt is None:
        raise table.refusal("puzzle/outdated")
    if attempt.is_over:
        raise table.refusal("puzzle/over")
    if attempt.waits:
        raise table.refusal("puzzle/waiting")
    if attempt.puzzle.kind == "legal":
        raise table.refusal("puzzle/only")


def narrowed(table: TableState, choices: list[game.Choice]) -> list[game.Choice]:
    """The choices that are offered: all of them, until a try is over."""
    attempt = table.snapshot.attempt
    if not table.puzzle or (attempt and not attempt.is_over and attempt.puzzle.kind != "legal"):
        return choices
    return []


def is_shown(table: TableState) -> bool:
    """Whether the solution is played, for all seats."""
    attempt = table.snapshot.attempt
    return attempt is not None and attempt.showing


# What happens.


def events(table: TableState, intent: Solve) -> Sequence[Event]:
    """What an intent leads to; Refusal if it makes no sense now."""
    attempt = table.snapshot.attempt
    assert attempt is not None, "it was checked"
    if intent.go == "answer":
        if attempt.is_over:
            raise table.refusal("puzzle/over")
        return [_answered(table, attempt, intent.answer)]
    return [Stepped(step=intent.go, position=position_text(attempt.puzzle.start()), decisions=table.ply)]


def _answered(table: TableState, attempt: Attempt, answer: str) -> Tried:
    if answer not in attempt.puzzle.options:
        raise table.refusal("puzzle/answer", answer=repr(answer[:40]))
    is_right = answer == true_answer(attempt.puzzle)
    return Tried(outcome="solved" if is_right else "wrong", answer=answer)


def after(attempt: Attempt | None, event: Tried) -> Attempt | None:
    """The attempt after a try was judged."""
    return attempt and attempt.tried(
        event.outcome,
        event.decisions,
        replies=event.replies,
        wrong=event.wrong,
        fact=event.fact,
        answer=event.answer,
    )


# What is told.


def view(table: TableState) -> PuzzleView | None:
    """The puzzle as it stands; None where there is none."""
    if not table.puzzle:
        return None
    attempt = table.snapshot.attempt
    if attempt is None:
        return PuzzleView(id=table.puzzle.partition(":")[0], outdated=True)
    puzzle = attempt.puzzle
    code, args = goal_of(puzzle)
    squares, paths = _focus(puzzle)
    is_told = puzzle.kind == "legal" and (attempt.showing or attempt.outcome == "solved")
    return PuzzleView(
        id=puzzle.id,
        seat=puzzle.seat,
        kind=puzzle.kind,
        difficulty=puzzle.difficulty,
        rating=puzzle.rating,
        goal=code,
        args=args,
        outcome=attempt.outcome,
        pending=attempt.pending,
        replying=bool(attempt.replies),
        showing=attempt.showing,
        tries=attempt.tries,
        fact=attempt.fact,
        refuted=attempt.refuted,
        options=list(puzzle.options),
        answer=attempt.answer,
        right=puzzle.right[0] if is_told else "",
        why=_why(puzzle) if is_told else None,
        squares=squares,
        paths=paths,
    )


def _why(puzzle: Puzzle) -> game.Why | None:
    reason = illegal(puzzle.start(), Decision(puzzle.asked))
    return game.Why(code=reason.code, clause=reason.clause, args=dict(reason.args)) if reason else None


def _focus(puzzle: Puzzle) -> tuple[list[str], list[int]]:
    """Where to look: at what a question is about."""
    decision = Decision(puzzle.asked) if puzzle.asked else None
    if isinstance(decision, Build):
        return [square_name(decision.square)], [decision.builder]
    if isinstance(decision, Extra):
        return [square_name(decision.square)], []
    return [], [decision.path] if isinstance(decision, Move | Place) else []
