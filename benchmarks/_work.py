"""Tasks spread over processes. Each result is written at once, so a run that ends early goes on where it was."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from aquaromana.processes import spread

Task = tuple[str | int, ...]
"""What is to be done, in words and numbers: the same task always has the same result."""
Job = tuple[Task, str]
"""A task, and a text that it needs: what an earlier one made."""
Result = Mapping[str, Any]


class WorkFile:
    """Results by task, one line of JSON each. A line that was cut off is dropped, and its task done again."""

    def __init__(self, path: Path | None, maker: str) -> None:
        """`maker` names the code that makes results: those of other code are not taken."""
        self._path = path
        self._maker = maker
        self._known = dict(self._read())

    def done(self, do: Callable[[Job], Result], jobs: Iterable[Job], workers: int) -> dict[Task, Result]:
        """The results of these jobs by task; what is not known yet is done now, in so many processes."""
        jobs = list(jobs)
        left = [job for job in jobs if job[0] not in self._known]
        for count, ((task, _), result) in enumerate(zip(left, spread(do, left, workers), strict=True), 1):
            self._add(task, result)
            print(f"\r{task[0]}: {count} of {len(left)}  ", end="", file=sys.stderr, flush=True)
        if left:
            print(file=sys.stderr)
        return {task: self._known[task] for task, _ in jobs}

    def _add(self, task: Task, result: Result) -> None:
        self._known[task] = result
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                # the line feed comes first: it ends a line that was cut off
                file.write("\n" + json.dumps({"task": task, "maker": self._maker, "result": result}))

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
