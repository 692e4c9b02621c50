"""The examples in the docstrings of the rules are true."""

import doctest
import importlib
import pkgutil

import pytest

import aquaromana
from aquaromana import rules

MODULES = [
    "aquaromana",
    "aquaromana.rules",
    *(f"aquaromana.rules.{info.name}" for info in pkgutil.iter_modules(rules.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0, capsys.readouterr().out


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    for name in ("aquaromana", "aquaromana.rules.moves", "aquaromana.rules.game"):
        found = finder.find(importlib.import_module(name))
        assert sum(len(each.examples) for each in found) > 0, name
    assert aquaromana.__all__


def test_the_packages_export_what_they_say() -> None:
    for package in (aquaromana, rules):
        assert list(package.__all__) == sorted(package.__all__)
        assert all(hasattr(package, name) for name in package.__all__)
