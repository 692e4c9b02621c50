"""No clause without a test, and no citation of a clause that does not exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from aquaromana.rules.errors import CATALOGUE
from tests.support.house import ROOT

RULES = ROOT / "docs" / "rules.md"
SOURCES = sorted((ROOT / "src" / "aquaromana" / "rules").glob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


@cache
def clauses() -> frozenset[str]:
    return frozenset(re.findall(r'id="(R\d\.\d+)"', RULES.read_text("utf-8")))


@cache
def sections() -> frozenset[str]:
    return frozenset(re.findall(r'id="(R\d)"', RULES.read_text("utf-8")))


@cache
def rulings() -> tuple[str, ...]:
    """The questions in the first table of R9."""
    section = RULES.read_text("utf-8").partition('id="R9"')[2].partition("###")[0]
    rows = re.findall(r"^\| *(.+?) *\|", section, re.MULTILINE)
    return tuple(rows[2:])


@cache
def citations(path: Path, mark: str) -> list[str]:
    """What the tests in a file cite by `@pytest.mark.clause(…)` and the like."""
    source = path.read_text("utf-8")
    if f"pytest.mark.{mark}(" not in source:
        return []  # most files: to parse them all takes seconds
    cited = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == f"pytest.mark.{mark}":
                cited += [ast.literal_eval(argument) for argument in decorator.args]
    return cited


def test_the_rules_have_their_clauses() -> None:
    numbers = {1: 6, 2: 5, 3: 6, 4: 9, 5: 3, 6: 4, 8: 5}
    assert clauses() == {f"R{part}.{number}" for part, count in numbers.items() for number in range(1, count + 1)}
    assert sections() == {f"R{part}" for part in range(1, 10)}


@pytest.mark.parametrize("clause", sorted(clauses() | {"R7"}))
def test_every_clause_has_a_test_that_cites_it(clause: str) -> None:
    assert any(clause in citations(path, "clause") for path in TESTS), f"no test cites {clause}"


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    for path in TESTS:
        assert set(citations(path, "clause")) <= clauses() | sections(), path.name
        assert set(citations(path, "ruling")) <= set(rulings()), path.name


def test_every_ruling_has_a_test_that_cites_it() -> None:
    cited = [question for path in TESTS for question in citations(path, "ruling")]
    assert len(rulings()) == 24
    assert sorted(cited) == sorted(rulings())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_clause_that_the_source_cites_exists(path: Path) -> None:
    cited = set(re.findall(r"\bR\d(?:\.\d+)?\b", path.read_text("utf-8")))
    assert cited <= clauses() | sections()


def test_every_clause_of_the_catalogue_exists() -> None:
    assert {clause for clause, _ in CATALOGUE.values()} <= clauses() | {"R7"}, "a section, except R7"
