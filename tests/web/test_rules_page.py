"""The rules in the browser: every clause, drawing and word in every language, and the same facts as docs/rules.md."""

import json
import re
from typing import Any

import pytest

from aquaromana.rules.errors import CATALOGUE
from tests.docs.pages import DOCS, anchors_of, cells, section, table, text_of
from tests.support.house import ROOT, load_script

RULES = ROOT / "src" / "aquaromana" / "web" / "rules"
LANGUAGES = ("de", "en", "fr")
EXAMPLES: dict[str, dict[str, Any]] = json.loads((RULES / "examples.json").read_text("utf-8"))
GLOSSARY: list[dict[str, Any]] = json.loads((RULES / "glossary.json").read_text("utf-8"))


def page(language: str) -> str:
    return (RULES / f"{language}.html").read_text("utf-8")


def ids(language: str) -> list[str]:
    return re.findall(r'<h[23] id="(R[\d.]+)">', page(language))


def words(language: str) -> str:
    """The page without its markup."""
    return re.sub(r"<[^>]+>", " ", page(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_there_in_order(language: str) -> None:
    assert ids(language) == re.findall(r'<a id="(R[0-9.]+)"></a>', text_of(DOCS / "rules.md"))
    for clause in ids(language):
        assert re.search(rf'id="{clause}">{clause} [^<]{{3,}}</h[23]>\n<', page(language)), clause


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_is_mentioned_can_be_looked_up(language: str) -> None:
    mentioned = set(re.findall(r"\bR[1-9](?:\.[0-9]+)?\b", words(language)))
    assert mentioned <= set(ids(language))
    assert {clause for clause, _ in CATALOGUE.values()} <= set(ids(language))
    assert {term["clause"] for term in GLOSSARY} <= set(ids(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawing_of_the_rules_is_shown(language: str) -> None:
    shown = re.findall(r'<figure data-example="([\w-]+)"><figcaption>\s*\S', page(language))
    assert len(shown) == page(language).count("<figure")
    assert shown == re.findall(r'<figure data-example="([\w-]+)">', page("en"))
    assert set(shown) == set(EXAMPLES)


def test_the_drawings_are_those_of_the_docs() -> None:
    assert load_script("pictures").page_examples().decode() == (RULES / "examples.json").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_notation_numbers_and_tables_are_the_same_in_every_language(language: str) -> None:
    for facts in (r"<code>([^<]+)</code>", r"(<t[rdh]\b|<h2|<h3|<li>|<p>)"):
        found, wanted = (re.findall(facts, page(each)) for each in (language, "en"))
        assert sorted(found) == sorted(wanted), facts
    for facts in (r"\b([5-9]|\d{2,})\b", r"\b([A-K][1-8][nesw]?)\b"):  # smaller numbers may be words: zu zweit
        found, wanted = (re.findall(facts, words(each)) for each in (language, "en"))
        assert set(found) == set(wanted), facts


def test_the_table_of_layouts_is_that_of_the_docs() -> None:
    header = ("color", "squares", "outlets with 2 or 4 players", "squares", "outlets with 3 players")
    rows = [row[1:] for row in table(DOCS / "rules.md", *header)]
    for language in LANGUAGES:
        shown = re.findall(r"<tr><td>\w+</td>" + r"<td>([\w –]+)</td>" * 4 + "</tr>", page(language))
        assert [list(row) for row in shown] == rows


def test_the_glossary_is_that_of_the_docs() -> None:
    lines = section(DOCS / "glossary.md", "## The game").splitlines()
    game = [cells(line) for line in lines if line.startswith("|") and "](rules.md#" in line]
    assert [[term["en"][0], term["de"][0], term["fr"][0]] for term in GLOSSARY] == [row[:3] for row in game]
    cited = [re.findall(r"\[(R[\d.]+)\]", row[3]) for row in game]
    assert [term["clause"] for term in GLOSSARY] == [clauses[-1] for clauses in cited]
    assert all(len(term[language][1]) > 10 for term in GLOSSARY for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_is_clean(language: str) -> None:
    text = words(language)
    assert "'" not in text
    assert page(language).count("<section") == page(language).count("</section>")
    if language == "fr":
        assert not re.search(r" [;:?!]", text), re.findall(r".{20} [;:?!]", text)


def test_the_docs_know_the_same_clauses() -> None:
    assert set(ids("en")) <= anchors_of(DOCS / "rules.md")
