"""The game in two minutes: what a first game needs is in it, in every language, and it stays short."""

import re

import pytest

from aquaromana.rules.position import PODIUM_ROOM
from tests.web.test_catalogues import LANGUAGES, WEB

NAMED = {
    "de": ("jeder zwei Farben", "Joker", "Vorrat", "Reserve", "nur fünf", "Zahl der Plättchen", "Kränze +4, +3 und +2"),
    "en": (
        "each has two colors",
        "joker",
        "Tiles are limited",
        "reserve",
        "only five",
        "number of tiles",
        "wreaths +4, +3 and +2",
    ),
    "fr": (
        "chacun a deux couleurs",
        "joker",
        "nombre limité",
        "réserve",
        "que cinq",
        "nombre de ses tuiles",
        "couronnes +4, +3 et +2",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_names_what_a_first_game_meets_and_stays_short(language: str) -> None:
    page = (WEB / "rules" / f"{language}.html").read_text("utf-8")
    guide = page.partition("</section>")[0]
    told = re.sub(r"<figcaption>.*?</figcaption>|<[^>]+>", "", guide, flags=re.DOTALL)
    words = told.split()
    assert [phrase for phrase in NAMED[language] if phrase not in " ".join(words)] == []
    assert len(words) < 600, "two minutes of reading"
    doubles = [str(podium) for podium, room in enumerate(PODIUM_ROOM) if room == 2]
    assert any(all(re.search(rf"\b{podium}\b", line) for podium in doubles) for line in re.split(r"[.:;]\s", told))
