"""A grid of characters with foreground and background colors, for the text board."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

_ASCII: Final = str.maketrans("└┌┐┘╲╱│─╚╔╗╝║═·≈░▸○×–…↓", '++++\\/|-####"=.~:>o*-.v')

_INKS: Final = {
    "": "39",
    "dark": "38;5;16",
    "light": "38;5;231",
    "water": "38;5;25",
    "channel": "38;5;94",
    "faint": "38;5;244",
    "fountain": "38;5;32",
}
_PAPERS: Final = {
    "": ("49", ""),
    "stone": ("48;5;223", "dark"),
    "pale stone": ("48;5;230", "dark"),
    "printed": ("48;5;180", "dark"),
    "fresh": ("48;5;159", "dark"),
    "builder": ("48;5;130", "light"),
    "moved": ("48;5;208", "dark"),
    "outlet": ("48;5;16", "light"),
    "yellow": ("48;5;220", "dark"),
    "red": ("48;5;160", "light"),
    "blue": ("48;5;26", "light"),
    "green": ("48;5;28", "light"),
}
"""What lies under the text, and the ink that is readable on it."""


class Run(NamedTuple):
    """A piece of a line in one style."""

    text: str
    ink: str = ""
    paper: str = ""
    bold: bool = False


class Canvas:
    """A grid of characters with a style each."""

    def __init__(self, width: int, height: int) -> None:
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[("", "", False)] * width for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, paper: str) -> None:
        for row in self.styles[y : y + height]:
            row[x : x + width] = [("", paper, False)] * width

    def put(self, x: int, y: int, text: str, ink: str = "", paper: str | None = None, *, bold: bool = False) -> None:
        """Write over what is there; without `paper` what lies under the text stays."""
        width = len(self.chars[y])
        for shown in columns(text):
            if x + len(shown) > width:
                return
            for offset, char in enumerate(shown):
                self.chars[y][x + offset] = char
                under = self.styles[y][x + offset][1] if paper is None else paper
                self.styles[y][x + offset] = (ink, under, bold)
            x += len(shown)

    def runs(self, x: int, y: int, runs: Iterable[Run]) -> None:
        for run in runs:
            self.put(x, y, run.text, run.ink, run.paper, bold=run.bold)
            x += sum(map(len, columns(run.text)))

    def lines(self, *, color: bool) -> Iterator[str]:
        for chars, styles in zip(self.chars, self.styles, strict=True):
            if not color:
                yield "".join(chars)
                continue
            line, last = [], ("", "", False)
            for char, style in zip(chars, styles, strict=True):
                if style != last:
                    line.append(_sgr(*style))
                    last = style
                line.append(char)
            yield "".join(line) + ("\x1b[0m" if last != ("", "", False) else "")


def _sgr(ink: str, paper: str, bold: bool) -> str:  # noqa: FBT001 (one style, unpacked)
    under, readable = _PAPERS[paper]
    return f"\x1b[{'1' if bold else '22'};{_INKS[ink or readable]};{under}m"


def columns(text: str) -> list[list[str]]:
    """The characters with the columns they take: a wide one takes two, the second of them empty.

    Characters that could move the cursor or have no width are replaced by a question mark or dropped.
    """
    shown = []
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
            continue
        if not char.isprintable():
            shown.append(["?"])
        else:
            shown.append([char, ""] if unicodedata.east_asian_width(char) in "WF" else [char])
    return shown


def fit(text: str, width: int) -> str:
    """A text cut to a number of columns."""
    shown = columns(text)
    if sum(map(len, shown)) <= width:
        return "".join(column[0] for column in shown)
    while sum(map(len, shown)) > width - 1:
        shown.pop()
    return "".join(column[0] for column in shown) + "…"


def plain(text: str) -> str:
    """The text in ASCII; what has no counterpart there becomes a question mark."""
    text = unicodedata.normalize("NFC", text).translate(_ASCII)
    return "".join(
        char if char.isascii() else "??" if unicodedata.east_asian_width(char) in "WF" else "?" for char in text
    )
