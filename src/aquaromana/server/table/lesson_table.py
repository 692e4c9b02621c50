"""A table at which a lesson is given: the choices that it narrows, what it refuses and what it says.

The lesson itself is in `lessons`. This is the only place where the server narrows what the rules allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from aquaromana.lessons import LEARNER, Lesson, Progress, Words, lesson, lesson_ids
from aquaromana.rules import Decision, Position
from aquaromana.rules.geometry import port_name
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.notation import position_text
from aquaromana.server.errors import Refusal, ServerReason
from aquaromana.server.protocol import game
from aquaromana.server.protocol.events import Stepped
from aquaromana.server.protocol.intents import AnyIntent, Guide, Rename, Takeback
from aquaromana.server.protocol.messages import Ask
from aquaromana.server.protocol.table_info import LessonTask, LessonView

if TYPE_CHECKING:
    from aquaromana.server.table.table_state import TableState

RIVAL: Final = ("Livia", "level:1")
"""Who sits opposite, and the bot that decides for them where no script does."""


def found(id: str) -> Lesson:  # noqa: A002 - it is the lesson's id everywhere
    """A lesson by its id; Refusal if there is none."""
    if id not in lesson_ids():
        raise Refusal.of("lesson/unknown", lesson=id[:20])
    return lesson(id)


def reference(given: Lesson) -> str:
    """A lesson and its version, as the storage keeps them."""
    return f"{given.id}:{given.version}"


def progress_of(text: str) -> Progress | None:
    """The beginning of the lesson with this reference; None if there is none like it any more."""
    id, _, version = text.partition(":")  # noqa: A001
    if id not in lesson_ids() or lesson(id).version != version:
        return None
    return Progress(lesson(id))


# What may be done.


def check_intent(table: TableState, intent: AnyIntent) -> None:
    """Refusal for what makes no sense in a lesson, and for steps where there is none."""
    if not table.lesson:
        if isinstance(intent, Guide):
            raise table.refusal("lesson/none")
        return
    if not isinstance(intent, Guide | Takeback | Rename):
        raise table.refusal("lesson/only")
    check_current(table)


def check_current(table: TableState) -> None:
    """Refusal if the table's lesson is from another version."""
    if table.lesson and table.snapshot.progress is None:
        raise table.refusal("lesson/outdated")


def check_decision(table: TableState, position: Position, move: str) -> None:
    """Refusal if the step does not want a decision; what the rules forbid is left to them."""
    progress = table.snapshot.progress
    if progress is None or position.mover != LEARNER:
        return
    decision = Decision(move)
    if decision not in legal_decisions(position):
        return
    if progress.is_done(table.position):
        raise table.refusal("lesson/done")
    if words := progress.why_not(position, decision):
        raise Refusal(_not_now(words), version=table.version)


def _not_now(words: Words) -> ServerReason:
    """The reason in every language; the front end shows one."""
    return ServerReason("lesson/not-now", {"say": words.en, **_by_form(words)})


def _by_form(words: Words) -> dict[str, str]:
    return {f"say.{language}": text for language, text in words.by_language().items()}


def narrowed(table: TableState, position: Position, choices: list[game.Choice]) -> list[game.Choice]:
    """The choices that the step offers, of all legal ones."""
    if not table.lesson:
        return choices
    progress = table.snapshot.progress
    offered = {str(decision) for decision in progress.offered(position)} if progress else set()
    return [choice for choice in choices if choice.move in offered]


def why_not(table: TableState, position: Position, ask: Ask, choices: Sequence[game.Choice]) -> game.Why | None:
    """Why something that the rules allow is not offered in this step; None if it is. `choices` are all legal ones."""
    progress = table.snapshot.progress
    if progress is None:
        return None
    about = [choice for choice in choices if _is_about(choice, ask)]
    offered = {choice.move for choice in narrowed(table, position, about)}
    if not about or offered:
        return None
    words = progress.why_not(position, Decision(about[0].move))
    reason = _not_now(words) if words else ServerReason("lesson/done")
    return game.Why(code=reason.code, args=dict(reason.args))


def foreign(table: TableState, position: Position, ask: Ask) -> game.Why | None:
    """That a workman belongs to somebody else, in a lesson, whatever is asked now."""
    if not table.lesson or ask.subject != "workman":
        return None
    ends = {port_name(position.ends[each]): each for each in range(len(position.ends)) if position.on_board >> each & 1}
    aqueduct = ends.get(ask.name)
    if aqueduct is None or position.layout.seats[aqueduct] == LEARNER:
        return None
    reason = ServerReason("lesson/foreign", {"owner": position.layout.seats[aqueduct]})
    return game.Why(code=reason.code, clause=reason.clause, args=dict(reason.args))


def _is_about(choice: game.Choice, ask: Ask) -> bool:
    if ask.subject == "builder":
        return str(choice.builder) == ask.name
    named: dict[str, str] = {
        "move": choice.move,
        "workman": choice.workman,
        "square": choice.square,
        "kind": choice.kind,
    }
    return named[ask.subject] == ask.name


# What happens.


def steps_to(table: TableState, go: Literal["back", "again", "skip", "next"]) -> list[Stepped]:
    """The event that leads to another step, or to the beginning of this one; Refusal if there is none."""
    progress = table.snapshot.progress
    assert progress is not None, "it was checked"
    if go == "next" and not progress.is_done(table.position):
        raise table.refusal("lesson/not-done")
    number = progress.number + {"back": -1, "again": 0, "skip": 1, "next": 1}[go]
    if not 0 <= number < len(progress.lesson.steps):
        raise table.refusal("lesson/no-step")
    step = progress.lesson.steps[number]
    return [Stepped(step=step.id, position=position_text(step.position), decisions=table.ply)]


def scripted(table: TableState) -> list[str]:
    """What the others do now by the script of the lesson; nothing if there is none, or they decide freely."""
    progress = table.snapshot.progress
    return list(map(str, progress.reply(table.position))) if progress else []


# What is told.


def view(table: TableState) -> LessonView | None:
    """The lesson as it stands; None where there is none."""
    if not table.lesson:
        return None
    progress, position = table.snapshot.progress, table.position
    if progress is None:
        return LessonView(id=table.lesson.partition(":")[0], outdated=True)
    step = progress.step
    is_done = progress.is_done(position)
    ending = progress.ending(position) if is_done else None
    return LessonView(
        id=progress.lesson.id,
        step=progress.number + 1,
        steps=len(progress.lesson.steps),
        key=step.id,
        title=step.title.by_language(),
        text=step.text.by_language(),
        clause=step.clause,
        squares=list(step.focus.squares),
        paths=list(step.focus.paths),
        tasks=[
            LessonTask(
                phase=task.phase,
                text=task.words.by_language(),
                squares=list(task.focus.squares),
                paths=list(task.focus.paths),
            )
            for task in step.then
        ],
        trial=step.trial.builder if step.trial and not is_done else 0,
        tried=step.trial.words.by_language() if step.trial else {},
        asks=step.asks,
        done=ending.words.by_language() if ending else {},
        worse=ending is not None and ending.worse,
        won=is_done and step.is_free and progress.is_won(position),
    )
