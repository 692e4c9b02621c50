"""Choosing a decision step by step: the options of the next step, and those that match a typed text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.cli.terminal.words import side_words, tile_words
from aquaromana.rules import AquaError, Decision, Kind, NotationError, Phase, Position
from aquaromana.rules.geometry import SIGHT, port_name, square_name
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.moves import Build, Close, Extra, Move, Place, Take, recased
from aquaromana.rules.tiles import FACE_NAMES, KIND_LETTERS
from aquaromana.rules.turn import destination, lay_tile, podium_for


@dataclass(frozen=True, slots=True)
class Option:
    """One option: what to type, what it means in full and in brief, and the decisions that remain."""

    key: str
    words: str
    brief: str
    left: tuple[Decision, ...]


Words = Callable[[Position, Decision], str]
"""Describes an option by its first remaining decision."""


def _nothing(_: Position, __: Decision) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a decision that is chosen in one step."""

    question: str
    key: Callable[[Decision], str]
    words: Words = _nothing
    brief: Words = _nothing
    legend: str = ""
    """What the brief texts behind the keys mean."""
    numbered: bool = False
    """Whether options can be chosen by their number in the list; not where the keys are numbers themselves."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The step at which there is something to choose, with the parts that are settled before it."""

    step: Step
    settled: tuple[str, ...]
    listed: tuple[Option, ...]

    @property
    def question(self) -> str:
        """`Which workman?`, and later `D1e: which builder?`."""
        asked = self.step.question
        return f"{'.'.join(self.settled)}: {asked[:1].lower()}{asked[1:]}" if self.settled else asked

    def find(self, text: str) -> tuple[Decision, ...]:
        """The decisions that match a text: a key in the list or its number, or the beginning of keys."""
        wanted = text.casefold()
        names = [option.key.casefold() for option in self.listed]
        for bare in (names, [name.lstrip("x") for name in names]):
            if wanted in bare:
                return self.listed[bare.index(wanted)].left
        if text.isascii() and text.isdecimal():
            by_number = self.step.numbered and len(text) < 4 and 0 < int(text) <= len(self.listed)
            return self.listed[int(text) - 1].left if by_number else ()
        begun = [option.left for option, name in zip(self.listed, names, strict=True) if name.startswith(wanted)]
        return tuple(decision for left in begun for decision in left)


def choice(position: Position, decisions: Sequence[Decision]) -> Choice:
    """The first step at which these decisions differ; they are of one sort, builds or places and so on."""
    steps = _STEPS.get(type(decisions[0]), _CLOSES)
    settled: list[str] = []
    at = 0
    while len(groups := _grouped(steps[at], decisions)) == 1 and at < len(steps) - 1:
        settled += groups
        at += 1
    step = steps[at]
    listed = (
        Option(key, step.words(position, left[0]), step.brief(position, left[0]), left) for key, left in groups.items()
    )
    return Choice(step, tuple(settled), tuple(listed))


def _grouped(step: Step, decisions: Sequence[Decision]) -> dict[str, tuple[Decision, ...]]:
    groups: dict[str, list[Decision]] = {}
    for decision in decisions:
        groups.setdefault(step.key(decision), []).append(decision)
    return {key: tuple(left) for key, left in groups.items()}


def in_notation(text: str) -> str:
    """A decision as R7 writes it, from small letters and with spaces between its parts; other texts as they are."""
    words = text.replace(",", " ").split()
    for sign in ("", ".", "@"):
        meant = recased(sign.join(words))
        try:
            return str(Decision(meant))
        except NotationError:
            continue
        except AquaError:  # it can be read, and is never legal
            return meant
    return text


def begun(decisions: Sequence[Decision], text: str) -> tuple[Decision, ...]:
    """The decisions that begin with several parts in notation, as `D1e.12` or `d1e 12`."""
    start = ".".join(text.casefold().split())
    if not any(sign in start for sign in ".@"):
        return ()
    return tuple(decision for decision in decisions if str(decision).casefold().startswith(start))


def _workman_words(position: Position, build: Decision) -> str:
    assert isinstance(build, Build)
    aqueduct = position.ends.index(build.workman)
    sees = " ".join(
        f"{KIND_LETTERS[position.path[path]]}@{path}" for path in SIGHT[build.workman >> 2] if position.path[path]
    )
    color = COLOR_NAMES[position.layout.colors[aqueduct]]
    return f"{color}, length {position.lengths[aqueduct]}, sees {sees}"


def _builder_words(position: Position, decision: Decision) -> str:
    assert isinstance(decision, Build | Move)
    path = decision.builder if isinstance(decision, Build) else decision.path
    target, fountain = destination(position, path)
    extra = " past a fountain" if fountain else ""
    return f"{Kind(position.path[path]).label}, walks to {target}{extra}"


def _tile_words(position: Position, build: Decision) -> str:
    assert isinstance(build, Build)
    length, end, closed = _laid(position, build)
    after = f"closed: {_podium_words(position, length)}" if closed else f"ends {port_name(end)}"
    return f"{tile_words(build)}: length {length}, {after}"


def _laid(position: Position, build: Build) -> tuple[int, int, bool]:
    """What a build makes of its aqueduct: the length, the end, and whether it is closed."""
    after = position.copy()
    lay_tile(after, build.square, build.face)
    aqueduct = position.ends.index(build.workman)
    return after.lengths[aqueduct], after.ends[aqueduct], bool(after.blocked >> aqueduct & 1)


def _podium_words(position: Position, length: int) -> str:
    podium = podium_for(position, length)
    return f"podium {podium}" if podium else "no podium"


def _close_words(position: Position, close: Decision) -> str:
    if not isinstance(close, Close):
        return "close nothing"
    aqueduct = position.ends.index(close.workman)
    color, length = COLOR_NAMES[position.layout.colors[aqueduct]], position.lengths[aqueduct]
    return f"{color}, length {length}: {_podium_words(position, length)}"


def _kind_words(position: Position, decision: Decision) -> str:
    assert isinstance(decision, Place | Take)
    left = f", {position.setup_left(decision.kind)} left" if position.phase is Phase.SETUP else ""
    return decision.kind.label + left


def _face_words(_: Position, extra: Decision) -> str:
    assert isinstance(extra, Extra)
    joined = FACE_NAMES[extra.face][1:]
    return f"{extra.kind.label} {side_words(joined)}" if joined else extra.kind.label


def _part(name: str, text: Callable[[int], str]) -> Callable[[Decision], str]:
    return lambda decision: text(getattr(decision, name))


def _brief_workman(position: Position, build: Decision) -> str:
    assert isinstance(build, Build)
    sees = "".join(
        f" {KIND_LETTERS[position.path[path]]}{path}" for path in SIGHT[build.workman >> 2] if position.path[path]
    )
    return f"{position.lengths[position.ends.index(build.workman)]};{sees}"


def _brief_builder(position: Position, decision: Decision) -> str:
    assert isinstance(decision, Build | Move)
    path = decision.builder if isinstance(decision, Build) else decision.path
    target, fountain = destination(position, path)
    return f"{KIND_LETTERS[position.path[path]]} to {target}{' ≈' if fountain else ''}"


def _brief_tile(position: Position, build: Decision) -> str:
    assert isinstance(build, Build)
    length, end, closed = _laid(position, build)
    return f"{length} {_podium_words(position, length) if closed else port_name(end)}"


def _brief_close(position: Position, close: Decision) -> str:
    if not isinstance(close, Close):
        return "nothing"
    length = position.lengths[position.ends.index(close.workman)]
    return f"{length} {_podium_words(position, length)}"


_STEPS: Final[dict[type[Decision], tuple[Step, ...]]] = {
    Build: (
        Step(
            "Which workman?",
            _part("workman", port_name),
            _workman_words,
            _brief_workman,
            "length; builders in sight",
            numbered=True,
        ),
        Step("Which builder?", _part("builder", str), _builder_words, _brief_builder, "≈ past a fountain"),
        Step(
            "Which tile?",
            lambda build: str(build).rpartition(".")[2],
            _tile_words,
            _brief_tile,
            "length, new end or podium",
            numbered=True,
        ),
    ),
    Extra: (
        Step("On which square?", _part("square", square_name)),
        Step("Which way round?", _part("face", lambda face: FACE_NAMES[face]), _face_words, numbered=True),
    ),
    Place: (
        Step("Which kind?", _part("kind", lambda kind: KIND_LETTERS[kind]), _kind_words, _kind_words),
        Step("On which path square?", _part("path", str)),
    ),
    Move: (Step("Which builder?", _part("path", str), _builder_words, _brief_builder, "≈ past a fountain"),),
    Take: (Step("Which builder?", _part("kind", lambda kind: KIND_LETTERS[kind]), _kind_words, _kind_words),),
}
_CLOSES: Final = (Step("Which aqueduct?", str, _close_words, _brief_close, "length, podium", numbered=True),)
