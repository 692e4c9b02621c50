"""Servers as processes of their own, ours and the peer, and what is promised about them."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from statistics import median, quantiles
from typing import IO

from benchmarks._figures import Figure

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
    """A figure beside what is promised: not more than that. The first sample is a warm-up."""
    sample()
    return kept_to(name, [sample() for _ in range(repeats)], promise, unit)


def kept_to(name: str, values: Times, promise: float, unit: str = "ms", calm: float | None = None) -> Figure:
    """The median of what was measured beside what is promised; where that is nothing, the most that was measured."""
    value = median(values) if promise else max(values)
    ratio = promise / value if value and promise else float(not value)
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else (value,) * 3
    spread = (high - low) / middle if middle else 0.0
    return Figure(name, value, unit, "what is promised", promise, ratio, spread, promise=True, calm=calm)
