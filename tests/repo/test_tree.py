"""The tree as a whole: pins, and what the rules may use."""

import ast
import importlib.metadata
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.house import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCKS = ("requirements.lock", "requirements-dev.lock")


def pins(lock: str) -> dict[str, str]:
    text = (ROOT / lock).read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", text, re.MULTILINE))


def name_of(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower()


def asked_for(extra: str) -> set[str]:
    """The packages of an extra and of the extras that it takes in."""
    names = set()
    for wanted in PROJECT["optional-dependencies"][extra]:
        if included := re.fullmatch(r"aqua-romana\[(.+)\]", wanted):
            names |= {name for each in included[1].split(",") for name in asked_for(each)}
        else:
            names.add(name_of(wanted))
    return names


def test_the_locks_pin_everything_that_is_asked_for() -> None:
    running, developing = map(pins, LOCKS)
    assert {name_of(wanted) for wanted in PROJECT["dependencies"]} | asked_for("play") <= running.keys()
    assert asked_for("dev") <= developing.keys()
    assert "setuptools" in running
    assert running.items() <= developing.items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash_and_the_lock_names_no_place(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    # a package may be pinned twice, for different versions of Python
    assert {re.split("[=;]", entry)[0].strip() for entry in entries} == set(pins(lock))
    assert all("--hash=sha256:" in entry for entry in entries)


def needed_by(name: str) -> set[str]:
    """What a package that is installed here needs on this system, without its extras."""
    wanted = map(Requirement, importlib.metadata.requires(name) or ())
    return {canonicalize_name(each.name) for each in wanted if not each.marker or each.marker.evaluate({"extra": ""})}


@pytest.mark.parametrize("lock", LOCKS)
def test_the_locks_are_installed_as_they_are_because_nothing_is_missing_in_them(lock: str) -> None:
    """A newer coverage than the pinned one broke the installation: pip looked for coverage[toml], without need."""
    pinned = set(map(canonicalize_name, pins(lock)))
    installed = {canonicalize_name(each.name) for each in importlib.metadata.distributions()}
    missing = {name: needed_by(name) - pinned for name in pinned & installed}
    assert not {name: lacks for name, lacks in missing.items() if lacks}
    assert len(pinned & installed) > len(pinned) / 2


def test_the_pins_for_training_stand_beside_the_others_and_name_no_place() -> None:
    training, developing = pins("requirements-train.lock"), pins("requirements-dev.lock")
    extras = PROJECT["optional-dependencies"]
    assert {name_of(wanted) for wanted in [*extras["train"], *extras["ray"]]} <= training.keys() | developing.keys()
    assert not training.keys() & developing.keys()
    text = (ROOT / "requirements-train.lock").read_text("utf-8")
    assert "://" not in text
    assert "+" not in "".join(training.values()), "a local build is not everybody's"


def modules_of(source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module or "")
    return {name.partition(".")[0] for name in found}


def test_the_rules_use_the_standard_library_alone() -> None:
    sources = sorted((ROOT / "src" / "aquaromana" / "rules").rglob("*.py"))
    assert sources
    for source in sources:
        assert modules_of(source) <= sys.stdlib_module_names | {"aquaromana"}, source
