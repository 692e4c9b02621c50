"""Small programs that speak the engine protocol, well or badly, and a look at which processes are still there."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

GOOD = """
import os, sys, time
legal = []
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "aqua":
        print("id name Small\\nid author Tests\\nprotocol 1\\noption name Pace type spin default 1 min 0 max 9")
        print("wants legal\\naquaok")
    elif word == "isready":
        print("readyok")
    elif word == "legal":
        legal = rest
    elif word == "go":
        {go}
    elif word == "quit":
        break
    sys.stdout.flush()
"""
"""A program that decides the first legal decision, or does something else at `go`."""

FIRST = 'print("bestmove " + (legal or ["none"])[0])'


class Scripts:
    """Writes programs into a folder and says how to start them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, source: str) -> list[str]:
        """The command of a program with this source."""
        file = self.folder / f"program{len(list(self.folder.glob('program*.py')))}.py"
        file.write_text(source, "utf-8")
        return [sys.executable, "-I", "-S", str(file)]

    def at_go(self, statement: str = FIRST) -> list[str]:
        """The command of a correct program that does this when it is to think."""
        return self(GOOD.replace("{go}", statement))


def running(word: str) -> list[int]:
    """The processes with this word in their command line."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            try:
                words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue  # it has just ended
            if state != "Z" and any(word in each for each in words):
                found.append(int(folder.name))
    return found


def all_gone(word: str, seconds: float = 10) -> bool:
    """Whether no process with this word in its command line is left after a while."""
    end = time.monotonic() + seconds
    while running(word):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
