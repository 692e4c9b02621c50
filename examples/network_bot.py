"""A bot that plays over the network, with the standard library alone: it reads a stream of events and posts decisions.

    python examples/network_bot.py http://192.168.1.5:7483 TOKEN --name "My bot"

The host of a table gets the token in the waiting room, from the menu of an open seat.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

SILENT = 30
"""Seconds without a line after which a connection is dead: an empty line comes every ten."""


def choose(position: str, legal: list[str]) -> str:  # noqa: ARG001 - a better bot looks at the position
    """Keep aqueducts open, build where there is a choice; replace this with something better."""
    if "-" in legal:
        return "-"
    builds = [decision for decision in legal if "." in decision]
    return random.choice(builds or legal)


class Bot:
    """A seat at a table of a server."""

    def __init__(self, server: str, token: str, name: str) -> None:
        self.server, self.token, self.name = server.rstrip("/"), token, name

    def play(self) -> None:
        """Play until the game is over, and every rematch; come back whenever the connection is lost."""
        pause = 1.0
        while True:
            try:
                for event in self.events():
                    pause = 1.0
                    print(event["type"], event.get("points", ""), flush=True)
                    if event["type"] == "yourTurn":
                        self.decide(event)
                    elif event["type"] == "rematch":
                        self.token = event["token"]
                    elif event["type"] == "bye" and event["code"] not in ("server/restart", "server/slow"):
                        return  # the seat is gone, or another program has taken over
            except HTTPError as error:
                problem = json.loads(error.read())
                if error.code not in (429, 503):  # try again later; anything else will not get better
                    raise SystemExit(f"{problem['code']}: {problem['message']}") from None
                pause = max(pause, float(error.headers.get("Retry-After", 1)))
            except OSError as error:
                print(f"no connection ({error}), trying again", flush=True)
            time.sleep(pause)
            pause = min(2 * pause, 60.0)

    def decide(self, turn: dict[str, Any]) -> None:
        """Make all decisions of a stretch: each answer says what may follow, until it is complete."""
        moves: list[str] = []
        position, legal = turn["position"], turn["legal"]
        while True:
            moves.append(choose(position, legal))
            try:
                answer = self.post(f"/api/bot/tables/{turn['table']}/move", version=turn["version"], moves=moves)
            except HTTPError as error:
                if error.code == 409:  # something was taken back meanwhile: another yourTurn is on its way
                    return
                raise
            if answer["complete"]:
                return
            position, legal = answer["position"], answer["legal"]

    def events(self) -> Iterator[dict[str, Any]]:
        """What happens at the table; empty lines only keep the connection open."""
        with urlopen(self.request(f"/api/bot/stream?name={quote(self.name)}"), timeout=SILENT) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)

    def post(self, path: str, **content: Any) -> dict[str, Any]:
        with urlopen(self.request(path, json.dumps(content).encode()), timeout=SILENT) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def request(self, path: str, body: bytes | None = None) -> Request:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return Request(self.server + path, data=body, headers=headers)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("token")
    parser.add_argument("--name", default="Network bot")
    wanted = parser.parse_args()
    Bot(wanted.server, wanted.token, wanted.name).play()
