"""Servers that start at once: a process that has loaded everything already divides, for tests that kill often."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from tests.support.server_process import Running, ServerProcess

PROGRAM = """
import json, os, signal, sys

import asyncpg, sqlalchemy.dialects.postgresql.asyncpg
import aquaromana.cli.serve, aquaromana.server.app, aquaromana.server.launch, aquaromana.server.host.listener

signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ends here is waited for by nobody
for line in sys.stdin:
    wanted = json.loads(line)
    if os.fork():
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    output = os.open(wanted["output"], os.O_WRONLY)
    for number in (1, 2):
        os.dup2(output, number)
    sys.stdin, sys.stdout, sys.stderr = open(os.devnull), open(1, "w"), open(2, "w")
    os.write(1, f"{os.getpid()}\\n".encode())
    os.environ.update(wanted["environment"])
    sys.argv[1:] = wanted["arguments"]
    exec(wanted["mutant"])
    aquaromana.cli.main()
"""


class Child:
    """A server that came from the nursery, which tells its number first."""

    def __init__(self, output: Path) -> None:
        self.stdout: IO[str] = output.open()
        self.pid = int(self.stdout.readline())

    def send_signal(self, sig: int, /) -> None:
        os.kill(self.pid, sig)

    def wait(self, timeout: float | None = None) -> int:
        """Until it is gone; nobody knows how it ended."""
        end = time.monotonic() + (timeout or 60)
        while time.monotonic() < end:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                return 0
            time.sleep(0.005)
        raise TimeoutError(f"the server {self.pid} does not end")


class Nursery:
    """The process that divides."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, text=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)

    def server(self, data: Path, mutant: str = "", database: str = "") -> ServerProcess:
        return _Born(self, data, mutant, database)

    def ask(self, **wanted: object) -> None:
        """Let a server be born."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()


class _Born(ServerProcess):
    def __init__(self, nursery: Nursery, data: Path, mutant: str, database: str) -> None:
        super().__init__(data, mutant, database)
        self._nursery = nursery

    def _launch(self) -> Running:
        self.data.mkdir(exist_ok=True)
        output = self.data / "output"
        if not output.exists():
            os.mkfifo(output)
        self._nursery.ask(
            output=str(output), arguments=self.arguments, environment=self.environment, mutant=self.mutant
        )
        return Child(output)
