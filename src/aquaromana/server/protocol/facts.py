"""Facts of `aquaromana.analysis.facts` as parts of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aquaromana.server.protocol.advice import Fact

if TYPE_CHECKING:
    from aquaromana.analysis import facts


def fact(each: facts.Fact) -> Fact:
    """A fact as a part of messages."""
    return Fact(code=each.code, clause=each.clause, args=plain_args(each.args), grade=str(each.grade))


def plain_args(args: object) -> dict[str, str | int | list[int]]:
    """Arguments as messages carry them."""
    assert isinstance(args, dict)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in args.items()}
