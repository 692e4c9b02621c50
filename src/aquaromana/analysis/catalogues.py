"""The page's catalogues (`web/locale`), for sentences that Python code produces."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from aquaromana.rules.layout import COLOR_NAMES, SEAT_COLORS

LANGUAGES: Final = ("en", "de", "fr")

_LOCALE: Final = Path(__file__).resolve().parents[1] / "web" / "locale"
_AND: Final = {"en": ("and", ","), "de": ("und", ""), "fr": ("et", "")}
"""The last conjunction of a list, and what stands before it if the list has three items or more."""

Entry = str | dict[str, str]
"""A sentence, or one for each plural form."""


@cache
def catalogue(language: str, area: str) -> Mapping[str, Entry]:
    """The sentences of an area in a language."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not one of the languages {', '.join(LANGUAGES)}.")
    entries: dict[str, Entry] = json.loads((_LOCALE / language / f"{area}.json").read_text("utf-8"))
    return entries


def filled(entry: Entry, words: Mapping[str, str], count: object, language: str) -> str:
    """A sentence with its words: in the plural form of a count, for which French has `one` at 0 too."""
    is_one = count == 1 or (count == 0 and language == "fr")
    text = entry if isinstance(entry, str) else entry["one" if is_one else "other"]
    return re.sub(r"\{([\w.]+)\}", lambda match: words[match[1]], text)


def seat_name(seat: int, names: Sequence[str], language: str) -> str:
    """The name of who sits there, or the number of the seat."""
    if seat < len(names) and names[seat]:
        return names[seat]
    return str(catalogue(language, "common")["seat"]).replace("{number}", str(seat + 1))


def listed(items: Sequence[str], language: str) -> str:
    """`A, B and C` as a language writes it."""
    if len(items) < 2:
        return "".join(items)
    conjunction, comma = _AND[language]
    return f"{', '.join(items[:-1])}{comma if len(items) > 2 else ''} {conjunction} {items[-1]}"


def color_names(players: int, language: str) -> tuple[str, ...]:
    """The seats by their colors: `Gelb`, or `Gelb+Blau` with two players."""
    common = catalogue(language, "common")
    words = [str(common[f"color.{color}"]).capitalize() for color in COLOR_NAMES]
    return tuple("+".join(words[color] for color in own) for own in SEAT_COLORS[players])
