"""A bystander while somebody attacks: what is promised in docs/threats.md, beside a calm run.

The server has its default limits; attackers and the bystander come from different addresses of this machine.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks._attacks import ATTACKS
from benchmarks._figures import Figure
from benchmarks._server import AQUA, at, process, promised

SECONDS = 10.0
"""Of an attack; the bystander is there a second before, and until after its end."""
CALM = "calm"
PING, ACKNOWLEDGE, MEMORY, BOT = 50, 250, 20, 2
"""What is promised: milliseconds, megabytes, and how many times a bot may take what it takes in a calm hour."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How a bystander fared."""

    ping: float
    acknowledge: float
    megabytes: float
    bot: float
    cuts: int
    lines: int
    """Of the log."""


def run(repeats: int) -> Iterator[Figure]:
    """Each attack is long enough to be measured a few times only."""
    few = min(repeats, 2)
    calm = [observe(CALM) for _ in range(few + 1)]
    for name in (CALM, *ATTACKS):
        seen = calm if name == CALM else [observe(name) for _ in range(few + 1)]
        assert not any(each.cuts for each in seen), f"{name}: nobody else is cut off"
        assert all(each.lines <= SECONDS for each in seen), f"{name}: the log has a line a second at most"
        yield _promised(f"{name}: ping, p99", [each.ping for each in seen], PING, few)
        yield _promised(f"{name}: acknowledged, p99", [each.acknowledge for each in seen], ACKNOWLEDGE, few)
        yield _promised(f"{name}: memory", [max(each.megabytes, 0.1) for each in seen], MEMORY, few, "MB")
        if name == "bots":
            ratios = [each.bot / before.bot for each, before in zip(seen, calm, strict=True)]
            yield _promised(f"{name}: another's, in calm ones", ratios, BOT, few, "times")


def _promised(name: str, values: list[float], promise: float, repeats: int, unit: str = "ms") -> Figure:
    left = iter(values)
    return promised(name, lambda: next(left), promise, repeats, unit)


def observe(name: str) -> Seen:
    """What a bystander sees of a server that is attacked in this way."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
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
            bot=at(seen["bots"], 50),
            cuts=seen["cuts"],
            lines=len(log.readlines()),
        )


def _client(name: str, port: int, seconds: float) -> subprocess.Popen[str]:
    wanted = json.dumps({"attack": name, "port": port, "seconds": seconds})
    return subprocess.Popen([sys.executable, "-m", "benchmarks._attacks", wanted], stdout=subprocess.PIPE, text=True)


def _memory(pid: int, what: str) -> float:
    """Megabytes, as Linux tells."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{what}:"))
