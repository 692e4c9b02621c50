"""Making a dataset: the missing games are played, the tables written, and the card says how it was done.

The folder holds `dataset.json` (the plan, then also what came of it), `README.md` (the card), `records` and, if wanted,
`positions` and `games` as Parquet. Whatever interrupts the work, the same plan goes on from there and leads to the same
files.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

from aquaromana.arena import ArenaError, Runner
from aquaromana.datasets.card import card_text, totals
from aquaromana.datasets.errors import DatasetError
from aquaromana.datasets.files import ShardFile, cannot, sha256, write_text
from aquaromana.datasets.plan import Cell, Plan
from aquaromana.datasets.tables import demand_pyarrow, write_tables
from aquaromana.engine import engine_version
from aquaromana.processes import spread, try_lock
from aquaromana.version import __version__

FORMAT: Final = 1
ABOUT: Final = "dataset.json"
CARD: Final = "README.md"
RECORDS: Final = "records"
POSITIONS: Final = "positions"
GAMES: Final = "games"

OnStep = Callable[[Cell, int], None]
"""Called with the number of games of a cell that are newly there."""


class Dataset:
    """A dataset in a folder. Opening it begins a new one or goes on with the same one."""

    def __init__(self, folder: Path | str, plan: Plan, *, parquet: bool = False) -> None:
        self.folder = Path(folder)
        self.plan = plan
        self.parquet = parquet
        if parquet:
            demand_pyarrow()
        try:
            (self.folder / RECORDS).mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / ".lock").open("ab")
        except (OSError, ValueError) as error:
            raise _cannot_begin(self.folder, error) from None
        try:
            _demand_alone(self._lock, self.folder)
            self._begin()
            self.files = [
                ShardFile(self.folder / RECORDS, shard) for cell in plan.cells for shard in cell.shards()
            ]  # in the order of the games
            for file in self.files:
                file.load()
        except DatasetError:
            self.close()
            raise
        except OSError as error:
            self.close()
            raise _cannot_begin(self.folder, error) from None

    def _begin(self) -> None:
        """Write down what is to be made, or see that it is the same."""
        path, wanted = self.folder / ABOUT, self._header()
        if not path.exists():
            write_text(path, _json(wanted))
            return
        try:
            found = json.loads(path.read_text("utf-8"))
            there = {**found, **found["plan"]}
        except (ValueError, KeyError, TypeError):
            raise DatasetError(f"{path} is damaged") from None
        here = {**wanted, **wanted["plan"]}
        for key, value in here.items():
            if key != "plan" and there.get(key) != value:
                was, now = (json.dumps(each, ensure_ascii=False) for each in (there.get(key), value))
                raise DatasetError(f"{self.folder} holds another dataset: {key} is {was} there and {now} here")

    def _header(self) -> dict[str, Any]:
        made_by = {"dataset": FORMAT, "version": __version__, "engine": engine_version()}
        return {**made_by, "parquet": self.parquet, "plan": self.plan.to_json()}

    @property
    def saved(self) -> int:
        """Games that are there."""
        return sum(file.saved for file in self.files)

    def play(self, runner: Runner, on_step: OnStep | None = None) -> None:
        """Play the games that are missing; each is on the disk before the next of its kind is."""
        for cell in self.plan.cells:
            files = [file for file in self.files if file.shard.cell == cell and not file.is_complete]
            if files:
                self._play_cell(cell, files, runner, on_step)

    def _play_cell(self, cell: Cell, files: list[ShardFile], runner: Runner, on_step: OnStep | None) -> None:
        order = [(number, file) for file in files for number in range(file.shard.first + file.saved, file.shard.end)]
        waiting = iter(order)
        number, file = next(waiting)
        held: dict[int, str] = {}
        """Games that came before one with a lower number did."""
        fixtures = (cell.match.fixture(missing) for missing, _ in order)
        try:
            with contextlib.closing(runner.run(cell.match, fixtures)) as results:
                for result in results:
                    if result.forfeit:
                        raise DatasetError(
                            f"game {result.fixture.number} of {cell.name} cannot be played to its end: "
                            f"seat {result.forfeit.seat} {result.forfeit.reason}"
                        )
                    held[result.fixture.number] = result.record
                    while number in held:
                        file.append(held.pop(number))
                        if on_step:
                            on_step(cell, 1)
                        number, file = next(waiting, (-1, file))
        except ArenaError as error:
            raise DatasetError(str(error)) from None

    def finish(self, command: str = "", workers: int = 1) -> None:
        """Write the tables, if wanted, and the card; the records have to be complete."""
        assert all(file.is_complete for file in self.files)
        if self.parquet:
            self._write_tables(workers)
        try:
            folders = [self.folder / name for name in (RECORDS, POSITIONS, GAMES)]
            kept = [path for folder in folders for path in sorted(folder.glob("*.*"))]
            names = {path.relative_to(self.folder).as_posix(): path for path in kept if not path.name.startswith(".")}
            files = {name: {"bytes": path.stat().st_size, "sha256": sha256(path)} for name, path in names.items()}
            counted = totals(self.plan, self.files)
        except OSError as error:
            raise cannot("read", self.folder, error) from None
        about = {**self._header(), "command": command, "totals": counted, "files": files}
        write_text(self.folder / CARD, card_text(self.plan, about))
        write_text(self.folder / ABOUT, _json(about))

    def _write_tables(self, workers: int) -> None:
        jobs = []
        for name in (POSITIONS, GAMES):
            (self.folder / name).mkdir(exist_ok=True)
        for file in self.files:
            targets = [self.folder / name / f"{file.shard.name}.parquet" for name in (POSITIONS, GAMES)]
            if not all(target.exists() for target in targets):
                jobs.append((file.path, *targets))
        try:
            for _ in spread(_write, jobs, workers):
                pass
        except BrokenExecutor:
            raise DatasetError("a process that wrote tables was ended; the same command goes on") from None

    def close(self) -> None:
        self._lock.close()
        with contextlib.suppress(OSError):
            (self.folder / ".lock").unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _write(paths: Sequence[Path]) -> None:
    write_tables(*paths)


def record_files(folder: Path) -> Iterator[Path]:
    """The files of records in a folder and below it, in order."""
    yield from sorted(path for path in folder.rglob("*.aqr") if not path.name.startswith("."))


def _json(about: dict[str, Any]) -> str:
    return json.dumps(about, ensure_ascii=False, indent=1) + "\n"


def _demand_alone(file: BinaryIO, folder: Path) -> None:
    """One dataset at a time is made here; the lock goes with the process, however it ends."""
    if sys.platform != "win32" and not try_lock(file):
        raise DatasetError(f"another process is making the dataset in {folder}")


def _cannot_begin(folder: Path, error: OSError | ValueError) -> DatasetError:
    return cannot("write into", folder, error if isinstance(error, OSError) else OSError(0, str(error)))
