"""What is handed out: an sdist that builds the wheel, and a wheel that plays in an empty place."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import house
import pytest

from tests.support.house import ROOT

pytestmark = pytest.mark.slow

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


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=house.surroundings(),
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
    run(sys.executable, "-m", "build", "--no-isolation", cwd=tree)
    return tree / "dist"


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
    assert held >= source | tests | {"LICENSE", "README.md", "pyproject.toml"}


def test_the_wheel_plays_a_game_in_an_empty_environment(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    empty = house.House(tmp_path)
    empty.make_venv()
    pip: house.Command = [empty.python, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "--require-hashes", "-r", ROOT / "requirements.lock", cwd=tmp_path)
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=tmp_path)
    run(*pip, "check", cwd=tmp_path)
    assert run(empty.python, "-c", PLAY, cwd=tmp_path).strip()
    version = wheel.name.split("-")[1]
    assert version in run(empty.bin / "aqua", "--version", cwd=tmp_path)
