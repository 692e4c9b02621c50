"""The core under AddressSanitizer and UndefinedBehaviorSanitizer: whole games, caches recomputed, short searches."""

import re
import subprocess
from dataclasses import astuple
from pathlib import Path

import pytest

from aquaromana.engine import champion_weights
from aquaromana.engine.params import Params
from aquaromana.rules.layout import Layout, standard_layout
from tests.support.compiler import CPP, need_compiler, write_tables
from tests.support.sizes import LongSize

pytestmark = pytest.mark.slow

GAMES = LongSize("sanitizers", ci=8, long=1_000)


def numbers(layout: Layout) -> str:
    seats = [*layout.color_seats, 0][:4]
    row = [layout.players, *layout.outlets, *layout.colors, *seats, *layout.start_board]
    return " ".join(map(str, row))


@pytest.fixture(scope="module")
def soak(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that plays, built with the sanitizers."""
    compiler = need_compiler()
    folder = tmp_path_factory.mktemp("soak")
    write_tables(folder)
    sources = [CPP / "tests" / "soak.cpp", *(path for path in CPP.glob("*.cpp") if not path.name.startswith("bind"))]
    command = [compiler, "-std=c++20", "-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    command += [f"-I{CPP}", f"-I{folder}", *map(str, sources), "-o", str(folder / "soak"), "-lpthread"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (folder / "champion.net").write_bytes(champion_weights().data)
    return folder / "soak"


@GAMES.mark
def test_games_and_searches_leave_no_trace_in_the_sanitizers(soak: Path) -> None:
    knobs = Params(rollout_fountain=2.5, rollout_watch=1, rollout_tries=4)  # all that quick play can do
    text = "\n".join([" ".join(map(str, astuple(knobs))), *(numbers(standard_layout(n)) for n in (2, 3, 4)), ""])
    done = subprocess.run(
        [str(soak), str(GAMES.value), str(soak.with_name("champion.net"))],
        input=text,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    match = re.fullmatch(r"(\d+) decisions\n", done.stdout)
    assert match
    assert int(match[1]) > 100 * GAMES.value
