"""The page on facts: its tables are those of the catalogue, and its figures name the command that counts them."""

from aquaromana.analysis.facts import FACTS
from tests.docs.pages import DOCS, codes, text_of
from tests.support.facts_page import fresh_page

PAGE = DOCS / "facts.md"


def test_its_tables_are_current() -> None:
    assert fresh_page() == (PAGE, text_of(PAGE)), "run scripts/golden"


def test_every_code_has_a_row() -> None:
    rows = [line for line in text_of(PAGE).splitlines() if line.startswith("| `")]
    assert sorted(codes(row)[0] for row in rows) == sorted(FACTS)
