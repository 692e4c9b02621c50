"""A lesson and its steps: frozen values, as a lesson file describes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from aquaromana.rules import Decision, Position

LANGUAGES: Final = ("de", "en", "fr")

Until = Literal["stretch", "over"]
"""When a step is done: after the learner's stretches and the replies to them, or when the game is over."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text in every language."""

    de: str
    en: str
    fr: str

    def by_language(self) -> dict[str, str]:
        return {language: getattr(self, language) for language in LANGUAGES}


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition on a decision. All that is given has to hold; what is empty or None does not matter.

    This is the closed set of predicates: a lesson file holds no code.
    """

    type: str
    """build, extra, place, move, close, pass or take."""
    kind: tuple[str, ...] = ()
    """The kind of the tile or of the builder."""
    workman: tuple[str, ...] = ()
    """The port of the workman who builds, or whose aqueduct is closed."""
    builder: tuple[int, ...] = ()
    """The path square of the builder, or the one on which a builder is placed."""
    square: tuple[str, ...] = ()
    """The square on which the tile is laid."""
    face: tuple[str, ...] = ()
    """The tile as it lies."""
    walks: tuple[int, ...] = ()
    """The path square on which the builder stops."""
    fountain: bool | None = None
    """Whether the builder passes a fountain."""
    grows: int = 0
    """By how many squares the workman's aqueduct grows."""
    closes: bool | None = None
    """Whether the tile closes one of the learner's own aqueducts."""
    seen: bool | None = None
    """Whether one of the learner's workmen sees the path square on which the builder is placed."""
    rivals: str = ""
    """What an extra tile does to the others: `hindered`, `helped` or `spared`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a legal decision is not wanted in this step."""

    words: Words
    when: Rule | None = None
    """For which decisions; None for all others."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What is said when a step is done."""

    words: Words
    when: Rule | None = None
    """If the learner made such a decision; None for any."""
    won: bool | None = None
    """If the learner has won, or has not; None for either."""
    worse: bool = False
    """There is a better answer: it is said without praise, and the step offers another try."""


Reply = tuple[tuple[Decision, ...], ...]
"""The scripted decisions of one stretch of the others. Of the alternatives for each decision the first legal one is
made."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Where to look on the board."""

    squares: tuple[str, ...] = ()
    paths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done in a later phase of the stretch."""

    phase: str
    words: Words
    focus: Focus = Focus()


@dataclass(frozen=True, slots=True)
class Trial:
    """Something impossible that the learner tries before anything else."""

    builder: int
    """The path square of a builder who cannot be used."""
    words: Words
    """What is to be done after that."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a position, what may be done in it, and what is said."""

    id: str
    title: Words
    text: Words
    position: Position
    clause: str
    allow: tuple[Rule, ...]
    """The right answers."""
    offer: tuple[Rule, ...]
    """Wrong answers that are offered beside the right ones, to be refused with a reason."""
    why_not: tuple[Reason, ...]
    """The last one is for every decision that no other one is for."""
    done: tuple[Ending, ...]
    """The first one that fits is said."""
    focus: Focus = Focus()
    then: tuple[Task, ...] = ()
    """What takes the place of `text` and `focus` in later phases."""
    trial: Trial | None = None
    asks: str = ""
    """`builder` where the builder is asked for before the workman."""
    reply: tuple[Reply, ...] = ()
    """After the learner's first stretch, the second one, and so on."""
    until: Until = "stretch"
    stretches: int = 1
    """Of the learner, before the step is done."""

    @property
    def is_free(self) -> bool:
        """Whether the learner may do whatever the rules allow, against a bot."""
        return self.until == "over"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its steps in order."""

    id: str
    title: Words
    steps: tuple[Step, ...]
    version: str
    """A digest of everything but the words: progress in another version cannot go on in this one."""

    def number(self, step: str) -> int:
        """The index of a step; KeyError if there is none with this id."""
        for number, each in enumerate(self.steps):
            if each.id == step:
                return number
        raise KeyError(step)
