"""Facts in words: the sentences of the page's catalogues (`web/locale`), filled in as the page does."""

from __future__ import annotations

from collections.abc import Sequence

from aquaromana.analysis.catalogues import LANGUAGES, catalogue, filled, listed, seat_name
from aquaromana.analysis.facts.fact import Argument, Fact

__all__ = ["LANGUAGES", "say"]


def say(fact: Fact, names: Sequence[str] = (), *, language: str = "en") -> str:
    """A fact in one sentence, with names for the seats if they are given."""
    entry = catalogue(language, "facts")[fact.code]
    words: dict[str, str] = {}
    for name, value in fact.args.items():
        words |= _worded(name, value, names, language)
    return filled(entry, words, fact.args.get("count"), language)


def _worded(name: str, value: Argument, names: Sequence[str], language: str) -> dict[str, str]:
    """An argument in a language, with the forms of it that sentences can use."""
    if name == "seat":
        return {name: seat_name(int(str(value)), names, language)}
    if isinstance(value, tuple):
        items = [seat_name(seat, names, language) for seat in value] if name == "rivals" else list(map(str, value))
        return {name: listed(items, language)}
    if name == "color":
        return {name: str(catalogue(language, "reasons")[f"color.{value}"])}
    if name == "kind":
        return {f"{name}.builder": str(catalogue(language, "common")[f"kind-builder.{value}"])}
    if name == "workman":
        return {name: str(value), f"{name}.square": str(value)[:2]}
    return {name: str(value)}
