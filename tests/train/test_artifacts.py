"""The JSON files of a generation: what is damaged in them is one line with a remedy, and never breaks the curves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aquaromana.train.artifacts import read_artifact, write_artifact
from aquaromana.train.curves import draw_curves
from aquaromana.train.errors import TrainingError

LOSSES = {"samples": 90.0, "loss": 0.9, "result_loss": 0.8, "even": 1.1, "floor": 0.3, "points_error": 5.0}
TRIAL = {
    "players": 3,
    "budget": "400p",
    "games": 60,
    "share": 0.5,
    "low": 0.4,
    "high": 0.6,
    "elo": {"value": 90.0, "low": None, "high": 120.0},
    "verdict": "passed",
}
WHOLE: dict[str, Any] = {
    "games.json": {"3": {"games": 9, "seats": [0.5, 0.3, 0.2], "decisions": 120.5, "points": 31.0}},
    "fit.json": {"epochs": [{"epoch": 1, "loss": 0.95, "tables": {"3": LOSSES}}], "policy": None},
    "gate.json": {"candidate": "gen-001", "opponent": "search:5", "promoted": True, "trials": [TRIAL]},
}
JUNK: tuple[Any, ...] = (None, True, -1, 7, 1e300, float("nan"), 10**400, "", "x", [], [1], {}, {"5": {}}, {"3": 1})


def spoiled(data: Any) -> Iterator[Any]:
    """Copies with junk in one place, or without it."""
    yield from JUNK
    parts: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        parts = list(data.items())
        yield from ({other: value for other, value in parts if other != key} for key in data)
        yield from ({**data, key: bad} for key, value in parts for bad in spoiled(value))
    if isinstance(data, list):
        yield data[1:]
        yield from ([*data[:at], bad, *data[at + 1 :]] for at, value in enumerate(data) for bad in spoiled(value))


def written(folder: Path, files: dict[str, Any]) -> Path:
    place = folder / "gen-001"
    for name, data in files.items():
        write_artifact(place / name, data)
    return place


def test_whole_files_are_read_back(tmp_path: Path) -> None:
    place = written(tmp_path, WHOLE)
    assert {name: read_artifact(place / name) for name in WHOLE} == WHOLE


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.slow
def test_damage_of_any_kind_is_told_or_does_not_matter(tmp_path: Path, name: str) -> None:
    place = written(tmp_path, WHOLE)
    refused = 0
    for data in spoiled(WHOLE[name]):
        (place / name).write_text(json.dumps(data))
        try:
            draw_curves(tmp_path, [place])
        except TrainingError as error:
            assert str(error).startswith(f"{place / name} is damaged: delete it, and ")  # noqa: PT017 (it may succeed too)
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000, b"[]", b'{"promoted": true}'])
def test_what_is_no_artifact_is_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "gate.json"
    path.write_bytes(data)
    with pytest.raises(TrainingError, match=r"gate\.json is damaged: delete it, and the same command makes it again"):
        read_artifact(path)


def test_later_generations_may_have_more_figures(tmp_path: Path) -> None:
    first = written(tmp_path, WHOLE)
    more = {"epochs": [{"epoch": 1, "loss": 0.9, "tables": {"3": {**LOSSES, "correlation": 0.4}}}]}
    second = written(tmp_path / "later", {**WHOLE, "fit.json": more}).rename(tmp_path / "gen-002")
    draw_curves(tmp_path, [first, second])
    head, old, new = (tmp_path / "curves" / "loss.csv").read_text().splitlines()
    assert head.endswith("points_error,correlation")
    assert old.endswith("5.0,")
    assert new.endswith("5.0,0.4")
