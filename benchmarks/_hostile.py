"""A bystander while somebody attacks: what is promised in docs/threats.md, beside a calm run.

The server has its default limits; attackers and the bystander come from different addresses of this machine. Tables
are kept in memory where Linux has a folder for that: figures are to show what an attack costs, not what a disk does.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

from benchmarks._costly import ALL
from benchmarks._figures import Figure
from benchmarks._server import AQUA, Times, at, kept_to, process

IN_MEMORY = next((folder for folder in ("/dev/shm",) if os.access(folder, os.W_OK)), None)
SECONDS = 10.0
"""Of an attack; the bystander is there a second before, and until after its end."""
CALM = "calm"
PING, ACKNOWLEDGE, MEMORY, BOT, LOG = 50, 250, 20, 2, 1
"""What is promised: milliseconds, megabytes, how many times a bot may take what it takes in a calm hour, and lines of
the log in a second for one cause."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How a bystander fared."""

    ping: float
    acknowledge: float
    megabytes: float
    bot: float
    """Milliseconds for a decision, in the mean."""
    picture: float
    """The same for a picture."""
    cuts: float
    """How often they were cut off or refused."""
    lines: float
    """Of the log, in one second for one cause, at most."""


def run(repeats: int, attacks: Collection[str] = tuple(ALL)) -> Iterator[Figure]:
    """Each attack is long enough to be measured a few times only."""
    few = min(repeats, 2)
    calm = [observe(CALM) for _ in range(few + 1)][1:]
    for name in (CALM, *attacks):
        yield from figures(name, calm if name == CALM else [observe(name) for _ in range(few)], calm)


def figures(name: str, seen: list[Seen], calm: list[Seen]) -> Iterator[Figure]:
    """All that is promised while somebody attacks."""

    def of(what: str, promise: float, unit: str = "ms") -> Figure:
        before = median(getattr(each, what) for each in calm)
        values: Times = [max(0.0, getattr(each, what)) for each in seen]
        return kept_to(f"{name}: {_WORDS[what]}", values, promise, unit, None if name == CALM else max(0.0, before))

    yield of("ping", PING)
    yield of("acknowledge", ACKNOWLEDGE)
    yield of("megabytes", MEMORY, "MB")
    yield of("lines", LOG, "a second")
    yield of("cuts", 0, "times")
    if name != CALM:
        for what in ("bot", "picture"):
            usual = median(getattr(each, what) for each in calm)
            ratios = [getattr(each, what) / usual for each in seen]
            yield kept_to(f"{name}: {_WORDS[what]}", ratios, BOT, "times calm", 1.0)


_WORDS = {
    "ping": "ping, p99",
    "acknowledge": "acknowledged, p99",
    "megabytes": "memory",
    "lines": "log of one cause",
    "cuts": "others cut off",
    "bot": "another's bot",
    "picture": "another's picture",
}


def observe(name: str) -> Seen:
    """What a bystander sees of a server that is attacked in this way."""
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder, (Path(folder) / "log").open("w+") as log:
        environ = {"AQUA_BOT_DELAY": "0"}
        with process(*AQUA, folder, environ=environ, log=log) as (url, pid):
            port = int(url.rstrip("/").rpartition(":")[2])
            bystander = _client("bystander", port, SECONDS + 3)
            time.sleep(1)
            before = _memory(pid, "VmRSS")
            attack = _client(name, port, SECONDS) if name != CALM else None
            seen: dict[str, Any] = json.loads(bystander.communicate()[0])
            if attack:
                attack.communicate()
                assert not attack.returncode, f"{name}: the attack went on to its end"
            peak = _memory(pid, "VmHWM")
        log.seek(0)
        return Seen(
            ping=at(seen["pings"], 99),
            acknowledge=at(seen["waits"], 99),
            megabytes=peak - before,
            bot=mean(seen["bots"] or [1000 * SECONDS]),
            picture=mean(seen["pictures"] or [1000 * SECONDS]),
            cuts=seen["cuts"],
            lines=_most_in_a_second(log.readlines()),
        )


def _most_in_a_second(lines: list[str]) -> int:
    """How many lines the log has for one cause in one second, at most; a line begins with `2026-01-31 12:00:00,000`."""
    told = Counter((line[:19], line[24:90]) for line in lines if line[:2] == "20")
    return max(told.values(), default=0)


def _client(name: str, port: int, seconds: float) -> subprocess.Popen[str]:
    wanted = json.dumps({"attack": name, "port": port, "seconds": seconds})
    return subprocess.Popen([sys.executable, "-m", "benchmarks._attacks", wanted], stdout=subprocess.PIPE, text=True)


def _memory(pid: int, what: str) -> float:
    """Megabytes, as Linux tells."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{what}:"))
