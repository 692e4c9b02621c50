"""What a terminal can show: its size, color, Unicode; and the options about it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import click

from aquaromana.drawing.text import FULL_SIZE, plain, text_board
from aquaromana.rules import Position

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Screen:
    """How to show things here."""

    color: bool = False
    compact: bool = False
    ascii: bool = False

    @classmethod
    def of(cls, *, color: bool | None, compact: bool | None, ascii: bool, spare: int = 1) -> Self:  # noqa: A002
        """What the options say, and where they say nothing what the standard output can do.

        `spare` is the number of lines that are wanted under the board.
        """
        tty = sys.stdout.isatty()
        if color is None:
            color = tty and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        if compact is None:
            size = shutil.get_terminal_size(FULL_SIZE)
            compact = tty and (size.columns < FULL_SIZE[0] or size.lines < FULL_SIZE[1] + spare)
        return cls(color, compact, ascii or not _knows_unicode())

    def say(self, text: str = "") -> None:
        click.echo(plain(text) if self.ascii else text, color=self.color or None)

    def clear(self) -> None:
        click.clear()

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.color else text

    def board(self, position: Position, names: Sequence[str] = (), **news: Any) -> None:
        """Show the board; `news` are further arguments of `text_board`."""
        text = text_board(position, names=names, color=self.color, compact=self.compact, ascii=self.ascii, **news)
        click.echo(text, color=self.color or None)


def _knows_unicode() -> bool:
    try:
        "═·≈▸".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def screen_options(command: _Command) -> _Command:
    """The options about the screen: color, compact and ascii."""
    for option in (
        click.option("--ascii", is_flag=True, help="Draw with ASCII characters only."),
        click.option(
            "--compact/--full",
            default=None,
            help="Draw for 80×24 characters, or for 100×40; the size of the terminal decides if nothing is said.",
        ),
        click.option(
            "--color/--no-color",
            default=None,
            help="Use colors or none; at a terminal they are used unless NO_COLOR is set.",
        ),
    ):
        command = option(command)
    return command
