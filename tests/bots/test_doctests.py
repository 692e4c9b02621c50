"""The examples in the docstrings of the bots are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["bots", "bots.registry"])
def test_docstrings(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"aquaromana.{module}"))
    assert tried
    assert not failed, capsys.readouterr().out
