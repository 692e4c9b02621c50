"""The page about the server: its settings, commands and packages are those of the source."""

import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path
from typing import cast

import click
import pytest

from aquaromana.cli.group import aqua
from aquaromana.server.api.table_routes import NAME
from aquaromana.server.settings import DATABASE, Settings
from tests.docs.pages import DOCS, blocks, codes, table, text_of
from tests.support.house import ROOT

PAGE = DOCS / "server.md"
PACKAGE = ROOT / "src" / "aquaromana" / "server"
PARENT = "aquaromana.server"


def test_every_setting_is_listed_with_its_default() -> None:
    rows = table(PAGE, "setting", "default", "what it says")
    assert [codes(row[0])[0] for row in rows] == [each.name for each in fields(Settings)]
    for row, each in zip(rows, fields(Settings), strict=True):
        shown = {True: "on", False: "off"}[each.default] if isinstance(each.default, bool) else each.default
        shown = "" if shown in (MISSING, None, (), "") else shown
        assert row[1] == (f"{shown:g}" if isinstance(shown, int | float) and shown < 10**6 else str(shown)), each.name


NO_LIMITS = {"retention", "abandoned", "port", "bot_delay"}
"""Settings that are numbers, but protect nothing."""


def test_every_limit_is_listed_with_its_default_and_its_module() -> None:
    rows = table(PAGE, "limit", "default", "unit", "what it protects", "module")
    numbers = {each.name: each for each in fields(Settings) if "low" in each.metadata}
    listed = [codes(row[0])[0] for row in rows]
    assert sorted(name for name in listed if name.islower()) == sorted(numbers.keys() - NO_LIMITS)
    assert len({(row[0], row[4]) for row in rows}) == len(rows)
    for name, row in zip(listed, rows, strict=True):
        module = codes(row[4])[0]
        if name in numbers:
            assert f"settings.{name}" in (PACKAGE / module).read_text("utf-8"), name
            assert numbers[name].metadata["unit"] in {"", row[2]}, name
            value = cast(float, numbers[name].default)
        else:
            value = getattr(import_module(f"{PARENT}.{module.removesuffix('.py').replace('/', '.')}"), name)
        assert row[1] == (f"{value:g}" if value < 10**6 else str(value)), f"{name} in {module}"


@pytest.mark.slow
def test_every_package_is_listed_once_before_those_that_use_it() -> None:
    listed = [name for row in table(PAGE, "package", "layer", "what it holds") for name in codes(row[0])]
    assert sorted(listed) == sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
    for place, name in enumerate(listed):
        used = {each for path in (PACKAGE / name).rglob("*.py") for each in uses(path)}
        assert used.isdisjoint(listed[place + 1 :]), name


def test_every_single_module_is_named() -> None:
    last = text_of(PAGE).rpartition("\nBelow them are single modules")[2]
    assert sorted(codes(last)) == sorted(path.stem for path in PACKAGE.glob("[!_]*.py"))


def test_the_layers_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each.get("containers") == [PARENT])
    number = {name: index for index, layer in enumerate(reversed(layers), 1) for name in layer.split(" | ")}
    assert {codes(row[0])[0]: int(row[1]) for row in table(PAGE, "package", "layer", "what it holds")} == {
        path.parent.name: number[path.parent.name] for path in PACKAGE.glob("*/__init__.py")
    }
    last = text_of(PAGE).rpartition("\nBelow them are single modules")[2].partition("On top")[0]
    for names, layer in re.findall(r"([^0-9]+?) in\s+layer (\d)", last):
        assert {number[name] for name in codes(names)} == {int(layer)}


def uses(path: Path) -> Iterator[str]:
    """The packages and single modules of the server that a module imports at its head."""
    for step in ast.parse(path.read_text("utf-8")).body:
        if isinstance(step, ast.ImportFrom) and (step.module or "").startswith(PARENT):
            inner = (step.module or "").removeprefix(PARENT).strip(".")
            yield from [inner.split(".")[0]] if inner else (each.name for each in step.names)


@pytest.mark.parametrize("line", [line for block in blocks(PAGE, "sh") for line in block.splitlines()])
def test_its_commands_are_there(line: str) -> None:
    name, command, *rest = shlex.split(line, comments=True)
    assert name == "aqua"
    group = aqua.get_command(click.Context(aqua), command)
    assert isinstance(group, click.Group)
    assert rest[0] in group.commands
    group.commands[rest[0]].make_context(rest[0], rest[1:])


def test_the_names_on_the_page_are_correct() -> None:
    text = text_of(PAGE)
    assert f"http://127.0.0.1:{Settings.__dataclass_fields__['port'].default}/" in text
    assert f"share/{NAME}" in text
    assert f"`{DATABASE}`" in text
