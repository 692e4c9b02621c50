"""Every piece of Python in the pages runs: sessions as doctests, programs here, recipes in test_contributing."""

import io
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from assemble import UNCOLORED

from aquaromana import Game
from aquaromana.engine.protocol import Engine
from aquaromana.rules.geometry import port_name
from tests.docs.pages import DOCS, PAGES, page_name, text_of
from tests.support.house import ROOT

CARD = DOCS / "dataset" / "README.md"
GUIDE = ROOT / "CONTRIBUTING.md"
LANGUAGES = {"", *UNCOLORED, "console", "diff", "json", "pycon", "python", "sh", "text", "toml"}
"""What code in the pages may be marked as: Python under another name would not be run."""
FENCE = re.compile(r"^( *)(`{3,}|~{3,})([^\n`]*)\n(.*?)^\1\2$", re.MULTILINE | re.DOTALL)


def fenced(page: Path) -> list[tuple[str, str]]:
    """Every fenced piece of a page: its language and its text."""
    return [(match[3].strip(), match[4]) for match in FENCE.finditer(text_of(page))]


def programs(page: Path) -> list[str]:
    """The pieces of Python in a page that are not sessions."""
    return [text for language, text in fenced(page) if language == "python" and ">>> " not in text]


@pytest.mark.parametrize("page", [*PAGES, CARD], ids=page_name)
def test_code_is_marked_with_a_language_that_is_known(page: Path) -> None:
    assert {language for language, _ in fenced(page)} <= LANGUAGES
    assert text_of(page).count("\n```") == 2 * len(fenced(page)), "a fence is not closed"


@pytest.mark.parametrize("page", [*PAGES, CARD], ids=page_name)
def test_a_session_looks_like_one(page: Path) -> None:
    for language, text in fenced(page):
        if language == "pycon":
            assert text.startswith(">>> ")
        elif language not in {"python", "text"}:
            assert ">>> " not in text


@pytest.mark.parametrize("page", [page for page in [*PAGES, CARD] if page != GUIDE and programs(page)], ids=page_name)
def test_programs_in_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(page.parent if page == CARD else ROOT)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")  # for `aqua`
    known: dict[str, Any] = {"__name__": "__main__"}
    for number, program in enumerate(programs(page)):
        monkeypatch.setattr(sys, "stdin", io.StringIO())  # a program that asks is told nothing
        exec(compile(program, f"{page_name(page)}, program {number}", "exec"), known)
    for value in known.values():
        if isinstance(value, Engine):
            value.close()


def test_the_rule_test_in_the_guide_passes_and_the_rest_is_the_recipe() -> None:
    (rule_test,) = (program for program in programs(GUIDE) if not program.startswith('"""The bot'))
    marks = SimpleNamespace(mark=SimpleNamespace(clause=lambda _: lambda test: test))  # known in tests/rules alone
    known: dict[str, Any] = {"pytest": marks, "Game": Game, "port_name": port_name}
    exec(compile(rule_test, "CONTRIBUTING.md", "exec"), known)
    tests = [value for name, value in known.items() if name.startswith("test_")]
    assert len(tests) == 1
    tests[0]()
    assert len(programs(GUIDE)) == 3, "test_contributing.py runs the two of the recipe; a new one needs a test"
