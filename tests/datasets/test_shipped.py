"""The small dataset that comes with the documentation: whole, small, and as its card says."""

import json
from pathlib import Path

import pytest

from aquaromana.arena import SerialRunner
from aquaromana.datasets import Dataset, Plan
from aquaromana.datasets.files import sha256
from aquaromana.records import read_records, verify
from tests.support.house import ROOT

FOLDER = ROOT / "docs" / "dataset"
ABOUT = json.loads((FOLDER / "dataset.json").read_text("utf-8"))


def test_it_is_small_and_its_files_are_as_they_were_made() -> None:
    files = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}
    assert sum(path.stat().st_size for path in files.values()) < 300_000
    assert set(files) == {*ABOUT["files"], "README.md", "dataset.json"}
    assert {name: sha256(files[name]) for name in ABOUT["files"]} == {
        name: facts["sha256"] for name, facts in ABOUT["files"].items()
    }


@pytest.mark.slow
def test_its_games_are_true() -> None:
    for path in sorted((FOLDER / "records").glob("*.aqr")):
        assert [verify(record).is_true for record in read_records(path)] == [True] * ABOUT["plan"]["games"]


@pytest.mark.slow
def test_its_command_plays_the_same_games_again(tmp_path: Path) -> None:
    assert "greedy" in ABOUT["plan"]["bots"]
    with Dataset(tmp_path, Plan.parse(["greedy"], sizes=[4], games=1, seed=ABOUT["plan"]["seed"])) as dataset:
        dataset.play(SerialRunner())
    name = "greedy_4-players_00000.aqr"
    (again,), first = (list(read_records(folder / "records" / name)) for folder in (tmp_path, FOLDER))
    assert again.moves == first[0].moves
