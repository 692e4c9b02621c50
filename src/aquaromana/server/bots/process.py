"""A bot process as the server sees it: a pipe to it, and a thread that reads what it says."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

from aquaromana.processes import interrupts_held
from aquaromana.server.bots.messages import Drop, Hurry, Request

PROGRAM: Final = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from aquaromana.server.bots.worker import main
main(idle=sys.argv[2:] == ["idle"])
"""
"""Only the worker is loaded, not the program that the server runs in, as `multiprocessing` would do."""

LEAVING: Final = 2.0
"""Seconds that a shutdown waits for killed processes."""

_log = logging.getLogger(__name__)


class BotProcess:
    """A process and the thread that reads its output, the same on every system."""

    def __init__(self, heard: Callable[[BotProcess, object], None], *, idle: bool) -> None:
        self._idle = idle
        self._loop = asyncio.get_running_loop()
        self._heard = heard
        self._theirs, own = os.pipe()
        self._requests = os.fdopen(own, "wb")
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._ended = False
        self._thread = threading.Thread(target=self._live, name="bot process", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # there are too many threads
            os.close(self._theirs)
            self._requests.close()
            raise

    def send(self, request: Request[Any] | Hurry | Drop) -> None:
        with contextlib.suppress(OSError, ValueError):  # its death is heard
            self._requests.write(pickle.dumps(request))
            self._requests.flush()

    def end(self) -> None:
        """Kill it; if it has not started yet, it ends as soon as it has."""
        with self._lock:
            self._ended = True
            if self._process:
                self._process.kill()
        with contextlib.suppress(OSError):
            self._requests.close()

    async def ended(self) -> None:
        await asyncio.to_thread(self._thread.join, LEAVING)

    def _live(self) -> None:
        process = self._started()
        if process is not None:
            with self._lock:
                self._process = process
                if self._ended:
                    process.kill()
            assert process.stdout is not None
            with process.stdout, contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
                while True:
                    self._say(pickle.load(process.stdout))
            process.kill()
            process.wait()
        self._say(None)

    def _started(self) -> subprocess.Popen[bytes] | None:
        command = [sys.executable, "-c", PROGRAM, json.dumps(sys.path), *(["idle"] if self._idle else [])]
        try:
            with interrupts_held():
                return subprocess.Popen(command, stdin=self._theirs, stdout=subprocess.PIPE)
        except OSError as error:
            _log.error("No process can be started for bots: %s", error)
            return None
        finally:
            os.close(self._theirs)  # so that it notices our end

    def _say(self, said: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._heard, self, said)
