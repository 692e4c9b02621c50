"""A fact about a decision: a code, the clause behind it, language-free arguments, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Argument = str | int | tuple[int, ...]
"""What a sentence can mention, free of any language: a name in notation ("D1e"), a color ("yellow"), the letter of a
kind ("C"), a number, or several seats or path squares."""


class Certainty(StrEnum):
    """How sure a fact is; each grade has words of its own."""

    FACT = "fact"
    """True of the position now, or after the decisions named."""
    CERTAIN = "certain"
    """True for all replies of all others."""
    SETTLED = "settled"
    """True if everybody plays for their own place, however they break ties."""
    EXPECTED = "expected"
    """An estimate of the search."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true of a stretch. `catalogue` lists the codes, `words` says them."""

    code: str
    clause: str
    args: Mapping[str, Argument]
    grade: Certainty

    @property
    def family(self) -> str:
        """The first part of the code: one fact of each family is enough to tell."""
        return self.code.partition("/")[0]

    def number(self, name: str) -> int:
        """An argument that is a number."""
        value = self.args[name]
        assert isinstance(value, int)
        return value

    def text(self, name: str) -> str:
        """An argument that is a name."""
        value = self.args[name]
        assert isinstance(value, str)
        return value

    def to_json(self) -> dict[str, Any]:
        """The fact as the page gets it."""
        args = {name: list(value) if isinstance(value, tuple) else value for name, value in self.args.items()}
        return {"code": self.code, "clause": self.clause, "args": args, "grade": str(self.grade)}


Args = dict[str, Argument]
"""The arguments of one fact, as its predicate finds them."""
