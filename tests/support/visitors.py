"""People at a server with shared access, each with a browser of their own: its cookies, requests and sockets."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection

from aquaromana.server.settings import Settings
from tests.support.served import UNLIMITED, Served, hear, say, settings_in

_NUMBERS = itertools.count()
PERSON = {"kind": "person"}
OPEN = {"kind": "open"}


def shared_settings(folder: Path, **wanted: Any) -> Settings:
    """Settings of a server for many, which takes any number of requests."""
    free = dict.fromkeys(("requests_per_minute", "tables_per_hour", "claims_per_hour", "reviews_per_hour"), 0)
    free |= dict.fromkeys(("sockets_per_address", "connections_per_address", "work_per_address"), 0)
    return settings_in(folder, **{"access": "shared", "lobby": True, **UNLIMITED, **free, **wanted})


class Visitor:
    """A browser."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.client = httpx.Client(base_url=served.url, timeout=60, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def cookies(self, path: str) -> str:
        """What a browser sends there."""
        request = self.client.build_request("GET", path)
        return str(request.headers.get("cookie", ""))

    def create(self, *players: dict[str, str], **more: Any) -> str:
        """A new table, by default one for this visitor and somebody else; its id."""
        answer = self.client.post("/api/tables", json={"players": list(players or (PERSON, OPEN)), **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def join(self, table: str, secret: str, name: str = "", **more: str) -> httpx.Response:
        return self.client.post(f"/api/tables/{table}/join", json={"secret": secret, "name": name, **more})

    def claim(self, table: str, seat: int, name: str = "", **more: str) -> httpx.Response:
        return self.client.post(f"/api/tables/{table}/claim", json={"seat": seat, "name": name, **more})

    def joined(self, table: str, link: str, name: str = "") -> Self:
        """The same, after coming by a link."""
        answer = self.join(table, secret_of(link), name)
        assert answer.status_code == 200, answer.text
        return self

    @contextmanager
    def live(self, table: str, *, hello: bool = True, **more: Any) -> Iterator[ClientConnection]:
        """A socket at a table."""
        headers = {"Cookie": self.cookies(f"/api/tables/{table}/live")}
        with self.served.live(table, hello=hello, additional_headers=headers, **more) as socket:
            yield socket

    def links(self, table: str) -> dict[str, Any]:
        """The links that this visitor may hand out."""
        with self.live(table) as socket:
            say(socket, type="links", id="links")
            return hear(socket, "links", "refused")

    def change(self, table: str, **message: Any) -> dict[str, Any]:
        """Send one message on the version of now; the answer."""
        with self.live(table, hello=False) as socket:
            say(socket, type="hello")
            version = hear(socket, "state")["version"]
            say(socket, **{"id": f"change {next(_NUMBERS)}", "version": version, **message})
            return hear(socket, "accepted", "refused")

    def play(self, table: str, seat: int, *moves: str) -> dict[str, Any]:
        return self.change(table, type="play", seat=seat, moves=moves)


def secret_of(link: str) -> str:
    """The last part of a link."""
    return link.rpartition("/")[2]
