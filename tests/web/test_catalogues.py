"""The words of the page: the same keys in every language, none too few, none too many, for every code a text."""

import json
import re
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest

from aquaromana.analysis.facts import FACTS
from aquaromana.bots import LEVELS, level_label
from aquaromana.bots.search import LEVELS as SEARCH_LEVELS
from aquaromana.drawing.theme import LETTERS
from aquaromana.records.errors import CATALOGUE as RECORD_CODES
from aquaromana.records.errors import EXPECTED
from aquaromana.rules import Kind, Phase
from aquaromana.rules.errors import CATALOGUE
from aquaromana.rules.geometry import SIDE_NAMES
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.possible import FAULTS
from aquaromana.server.errors import CATALOGUE as SERVER_CODES
from aquaromana.server.protocol.messages import Ask
from tests.support.house import ROOT

WEB = ROOT / "src" / "aquaromana" / "web"
LANGUAGES = ("de", "en", "fr")
AREAS = sorted(path.stem for path in (WEB / "locale" / "en").glob("*.json"))
RULE_CODES = {**CATALOGUE, **FAULTS}
OWN_CODES = {"network/unreachable", "lesson/try-first"}
"""Codes that the page itself gives."""

Entry = str | dict[str, str]
Catalogue = dict[str, Entry]


def catalogue(language: str, area: str) -> Catalogue:
    read: Catalogue = json.loads((WEB / "locale" / language / f"{area}.json").read_text("utf-8"))
    return read


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def placeholders(text: str) -> set[str]:
    """The names of the arguments; their forms, like `kind.a`, are the language's own business."""
    return {name.split(".")[0] for name in re.findall(r"\{([\w.]+)\}", text)}


def arguments(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


# every language has the same


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_area(language: str) -> None:
    assert sorted(path.stem for path in (WEB / "locale" / language).glob("*.json")) == AREAS


@pytest.mark.parametrize("area", AREAS)
def test_no_key_is_missing_in_a_language(area: str) -> None:
    keys = {language: list(catalogue(language, area)) for language in LANGUAGES}
    assert keys["de"] == keys["en"] == keys["fr"]


@pytest.mark.parametrize("area", AREAS)
def test_every_language_fills_in_the_same_arguments(area: str) -> None:
    for key, entry in catalogue("en", area).items():
        wanted = {frozenset(placeholders(form)) for form in forms(entry)}
        for language in ("de", "fr"):
            found = {frozenset(placeholders(form)) for form in forms(catalogue(language, area)[key])}
            assert frozenset().union(*found) == frozenset().union(*wanted), f"{language} {area}.{key}"


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_clean(language: str, area: str) -> None:
    for key, entry in catalogue(language, area).items():
        plural = isinstance(entry, dict)
        assert not plural or {"one", "other"} <= set(entry), key
        for form in forms(entry):
            assert form == form.strip(), key
            assert form, key
            assert "  " not in form, key
            assert "'" not in form, f"{key}: an apostrophe is ’"
            assert "..." not in form, f"{key}: an ellipsis is …"
            assert form.count("{") == form.count("}") == len(re.findall(r"\{[\w.]+\}", form)), key


@pytest.mark.parametrize("area", AREAS)
def test_french_keeps_its_spaces_together(area: str) -> None:
    for key, entry in catalogue("fr", area).items():
        for form in forms(entry):
            assert not re.search(r" [;:?!»]|« |[^\W\d_][;?!»]|«[^\s]", form), f"{key}: {form}"
            assert not re.search(r"\u00a0[;?!»]|«\u00a0", form), f"{key}: the space is narrow: {form}"


ELIDED = re.compile(r"\b(?:[Dd]e|[Qq]ue) \{(?:seat|names?|owner|rivals)\}")
FORMAL = re.compile(r"\b(?:vous|votre|vos|(?!assez\b|chez\b)\w{3,}ez)\b", re.IGNORECASE)


@pytest.mark.parametrize("area", AREAS)
def test_french_fits_every_name_and_says_tu(area: str) -> None:
    for key, entry in catalogue("fr", area).items():
        for form in forms(entry):
            assert not ELIDED.search(form), f"{key}: wrong before a vowel: {form}"
            assert not FORMAL.search(form), f"{key}: {form}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_can_be_called_by_what_it_shows(language: str) -> None:
    texts = catalogue(language, "friends")
    assert str(texts["sit"]).casefold() in str(texts["sit-on"]).casefold()


# words that sounded translated

STILTED = {
    "en": r"\banew\b|\bshall\b|\bwhom\b|Go on|^To the (?!left|right|north|east|south|west|beginning|end|board)"
    r"|besides|It is up to|expected was|\bThis \w+ is no (?!longer)|by choice at",
    "de": r"Es gilt\b|bei sofortigem|alleinig|schiede\b|steht aus\b|scheidet aus, ohne|\bkennt sich\b|^Nichts, was"
    r"|[Dd]as Spiel (ist|hat|beginnt)|aus deiner Hand|Vorher (ist|sind) noch|Ab Entscheidung",
    "fr": r"[Dd]éfai|encore \{count\}$",
}


@pytest.mark.parametrize("language", STILTED)
def test_no_sentence_sounds_translated(language: str) -> None:
    found = {
        f"{area}.{key}": form
        for area in AREAS
        for key, entry in catalogue(language, area).items()
        for form in forms(entry)
        if re.search(STILTED[language], form)
    }
    assert found == {}


def test_what_cannot_be_taken_back_says_why() -> None:
    assert catalogue("en", "errors")["table/takeback"] == (
        "You can only take back to the beginning of one of your own moves."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_name_a_workman_by_his_square(language: str) -> None:
    """The letter of a side, as in D2s, belongs to the notation."""
    for area in ("reasons", "facts"):
        for key, entry in catalogue(language, area).items():
            assert not re.search(r"\{(workman|other)\}", " ".join(forms(entry))), f"{area}.{key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_have_the_letters_of_the_language(language: str) -> None:
    common = catalogue(language, "common")
    letters = [str(common[f"letter.{color}"]) for color in COLOR_NAMES]
    assert tuple(letters) == LETTERS[language]
    assert len(set(letters)) == len(letters)
    for color, letter in zip(COLOR_NAMES, letters, strict=True):
        assert str(common[f"color.{color}"]).casefold().startswith(letter.casefold())


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_place_has_one_name(language: str) -> None:
    replay, review, study, games = (catalogue(language, area) for area in ("replay", "review", "study", "games"))
    assert replay["play-on"] == review["play-on"] == study["play"]
    assert replay["analyze"] == games["analyze"] == study["title"]
    assert review["to-replay"] == catalogue(language, "table")["finale.replay"]


# what the page uses, and only that

ANY = "|".join(AREAS)
LITERAL = re.compile(rf"""["'`]((?:{ANY})\.[\w./:-]+)["'`]""")
PATTERN = re.compile(rf"`((?:{ANY})\.[^`$\s]*)\$\{{")
TEXT = re.compile(r"""\bt\(\s*["']([^"']+)["']""")


def sources() -> str:
    """The scripts of the page without their comments."""
    text = "\n".join(path.read_text("utf-8") for path in sorted((WEB / "js").rglob("*.js")))
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)


def keys_in_use() -> tuple[set[str], tuple[str, ...]]:
    """Keys that stand in the sources, and beginnings of those that are put together."""
    text = sources()
    return set(LITERAL.findall(text)), tuple(set(PATTERN.findall(text)))


def test_every_text_that_the_page_asks_for_is_there() -> None:
    there = {f"{area}.{key}" for area in AREAS for key in catalogue("en", area)}
    asked = set(TEXT.findall(sources()))
    assert asked - there == set()
    _, beginnings = keys_in_use()
    for beginning in beginnings:
        assert any(key.startswith(beginning) for key in there), beginning


@pytest.mark.parametrize("area", AREAS)
def test_no_text_is_unused(area: str) -> None:
    literal, beginnings = keys_in_use()
    # These areas are put together from codes, which the next tests compare.
    coded = ("reasons.", "errors.", "facts.")
    beginnings = tuple(beginning for beginning in beginnings if not beginning.endswith(coded))
    codes = RULE_CODES.keys() | RECORD_CODES.keys() | SERVER_CODES.keys() | FACTS.keys() | OWN_CODES
    if area == "review":  # what Python says
        said = "".join(file.read_text("utf-8") for file in (ROOT / "src/aquaromana/analysis/review").glob("*.py"))
        literal = literal | {f"review.{key}" for key in re.findall(r'"([a-z-]+)"', said)}
        beginnings = (*beginnings, "review.grade.")
    unused = [
        key
        for key in catalogue("en", area)
        if f"{area}.{key}" not in literal and not f"{area}.{key}".startswith(beginnings) and key not in codes
    ]
    assert unused == []


# codes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("area", "codes"), [("reasons", RULE_CODES), ("errors", RECORD_CODES), ("errors", SERVER_CODES)]
)
def test_every_code_has_a_text(language: str, area: str, codes: dict[str, tuple[str, str]]) -> None:
    texts = catalogue(language, area)
    for code, (_, sentence) in codes.items():
        assert code in texts, f"{language} {area}: {code} has no text"
        for form in forms(texts[code]):
            assert placeholders(form) <= arguments(sentence), f"{language} {code}"


def test_every_code_with_a_text_exists() -> None:
    assert {code for code in catalogue("en", "reasons") if "/" in code} == RULE_CODES.keys()
    assert list(catalogue("en", "facts")) == list(FACTS)
    known = RECORD_CODES.keys() | SERVER_CODES.keys() | OWN_CODES
    assert {code for code in catalogue("en", "errors") if "/" in code} == known
    assert all(f'"{code}"' in sources() for code in OWN_CODES)


def test_whatever_a_reason_mentions_has_a_word() -> None:
    reasons, common = catalogue("en", "reasons"), catalogue("en", "common")
    asked = [f"asked.{phase}" for phase in Phase if phase is not Phase.OVER]
    subjects = [f"subject.{name}" for name in get_args(get_type_hints(Ask)["subject"])]
    assert {*asked, *subjects} <= reasons.keys()
    assert {f"side.{side}" for side in SIDE_NAMES} | {f"color.{color}" for color in COLOR_NAMES} <= reasons.keys()
    kinds = {f"{form}.{kind.letter}" for form in ("kind", "kind-a", "kind-builder") for kind in Kind if kind}
    assert kinds | {f"color.{color}" for color in COLOR_NAMES} <= common.keys()
    assert {f"level.search:{level}" for level in SEARCH_LEVELS} <= common.keys()
    assert {f"expected.{name}" for name in EXPECTED} <= catalogue("en", "errors").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_that_begins_with_its_rank(language: str) -> None:
    common = catalogue(language, "common")
    names = [str(common[f"level.level:{number}"]) for number in LEVELS]
    assert [name.partition(" · ")[0] for name in names] == [str(number) for number in LEVELS]
    assert len({name.partition(" · ")[2] for name in names}) == len(LEVELS)
    if language == "en":
        assert names == [level_label(number) for number in LEVELS]


def test_the_page_offers_every_level() -> None:
    assert f"length: {len(LEVELS)} }}" in (WEB / "js" / "parts" / "bots.js").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_holds_words_that_are_only_english(language: str) -> None:
    for area in ("reasons", "errors"):
        for key, entry in catalogue(language, area).items():
            assert "why" not in {name for form in forms(entry) for name in placeholders(form)}, key


def test_a_catalogue_is_written_one_text_a_line() -> None:
    for path in sorted((WEB / "locale").rglob("*.json")):
        lines = path.read_text("utf-8").splitlines()
        assert len(lines) == len(json.loads(path.read_text("utf-8"))) + 2, path.name


def test_this_folder_is_the_one_that_is_served() -> None:
    from aquaromana.server.api.static import WEB as SERVED

    assert Path(SERVED).resolve() == WEB.resolve()
