"""Input lines: at a terminal with editing and completion, or from a pipe."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence


def reader(*, interactive: bool, words: Callable[[], Sequence[str]]) -> Callable[[str], str]:
    """A function that reads a line; at a terminal, people can edit it and complete it with Tab."""
    if interactive:
        _complete(words)
        return input

    def read(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(prompt + "".join(char if char.isprintable() else "?" for char in line.rstrip("\r\n")))
        return line

    return read


def drop_typed() -> None:
    """Drop keys that were pressed before the question: they were meant for something else."""
    try:
        import termios
    except ImportError:  # Windows
        import msvcrt

        while msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
            msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
        return
    with contextlib.suppress(termios.error, ValueError, OSError):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _complete(words: Callable[[], Sequence[str]]) -> None:
    try:
        import readline
    except ImportError:  # Windows has its own line editor
        return

    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in words() if word.casefold().startswith(text.casefold())]
        return fitting[state] if state < len(fitting) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
