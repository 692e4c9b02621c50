"""The folder of a match: a record of every game, and a log from which an interrupted match resumes.

The log is `arena.jsonl`. Its first line says what is played, each further one how a game ended; lines are only ever
added. A game is there once its line is whole: the record is written before it, and a line that was cut off is dropped.
The traceback of a bot that raised lies in `faults`, under the name of its game.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

from aquaromana.arena.errors import ArenaError
from aquaromana.arena.match import Match
from aquaromana.arena.result import GameResult
from aquaromana.arena.sprt import Sprt
from aquaromana.engine import engine_version
from aquaromana.processes import try_lock
from aquaromana.version import __version__

NAME: Final = "arena.jsonl"
GAMES: Final = "games"
FAULTS: Final = "faults"
FORMAT: Final = 1


class MatchLog:
    """The games of a match that are kept. Opening it begins a match or goes on with the same one."""

    def __init__(self, folder: Path | str, match: Match, sprt: Sprt | None = None) -> None:
        self.folder = Path(folder)
        self.results: dict[int, GameResult] = {}
        """The games of earlier runs, by number; without their records."""
        self._match = match
        header = _header(match, sprt)
        try:
            (self.folder / GAMES).mkdir(parents=True, exist_ok=True)
            self._file = (self.folder / NAME).open("a+b")
        except (OSError, ValueError) as error:
            raise _cannot_write(self.folder, error) from None
        try:
            _lock(self._file, self.folder)
            self._load(header)
        except OSError as error:
            self._file.close()
            raise _cannot_write(self.folder, error) from None
        except ArenaError:
            self._file.close()
            raise

    def _load(self, header: Mapping[str, Any]) -> None:
        """Read what is there, and drop a last line that was cut off."""
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        if whole < len(data):
            self._file.truncate(whole)
        if not lines:
            self._append(header)
            return
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
                if number == 1:
                    self._compare(entry, header)
                else:
                    self._take(GameResult.from_json(entry))
            except ArenaError:
                raise
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ArenaError(f"{self.folder / NAME} is damaged in line {number}") from None

    def _compare(self, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        there, here = ({key: json.dumps(value) for key, value in _flat(each).items()} for each in (found, wanted))
        for key in here | there:
            if there.get(key) != here.get(key):
                was, now = there.get(key, "nothing"), here.get(key, "nothing")
                raise ArenaError(f"{self.folder} holds another match: {key} is {was} there and {now} here")

    def _take(self, result: GameResult) -> None:
        number = result.fixture.number
        if number in self.results or number >= self._match.games or result.fixture != self._match.fixture(number):
            raise ValueError("a game that is not of this match, or twice")
        self.results[number] = result

    def append(self, result: GameResult) -> None:
        """Save a game: its record, then its line in the log."""
        try:
            name = record_name(self._match, result)
            if result.record:
                self._write(self.folder / GAMES / name, result.record)
            if result.traceback:
                (self.folder / FAULTS).mkdir(exist_ok=True)
                self._write((self.folder / FAULTS / name).with_suffix(".txt"), _fault(self._match, result))
            self._append(result.to_json())
        except OSError as error:
            raise _cannot_write(self.folder, error) from None

    def _write(self, path: Path, text: str) -> None:
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(text.encode(errors="backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)

    def _append(self, entry: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    @property
    def games(self) -> int:
        """How many games are kept, as the log itself says."""
        self._file.flush()
        self._file.seek(0)
        return self._file.read().count(b"\n") - 1

    @property
    def faults(self) -> Path | None:
        """The folder with the tracebacks of bots that raised, if there are any."""
        folder = self.folder / FAULTS
        return folder if folder.is_dir() else None

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def record_name(match: Match, result: GameResult) -> str:
    """The file of a game: number, seed and seating."""
    bots = (re.sub(r"[^A-Za-z0-9.]+", "-", match.names[entry]).strip("-.")[:24] for entry in result.fixture.seating)
    return f"{result.fixture.number:06}_seed-{match.seed_text(result.fixture.set)}_{'_'.join(bots)}.aqr"


def _fault(match: Match, result: GameResult) -> str:
    """Who raised what, and where."""
    forfeit = result.forfeit
    assert forfeit is not None
    bot = match.entries[result.fixture.seating[forfeit.seat]]
    return f"Game {result.fixture.number}, seat {forfeit.seat}: {bot} {forfeit.reason}\n\n{result.traceback}"


def _header(match: Match, sprt: Sprt | None) -> dict[str, Any]:
    test = [sprt.elo0, sprt.elo1] if sprt else None
    return {
        "arena": FORMAT,
        "version": __version__,
        "engine": engine_version(),
        "match": {**match.to_json(), "sprt": test},
    }


def _flat(header: Mapping[str, Any]) -> dict[str, Any]:
    return {**{key: value for key, value in header.items() if key != "match"}, **header["match"]}


def _lock(file: BinaryIO, folder: Path) -> None:
    """One match at a time writes here; the lock goes with the process, however it ends."""
    if sys.platform == "win32":  # a lock there keeps others from reading: users avoid two matches in one folder
        return
    if not try_lock(file):
        raise ArenaError(f"another match is being played into {folder}")


def _cannot_write(folder: Path, error: OSError | ValueError) -> ArenaError:
    why = getattr(error, "strerror", None) or str(error)
    return ArenaError(f"cannot write into {folder}: {why[:1].lower()}{why[1:]}")
