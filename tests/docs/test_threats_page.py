"""The page about threats: every test that it names is there, and every threat names one."""

import re

import pytest

from tests.docs.pages import DOCS, codes, text_of
from tests.support.house import ROOT

PAGE = DOCS / "threats.md"
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for block in re.findall(r"^\| threat \|.*?$\n\|[-|]+\|\n((?:\|.*\n)+)", text_of(PAGE), re.MULTILINE)
    for line in block.splitlines()
]
NAMED = sorted({name for row in ROWS for name in codes(row[2])})


def test_every_threat_is_answered_and_proved() -> None:
    assert len(ROWS) > 30
    for threat, answer, _ in ROWS:
        assert threat
        assert answer
    assert [row[0] for row in ROWS if not codes(row[2])] == []


@pytest.mark.parametrize("name", NAMED)
def test_the_test_is_there(name: str) -> None:
    path, _, function = name.partition("::")
    assert re.search(rf"^(async )?def {function}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE), name
