"""More attacks: requests that cost the server a lot, within the limits of one address."""

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from typing import Final

from benchmarks._attacks import ATTACKS, Attack, Client, drained, large_record

LINES: Final = 8
"""Connections that ask at the same time."""
HELD: Final = 190
"""Connections of one address: a little less than it may have."""


def imports(client: Client, seconds: float) -> None:
    """Large records that are refused only at their end."""
    wrong = large_record()[:-40] + b" K9n.99.Xx"
    _ask(client, seconds, lambda _: _head(client, "POST", "/api/records", wrong))


def pictures(client: Client, seconds: float) -> None:
    """Large pictures, each another one, that nobody reads."""
    table = client.create()
    lines: list[socket.socket] = []
    for number in _steps(seconds):
        with contextlib.suppress(OSError):
            if len(lines) < HELD:
                lines.append(client.dial(reads=False))
            where = f"/api/tables/{table}/board.png?width={4000 - number % 2000}"
            lines[number % len(lines)].sendall(_head(client, "GET", where, cookie=client.cookies[table]))
        time.sleep(0.02)
    for line in lines:
        line.close()


def reviews(client: Client, seconds: float) -> None:
    """As many games as may be reviewed, all at once."""
    game = large_record(2000)
    for _ in range(30):
        with contextlib.suppress(OSError, http.client.HTTPException, KeyError):
            _, body = client.ask("POST", "/api/records", game)
            table = str(json.loads(body)["id"])
            client.ask("POST", f"/api/tables/{table}/review", b"{}", cookie=client.cookies[table])
    time.sleep(seconds)


def studies(client: Client, seconds: float) -> None:
    """Positions to think about, and lines to walk, each another one."""
    from random import Random

    from aquaromana import Game
    from aquaromana.rules.notation import position_text

    def asked(number: int) -> bytes:
        game, rng = Game(players=4), Random(number)
        start = position_text(game.position)
        while not game.is_over and len(game.moves) < 20 + number % 60:
            game.push(rng.choice(game.legal_moves()))
        line = {"start": start, "moves": [str(move) for move in game.moves]}
        kinds = ("moment", line), ("think", {"position": position_text(game.position), "stage": 3}), ("moment", line)
        what, wanted = kinds[number % 3]
        return _head(client, "POST", f"/api/studies/{what}", json.dumps(wanted).encode())

    _ask(client, seconds, asked)


ALL: Final[dict[str, Attack]] = {
    **ATTACKS,
    "imports": imports,
    "pictures": pictures,
    "reviews": reviews,
    "studies": studies,
}


def _head(client: Client, method: str, path: str, body: bytes = b"", cookie: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{client.port}", f"Content-Length: {len(body)}"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    return "\r\n".join([*lines, "", ""]).encode() + body


def _steps(seconds: float) -> Iterator[int]:
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        yield number
        number += 1


def _ask(client: Client, seconds: float, request: Callable[[int], bytes]) -> None:
    """Send requests on a few connections, and the next one as soon as something is answered."""
    lines: list[socket.socket] = []
    asked = 0
    for _ in _steps(seconds):
        while len(lines) < LINES:
            try:
                line = client.dial()
                line.sendall(request(asked))
            except OSError:
                break
            lines.append(line)
            asked += 1
        for line in list(lines):
            try:
                answered = bool(line.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK))
                alive = drained(line)
                if answered and alive:
                    line.sendall(request(asked))
                    asked += 1
            except BlockingIOError:
                continue
            except OSError:
                alive = False
            if not alive:
                line.close()
                lines.remove(line)
        time.sleep(0.01)
    for line in lines:
        line.close()
    print(json.dumps({"asked": asked}))
