"""The bare package: what works with click and rich alone, and the one line about each extra that is missing."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from aquaromana import extras
from aquaromana.cli.group import COMMANDS
from tests.docs.pages import codes, table
from tests.support.house import ROOT

BARE = ("click", "rich", "markdown_it", "mdurl", "pygments")
"""The modules that the bare package brings: click, rich and what rich needs."""
GAME = str(ROOT / "docs" / "pictures" / "game.aqr")
START = "2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-"

WORKS = [
    *(f"{command} --help" for command in COMMANDS),
    "arena random greedy --games 2 --workers 1",
    "arena random greedy --rate --players 2 --games 2 --workers 1 --plot rated.svg",
    "arena search:1@20 random --games 2 --workers 1",
    "fairness --bot random --games 2 --workers 1",
    f"show {GAME} --ply 40",
    f"draw {GAME} -o game.svg",
    "verify game.svg",
    f"convert {GAME} game.json",
    f"why {START} C@12",
    "perft --players 4 1",
    "games make data random --players 2 --games 1 --workers 1",
    "games stats data",
    "net positions positions.jsonl --players 2 --count 1 --playouts 20",
    "play --terminal random first --seed 1",
    "train --defaults",
]
"""What anybody can do without an extra."""
LACKS = {
    "play --no-browser": "play",
    "serve": "play",
    "tables list": "play",
    f"draw {GAME} -o game.png": "draw",
    f"draw {GAME} -o game.gif": "draw",
    "train run": "train",
    "games make tables random --games 1 --parquet": "data",
    "net show game.json": "train",
    "arena random greedy --games 2 --runner ray": "ray",
}
"""Commands, and the extra that each of them needs."""
IMPORTS = {
    "import aquaromana, aquaromana.analysis, aquaromana.arena, aquaromana.bots, aquaromana.engine": "",
    "from aquaromana import Game; assert '<svg' in Game(2)._repr_svg_()": "",
    "from aquaromana.engine import Batch; Batch(2)": "batch",
    "from aquaromana.drawing import png; from aquaromana import Game; png(Game(2))": "draw",
    "from aquaromana.drawing import gif; from aquaromana import Game; gif(Game(2))": "draw",
    "from aquaromana.engine import OnnxNetwork; OnnxNetwork.load('model.onnx')": "network",
    "from aquaromana.arena.cluster import Cluster; Cluster()": "ray",
    "from aquaromana.server.app import make_app": "play",
    "import aquaromana.envs": "",
    "from aquaromana.envs import aqua_romana_v0": "pettingzoo",
    "import aquaromana.envs.gymnasium": "gymnasium",
    "import aquaromana.envs.openspiel": "openspiel",
    "from aquaromana.envs.vector import VectorEnv; VectorEnv(2)": "batch",
}
"""Lines of Python, and the extra that each of them needs."""

RUN = """
import json, sys
from click.testing import CliRunner
from aquaromana.cli.group import aqua

commands, lines = json.load(sys.stdin)
told = {}
for command in commands:
    result = CliRunner().invoke(aqua, command.split())
    told[command] = (result.exit_code, result.stdout, result.stderr)
for line in lines:
    try:
        exec(line, {})
        told[line] = ""
    except Exception as error:
        told[line] = str(error)
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with click and rich, and no other package."""
    folder = tmp_path_factory.mktemp("packages")
    for name in BARE:
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.origin is not None
        (folder / name).symlink_to(Path(found.origin).parent)
    return folder


def run_bare(source: Path, packages: Path, *arguments: str, sent: str = "") -> subprocess.CompletedProcess[str]:
    """Run a Python that has the package of a folder and these packages alone."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("AQUA_", "PYTHON", "COV_"))}
    variables["PYTHONPATH"] = os.pathsep.join([str(source), str(packages)])
    done = subprocess.run(
        [sys.executable, "-S", *arguments],  # without site-packages
        input=sent,
        env={**variables, "AQUA_DATA": str(packages / "data")},
        cwd=packages,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def told(packages: Path) -> dict[str, Any]:
    """What every line above says there."""
    sent = json.dumps([[*WORKS, *LACKS], list(IMPORTS)])
    answers: dict[str, Any] = json.loads(run_bare(ROOT / "src", packages, "-c", RUN, sent=sent).stdout)
    return answers


@pytest.mark.slow
def test_without_the_core_one_line_says_so_at_the_first_use(packages: Path, tmp_path: Path) -> None:
    (tmp_path / "aquaromana").mkdir()
    for path in (ROOT / "src" / "aquaromana").iterdir():
        if not path.name.startswith("_core."):
            (tmp_path / "aquaromana" / path.name).symlink_to(path)
    match = ("arena", "search:1@2", "random", "--games", "4", "--workers", "2")
    done = run_bare(tmp_path, packages, "-m", "aquaromana", *match)
    first, *others = done.stderr.splitlines()
    assert first.startswith("Bots are weaker than they could be: the C++ core is not installed")
    assert "Install a C++ compiler" in first
    assert not [line for line in others if "weaker" in line]


def test_the_bare_package_depends_on_the_command_line_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [re.split(r"[>=]", each)[0] for each in project["dependencies"]] == ["click", "rich"]


@pytest.mark.parametrize("command", WORKS)
@pytest.mark.slow
def test_a_command_works_without_extras(told: dict[str, Any], command: str) -> None:
    code, said, complaint = told[command]
    assert code == 0, complaint
    assert said or complaint or "-o" in command or "convert" in command


@pytest.mark.parametrize(("command", "extra"), LACKS.items())
@pytest.mark.slow
def test_a_command_names_the_extra_that_it_lacks(told: dict[str, Any], command: str, extra: str) -> None:
    code, said, complaint = told[command]
    assert (code, said) == (2, "")
    (line,) = complaint.splitlines()
    assert line.startswith("aqua ")
    assert f'pip install "aqua-romana[{extra}]"' in line


@pytest.mark.parametrize(("line", "extra"), IMPORTS.items())
@pytest.mark.slow
def test_python_names_the_extra_that_it_lacks(told: dict[str, Any], line: str, extra: str) -> None:
    assert told[line].endswith(f'pip install "aqua-romana[{extra}]".' if extra else "")
    assert len(told[line].splitlines()) == bool(extra)


@pytest.mark.slow
def test_playing_in_the_terminal_is_offered_instead(told: dict[str, Any]) -> None:
    assert told["play --no-browser"][2].rstrip().endswith("; aqua play --terminal works without it")


def known_extras() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return set(project["optional-dependencies"])


def test_the_readme_explains_every_extra() -> None:
    explained = {name for row in table(ROOT / "README.md", "extra", "adds") for name in codes(row[0])}
    assert explained == known_extras() - {"bench", "dev"}


def test_every_extra_that_is_named_exists() -> None:
    named = set()
    for source in [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"]:
        named |= set(re.findall(r"aqua-romana\[([\w,-]+)\]", source.read_text("utf-8")))
    assert {extra for names in named for extra in names.split(",")} <= {*known_extras(), "extra"}


def test_a_mistake_of_ours_is_not_called_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError) as told, extras.needs("draw", "Drawing"):
        import aquaromana.nowhere  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(told.value, extras.MissingExtraError)
