"""The real server as a process that a test starts, kills and starts again."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from aquaromana.rules.layout import STANDARD, LayoutName

STARTED_WITHIN = 60.0  # seconds
# On Linux the system ends it with the process that started it (PR_SET_PDEATHSIG), also if that is killed.
MAIN = """
import ctypes, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
from aquaromana.cli import main
main()
"""
FAST = {"AQUA_BOT_DELAY": "0", "AQUA_MESSAGE_COUNT": "100000"}  # a test is quicker than any person
FAST |= {"AQUA_REQUESTS_PER_MINUTE": "0", "AQUA_TABLES_PER_HOUR": "0", "AQUA_SOCKETS_PER_ADDRESS": "0"}
FAST |= {"AQUA_REVIEWS_IDLE": "off", "AQUA_REVIEWS_PER_HOUR": "0"}
PLAY = ("play", "--no-browser")
SERVE = ("serve", "--lobby")


class Server:
    """`aqua play` without a browser, on a port and with a data folder of its own; bots answer at once.

    With `SERVE` it is one for several people: whoever makes a table by it is its host, by the cookies of this object.
    """

    def __init__(self, data: Path, command: Sequence[str] = PLAY) -> None:
        self.data = data
        self.command = command
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data.with_name(f"{data.name}.log")
        self._process: subprocess.Popen[bytes] | None = None
        self._client = httpx.Client(base_url=self.url, timeout=30, trust_env=False)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()
        self.stop()

    def start(self) -> None:
        """Start and wait until it answers; after a stop on the same port and data."""
        assert self._process is None
        command = [sys.executable, "-c", MAIN, *self.command, "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ | FAST,
                start_new_session=True,
            )
        deadline = time.monotonic() + STARTED_WITHIN
        while not self._answers():
            assert self._process.poll() is None, f"the server ended:\n{self.said()}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.said()}"
            time.sleep(0.05)

    def stop(self) -> None:
        """Ask it to end, as Ctrl-C does."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Take it away in the middle of whatever it does (kill -9), its workers too."""
        self._end(signal.SIGKILL)

    def said(self) -> str:
        """What it has printed."""
        return self.log.read_text("utf-8", errors="replace")

    # What tests ask of it without the browser.

    def create(
        self,
        *players: str,
        position: str | None = None,
        options: dict[str, Any] | None = None,
        layout: LayoutName = STANDARD,
    ) -> str:
        """A new table; a player is the name of a bot, or `person`, `person:Anna`, `open`."""
        seats = [_seating(player) for player in players]
        message: dict[str, Any] = {"players": seats} | ({"position": position} if position else {"layout": layout})
        message |= {"options": options} if options else {}
        answer = self._client.post("/api/tables", json=message)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def bring(self, content: str | bytes) -> str:
        """A table with the game of a file."""
        answer = self._client.post("/api/records", content=content)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def get(self, path: str) -> httpx.Response:
        """An answer that has to be good."""
        return self._client.get(path).raise_for_status()

    def state(self, table: str) -> dict[str, Any]:
        """Where a table stands."""
        state: dict[str, Any] = self.get(f"/api/tables/{table}/state").json()
        return state

    def record(self, table: str) -> str:
        """The game so far, as a file."""
        return self.get(f"/api/tables/{table}/record.aqr").text

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return self._client.get("/health").status_code == 200
        return False

    def _end(self, sign: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if sign == signal.SIGKILL:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, sign)
        else:
            process.send_signal(sign)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def _seating(player: str) -> dict[str, str]:
    if player == "open":
        return {"kind": "open"}
    if found := re.fullmatch(r"person(?::(.*))?", player, re.DOTALL):
        return {"kind": "person", "name": found[1] or ""}
    return {"kind": "bot", "bot": player, "name": ""}
