"""What the terminal can show: its size, color and Unicode; and the options for them."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self, TypeVar

import click

from aquaromana.drawing.canvas import plain
from aquaromana.drawing.text import COMPACT_SIZE, FULL_SIZE, text_board
from aquaromana.rules import Position

_Command = TypeVar("_Command", bound=Callable[..., Any])


_PADDING: Final = re.compile(r" +(\x1b\[[0-9;]*m)?$", re.MULTILINE)

SMALLEST: Final = (80, 24)
"""Columns and lines that a game at a terminal needs."""


@dataclass(frozen=True, slots=True)
class Screen:
    """How to draw on this terminal."""

    color: bool = False
    wanted: bool | None = None
    """Whether to use the compact drawing; None to decide by the size of the terminal."""
    ascii: bool = False
    spare: int = 1
    """Lines that are wanted under the board."""

    @classmethod
    def of(cls, *, color: bool | None, compact: bool | None, ascii: bool, spare: int = 1) -> Self:  # noqa: A002
        """The screen according to the options, with defaults from what standard output can do."""
        if color is None:
            color = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(color, compact, ascii or not _knows_unicode(), spare)

    @property
    def compact(self) -> bool:
        """Whether the small drawing is used; the terminal may change its size at any time."""
        if self.wanted is not None:
            return self.wanted
        columns, lines = shutil.get_terminal_size(FULL_SIZE)
        return sys.stdout.isatty() and (columns < FULL_SIZE[0] or lines < FULL_SIZE[1] + self.spare)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the terminal."""
        columns, lines = shutil.get_terminal_size()
        return columns, lines

    @property
    def board_lines(self) -> int:
        """Lines of the board without a question."""
        return (COMPACT_SIZE if self.compact else FULL_SIZE)[1] - 1

    @property
    def is_too_small(self) -> bool:
        return any(have < need for have, need in zip(self.size, SMALLEST, strict=True))

    def say(self, text: str = "") -> None:
        click.echo(plain(text) if self.ascii else text, color=self.color or None)

    def clear(self) -> None:
        click.clear()

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.color else text

    def board(self, position: Position, names: Sequence[str] = (), **news: Any) -> None:
        """Show the board without spaces at the ends of lines; `news` are further arguments of `text_board`."""
        text = text_board(position, names=names, color=self.color, compact=self.compact, ascii=self.ascii, **news)
        click.echo(_PADDING.sub(r"\1", text), color=self.color or None)


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
            help="Draw for 80×24 characters, or for 100×40; by default, the size of the terminal decides.",
        ),
        click.option(
            "--color/--no-color",
            default=None,
            help="Use colors or not; by default only at a terminal, unless NO_COLOR is set.",
        ),
    ):
        command = option(command)
    return command


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, broken where they are too long."""
    indent = " " * 5 if text.startswith("  ") else ""
    return [
        part
        for line in text.splitlines()
        for part in textwrap.wrap(
            line,
            width,
            replace_whitespace=False,
            subsequent_indent=indent,
            break_long_words=False,  # positions and paths are copied: the terminal breaks them, and joins them again
            break_on_hyphens=False,
        )
    ]
