"""The server on this machine, as people feel it: the wait for a play, the start, the weight of the page.

Beside the wait stands the same framework that only echoes; beside what is promised stands the promise. Times are what a
clock on the wall says, not CPU time: people wait by that. The figures of the browser need Chromium.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from benchmarks import _hostile, _load
from benchmarks._costly import ALL
from benchmarks._figures import Figure, Peer, compare
from benchmarks._games import stretches
from benchmarks._server import Times, at, echo, promised, server

PLAYS = 150  # in a sample
PEOPLE = [{"kind": "person"}, {"kind": "person"}]
THINKERS = [{"kind": "bot", "bot": "search:5"}] * 4


def run(repeats: int, only: Sequence[str] = ()) -> Iterator[Figure]:
    """Waits first, then the start, then the page, then crowds, then attackers; or only crowds or some attackers."""
    if only:
        if unknown := set(only) - {"load", *ALL}:
            print(f"The server has no part {min(unknown)!r}; known: load, {', '.join(ALL)}.", file=sys.stderr)
            raise SystemExit(2)
        if "load" in only:
            yield from _load.run(repeats)
        if attacks := [name for name in only if name != "load"]:
            yield from _hostile.run(repeats, attacks)
        return
    with tempfile.TemporaryDirectory() as folder, server(folder) as url, echo() as peer:
        yield from _waits("play acknowledged", lambda: plays(url), lambda: echoes(peer), repeats)
        yield promised("click to new position, p95", lambda: at(plays(url, until="state"), 95), 100, repeats)
        table = create(url, THINKERS)
        yield promised("play while a bot thinks, p99", lambda: at(plays(url), 99), 250, repeats)
        thought = httpx.get(f"{url}api/tables/{table}", trust_env=False).json()["version"]
        assert thought, "the bots did think"
    yield compare(
        "start until it listens", start, "ms", Peer("the framework alone", echo_start), repeats, less_is_better=True
    )
    with tempfile.TemporaryDirectory() as folder, server(folder) as url:
        yield from _page(url, repeats)
    yield from _load.run(repeats)
    yield from _hostile.run(repeats)


# How long a play takes.


def plays(url: str, until: str = "accepted") -> Times:
    """Play a game of two people; the time from each play to the answer, or to the new position."""
    times: Times = []
    seed = 0
    while len(times) < PLAYS:
        seed += 1
        with live(url, create(url, PEOPLE)) as socket:
            version = 0
            for number, (seat, moves) in enumerate(stretches(seed)):
                play = {"type": "play", "id": str(number), "version": version, "seat": seat, "moves": moves}
                text = json.dumps(play)
                begun = time.perf_counter()
                socket.send(text)
                hear(socket, until)
                times.append(1000 * (time.perf_counter() - begun))
                version += len(moves)
                if until == "accepted":
                    hear(socket, "state")
    return times[:PLAYS]


def echoes(url: str) -> Times:
    """The same messages sent to one who only says them again."""
    times: Times = []
    seed = 0
    with connect(url.replace("http", "ws"), proxy=None, compression=None) as socket:
        while len(times) < PLAYS:
            seed += 1
            for number, (seat, moves) in enumerate(stretches(seed)):
                text = json.dumps({"type": "play", "id": str(number), "version": number, "seat": seat, "moves": moves})
                begun = time.perf_counter()
                socket.send(text)
                socket.recv()
                times.append(1000 * (time.perf_counter() - begun))
    return times[:PLAYS]


def _waits(name: str, ours: Callable[[], Times], theirs: Callable[[], Times], repeats: int) -> Iterator[Figure]:
    """Three percentiles of the same samples, taken in turns."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    for percent in (50, 95, 99):
        left = iter([0.0, *(at(mine, percent) for mine, _ in pairs)])
        right = iter([0.0, *(at(other, percent) for _, other in pairs)])
        peer = Peer("a bare echo", partial(next, right))
        yield compare(f"{name}, p{percent}", partial(next, left), "ms", peer, repeats, less_is_better=True)


# How long the start takes.


def start() -> float:
    """Milliseconds from the start of the process until it listens, with tables from before."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with server(folder):
            return 1000 * (time.perf_counter() - begun)


def echo_start() -> float:
    """The same for the framework."""
    begun = time.perf_counter()
    with echo():
        return 1000 * (time.perf_counter() - begun)


# What is said to the server.


def create(url: str, players: list[dict[str, str]]) -> str:
    """A new table; its id."""
    answer = httpx.post(f"{url}api/tables", json={"players": players, "layout": "standard"}, trust_env=False)
    return str(answer.raise_for_status().json()["id"])


@contextmanager
def live(url: str, table: str) -> Iterator[ClientConnection]:
    """A socket at a table that has heard where it stands."""
    with connect(f"{url.replace('http', 'ws')}api/tables/{table}/live", proxy=None, compression=None) as socket:
        socket.send('{"type":"hello","protocol":2}')
        hear(socket, "choices")
        yield socket


def hear(socket: ClientConnection, kind: str) -> None:
    """Wait for a message of this type."""
    start = f'{{"type":"{kind}"'
    while True:
        text: Any = socket.recv()
        if text.startswith(start):
            return
        if text.startswith('{"type":"refused"'):
            raise ValueError(text)


# The page.


def _page(url: str, repeats: int) -> Iterator[Figure]:
    from benchmarks import _browser

    if _browser.program() is None:
        yield promised("page, without pictures of games", lambda: all_files(url), 400, 2, "KB")
        return
    with _browser.browser() as browser:
        visits = [_browser.first_visit(browser, url) for _ in range(repeats + 1)]
        usable = iter(visit.usable for visit in visits)
        yield promised("start page usable", lambda: next(usable), 1000, repeats)
        table = create(url, [{"kind": "bot", "bot": "search:1"}] * 4)
        address = f"{url}#/table/{table}"
        heavy = _browser.first_visit(browser, address)
        kilobytes = {**visits[0].kilobytes, **heavy.kilobytes}
        pages = sum(size for place, size in kilobytes.items() if "/api/" not in place)
        yield promised("start page and table", lambda: pages, 400, 2, "KB")
        yield promised("longest task of a visit", lambda: _browser.longest_task(browser, url), 50, max(repeats, 3))


def all_files(url: str) -> float:
    """Kilobytes of everything that the page could load in one language."""
    from aquaromana.server.api.static import TYPES, WEB

    files = [path.relative_to(WEB) for path in WEB.rglob("*") if path.suffix in TYPES]
    spoken = [path for path in files if path.parts[0] != "locale" or path.parts[1] == "en"]
    addresses = ["art/symbols.svg", "art/theme.css", *(path.as_posix() for path in spoken)]
    total = 0
    with httpx.Client(base_url=url, trust_env=False) as client:
        for address in addresses:
            total += int(client.get(f"/{address}").headers["content-length"])
    return total / 1000
