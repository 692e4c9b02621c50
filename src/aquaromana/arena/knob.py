"""Knobs: settings of the first bot of a match that are drawn for every set, to find good values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from aquaromana.arena.errors import ArenaError
from aquaromana.bots.program import PREFIX


@dataclass(frozen=True, slots=True)
class Knob:
    """A setting, and the values that are drawn for it."""

    name: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``explore=0.4,0.6``; whether a bot has such a setting shows later."""
        name, equals, values = text.partition("=")
        listed = tuple(value.strip() for value in values.split(","))
        if not (equals and re.fullmatch(r"\w+", name.strip()) and all(map(_is_number, listed))):
            raise ArenaError(f"{text[:60]!r} is not a setting with values: write it like explore=0.4,0.6")
        if len(listed) < 2 or len(set(map(float, listed))) < len(listed):
            raise ArenaError(f"{text[:60]!r} needs two values or more, each of them once")
        return cls(name.strip(), listed)

    def __str__(self) -> str:
        return f"{self.name}={','.join(self.values)}"

    def labels(self) -> tuple[str, ...]:
        """Each value with its name: ``explore=0.4``."""
        return tuple(f"{self.name}={value}" for value in self.values)


def with_settings(bot: str, settings: tuple[str, ...]) -> str:
    """The text of a bot with these settings, each like ``explore=0.4``; they overrule those that it has."""
    if not settings:
        return bot
    if bot.startswith(PREFIX):
        raise ArenaError("a program has no settings to vary")
    return bot + ("" if ":" in bot else ":") + "".join(f",{setting}" for setting in settings)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None
