"""The real server as a process of its own, for tests that kill it, and broken versions of it that they must notice."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

STARTED_WITHIN = 60.0
"""Seconds after which a start has failed; no promise."""

QUICK = {
    "AQUA_BOT_DELAY": "0",
    "AQUA_WORKERS": "1",
    "AQUA_MESSAGE_COUNT": "1000000",
    "AQUA_MESSAGE_WINDOW": "0.1",
    "AQUA_ACCESS": "local",
    "AQUA_DEAD": "60",
    "AQUA_REVIEWS_IDLE": "off",
}
"""A test is quicker than any person, plays every seat, and on a busy machine is not dead and gets its reviews."""

MAIN = "from aquaromana.cli import main; main()"


class Running(Protocol):
    """A process that was started."""

    @property
    def stdout(self) -> IO[str] | None: ...

    def send_signal(self, sig: int, /) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


class ServerProcess:
    """`aqua serve` on any free port. `mutant` is code that breaks the server before it starts."""

    def __init__(self, data: Path, mutant: str = "", database: str = "") -> None:
        self.data = data
        self.mutant = mutant
        self.database = database
        self.port = 0
        self.said: list[str] = []
        self._process: Running | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def live(self, table: str) -> str:
        """The address of a table's socket."""
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"

    def start(self) -> None:
        """Start, and return as soon as it listens."""
        assert self._process is None
        self._process = self._launch()
        listening = threading.Event()
        threading.Thread(target=self._listen, args=(self._process, listening), daemon=True).start()
        assert listening.wait(STARTED_WITHIN), f"the server did not start: {self.said}"
        assert self.port, f"the server ended: {self.said}"

    def _launch(self) -> Running:
        program = f"{self.mutant}\n{MAIN}"
        return subprocess.Popen(
            [sys.executable, "-c", program, *self.arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | self.environment,
        )

    @property
    def arguments(self) -> list[str]:
        return ["serve", "--port", "0", "--data", str(self.data)]

    @property
    def environment(self) -> dict[str, str]:
        return QUICK | {"AQUA_DATABASE": self.database}

    def _listen(self, process: Running, listening: threading.Event) -> None:
        assert process.stdout is not None
        self.port = 0
        with process.stdout:
            for line in process.stdout:
                self.said.append(line)
                if "served at http://" in line:
                    self.port = int(line.partition("http://127.0.0.1:")[2].partition("/")[0])
                    listening.set()
        listening.set()

    def kill(self) -> None:
        """End it as the loss of power would."""
        self._end(signal.SIGKILL)

    def terminate(self) -> tuple[int, float]:
        """End it politely; its exit code, and the seconds that it took."""
        begun = time.monotonic()
        return self._end(signal.SIGTERM), time.monotonic() - begun

    def send(self, kind: signal.Signals) -> None:
        """Send a signal, whatever it does."""
        assert self._process is not None
        self._process.send_signal(kind)

    def until_said(self, text: str) -> None:
        """Wait until it says something."""
        end = time.monotonic() + STARTED_WITHIN
        while not any(text in line for line in self.said):
            assert time.monotonic() < end, f"it did not say {text!r}: {self.said}"
            time.sleep(0.01)

    def _end(self, kind: signal.Signals) -> int:
        process, self._process = self._process, None
        assert process is not None
        process.send_signal(kind)
        return process.wait(STARTED_WITHIN)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError):
                self.kill()
