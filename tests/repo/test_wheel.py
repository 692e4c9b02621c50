"""What is handed out: an sdist that builds the wheel, and a wheel that plays in an empty place."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import partial
from pathlib import Path

import house
import pytest

from tests.support.house import ROOT, stale_core
from tests.support.sizes import LongSize

pytestmark = pytest.mark.slow

COMPILED = LongSize("wheel", ci=0, long=1)
"""Whether the core in the wheel is compiled; every day it is the one that these sources were compiled to already."""
STAND_IN = """#!{python}
import pathlib, shutil, subprocess, sys

made = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
if "-c" in sys.argv:  # is every source and header there?
    checked = ["-M" if each == "-c" else each for each in sys.argv[1:]]
    made.touch()
    sys.exit(subprocess.call(["{compiler}", *checked], stdout=subprocess.DEVNULL))
shutil.copy("{core}", made)
"""
"""Stands in for the compiler."""

BARE = {"aqua-romana", "click", "rich", "markdown-it-py", "mdurl", "Pygments"}
"""What installing the package brings, without an extra."""
PLAY = """
import random, sys
import aquaromana

assert aquaromana.__file__.startswith(sys.prefix), aquaromana.__file__
game = aquaromana.Game(players=4)
choice = random.Random(1).choice
while not game.is_over:
    game.play(choice(game.legal_moves()))
print(game.scores())
"""


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=house.surroundings() | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with sdist and wheel, the wheel built from the sdist, of a tree without leftovers."""
    tree = tmp_path_factory.mktemp("tree") / "aqua"
    try:
        names = house.files_to_commit(ROOT)
    except house.Trouble as trouble:
        pytest.skip(str(trouble))
    for name in names:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    run(sys.executable, "-m", "build", "--no-isolation", cwd=tree, **compilers(tree.parent))
    return tree / "dist"


def compilers(folder: Path) -> dict[str, str]:
    """The variables that name the stand-in; none where the core has to be compiled, or cannot be."""
    compiler, core = house.compiler(), importlib.util.find_spec("aquaromana._core")
    if COMPILED.value or not compiler or core is None or os.name == "nt" or stale_core():
        return {}
    stand_in = folder / "compiler"
    stand_in.write_text(STAND_IN.format(python=sys.executable, compiler=compiler, core=core.origin), "utf-8")
    stand_in.chmod(0o755)
    return {"CC": str(stand_in), "CXX": str(stand_in)}


def files_of(package: Path) -> set[str]:
    files = (path for path in package.rglob("*") if path.is_file())
    return {path.relative_to(package.parent).as_posix() for path in files}


def test_the_wheel_holds_the_package_and_all_of_its_data(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("aquaromana/")}
        others = set(archive.namelist()) - held
    core = {name for name in held if name.startswith("aquaromana/_core.") and not name.endswith(".pyi")}
    assert held - core == files_of(built.parent / "src" / "aquaromana")
    assert core or os.environ.get("AQUA_REQUIRE_NATIVE") != "1"
    assert "aquaromana/py.typed" in held
    assert {name.partition("/")[0].endswith(".dist-info") for name in others} == {True}
    assert any(name.endswith("licenses/LICENSE") for name in others)


def test_the_sdist_holds_the_source_and_its_tests(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    source = {f"src/{name}" for name in files_of(built.parent / "src" / "aquaromana")}
    tests = files_of(built.parent / "tests")
    core = {path.relative_to(built.parent).as_posix() for path in (built.parent / "cpp").rglob("*.?pp")}
    assert core
    assert held >= source | tests | core | {"LICENSE", "README.md", "pyproject.toml"}


@COMPILED.mark
def test_the_wheel_plays_a_game_in_an_empty_environment(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    empty = house.House(tmp_path)
    empty.make_venv()
    call = partial(run, cwd=tmp_path, PYTHONPYCACHEPREFIX="")  # its own compiled modules, not those of .venv
    pip: house.Command = [empty.python, "-m", "pip", "--disable-pip-version-check"]
    pins = re.findall(r"^[a-z][^ \\\n]+", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
    (tmp_path / "pins.txt").write_text("\n".join(pins), "utf-8")
    install: house.Command = [*pip, "install", "--no-compile"]  # most of it is never imported here
    call(*install, "--constraint", "pins.txt", wheel)
    brought = {line.partition("==")[0] for line in call(*pip, "freeze").splitlines()}
    assert {name.partition(" @")[0] for name in brought} == BARE
    assert call(empty.python, "-c", PLAY).strip()
    aqua = empty.bin / "aqua"
    assert re.search("^greedy +2 ", call(aqua, "arena", "greedy", "random", "--games", "2"), re.MULTILINE)

    call(*install, "--require-hashes", "--no-deps", "-r", ROOT / "requirements.lock")
    call(*install, "--no-index", f"{wheel}[play]")  # the lock has all that this extra needs
    call(*pip, "check")
    assert "There are no tables." in call(aqua, "tables", "list", "--data", tmp_path)
    assert wheel.name.split("-")[1] in call(aqua, "--version")
