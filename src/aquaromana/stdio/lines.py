"""Standard input and output as lines: bounded, and flushed one by one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import BinaryIO


def read_lines(source: BinaryIO, longest: int) -> Iterator[str | None]:
    """The lines of a stream, None for one that is too long."""
    while line := source.readline(longest + 1):
        if len(line) > longest:
            while line and not line.endswith(b"\n"):
                line = source.readline(longest)
            yield None
        else:
            yield line.decode(errors="replace").strip()


def write_line(line: str) -> None:
    """Write a line to the standard output, so that it is there at once and no thread is caught in a buffer."""
    data = line.encode() + b"\n"
    descriptor = sys.stdout.fileno()
    while data:
        data = data[os.write(descriptor, data) :]
