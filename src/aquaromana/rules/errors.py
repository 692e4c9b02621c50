"""What can go wrong, said once: a machine code, the clause it comes from and a plain sentence.

The catalogue below is the complete list of codes. Front ends translate by code and fill in the arguments;
the English sentence is the fallback and what Python users read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

Argument = str | int
"""What a sentence can mention, free of any language: a name in notation ("D1e", "C@12"), a color ("yellow"), the
letter of a kind ("C"), the name of a phase ("build"), the number of a seat, a path square or a count. Only `why`, which
says what is wrong with a text that cannot be read, is English."""

CATALOGUE: Final[Mapping[str, tuple[str, str]]] = {
    # decisions that do not fit the moment
    "phase/over": ("R6.1", "The game is over."),
    "phase/wrong": ("R4.3", "{decision} answers another question: now {seat} has to {asked}."),
    "phase/not-asked": ("R4.3", "Now {seat} has to {asked}; {subject} {name} plays no part in that."),
    "phase/must-build": ("R4.8", "A builder may be moved only by a player who can lay no tile; {example} is possible."),
    # workmen
    "workman/none": ("R3.3", "No aqueduct ends at {workman}."),
    "workman/closed": ("R4.9", "The aqueduct that ends at {workman} is closed; its workman has left the board."),
    "workman/foreign": ("R4.3", "The workman at {workman} is {color} and belongs to {owner}, not to {seat}."),
    "workman/sees-nobody": ("R4.2", "The workman at {workman} sees no builder: {paths} are empty."),
    "workman/no-tile-fits": (
        "R3.4",
        "Every tile that the builders in sight of {workman} allow would join two aqueducts on {square}.",
    ),
    # builds
    "build/out-of-sight": ("R4.2", "A workman on {square} sees the path squares {paths}, not {path}."),
    "build/wrong-exit": ("R1.3", "A {kind} that takes up the water of {workman} cannot lead it to side {exit}."),
    "build/no-builder": ("R4.2", "No builder stands on path square {path}."),
    "build/wrong-kind": ("R4.3", "The builder on {path} is a {builder} and does not let you lay a {kind}."),
    "build/joins": (
        "R3.4",
        "{decision} would join the aqueduct that ends at {workman} with the one that ends at {other}.",
    ),
    # stock, for builds and extra tiles
    "stock/empty": ("R4.4", "No {kind} is left in stock."),
    "stock/substitute": ("R4.4", "No {kind} is left in stock: choose any kind that is."),
    # extra tiles
    "extra/wrong-kind": ("R4.7", "The extra tile has the kind just laid, {laid}, not {kind}."),
    "square/corner": ("R1.1", "{square} is a printed corner."),
    "square/reservoir": ("R2.2", "{square} belongs to the {color} reservoir."),
    "square/occupied": ("R4.3", "A tile already lies on {square}."),
    "square/faced": ("R4.7", "The aqueduct that ends at {workman} faces {square}: no extra tile may lie there."),
    "square/unfaced": ("R4.3", "None of your workmen stands before {square}."),
    "square/no-tile-fits": ("R4.3", "No tile that the builders in sight allow fits on {square}."),
    # builders and the path
    "path/occupied": ("R2.5", "A builder already stands on path square {path}."),
    "path/empty": ("R4.8", "No builder stands on path square {path}."),
    "builder/unseen": ("R4.2", "None of {seat}'s workmen sees the builder on path square {path}."),
    "builder/no-tile-fits": ("R3.4", "No tile that the builder on path square {path} allows can be laid now."),
    "kind/not-in-supply": ("R2.5", "No builder of kind {kind} is left to set up."),
    "kind/joker-waits": ("R2.5", "The joker is not set up; it waits in the reserve."),
    "kind/not-held": ("R4.1", "No reserve builder of kind {kind} is in the hand of {seat}."),
    "kind/not-in-reserve": ("R5.3", "No builder of kind {kind} is left in the reserve."),
    "kind/joker-tile": ("R1.3", "The joker is a builder; there are no tiles of that kind."),
    "kind/no-builder": ("R4.3", "No builder in sight of {seat}'s workmen lets a {kind} be laid now."),
    # texts
    "notation/unreadable": ("R7", "{text} is not a decision: {why}."),
    "position/unreadable": ("R7", "Not a position: {why}."),
    "position/impossible": ("R7", "Not a possible position: {why}."),
    "layout/unreadable": ("R2.2", "Not a layout: {why}."),
    "layout/invalid": ("R2.2", "Not a valid layout: {why}."),
    "players/impossible": ("R2.1", "The game is for 2, 3 or 4 players, not {players}."),
}


_KINDS: Final = {"C": "curve", "D": "double curve", "S": "straight", "B": "bridge", "J": "joker"}

_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "kind": _KINDS,
    "builder": _KINDS,
    "laid": _KINDS,
    "asked": {
        "setup": "set up a builder",
        "reserve": "place a reserve builder",
        "build": "build",
        "extra": "lay an extra tile",
        "close": "close an aqueduct or nothing",
        "claim": "take a builder from the reserve",
    },
    "subject": {
        "workman": "the workman at",
        "builder": "the builder on path square",
        "square": "the square",
        "kind": "the kind",
    },
}
"""The English words for arguments, by their name."""

_SEATS: Final = ("seat", "owner")
"""Arguments that are the number of a seat."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be done: a stable code, who, where and which, and the clause that forbids it.

    The clause is that of the catalogue unless another phase of the game needs another one.
    """

    catalogue: ClassVar[Mapping[str, tuple[str, str]]] = CATALOGUE
    words: ClassVar[Mapping[str, Mapping[str, str]]] = _WORDS

    code: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    clause: str = ""

    def __post_init__(self) -> None:
        if not self.clause:
            object.__setattr__(self, "clause", self.catalogue[self.code][0])

    @property
    def message(self) -> str:
        """One plain English sentence."""
        return self.told()

    def told(self, seats: Sequence[str] = ()) -> str:
        """The sentence, with names for the seats if they are given."""
        words = {name: self._word(name, value, seats) for name, value in self.args.items()}
        if self.args.get("subject") == "kind":
            words["name"] = _KINDS[str(self.args["name"])]
        return self.catalogue[self.code][1].format_map(words)

    def _word(self, name: str, value: Argument, seats: Sequence[str]) -> Argument:
        if name in _SEATS and isinstance(value, int):
            return seats[value] if seats else f"seat {value}"
        return self.words.get(name, {}).get(str(value), value)

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})"


class AquaError(ValueError):
    """Base of all errors of the rules. `code`, `clause` and `arguments` come from its `reason`."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type[AquaError], tuple[Reason]]:
        return type(self), (self.reason,)

    @property
    def code(self) -> str:
        """The machine code, for example ``build/joins``."""
        return self.reason.code

    @property
    def clause(self) -> str:
        """The clause, for example ``R3.4``."""
        return self.reason.clause

    @property
    def arguments(self) -> Mapping[str, Argument]:
        """Who, where, which."""
        return self.reason.args


class IllegalMove(AquaError):
    """A well-formed decision that the rules do not allow now. The game is unchanged."""


class NotationError(AquaError):
    """A text that is not a decision (R7)."""


class PositionError(AquaError):
    """A text that is not a position, or one that contradicts itself."""


class LayoutError(AquaError):
    """A layout that cannot be played (R2.2)."""


class PlayersError(AquaError):
    """A number of players the game is not for (R2.1)."""
