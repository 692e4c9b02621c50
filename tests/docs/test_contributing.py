"""The guide for contributors: its map is complete, and its recipes work when they are followed to the letter."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import house
import pytest

from tests.docs.pages import blocks, codes, section, table, text_of
from tests.support.house import ROOT, SCRIPTS
from tests.support.type_check import lint_cache

GUIDE = ROOT / "CONTRIBUTING.md"
BOT = "src/aquaromana/bots/long.py"
REGISTRY = "src/aquaromana/bots/registry.py"
TEST = "tests/bots/test_long.py"
"""What somebody writes who follows the recipe for a bot."""


# the map


def on_the_map() -> set[str]:
    return {name for row in table(GUIDE, "place", "what is there") for name in codes(row[0])}


def test_every_package_is_on_the_map() -> None:
    packages = {path.parent.name for path in (ROOT / "src" / "aquaromana").glob("*/__init__.py")} | {"web"}
    assert {f"src/aquaromana/{name}" for name in packages} == {name for name in on_the_map() if name.startswith("src/")}


def test_every_folder_that_is_committed_is_on_the_map() -> None:
    try:
        names = house.files_to_commit(ROOT)
    except house.Trouble:
        names = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("[!._]*/*") if path.parent.name != "build"]
    folders = {name.partition("/")[0] for name in names if "/" in name}
    assert {name.partition("/")[0] for name in on_the_map() if (ROOT / name).is_dir()} >= folders


def test_every_lock_and_what_builds_the_core_is_on_the_map() -> None:
    assert on_the_map() >= {"setup.py", "pyproject.toml", *(path.name for path in ROOT.glob("requirements*.lock"))}


def test_every_script_is_explained() -> None:
    rows = table(GUIDE, "script", "what it does")
    named = {codes(row[0])[0] for row in rows}
    assert named == {f"scripts/{path.name}" for path in (ROOT / "scripts").glob("[!_]*") if path.is_file()}
    assert named == {*(f"scripts/{name}" for name in SCRIPTS), "scripts/house.py"}


def test_every_benchmark_is_named() -> None:
    (row,) = (row for row in table(GUIDE, "script", "what it does") if row[0] == "`scripts/bench`")
    assert set(codes(row[1])) == {path.stem for path in (ROOT / "benchmarks").glob("[!_]*.py")}


def test_every_golden_file_has_a_script_that_writes_it() -> None:
    rows = {codes(row[0])[0]: codes(row[1])[0] for row in table(GUIDE, "files", "written by")}
    assert set(rows.values()) == {"scripts/golden", "scripts/hunt", "scripts/pictures"}
    for pattern, script in rows.items():
        assert list(ROOT.glob(pattern)), pattern
        assert (ROOT / script).is_file()
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("*/*.perft")}
    assert folders == {"tests/perft"}


def test_files_that_recipes_name_are_there() -> None:
    for name in set(re.findall(r"`((?:src|tests|scripts|cpp|docs)/[\w./-]+\.\w+)`", text_of(GUIDE))):
        assert (ROOT / name).exists() or Path(name).stem in ("NAME", "test_NAME", "long"), name


# the recipe for a bot


def applied(diff: str, text: str) -> str:
    """The text after a diff whose pieces, divided by @@, each fit in one place."""
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines()
        old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which somebody has followed the recipe."""
    folder = tmp_path_factory.mktemp("followed")
    package = folder / "src" / "aquaromana"
    shutil.copytree(ROOT / "src" / "aquaromana", package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    bot, test = (block for block in blocks(GUIDE, "python") if block.startswith('"""The bot'))
    (diff,) = blocks(GUIDE, "diff")
    (folder / BOT).write_text(bot, "utf-8")
    registry = folder / REGISTRY
    registry.write_text(applied(diff, registry.read_text("utf-8")), "utf-8")
    (folder / TEST).parent.mkdir(parents=True)
    for name in ("tests/__init__.py", "tests/bots/support.py"):
        shutil.copy(ROOT / name, folder / name)
    (folder / TEST).write_text(test, "utf-8")
    return folder


def run_in(folder: Path, *arguments: str) -> str:
    """What Python prints with the package of a folder; it has to succeed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "AQUA_DATA": str(folder / "games")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def aqua(folder: Path, *arguments: str) -> str:
    return run_in(folder, "-m", "aquaromana", *arguments)


@pytest.mark.slow
def test_the_bot_of_the_recipe_plays_in_the_arena(followed: Path) -> None:
    assert "aqua arena long random" in section(GUIDE, "### Add a bot")
    assert re.search(r"^long +2 ", aqua(followed, "arena", "long", "random", "--games", "2"), re.MULTILINE)


@pytest.mark.slow
def test_the_bot_of_the_recipe_sits_down_in_the_terminal(followed: Path) -> None:
    assert "aqua play --terminal Anna long" in section(GUIDE, "### Add a bot")
    assert "Anna sets up a builder" in aqua(followed, "play", "--terminal", "Anna", "long")
    assert "The game is saved" in aqua(followed, "play", "--terminal", "long", "random", "--seed", "1")


@pytest.mark.slow
def test_the_test_of_the_recipe_passes(followed: Path) -> None:
    assert "3 passed" in run_in(followed, "-m", "pytest", "-q", "-p", "no:cacheprovider", TEST)


@pytest.mark.slow
def test_the_code_of_the_recipe_has_our_style(followed: Path) -> None:
    run_in(followed, "-m", "ruff", "check", "--no-cache", BOT, REGISTRY, TEST)
    run_in(followed, "-m", "ruff", "format", "--no-cache", "--check", BOT, REGISTRY, TEST)


@pytest.mark.slow
def test_the_code_of_the_recipe_has_types(followed: Path) -> None:
    with lint_cache() as cache:
        shutil.copytree(cache, followed / "mypy")
    run_in(followed, "-m", "mypy", "--cache-dir", str(followed / "mypy"), BOT, REGISTRY, TEST)


def test_a_package_of_its_own_uses_the_entry_point_that_is_looked_for() -> None:
    from aquaromana.bots.registry import GROUP

    assert f'[project.entry-points."{GROUP}"]' in section(GUIDE, "### Add a bot")
