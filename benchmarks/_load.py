"""Many people at once, with server and clients on the same machine: what is promised in docs/hosting.md.

Each figure stands beside its promise; what the server takes at most stands beside the same framework that only echoes.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from benchmarks._figures import Figure, Peer, compare
from benchmarks._server import AQUA, at, echo, process, promised

SECONDS = 20.0
APPEND_EVERY = 0.05
"""Seconds between two looks at how the disk is."""


def run(repeats: int) -> Iterator[Figure]:
    """Each is long enough to be measured a few times only."""
    few = min(repeats, 3)
    pairs: list[tuple[float, float]] = []
    yield promised("400 tables, acknowledged, p99", lambda: _kept(pairs, _beside_the_disk(400)), 150, few)
    ours, disk = zip(*pairs, strict=True)
    peer = Peer("a synced append to the same disk", partial(next, iter(disk)))
    yield compare("400 tables and the disk, p99", partial(next, iter(ours)), "ms", peer, few, less_is_better=True)
    waits: list[tuple[float, float]] = []
    yield promised("1000 tables, acknowledged, p99", lambda: _kept(waits, _acknowledged(1000)), 500, few)
    sizes = iter([size for _, size in waits])
    yield promised("1000 tables, memory", lambda: next(sizes), 200, few, "MB")
    yield promised("500 spectators, last hears", _spectators, 500, few)
    yield promised("2000 sockets cut, all back", lambda: _crowd("cut", tables=1000, sockets=2)["last"], 15, few, "s")
    peer = Peer("a bare echo of messages", _echoes)
    yield compare("durable decisions", lambda: _crowd("saturate", tables=400, seconds=8)["rate"], "a second", peer, few)


def _beside_the_disk(tables: int) -> tuple[float, float]:
    """Milliseconds within which 99 of 100 moves are acknowledged, and 99 of 100 appends to a file by somebody else.

    No move is acknowledged before the disk has it. A single pause of the disk of a fifth of a second in twenty seconds
    is a hundredth of the time, and the whole of the first figure.
    """
    with _appends() as waits:
        acknowledged, _ = _acknowledged(tables)
    return acknowledged, at(waits, 99)


@contextmanager
def _appends() -> Iterator[list[float]]:
    """How long it takes to append to a file and have it on the disk, tried all the while."""
    waits: list[float] = []
    over = threading.Event()

    def append(file: BinaryIO) -> None:
        while not over.wait(APPEND_EVERY):
            begun = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            waits.append(1000 * (time.perf_counter() - begun))

    with tempfile.TemporaryFile() as file:
        thread = threading.Thread(target=append, args=(file,))
        thread.start()
        try:
            yield waits
        finally:
            over.set()
            thread.join()


def _acknowledged(tables: int) -> tuple[float, float]:
    """Milliseconds within which 99 of 100 moves are acknowledged, and the server's memory in megabytes."""
    sizes: list[float] = []
    seen = _crowd("play", after=lambda pid: sizes.append(_memory(pid)), tables=tables, sockets=2, seconds=SECONDS)
    assert not seen["errors"], seen["errors"][:3]
    return at(seen["waits"], 99), sizes[0]


def _kept(waits: list[tuple[float, float]], seen: tuple[float, float]) -> float:
    waits.append(seen)
    return seen[0]


def _spectators() -> float:
    seen = _crowd("spectate", spectators=500, moves=12)
    assert seen["dropped"], "who never reads is dropped"
    assert not seen["lost"], "and nobody else"
    return at(seen["waits"], 99)


def _echoes() -> float:
    with echo() as url:
        return float(_seen("echo", url, tables=400, seconds=8)["rate"])


def _crowd(what: str, *, after: Callable[[int], None] | None = None, **wanted: Any) -> dict[str, Any]:
    """What a crowd saw at a server of its own."""
    with tempfile.TemporaryDirectory() as folder, process(*AQUA, folder) as (url, pid):
        seen = _seen(what, url, **wanted)
        if after:
            after(pid)
        return seen


def _seen(what: str, url: str, **wanted: Any) -> dict[str, Any]:
    arguments = json.dumps({"what": what, "url": url, **wanted})
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks._crowd", arguments],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


def _memory(pid: int) -> float:
    """Megabytes of a process that are in memory, as Linux tells."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))
