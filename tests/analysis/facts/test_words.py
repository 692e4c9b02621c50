"""Facts in words: every number and name is an argument, and only what is certain is said to be."""

import json
import re
from typing import get_args

import pytest

from aquaromana.analysis.facts import FACTS, LANGUAGES, Certainty, Fact, say
from aquaromana.analysis.facts.fact import Argument
from tests.support.house import ROOT

LOCALE = ROOT / "src" / "aquaromana" / "web" / "locale"
NAMES = ("Ann", "Ben", "Cem", "Dora")
ARGS: dict[str, Argument] = {
    "color": "green",
    "kind": "C",
    "workman": "F4e",
    "square": "F4",
    "path": 12,
    "paths": (4, 12, 27),
    "seat": 1,
    "rivals": (1, 2),
    "count": 2,
    "room": 1,
    "podium": 9,
    "before": 7,
    "length": 8,
    "bonus": 3,
    "points": 41,
}
"""One value for each argument that facts have."""

WHATEVER = {"en": r"whatever", "de": r"\begal\b", "fr": r"quoi qu"}
NUMBERS = {
    "en": r"\b(two|three|both|yellow|red|blue|green)\b",
    "de": r"\b(zwei|drei|beide|gelb|rot|blau|grün)",
    "fr": r"\b(deux|trois|jaune|rouge|bleu|vert)",
}
OWN_PLACE = {"en": "If everybody plays", "de": "Wenn alle für sich", "fr": "Si chacun joue pour"}
EXPECTS = {"en": "The computer expects", "de": "Der Computer erwartet", "fr": "Selon l’ordinateur,"}
AS_THINGS_STAND = {"en": "s things stand", "de": "ach jetzigem Stand", "fr": "i rien ne change|our l’instant"}


def forms(language: str, code: str) -> list[str]:
    entry = json.loads((LOCALE / language / "facts.json").read_text("utf-8"))[code]
    return [entry] if isinstance(entry, str) else list(entry.values())


def fact(code: str, **changes: Argument) -> Fact:
    return Fact(code, "R1.1", ARGS | changes, Certainty.FACT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_can_be_said(language: str) -> None:
    for code in FACTS:
        for count in (1, 2):
            text = say(fact(code, count=count), NAMES, language=language)
            assert "{" not in text
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_and_name_in_a_sentence_is_an_argument(language: str) -> None:
    for code in FACTS:
        for form in forms(language, code):
            bare = re.sub(r"\{[\w.]+\}", "", form)
            assert not re.search(r"\d", bare), form
            assert not re.search(NUMBERS[language], bare), form


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_what_is_certain_holds_whatever_the_others_do(language: str) -> None:
    for code in FACTS:
        for form in forms(language, code):
            if re.search(WHATEVER[language], form):
                assert FACTS[code].grade is Certainty.CERTAIN, form


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_settled_and_what_is_expected_is_said_so_and_nothing_else(language: str) -> None:
    for words, grade in ((OWN_PLACE, Certainty.SETTLED), (EXPECTS, Certainty.EXPECTED)):
        for code, entry in FACTS.items():
            for form in forms(language, code):
                assert form.startswith(words[language]) == (entry.grade is grade), form


def test_what_holds_as_things_stand_is_said_so_in_every_language() -> None:
    for code, entry in FACTS.items():
        said = {bool(re.search(AS_THINGS_STAND[language], forms(language, code)[0])) for language in LANGUAGES}
        assert len(said) == 1, code
        assert said == {False} or entry.grade is not Certainty.CERTAIN, code


def test_rivals_are_listed_as_the_language_does() -> None:
    both, three = fact("close/in-time"), fact("close/in-time", rivals=(1, 2, 3), count=3)
    assert say(both, NAMES) == "Takes podium 9 in time: Ben and Cem can reach it next turn."
    assert say(three, NAMES) == "Takes podium 9 in time: Ben, Cem, and Dora can reach it next turn."
    assert "Ben, Cem und Dora können" in say(three, NAMES, language="de")
    assert "Ben, Cem et Dora peuvent" in say(three, NAMES, language="fr")


def test_the_verb_agrees_with_one_rival() -> None:
    one = fact("close/in-time", rivals=(1,), count=1)
    assert "Ben kann es" in say(one, NAMES, language="de")
    assert "Ben peut l’atteindre" in say(one, NAMES, language="fr")


def test_seats_without_names_are_counted_from_one() -> None:
    assert say(fact("sight/stops")) == "Seat 2 cannot build next turn."


def test_colors_and_builders_have_the_form_that_the_sentence_needs() -> None:
    gift = fact("gift/sight")
    assert "des grünen Arbeiters" in say(gift, language="de")
    assert "den Kurven-Baumeister" in say(gift, language="de")
    assert "l’architecte des courbes dans la ligne de mire de l’ouvrier vert" in say(gift, language="fr")


def test_a_language_that_we_do_not_speak_is_refused() -> None:
    with pytest.raises(ValueError, match="'it' is not one of the languages en, de, fr"):
        say(fact("sight/stops"), language="it")


def test_arguments_are_free_of_any_language() -> None:
    assert all(isinstance(value, (str, int, tuple)) for value in ARGS.values())
    assert len(get_args(Argument)) == 3
