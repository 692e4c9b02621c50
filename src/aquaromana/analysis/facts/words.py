"""Facts in words: the sentences of the page's catalogues (`web/locale`), filled in as the page does."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from aquaromana.analysis.facts.fact import Argument, Fact
from aquaromana.rules.layout import COLOR_NAMES, SEAT_COLORS

LANGUAGES: Final = ("en", "de", "fr")

_LOCALE: Final = Path(__file__).resolve().parents[2] / "web" / "locale"
_AND: Final = {"en": ("and", ","), "de": ("und", ""), "fr": ("et", "")}
"""The last conjunction of a list, and what stands before it if the list has three items or more."""

Entry = str | dict[str, str]


@cache
def _catalogue(language: str, area: str) -> Mapping[str, Entry]:
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not one of the languages {', '.join(LANGUAGES)}.")
    entries: dict[str, Entry] = json.loads((_LOCALE / language / f"{area}.json").read_text("utf-8"))
    return entries


def say(fact: Fact, names: Sequence[str] = (), *, language: str = "en") -> str:
    """A fact in one sentence, with names for the seats if they are given."""
    entry = _catalogue(language, "facts")[fact.code]
    words: dict[str, str] = {}
    for name, value in fact.args.items():
        words |= _worded(name, value, names, language)
    count = fact.args.get("count")
    text = entry if isinstance(entry, str) else entry[_plural(count, language)]
    return re.sub(r"\{([\w.]+)\}", lambda match: words[match[1]], text)


def _plural(count: object, language: str) -> str:
    """The plural form of a number: French has `one` for 0 too."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


def _worded(name: str, value: Argument, names: Sequence[str], language: str) -> dict[str, str]:
    """An argument in a language, with the forms of it that sentences can use."""
    if name == "seat":
        return {name: _seat(int(str(value)), names, language)}
    if isinstance(value, tuple):
        items = [_seat(seat, names, language) for seat in value] if name == "rivals" else list(map(str, value))
        return {name: listed(items, language)}
    if name == "color":
        return {name: str(_catalogue(language, "reasons")[f"color.{value}"])}
    if name == "kind":
        return {f"{name}.builder": str(_catalogue(language, "common")[f"kind-builder.{value}"])}
    if name == "workman":
        return {name: str(value), f"{name}.square": str(value)[:2]}
    return {name: str(value)}


def _seat(seat: int, names: Sequence[str], language: str) -> str:
    if seat < len(names) and names[seat]:
        return names[seat]
    return str(_catalogue(language, "common")["seat"]).replace("{number}", str(seat + 1))


def listed(items: Sequence[str], language: str) -> str:
    """`A, B and C` as a language writes it."""
    if len(items) < 2:
        return "".join(items)
    conjunction, comma = _AND[language]
    return f"{', '.join(items[:-1])}{comma if len(items) > 2 else ''} {conjunction} {items[-1]}"


def color_names(players: int, language: str) -> tuple[str, ...]:
    """The seats by their colors: `Gelb`, or `Gelb+Blau` with two players."""
    common = _catalogue(language, "common")
    words = [str(common[f"color.{color}"]).capitalize() for color in COLOR_NAMES]
    return tuple("+".join(words[color] for color in own) for own in SEAT_COLORS[players])
