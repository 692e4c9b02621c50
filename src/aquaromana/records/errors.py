"""The error codes of this package, and one exception that says where the error is.

The sentences follow `aquaromana.rules.errors`. The clauses AQR1 to AQR9 are those of ``docs/records.md``. A decision
that the rules refuse keeps the reason of the rules (``build/joins``, R3.4) and only gains a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from aquaromana.rules.errors import AquaError, Argument, Reason

CATALOGUE: Final[Mapping[str, tuple[str, str]]] = {
    # the file as a whole
    "record/encoding": ("AQR1", "The file is not UTF-8 text."),
    "record/too-large": ("AQR1", "The text is longer than {limit} characters."),
    "record/empty": ("AQR1", "There is no game; expected tags or decisions."),
    "record/several": ("AQR1", "A second game begins here; expected only one."),
    # tags
    "record/tag": ("AQR2", 'Not a tag: expected {expected}, as in [Players "4"].'),
    "record/duplicate-tag": ("AQR2", "The tag {tag} appears twice."),
    "record/tag-name": ("AQR2", "{tag} cannot be the name of a tag here: {why}."),
    "record/wrong-game": ("AQR3", "A record of the game {game}; expected Aqua Romana."),
    "record/version": ("AQR3", "{tag} {value} is not known here; expected {expected}."),
    "record/no-players": ("AQR3", 'Nothing says how many play; expected a tag like [Players "4"] before this.'),
    "record/contradiction": ("AQR3", "{tag} {value} contradicts {other}."),
    "record/result": (
        "AQR3",
        "{result} is not a valid result for {players} seats; expected points like {example} or *.",
    ),
    # moves
    "record/unexpected": ("AQR4", "{found} cannot appear here; expected {expected}."),
    "record/wrong-seat": ("AQR4", "The record gives this decision to seat {stated}, but {seat} decides."),
    "record/unclosed-comment": ("AQR5", "This comment is never closed; expected }}."),
    "record/unclosed-variation": ("AQR6", "This variation is never closed; expected )."),
    "record/empty-variation": ("AQR6", "This variation is empty; expected a decision."),
    "record/too-deep": ("AQR6", "Variations lie deeper than {limit} in each other."),
    "record/hash": ("AQR7", "{found} is not a valid state hash; expected % and 16 hexadecimal digits."),
    # proof
    "record/wrong-hash": ("AQR8", "The record gives the state hash {stated}, but it is {computed}."),
    "record/wrong-result": ("AQR8", "The record gives the result {stated}, but it is {computed}."),
    "record/not-over": ("AQR8", "The record gives the result {stated}, but the game is not over; expected *."),
    "record/over": ("AQR8", "The record calls the game unfinished, but it is over; expected {computed}."),
    # the JSON form
    "record/json-syntax": ("AQR9", "Not JSON: {why}."),
    "record/json": ("AQR9", "Expected {expected}."),
}
"""Every code of this package, with the clause of the specification and the sentence."""

EXPECTED: Final[Mapping[str, str]] = {
    "content": "a decision, a comment, a variation, a result or a tag",
    "name": "a name of letters, digits and _",
    "value": "a value in quotes",
    "value-end": 'a value that ends with " on the same line',
    "bracket": "] after the value",
    "hashed": "a decision before the state hash",
    "replaced": "a decision before its variation",
    "variation": "a variation before its end",
    "variation-end": "the end of the variation, )",
}
"""The English words for what a text should have had; other languages have theirs for the same keys."""


@dataclass(frozen=True, slots=True)
class RecordReason(Reason):
    """A reason with a code of this package; its clause is one of ``docs/records.md``."""

    catalogue: ClassVar[Mapping[str, tuple[str, str]]] = CATALOGUE
    words: ClassVar[Mapping[str, Mapping[str, str]]] = {"expected": EXPECTED}


class RecordError(AquaError):
    """A text that is not a record, or a record that is not correct.

    `line` and `column` count from 1 and are None where there is no text; `path` is the JSON pointer in JSON;
    `ply` is the number of decisions before the one concerned, None where none is. Zero or more of them are known.
    """

    def __init__(
        self,
        reason: Reason,
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        ply: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.line = line
        self.column = column
        self.path = path
        self.ply = ply

    def __reduce__(self) -> tuple[type[AquaError], tuple[Reason], dict[str, object]]:  # type: ignore[override]
        return type(self), (self.reason,), self.__dict__

    def __str__(self) -> str:
        places = []
        if self.line is not None:
            places.append(f"line {self.line}, column {self.column}")
        if self.path is not None:
            places.append(f"at {self.path or '/'}")
        if not places and self.ply is not None:
            places.append(f"ply {self.ply}")
        return ": ".join([*places, str(self.reason)])


def reason(code: str, **args: Argument) -> RecordReason:
    """A reason of this package."""
    return RecordReason(code, args)


def shown(text: str) -> str:
    """A text as it may appear in a sentence: quoted, and not too long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
