"""The page's words, as its catalogues have them."""

import json
import re
from functools import cache

from playwright.sync_api import Page

from tests.support.house import ROOT
from tests.web.probes import probe

LOCALE = ROOT / "src" / "aquaromana" / "web" / "locale"
LANGUAGES = ("de", "en", "fr")
AREAS = sorted(path.stem for path in (LOCALE / "en").glob("*.json"))
# A key that has no words, or a placeholder that nothing was put into.
RAW = re.compile(rf"\b(?:{'|'.join(AREAS)})\.[a-z][\w./:-]*|\{{[a-z.]+\}}|\bundefined\b|\bNaN\b|\[object ")


@cache
def _catalogue(language: str, area: str) -> dict[str, str]:
    catalogue: dict[str, str] = json.loads((LOCALE / language / f"{area}.json").read_text("utf-8"))
    return catalogue


def words(language: str, key: str) -> str:
    """What `t(key)` says in a language."""
    area, _, name = key.partition(".")
    return _catalogue(language, area)[name]


def raw_words(page: Page) -> list[str]:
    """What a reader should never see or hear: keys without words, placeholders, holes."""
    return sorted(set(RAW.findall(page.evaluate(probe("texts")))))
