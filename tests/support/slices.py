"""Long work in slices: several processes do them, each result is a file, and what is done is not done again.

    slices = Slices(Path("build/facts"), count=1000)
    slices.run(work, print)        # work(number) returns what JSON can hold; interrupted, it goes on the next time
    slices.results()

The folder is one for each state of the sources that `fingerprint` is given: other sources start anew.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

Work = Callable[[int], Any]


class Slices:
    """So many slices, with their results in a folder."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        self.count = count

    def done(self) -> list[int]:
        """The slices with a result."""
        return [number for number in range(self.count) if self._file(number).exists()]

    def left(self) -> list[int]:
        """The slices without one."""
        return [number for number in range(self.count) if not self._file(number).exists()]

    def results(self) -> Iterator[Any]:
        """What has been found so far, in order."""
        return (json.loads(self._file(number).read_text("utf-8")) for number in self.done())

    def keep(self, number: int, result: Any) -> None:
        """Write a result; all of it or nothing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self._file(number).with_suffix(f".part{os.getpid()}")
        part.write_text(json.dumps(result), "utf-8")
        part.replace(self._file(number))

    def run(self, work: Work, tell: Callable[[Iterable[int]], None], processes: int | None = None) -> None:
        """Do what is left, with low priority, on as many processors as this process may use; tell after each slice."""
        left = self.left()
        tell(self.done())
        if not left:
            return
        with ProcessPoolExecutor(processes or _processors(), get_context("spawn"), _step_back) as pool:
            waiting = {pool.submit(work, number): number for number in left}
            try:
                for finished in as_completed(waiting):
                    self.keep(waiting[finished], finished.result())
                    tell(self.done())
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def _file(self, number: int) -> Path:
        return self.folder / f"{number:05}.json"


def fingerprint(*roots: Path) -> str:
    """A short name for the state of all Python files under some folders."""
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(root.rglob("*.py") if root.is_dir() else [root]):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _step_back() -> None:
    """Leave the processors to whoever else wants them."""
    if hasattr(os, "nice"):
        os.nice(10)
