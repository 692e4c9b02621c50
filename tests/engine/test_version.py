"""Versions: the engine's rises when its decisions change, and records and logs tell it."""

import hashlib

import pytest

from aquaromana import __version__
from aquaromana.engine import ENGINE, engine_version, made_by, native
from aquaromana.rules import named_layout, standard_layout
from tests.support.frozen import CHAMPION, FROZEN

DIGESTS = {1: "5fc55b4fc1483fe0", 2: "a9ad3d2cc50d8df7", 3: "6cf9256151966ea7"}
"""The decisions of every version of the engine. If you rewrite their files, raise `ENGINE` and add a line here.

The first covers the frozen searches alone, the others the champion too. 2: it decides otherwise with two players;
3: with three and four.
"""


def test_the_version_of_the_engine_rises_with_its_decisions() -> None:
    texts = [file.read_text("utf-8") for file in (FROZEN, CHAMPION)]
    lines = [line for text in texts for line in text.splitlines() if line and not line.startswith("#")]
    found = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    assert DIGESTS[ENGINE] == found, "decisions have changed: raise ENGINE, and add a line"
    assert max(DIGESTS) == ENGINE


def test_the_engine_says_whether_it_lacks_its_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "why_missing", lambda: None)
    assert engine_version() == str(ENGINE)
    monkeypatch.setattr(native, "why_missing", lambda: "it is not there")
    assert engine_version() == f"{ENGINE} without core"


def test_records_tell_the_program_and_the_engine() -> None:
    usual = standard_layout(2)
    assert made_by(usual) == {"Program": f"Aqua Romana {__version__}", "Engine": engine_version()}
    assert made_by(usual, bots=False) == {"Program": f"Aqua Romana {__version__}"}
    assert made_by(named_layout("balanced", 2), bots=False)["LayoutName"] == "balanced"
