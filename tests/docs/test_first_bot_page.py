"""The tutorial: its programs are those of the examples, which tests/examples lets play."""

from tests.docs.pages import DOCS, blocks
from tests.support.house import ROOT

PAGE = DOCS / "first-bot.md"


def test_the_programs_of_the_page_are_the_examples() -> None:
    (python,) = blocks(PAGE, "python")
    (javascript,) = blocks(PAGE, "js")
    assert (ROOT / "examples" / "first_bot.py").read_text("utf-8").endswith('"""\n\n' + python)
    assert (ROOT / "examples" / "first_bot.mjs").read_text("utf-8").endswith("--games 20\n\n" + javascript)
