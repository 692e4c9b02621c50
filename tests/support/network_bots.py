"""A bot at a real server, by its token: its stream of events, and its decisions."""

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any, Protocol

import httpx

from tests.support.visitors import Visitor


class AnyServer(Protocol):
    """A server that runs."""

    url: str


class NetworkBot:
    """A program with a token."""

    def __init__(self, served: AnyServer, token: str) -> None:
        self.token = token
        self.client = httpx.Client(
            base_url=served.url, timeout=60, trust_env=False, headers={"Authorization": f"Bearer {token}"}
        )

    @contextmanager
    def stream(self, name: str = "Robo") -> Iterator["Events"]:
        """Events as they come; the stream is closed at the end."""
        with self.client.stream("GET", "/api/bot/stream", params={"name": name}) as answer:
            try:
                yield Events(answer)
            finally:
                line: socket.socket = answer.extensions["network_stream"].get_extra_info("socket")
                with contextlib.suppress(OSError):  # it is closed already
                    line.shutdown(socket.SHUT_RDWR)  # otherwise the reader in the background keeps it open

    def refused(self) -> tuple[int, str]:
        """With which status and code a stream is refused."""
        answer = self.client.get("/api/bot/stream")
        return answer.status_code, answer.json()["code"]

    def move(self, table: str, version: int, *moves: str) -> httpx.Response:
        return self.client.post(f"/api/bot/tables/{table}/move", json={"version": version, "moves": moves})

    def stretch(
        self, turn: dict[str, Any], choose: Callable[[list[str]], str] = lambda legal: legal[-1]
    ) -> dict[str, Any]:
        """Make a whole stretch, each decision chosen from those that are offered; the last answer."""
        moves, legal = [], turn["legal"]
        while True:
            moves.append(choose(legal))
            answer = self.move(turn["table"], turn["version"], *moves)
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            if found["complete"]:
                return found
            legal = found["legal"]

    def close(self) -> None:
        self.client.close()


class Events:
    """The lines of a stream, read in the background."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._lines: Queue[str | None] = Queue()
        if answer.status_code == 200:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self.answer.iter_lines():
                self._lines.put(line)
        except (httpx.HTTPError, httpx.StreamError):
            pass  # it was closed
        self._lines.put(None)

    def line(self) -> str | None:
        """The next line, None at the end."""
        return self._lines.get(timeout=60)

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next event of one of these kinds."""
        while (line := self.line()) is not None:
            event: dict[str, Any] = json.loads(line) if line else {"type": ""}
            if event["type"] in kinds:
                return event
        raise AssertionError(f"the stream ended without {kinds}")

    def rest(self) -> list[dict[str, Any]]:
        """All events to the end of the stream."""
        return [json.loads(line) for line in iter(self.line, None) if line]


def token_for(host: Visitor, table: str, chair: int = 1) -> str:
    answer = host.client.post(f"/api/tables/{table}/chairs/{chair}/bot")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])
