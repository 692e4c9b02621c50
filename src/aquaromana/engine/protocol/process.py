"""A program behind pipes: lines in, lines out, its standard error kept, and nothing left running afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Self, cast

from aquaromana.engine.protocol.errors import EngineDied
from aquaromana.engine.protocol.messages import LONGEST_LINE

KEPT_LINES: Final = 10
"""Lines in each direction that are kept for error messages."""
KEPT_ERRORS: Final = 16384
"""Bytes of the standard error that are kept, the last ones."""
_SHOWN: Final = 200
_ENDS_WITHIN: Final = 5.0

_GUARD: Final = Path(__file__).with_name("guard.py")


class Program(asyncio.SubprocessProtocol):
    """A running program.

    `on_line` hears each line it writes; `on_end` hears once why nothing more will come, as in `ended with exit code 1`.
    A line that is too long counts as an end: memory stays bounded whatever the program does.
    """

    def __init__(self, on_line: Callable[[str], None], on_end: Callable[[str], None]) -> None:
        self._on_line, self._on_end = on_line, on_end
        self._transport: asyncio.SubprocessTransport | None = None
        self._lifeline: int | None = None
        self._partial = b""
        self._errors: deque[bytes] = deque()
        self._errors_size = 0
        self._sent: deque[str] = deque(maxlen=KEPT_LINES)
        self._received: deque[str] = deque(maxlen=KEPT_LINES)
        self._open = {1, 2}
        self._over = ""
        self._gone = asyncio.Event()

    @classmethod
    async def start(cls, command: Sequence[str], on_line: Callable[[str], None], on_end: Callable[[str], None]) -> Self:
        """Start a program; EngineDied if it cannot be."""
        loop = asyncio.get_running_loop()
        program = cls(on_line, on_end)
        inherited: tuple[int, ...] = ()
        how: dict[str, Any] = {}
        full = list(command)
        if sys.platform != "win32":  # there, killing the program itself has to do
            lifeline, program._lifeline = os.pipe()
            inherited = (lifeline,)
            how = {"pass_fds": inherited, "start_new_session": True}
            full = [sys.executable, "-I", "-S", str(_GUARD), str(lifeline), *command]
        try:
            await loop.subprocess_exec(lambda: program, *full, **how)
        except (OSError, ValueError) as error:
            program._cut()
            why = getattr(error, "strerror", None) or str(error)
            raise EngineDied(f"{shown(command)} cannot be started: {why}") from None
        finally:
            for descriptor in inherited:
                os.close(descriptor)
        return program

    def send(self, line: str) -> None:
        """Write a line; a program that has ended does not mind."""
        self._sent.append(line[:_SHOWN])
        pipe = self._transport.get_pipe_transport(0) if self._transport and not self._over else None
        if pipe is not None and not pipe.is_closing():
            cast("asyncio.WriteTransport", pipe).write(line.encode() + b"\n")

    @property
    def details(self) -> str:
        """The last lines in each direction, and the end of the standard error."""
        parts = {
            "The last lines it was sent": self._sent,
            "The last lines it wrote": self._received,
            "The end of its standard error": self.errors.strip().splitlines(),
        }
        return "\n\n".join("\n".join([f"{title}:", *lines]) for title, lines in parts.items() if lines)

    @property
    def errors(self) -> str:
        """The end of what the program wrote to its standard error."""
        return b"".join(self._errors)[-KEPT_ERRORS:].decode(errors="replace")

    async def close(self, *, polite: float = 0.0) -> None:
        """End the program with its process group; `polite` is how many seconds it gets to leave by itself."""
        self._end("was closed")
        if self._transport is None:
            return
        if polite:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._gone.wait(), polite)
        self.kill()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._gone.wait(), _ENDS_WITHIN)
        self._transport.close()
        await asyncio.sleep(0)  # so that its pipes are closed, too

    def kill(self) -> None:
        """End the program with its process group, without waiting for it."""
        if sys.platform != "win32":
            self._cut()
        elif self._transport is not None and self._transport.get_returncode() is None:
            with contextlib.suppress(ProcessLookupError):
                self._transport.kill()

    def _cut(self) -> None:
        """Close the lifeline: the guard kills the program."""
        lifeline, self._lifeline = self._lifeline, None
        if lifeline is not None:
            os.close(lifeline)

    def _end(self, why: str) -> None:
        if not self._over:
            self._over = why
            self._on_end(why)

    # what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._errors.append(data[-KEPT_ERRORS:])
            self._errors_size += len(self._errors[-1])
            while self._errors_size - len(self._errors[0]) >= KEPT_ERRORS:
                self._errors_size -= len(self._errors.popleft())
            return
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            if self._over:
                return
            text = line[:LONGEST_LINE].decode(errors="replace").strip()
            self._received.append(text[:_SHOWN])
            self._on_line(text)
        if len(self._partial) > LONGEST_LINE:
            self._partial = b""
            self._end(f"wrote a line of more than {LONGEST_LINE} bytes")
            self.kill()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 (how does not matter)
        self._open.discard(fd)
        self._check_end()

    def process_exited(self) -> None:
        self._gone.set()
        self._check_end()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (as above)
        if self._transport is not None:
            self._transport.close()

    def _check_end(self) -> None:
        """It has ended once its exit code is known and all it wrote was read."""
        code = self._transport.get_returncode() if self._transport else None
        if code is not None and not self._open:
            self._cut()
            self._end(ended_with(code))


def ended_with(code: int) -> str:
    """How a program ended, in words."""
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"


def split_command(command: str | Sequence[str]) -> tuple[str, ...]:
    """A command line as its words; EngineDied if it has none."""
    if isinstance(command, str):
        try:
            words = shlex.split(command, posix=sys.platform != "win32")
        except ValueError as error:
            raise EngineDied(f"{command[:80]!r} is not a command line: {str(error).lower()}") from None
    else:
        words = [str(word) for word in command]
    if not words or not words[0] or any("\0" in word for word in words):
        raise EngineDied(f"{shown(words)!r} is not a command line")
    return tuple(words)


def shown(command: Sequence[str]) -> str:
    """A command for a message."""
    text = shlex.join(command)
    return text if len(text) <= 80 else f"{text[:79]}…"
