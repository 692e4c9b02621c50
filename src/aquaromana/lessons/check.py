"""Checks a lesson: every step can be played, says enough and not too much, and leads where it should."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from aquaromana.lessons.lesson import LANGUAGES, Lesson, Rule, Step, Words
from aquaromana.lessons.predicates import meets
from aquaromana.lessons.progress import LEARNER, Progress
from aquaromana.rules import Build, Decision, Phase, Position
from aquaromana.rules.game import Game
from aquaromana.rules.legal import legal_decisions

WORDS: Final = 25
"""Of a step, all its tasks and the longest ending together; and of a reason."""
TITLE: Final = 5
LINES: Final = 20_000
"""Ways through one step that are followed; more are too many for a lesson."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a step."""

    step: str
    why: str

    def __str__(self) -> str:
        return f"{self.step}: {self.why}"


def faults(lesson: Lesson) -> list[Fault]:
    """All that is wrong with a lesson; nothing if it can be used."""
    found: list[Fault] = []
    for number, step in enumerate(lesson.steps):
        progress = Progress(lesson, number)
        whys = [*_wordy(step), *_unknown_clause(step), *_wrong_start(step)]
        if not whys:
            whys = [*(_free(step) if step.is_free else _ways(progress))]
        found += [Fault(step.id, why) for why in dict.fromkeys(whys)]
    return found


# Words.


def _wordy(step: Step) -> Iterator[str]:
    for language in LANGUAGES:
        longest = max(_count(ending.words, language) for ending in step.done)
        tasks = [step.text, *(task.words for task in step.then), *([step.trial.words] if step.trial else [])]
        words = sum(_count(task, language) for task in tasks) + longest
        if words > WORDS:
            yield f"{words} words in {language}, with the longest ending: at most {WORDS}"
        if _count(step.title, language) > TITLE:
            yield f"the title in {language} has more than {TITLE} words"
        if any(_count(reason.words, language) > WORDS for reason in step.why_not):
            yield f"a reason in {language} has more than {WORDS} words"


def _count(words: Words, language: str) -> int:
    """Words as a reader counts them: signs that stand alone are none."""
    return len(re.findall(r"[^\W_]+(?:['’\u2011-][^\W_]+)*", getattr(words, language)))


def _unknown_clause(step: Step) -> Iterator[str]:
    if step.clause not in _clauses():
        yield f"the rules have no clause {step.clause}"


@cache
def _clauses() -> frozenset[str]:
    """The clauses that the page can link to."""
    text = (files("aquaromana") / "web" / "rules" / "en.html").read_text("utf-8")
    return frozenset(re.findall(r'id="(R[1-9](?:\.[1-9])?)"', text))


# The game.


def _wrong_start(step: Step) -> Iterator[str]:
    if step.position.phase in (Phase.SETUP, Phase.OVER):
        yield "the position is before the first turn, or the game is over"
    elif step.position.mover != LEARNER:
        yield f"seat {LEARNER} has to decide first"


def _free(step: Step) -> Iterator[str]:
    if {ending.won for ending in step.done} != {True, None} and {ending.won for ending in step.done} != {True, False}:
        yield "a step that is played to the end says something for a win and something else otherwise"


@dataclass(slots=True)
class _Walk:
    """What was found on all ways through a step."""

    lines: int = 0
    right: int = 0
    wrong: int = 0


def _ways(progress: Progress) -> Iterator[str]:
    """Follow every way that is allowed to the end of the step."""
    step, walk, used = progress.step, _Walk(), set[Rule]()
    yield from _follow(progress, step.position, walk, used)
    if not walk.wrong:
        yield "there is no wrong answer"
    if step.trial and not _is_impossible(step.position, step.trial.builder):
        yield f"there is no builder on {step.trial.builder} who cannot be used"
    for rule in _rules(step):
        if rule not in used:
            yield f"no decision meets {_shown(rule)}"


def _is_impossible(position: Position, path: int) -> bool:
    """Whether a builder stands there, and no decision uses him."""
    used = {decision.builder for decision in legal_decisions(position) if isinstance(decision, Build)}
    return bool(position.path[path]) and path not in used


def _rules(step: Step) -> list[Rule]:
    """All rules of a step."""
    reasons = [reason.when for reason in step.why_not if reason.when]
    return [*step.allow, *step.offer, *reasons, *(ending.when for ending in step.done if ending.when)]


def _shown(rule: Rule) -> str:
    given = [(name, getattr(rule, name)) for name in Rule.__slots__]
    return ", ".join(f"{name} {value}" for name, value in given if value not in ((), None, 0))


def _follow(progress: Progress, position: Position, walk: _Walk, used: set[Rule]) -> Iterator[str]:
    """The learner's stretch, every way that is allowed; then the reply, and so on until it is done."""
    ends: list[Game] = []
    yield from _stretch(progress, Game.from_position(position), walk, used, ends)
    for game in ends:
        moves, turn = game.moves, len(progress.made) + 1
        after = progress.decided(LEARNER, turn, moves)
        try:
            reply = after.reply(game.position)
        except StopIteration:
            yield f"{_after(moves)} no alternative of the reply is legal"
            return
        rest = Game.from_position(game.position)
        for decision in reply:
            rest.push(decision)
        if reply:
            after = after.decided(1 - LEARNER, turn, reply)
        if rest.phase is Phase.OVER:
            yield f"{_after(moves)} the game is over"
            return
        if after.is_done(rest.position):
            after.ending(rest.position)
        elif rest.to_move != LEARNER:
            yield f"{_after(moves)} nobody is told to go on"
            return
        else:
            yield from _follow(after, rest.position, walk, used)


def _stretch(progress: Progress, game: Game, walk: _Walk, used: set[Rule], ends: list[Game]) -> Iterator[str]:
    if walk.lines > LINES:
        return
    step, position = progress.step, game.position
    legal = legal_decisions(position)
    for decision in legal:
        rules = _rules(step)
        used.update(rule for rule in rules if rule not in used and meets(rule, position, decision))
    right = [decision for decision in legal if progress.is_allowed(position, decision)]
    walk.wrong += len(legal) - len(right)
    if not right:
        yield f"{_after(game.moves, progress)} nothing is allowed"
        return
    for decision in right:
        game.push(decision)
        if game.is_over or game.to_move != LEARNER or _begins_turn(position, game.position):
            walk.lines += 1
            ends.append(game.copy())
        else:
            yield from _stretch(progress, game, walk, used, ends)
        game.pop()
    if walk.lines > LINES:
        yield f"there are more than {LINES} ways through it"


def _begins_turn(before: Position, after: Position) -> bool:
    """Whether the same seat begins another turn: the others have no workmen."""
    return after.phase in (Phase.RESERVE, Phase.BUILD) and before.phase not in (Phase.RESERVE, Phase.SETUP)


def _after(moves: tuple[Decision, ...], progress: Progress | None = None) -> str:
    """When, in words; without decisions at the start of a stretch, which is not the first one if there is progress."""
    if moves:
        return f"after {' '.join(map(str, moves))}"
    return "in the next stretch" if progress and progress.made else "at the start"
