"""Servers as processes of their own, ours and the peer, and what is promised about them."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from statistics import quantiles
from typing import IO

from benchmarks._figures import Figure, Peer, compare

ECHO = ("-m", "benchmarks._echo")
AQUA = ("-m", "aquaromana", "serve", "--port", "0", "--data")
UNLIMITED = {
    "AQUA_MESSAGE_COUNT": "1000000",
    "AQUA_SOCKETS_PER_ADDRESS": "0",
    "AQUA_CONNECTIONS_PER_ADDRESS": "0",
    "AQUA_TABLES_PER_HOUR": "0",
    "AQUA_REQUESTS_PER_MINUTE": "0",
    "AQUA_WORK_PER_ADDRESS": "0",
    "AQUA_BOT_DELAY": "0",
}

Times = list[float]
"""Milliseconds."""


@contextmanager
def process(
    *arguments: str, environ: Mapping[str, str] = UNLIMITED, log: IO[str] | None = None
) -> Iterator[tuple[str, int]]:
    """A server as a process: its address, as soon as it listens, and its number."""
    running = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        stderr=log,
        text=True,
        env={**os.environ, **environ},
    )
    try:
        assert running.stdout is not None
        yield next(word for word in running.stdout.readline().split() if word.startswith("http")), running.pid
    finally:
        running.terminate()
        running.communicate()


@contextmanager
def server(folder: str, *options: str) -> Iterator[str]:
    """Ours, with its tables in this folder, for whoever comes."""
    with process(*AQUA, folder, "--access", "local", *options) as (url, _):
        yield url


@contextmanager
def echo() -> Iterator[str]:
    """The framework that only echoes."""
    with process(*ECHO) as (url, _):
        yield url


def at(times: Times, percent: int) -> float:
    """The time that so many per cent do not exceed."""
    return quantiles(times, n=100, method="inclusive")[percent - 1]


def promised(name: str, sample: Callable[[], float], promise: float, repeats: int, unit: str = "ms") -> Figure:
    """A figure beside what is promised: not more than that."""
    return compare(name, sample, unit, Peer("what is promised", lambda: promise), repeats, less_is_better=True)
