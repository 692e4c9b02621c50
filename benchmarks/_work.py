"""Long work that can be resumed: tasks in several processes, each result written to a file as soon as it is there.

Killed at any time, a run loses at most what was being done. The long tests use it too.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

Task = tuple[str | int, ...]
"""What is to be done, in words and numbers: the same task always has the same result."""
Job = tuple[Task, str]
"""A task, and a text that it needs: what an earlier one made."""
Result = Mapping[str, Any]
Results = dict[Task, Result]


class WorkFile:
    """Results by task, one line of JSON each. A line that was cut off is dropped, and its task done again."""

    def __init__(self, path: Path | None, maker: str) -> None:
        """`maker` names the code that makes results: those of other code are not taken."""
        self._path = path
        self._maker = maker
        self._known = dict(self._read())

    def done(
        self,
        do: Callable[[Job], Result],
        jobs: Iterable[Job],
        workers: int,
        tell: Callable[[Results, int], None] | None = None,
    ) -> Results:
        """The results of these jobs by task; what is not known yet is done now, in so many processes.

        `tell` is called at the start and after each result, with the results so far and the number of jobs.
        """
        jobs = list(jobs)
        found = {task: self._known[task] for task, _ in jobs if task in self._known}
        left = [job for job in jobs if job[0] not in found]
        tell = tell or _tell
        if left:
            tell(found, len(jobs))
        for task, result in _finished(do, left, workers):
            self._add(task, result)
            found[task] = result
            tell(found, len(jobs))
        return {task: found[task] for task, _ in jobs}

    def _add(self, task: Task, result: Result) -> None:
        # the line feed comes first: it ends a line that was cut off
        line = "\n" + json.dumps({"task": task, "maker": self._maker, "result": result})
        self._known[task] = result
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line)

    def _read(self) -> Iterator[tuple[Task, Result]]:
        if self._path is None or not self._path.exists():
            return
        for line in self._path.read_text("utf-8").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry["maker"] == self._maker:
                yield tuple(entry["task"]), entry["result"]


def fingerprint(*roots: Path, suffixes: Sequence[str] = (".py",)) -> str:
    """A digest of files, and of all files with these suffixes in folders: it names the code that makes results."""
    digest = sha256()
    for root in roots:
        for path in sorted(each for each in root.rglob("*") if each.suffix in suffixes) if root.is_dir() else [root]:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _tell(found: Results, jobs: int) -> None:
    what = next(reversed(found), ("",))[0]
    end = "" if len(found) < jobs else "\n"
    print(f"\r{what}: {len(found)} of {jobs}  ", end=end, file=sys.stderr, flush=True)


def _finished(do: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[tuple[Task, Result]]:
    """Each task with its result, as soon as it is there; processes leave the processors to others who want them."""
    if workers < 2 or len(jobs) < 2:
        yield from ((job[0], do(job)) for job in jobs)
        return
    pool = ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn"), _start_worker)
    try:
        tasks = {pool.submit(do, job): job[0] for job in jobs}
        for finished in as_completed(tasks):
            yield tasks[finished], finished.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the one that started them decides
    if hasattr(os, "nice"):
        os.nice(10)
