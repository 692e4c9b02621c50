"""The JSON files that a generation leaves: checked whenever they are read, and with a remedy if they are damaged."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from aquaromana.train.errors import TrainingError
from aquaromana.train.files import read_file, update_file

GAMES: Final = "games.json"
"""What happened in the games, by number of players."""
FIT: Final = "fit.json"
"""The losses of every epoch."""
GATE: Final = "gate.json"
"""The matches of the gate, and the verdict."""
REMEDIES: Final = {
    GAMES: "delete it, and the same command makes it again from the games",
    FIT: "delete it, and the curves leave out the losses of this generation",
    GATE: "delete it, and the same command makes it again from the matches of the gate",
}
MOST: Final = 1e12
"""No number in them is as large."""

Check = Callable[[Any], bool]
"""Whether JSON is as it was written."""


def write_artifact(path: Path, data: Any) -> None:
    update_file(path, json.dumps(data, indent=1).encode() + b"\n")


def read_artifact(path: Path) -> dict[str, Any]:
    """The content of a file; TrainingError in one line, with the remedy, if it is not as it was written."""
    content = read_file(path)
    data: Any = None
    with contextlib.suppress(ValueError, RecursionError):
        data = json.loads(content)
    if not isinstance(data, dict) or not _CHECKS[path.name](data):
        raise TrainingError(f"{path} is damaged: {REMEDIES[path.name]}")
    return data


def _number(data: Any) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool) and abs(data) < MOST


def _count(data: Any) -> bool:
    return isinstance(data, int) and _number(data) and data >= 0


def _text(data: Any) -> bool:
    return isinstance(data, str)


def _flag(data: Any) -> bool:
    return isinstance(data, bool)


def _optional(check: Check) -> Check:
    return lambda data: data is None or check(data)


def _list(check: Check) -> Check:
    return lambda data: isinstance(data, list) and all(map(check, data))


def _object(**checks: Check) -> Check:
    """An object with these names; it may have others."""
    return lambda data: (
        isinstance(data, dict) and all(key in data and check(data[key]) for key, check in checks.items())
    )


def _tables(check: Check) -> Check:
    """Something by number of players."""
    return lambda data: isinstance(data, dict) and data.keys() <= {"2", "3", "4"} and all(map(check, data.values()))


_FACTS = _tables(_object(games=_count, seats=_list(_number), decisions=_number, points=_number))
_BOUNDS = _object(loss=_number, floor=_number, even=_number)


def _games(data: Any) -> bool:
    return _FACTS(data) and all(len(facts["seats"]) == int(players) for players, facts in data.items())


def _losses(data: Any) -> bool:
    return _BOUNDS(data) and all(map(_number, data.values())) and data["even"] > 0


_ELO = _object(value=_optional(_number), low=_optional(_number), high=_optional(_number))
_TRIAL = _object(
    players=lambda data: _count(data) and 2 <= data <= 4,
    budget=_text,
    share=_number,
    games=_count,
    verdict=_text,
    elo=_optional(_ELO),
)
_CHECKS: Final[dict[str, Check]] = {
    GAMES: _games,
    FIT: _object(epochs=_list(_object(epoch=_count, loss=_number, tables=_tables(_losses)))),
    GATE: _object(candidate=_text, opponent=_text, promoted=_flag, trials=_list(_TRIAL)),
}
