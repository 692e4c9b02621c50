"""The server on this machine, as people feel it: the wait for a play, the start, the weight of the page.

Beside the wait stands the same framework that only echoes; beside what is promised stands the promise. Times are what a
clock on the wall says, not CPU time: people wait by that. The figures of the browser need Chromium.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from random import Random
from statistics import quantiles
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from aquaromana import Game
from aquaromana.records import Record
from benchmarks._figures import Figure, Peer, compare

PLAYS = 150  # in a sample
AQUA = ("-c", "from aquaromana.cli import main; main()", "serve", "--port", "0", "--data")
ECHO = ("-m", "benchmarks._echo")
PEOPLE = [{"kind": "person"}, {"kind": "person"}]
THINKERS = [{"kind": "bot", "bot": "search:5"}] * 4

Times = list[float]
"""Milliseconds."""


def run(repeats: int) -> Iterator[Figure]:
    """Waits first, then the start, then the page."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as url, process(*ECHO) as echo:
        yield from _waits("play acknowledged", lambda: plays(url), lambda: echoes(echo), repeats)
        yield _promised("click to new position, p95", lambda: at(plays(url, until="state"), 95), 100, repeats)
        table = create(url, THINKERS)
        yield _promised("play while a bot thinks, p99", lambda: at(plays(url), 99), 250, repeats)
        thought = httpx.get(f"{url}api/tables/{table}", trust_env=False).json()["version"]
        assert thought, "the bots did think"
    yield compare(
        "start until it listens", start, "ms", Peer("the framework alone", echo_start), repeats, less_is_better=True
    )
    with tempfile.TemporaryDirectory() as folder, server(folder) as url:
        yield from _page(url, repeats)


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


def stretches(seed: int) -> list[tuple[int, list[str]]]:
    """The stretches of a random game: seat and decisions."""
    game, rng = Game(players=2), Random(seed)
    while not game.is_over:
        game.push(rng.choice(game.legal_moves()))
    steps = groupby(Record.from_game(game).steps(), key=lambda step: (step.turn, step.seat, step.turn or step.ply))
    return [(seat, [str(step.move) for step in group]) for (_, seat, _), group in steps]


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


def at(times: Times, percent: int) -> float:
    """The time that so many per cent do not exceed."""
    return quantiles(times, n=100, method="inclusive")[percent - 1]


def _waits(name: str, ours: Callable[[], Times], theirs: Callable[[], Times], repeats: int) -> Iterator[Figure]:
    """Three percentiles of the same samples, taken in turns."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    for percent in (50, 95, 99):
        left = iter([0.0, *(at(mine, percent) for mine, _ in pairs)])
        right = iter([0.0, *(at(other, percent) for _, other in pairs)])
        peer = Peer("a bare echo", partial(next, right))
        yield compare(f"{name}, p{percent}", partial(next, left), "ms", peer, repeats, less_is_better=True)


def _promised(name: str, sample: Callable[[], float], promise: float, repeats: int, unit: str = "ms") -> Figure:
    return compare(name, sample, unit, Peer("what is promised", lambda: promise), repeats, less_is_better=True)


# Processes.


@contextmanager
def process(*arguments: str) -> Iterator[str]:
    """A server as a process; its address, as soon as it listens."""
    running = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"AQUA_MESSAGE_COUNT": "1000000", "AQUA_BOT_DELAY": "0"},
    )
    try:
        assert running.stdout is not None
        yield next(word for word in running.stdout.readline().split() if word.startswith("http"))
    finally:
        running.terminate()
        running.communicate()


@contextmanager
def server(folder: str) -> Iterator[str]:
    """Ours, with its tables in this folder."""
    with process(*AQUA, folder) as url:
        yield url


def start() -> float:
    """Milliseconds from the start of the process until it listens, with tables from before."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with server(folder):
            return 1000 * (time.perf_counter() - begun)


def echo_start() -> float:
    """The same for the framework."""
    begun = time.perf_counter()
    with process(*ECHO):
        return 1000 * (time.perf_counter() - begun)


# What is said to the server.


def create(url: str, players: list[dict[str, str]]) -> str:
    """A new table; its id."""
    answer = httpx.post(f"{url}api/tables", json={"players": players}, trust_env=False)
    return str(answer.raise_for_status().json()["id"])


@contextmanager
def live(url: str, table: str) -> Iterator[ClientConnection]:
    """A socket at a table that has heard where it stands."""
    with connect(f"{url.replace('http', 'ws')}live/{table}", proxy=None, compression=None) as socket:
        socket.send('{"type":"hello"}')
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
        yield _promised("page, without pictures of games", lambda: all_files(url), 400, 2, "KB")
        return
    with _browser.browser() as browser:
        visits = [_browser.first_visit(browser, url) for _ in range(repeats + 1)]
        usable = iter(visit.usable for visit in visits)
        yield _promised("start page usable", lambda: next(usable), 1000, repeats)
        table = create(url, [{"kind": "bot", "bot": "search:1"}] * 4)
        address = f"{url}#/table/{table}"
        heavy = _browser.first_visit(browser, address)
        kilobytes = {**visits[0].kilobytes, **heavy.kilobytes}
        pages = sum(size for place, size in kilobytes.items() if "/api/" not in place)
        yield _promised("start page and table", lambda: pages, 400, 2, "KB")
        yield _promised("longest task at the table", lambda: _browser.longest_task(browser, address), 50, 2)


def all_files(url: str) -> float:
    """Kilobytes of everything that the page could load in one language."""
    from aquaromana.server.site import TYPES, WEB

    files = [path.relative_to(WEB) for path in WEB.rglob("*") if path.suffix in TYPES]
    spoken = [path for path in files if path.parts[0] != "locale" or path.parts[1] == "en"]
    addresses = ["art/symbols.svg", "art/theme.css", *(path.as_posix() for path in spoken)]
    total = 0
    with httpx.Client(base_url=url, trust_env=False) as client:
        for address in addresses:
            total += int(client.get(f"/{address}").headers["content-length"])
    return total / 1000
