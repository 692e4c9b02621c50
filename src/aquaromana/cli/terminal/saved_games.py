"""Saved games: a folder with one file per game, and an index of those saved elsewhere."""

from __future__ import annotations

import contextlib
import datetime as dt
import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aquaromana.cli.files import data_folder, replace_file
from aquaromana.cli.group import Failure
from aquaromana.records import read_record
from aquaromana.rules import AquaError

ELSEWHERE: Final = "elsewhere.json"
"""The index: files in other folders, oldest first, each with the file that it replaced."""
REMEMBERED: Final = 50


def fresh_file() -> Path:
    """A new file for a game, named after the current time."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    moment = dt.datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    for number in itertools.count(1):
        file = folder / f"{moment}{f'-{number}' if number > 1 else ''}.aqr"
        try:
            file.touch(exist_ok=False)
        except FileExistsError:
            continue
        return file
    raise AssertionError("numbers do not end")


def remember(file: Path, instead_of: Path | None) -> None:
    """Record where a game is saved from now on, so that `latest_file` finds it there."""
    with contextlib.suppress(OSError, RuntimeError):  # the game itself is safe
        folder, file = data_folder().resolve(), file.resolve()
        before = instead_of.resolve() if instead_of else None
        known = _elsewhere()
        noted = {name: "" if old == str(file) else old for name, old in known.items() if name != str(file)}
        if file.parent != folder or before not in (None, file):
            kept = known.get(str(file), "")
            noted[str(file)] = str(before) if before not in (None, file) else kept
        if noted != known:
            folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(dict(list(noted.items())[-REMEMBERED:]), indent=1)
            replace_file(folder / ELSEWHERE, text.encode())


def _elsewhere() -> Mapping[str, str]:
    try:
        noted = json.loads((data_folder() / ELSEWHERE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(old) for name, old in noted.items()} if isinstance(noted, dict) else {}


def latest_file() -> Path:
    """The unfinished game that was saved last, wherever it is."""
    times: dict[Path, int] = {}
    try:
        noted = {Path(name): Path(old) for name, old in _elsewhere().items() if Path(name).is_file()}
        for file in {*(file.resolve() for file in data_folder().glob("*.aqr")), *noted} - set(noted.values()):
            with contextlib.suppress(OSError):
                times[file] = file.stat().st_mtime_ns
    except (OSError, RuntimeError):  # RuntimeError: nobody's home is known
        pass
    for file in sorted(times, key=lambda file: times[file], reverse=True):
        try:
            if not read_record(file.read_bytes()).is_finished:
                return file
        except (OSError, AquaError):
            continue
    raise Failure("there is no unfinished game to resume")
