"""More attacks: requests that cost the server a lot, within the limits of one address."""

import contextlib
import http.client
import json
import socket
import time
from typing import Final

from benchmarks._attacks import ATTACKS, Attack, Client, large_record
from benchmarks._requests import ask, head, steps
from benchmarks._teaching import TEACHING

HELD: Final = 190
"""Connections of one address: a little less than it may have."""


def imports(client: Client, seconds: float) -> None:
    """Large records that are refused only at their end."""
    wrong = large_record()[:-40] + b" K9n.99.Xx"
    ask(client, seconds, lambda _: head(client, "POST", "/api/records", wrong))


def pictures(client: Client, seconds: float) -> None:
    """Large pictures, each another one, that nobody reads."""
    table = client.create()
    lines: list[socket.socket] = []
    for number in steps(seconds):
        with contextlib.suppress(OSError):
            if len(lines) < HELD:
                lines.append(client.dial(reads=False))
            where = f"/api/tables/{table}/board.png?width={4000 - number % 2000}"
            lines[number % len(lines)].sendall(head(client, "GET", where, cookie=client.cookies[table]))
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
        return head(client, "POST", f"/api/studies/{what}", json.dumps(wanted).encode())

    ask(client, seconds, asked)


ALL: Final[dict[str, Attack]] = {
    **ATTACKS,
    "imports": imports,
    "pictures": pictures,
    "reviews": reviews,
    "studies": studies,
    **TEACHING,
}
