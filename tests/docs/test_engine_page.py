"""The page about the engine: its tables are those of the code."""

import re
from dataclasses import fields
from typing import get_args

import pytest

from aquaromana.bots import LEVELS, make_bot
from aquaromana.engine import Budget, Evaluator, Params
from aquaromana.engine.formula import _SAMPLE
from aquaromana.engine.network import SEATS
from aquaromana.rules.actions import ACTIONS
from tests.docs.pages import DOCS, codes, section, table, text_of
from tests.support.house import ROOT

PAGE = DOCS / "engine.md"


def test_every_evaluator_is_explained() -> None:
    assert [codes(row[0])[0] for row in table(PAGE, "evaluator", "how a new position is evaluated")] == [
        *get_args(Evaluator)
    ]


def test_the_table_of_levels_is_the_one_in_use() -> None:
    shown = table(PAGE, "bot", "called", "budget", "doubt")
    rows = [(codes(name)[0], title, codes(budget)[0], doubt) for name, title, budget, doubt in shown]
    assert rows == [
        (f"level:{number}", level.title, str(level.budget), f"{level.doubt:g}") for number, level in LEVELS.items()
    ]
    assert all(make_bot(name).name == name for name, *_ in rows)


def test_budgets_are_written_as_shown() -> None:
    shown = codes(section(PAGE, "## Budgets").partition("Budgets are written")[2].partition(", followed by")[0])
    assert len(shown) == 4
    assert all(Budget.parse(text).per == "decision" for text in shown)
    assert Budget.parse("2s/stretch").per == "stretch"


def test_knobs_that_are_named_exist() -> None:
    knobs = {knob.name for knob in fields(Params)}
    named = set(re.findall(r"`([a-z]+_[a-z]+|overlook)`", text_of(PAGE))) - {"on_report"}
    assert len(named) > 8
    assert named <= knobs


def test_the_contract_of_a_model_has_the_sizes_of_the_game() -> None:
    page = text_of(PAGE)
    assert f"`shares`, shape (n, {SEATS})" in page
    assert f"`policy`, shape (n, {ACTIONS})" in page
    assert f"more than {_SAMPLE}\n" in page


@pytest.mark.parametrize("name", ["AQUA_REQUIRE_NATIVE", "AQUA_MARCH"])
def test_settings_that_are_named_are_read(name: str) -> None:
    assert name in text_of(PAGE)
    assert name in text_of(ROOT / "setup.py")


def test_every_file_of_the_core_is_listed() -> None:
    cpp = ROOT / "cpp"
    listed = {name for row in table(cpp / "README.md", "file", "what is in it") for name in codes(row[0])}
    sources = {path for pattern in ("*.?pp", "*.py", "tests/*.?pp") for path in cpp.glob(pattern)}
    assert listed == {path.relative_to(cpp).as_posix() for path in sources}
