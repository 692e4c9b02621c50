"""Numbers as option types, with clear messages for texts that are not numbers."""

from __future__ import annotations

from typing import Any

import click


class Whole(click.types.IntParamType):
    """A whole number."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return _whole(str(value), param, ctx)


class Between(click.IntRange):
    """A whole number in a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value).strip()
        wanted = f" from {self.min or 0:.0f} " + ("on" if self.max is None else f"to {self.max:.0f}")
        number = _whole(text, param, ctx, wanted)
        if number < (self.min or 0) or (self.max is not None and number > self.max):
            raise _none(text, param, ctx, wanted)
        return number


class Decimal(click.types.FloatParamType):
    """A number with or without a fraction."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return float(value)
        except ValueError:
            raise click.BadParameter(f"{str(value)[:40]!r} is not a number", ctx, param) from None


def _whole(text: str, param: click.Parameter | None, ctx: click.Context | None, wanted: str = "") -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 19):
        raise _none(text, param, ctx, wanted)
    return int(text)


def _none(text: str, param: click.Parameter | None, ctx: click.Context | None, wanted: str) -> click.BadParameter:
    return click.BadParameter(f"{text[:40]!r} is not a whole number{wanted}", ctx, param)
