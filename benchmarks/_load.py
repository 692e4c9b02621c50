"""Many people at once, with server and clients on the same machine: what is promised in docs/hosting.md.

Each figure stands beside its promise; what the server takes at most stands beside the same framework that only echoes.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks._figures import Figure, Peer, compare
from benchmarks._server import AQUA, at, echo, process, promised

SECONDS = 20.0


def run(repeats: int) -> Iterator[Figure]:
    """Each is long enough to be measured a few times only."""
    few = min(repeats, 3)
    yield promised("400 tables, acknowledged, p99", lambda: _acknowledged(400)[0], 150, few)
    waits: list[tuple[float, float]] = []
    yield promised("1000 tables, acknowledged, p99", lambda: _kept(waits, _acknowledged(1000)), 500, few)
    sizes = iter([size for _, size in waits])
    yield promised("1000 tables, memory", lambda: next(sizes), 200, few, "MB")
    yield promised("500 spectators, last hears", _spectators, 500, few)
    yield promised("2000 sockets cut, all back", lambda: _crowd("cut", tables=1000, sockets=2)["last"], 15, few, "s")
    peer = Peer("a bare echo of messages", _echoes)
    yield compare("durable decisions", lambda: _crowd("saturate", tables=400, seconds=8)["rate"], "a second", peer, few)


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
