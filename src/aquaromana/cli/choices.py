"""Finding a decision in steps: what can be chosen next, and what a typed text leaves over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.cli.words import side_words, tile_words
from aquaromana.rules import Decision, Kind, Phase, Position
from aquaromana.rules.geometry import SIGHT, port_name, square_name
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.moves import Build, Close, Extra, Move, Place, Take
from aquaromana.rules.tiles import FACE_NAMES, KIND_LETTERS
from aquaromana.rules.turn import destination, lay_tile, podium_for


@dataclass(frozen=True, slots=True)
class Option:
    """One way to go on: what to type, what it means, and the decisions it leaves."""

    key: str
    words: str
    left: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a decision that is chosen at once."""

    question: str
    key: Callable[[Decision], str]
    words: Callable[[Position, Decision], str]
    """What an option means, said by the first decision that it leaves."""
    numbered: bool = False
    """Whether options can be chosen by their number in the list; not where the keys are numbers themselves."""


def steps(decisions: Sequence[Decision]) -> tuple[Step, ...]:
    """The steps in which one of these decisions is chosen; they are of one sort, builds or places and so on."""
    return _STEPS.get(type(decisions[0]), _CLOSES)


def options(position: Position, decisions: Sequence[Decision]) -> tuple[Step, list[Option]]:
    """The first step at which there is a choice, and the choices."""
    every = [(step, _grouped(step, decisions)) for step in steps(decisions)]
    step, groups = next((pair for pair in every if len(pair[1]) > 1), every[-1])
    return step, [Option(key, step.words(position, left[0]), left) for key, left in groups.items()]


def _grouped(step: Step, decisions: Sequence[Decision]) -> dict[str, tuple[Decision, ...]]:
    groups: dict[str, list[Decision]] = {}
    for decision in decisions:
        groups.setdefault(step.key(decision), []).append(decision)
    return {key: tuple(left) for key, left in groups.items()}


def narrowed(position: Position, decisions: Sequence[Decision], text: str) -> tuple[Decision, ...]:
    """The decisions that a text can mean: by its number in the list, by its name, or by how it begins.

    Large and small letters are the same, unless only their difference tells two decisions apart.
    """
    for same in (str, str.casefold):
        exact = tuple(decision for decision in decisions if same(str(decision)) == same(text))
        if exact:
            return exact
    step, listed = options(position, decisions)
    for option in listed:
        if option.key.casefold() == text.casefold():
            return option.left
    if step.numbered and text.isdecimal() and 0 < int(text) <= len(listed):
        return listed[int(text) - 1].left
    begins = tuple(decision for decision in decisions if str(decision).casefold().startswith(text.casefold()))
    if begins:
        return begins
    return tuple(decision for decision in decisions if text.casefold() in _parts(decision))


def _parts(decision: Decision) -> set[str]:
    """The names in a decision: `D1e.12.Cs` has D1e, 12, Cs and also D1."""
    parts = set(str(decision).casefold().lstrip("+>x*").replace("@", ".").split("."))
    return parts | {part[:2] for part in parts if isinstance(decision, Build | Close)}


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
    after = position.copy()
    lay_tile(after, build.square, build.face)
    aqueduct = position.ends.index(build.workman)
    length = after.lengths[aqueduct]
    end = f"length {length}, ends {port_name(after.ends[aqueduct])}"
    if after.blocked >> aqueduct & 1:
        end = f"length {length}, closed: {_podium_words(position, length)}"
    return f"{tile_words(build)}: {end}"


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


def _nothing(_: Position, __: Decision) -> str:
    return ""


def _part(name: str, text: Callable[[int], str]) -> Callable[[Decision], str]:
    return lambda decision: text(getattr(decision, name))


_STEPS: Final[dict[type[Decision], tuple[Step, ...]]] = {
    Build: (
        Step("Which workman?", _part("workman", port_name), _workman_words, numbered=True),
        Step("Which builder?", _part("builder", str), _builder_words),
        Step("Which tile?", lambda build: str(build).rpartition(".")[2], _tile_words, numbered=True),
    ),
    Extra: (
        Step("On which square?", _part("square", square_name), _nothing),
        Step("Which way round?", _part("face", lambda face: FACE_NAMES[face]), _face_words, numbered=True),
    ),
    Place: (
        Step("Which kind?", _part("kind", lambda kind: KIND_LETTERS[kind]), _kind_words),
        Step("On which path square?", _part("path", str), _nothing),
    ),
    Move: (Step("Which builder?", _part("path", str), _builder_words),),
    Take: (Step("Which builder?", _part("kind", lambda kind: KIND_LETTERS[kind]), _kind_words),),
}
_CLOSES: Final = (Step("Which aqueduct?", str, _close_words, numbered=True),)
