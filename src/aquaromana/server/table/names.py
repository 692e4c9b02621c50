"""Players' names: sanitizing and length."""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_NAME_LENGTH: Final = 40
"""Characters of a name, counted as a reader counts them."""
POINTS: Final = 7 * MAX_NAME_LENGTH
"""Code points of a name: a family of emoji and a heap of accents are one character of many points."""

_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible joiners that Persian words and many emoji need."""
_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_SPACES: Final = frozenset(("Zs", "Zl", "Zp"))
_MARKS: Final = frozenset(("Mn", "Me", "Mc"))


def cleaned(name: str) -> str:
    """The name without what cannot be seen or turns the text around it; runs of spaces become one."""
    kept = []
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in _SPACES or char in "\t\n\r\v\f\x85":
            kept.append(" ")
        elif char in _JOINERS or category not in _INVISIBLE:
            kept.append(char)
    return " ".join("".join(kept).split()).strip("".join(_JOINERS))


def length(name: str) -> int:
    """How many characters a reader sees: marks, joined emoji and the second letter of a flag do not count."""
    count = 0
    joined = flag = False
    for char in name:
        is_flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        skin = "\U0001f3fb" <= char <= "\U0001f3ff"
        extends = char in _JOINERS or unicodedata.category(char) in _MARKS or skin
        if not (extends or joined or (is_flag and flag)) or not count:
            count += 1
        flag = is_flag and not flag
        joined = char == "\u200d"
    return count


def is_too_long(name: str) -> bool:
    return len(name) > POINTS or length(name) > MAX_NAME_LENGTH
