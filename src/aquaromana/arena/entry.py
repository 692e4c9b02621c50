"""An entry of a match: a bot, with its own budget if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from aquaromana.arena.errors import ArenaError
from aquaromana.bots.program import PREFIX
from aquaromana.bots.registry import numbered, split_budget
from aquaromana.engine import Budget, BudgetError
from aquaromana.engine.budget import Per


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot in a match. Its text is that of the bots' registry, with ``@`` and a budget where it has its own."""

    bot: str
    budget: Budget | None = None
    """Instead of the match's."""

    @classmethod
    def parse(cls, text: str, per: Per = "decision") -> Self:
        """Read ``greedy``, ``search:3@800`` or ``cmd: ./their-bot``; whether there is such a bot shows later.

        A level with a title gets its number, so that records and logs name it in one way. The budget is `per` decision
        or stretch where its text does not say ``/stretch``.
        """
        bot, budget = split_budget(text)
        if not bot or not text.isprintable() or len(text) > 200:
            raise ArenaError(f"{text[:40]!r} is not a valid bot: use a name, or a name and a budget like search:3@800")
        return cls(numbered(bot), None if budget is None else parse_budget(budget, per))

    def __str__(self) -> str:
        blank = " " if self.bot.startswith(PREFIX) else ""
        return f"{self.bot}{blank}@{self.budget}" if self.budget else self.bot


def parse_budget(text: str, per: Per = "decision") -> Budget:
    """A budget; ArenaError if the text is none."""
    try:
        budget = Budget.parse(text)
    except BudgetError as error:
        raise ArenaError(str(error)) from None
    return replace(budget, per=per) if budget.per == "decision" else budget


def entry_names(entries: Sequence[Entry]) -> tuple[str, ...]:
    """A name for each, and none twice: `random` and `random (2)`."""
    texts = [str(entry) for entry in entries]
    return tuple(
        text if text not in texts[:number] else f"{text} ({texts[: number + 1].count(text)})"
        for number, text in enumerate(texts)
    )
