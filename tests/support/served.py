"""The real server in a thread of the test's process: real sockets, and its inside within reach."""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from aquaromana.server.app import create_app
from aquaromana.server.host.listener import Listener
from aquaromana.server.launch import address, bound
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings

_T = TypeVar("_T")

PEOPLE = ({"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"})
UNLIMITED: dict[str, Any] = {"message_count": 10**6, "message_window": 0.1}


def settings_in(folder: Path, **wanted: Any) -> Settings:
    """Settings for tests: bots answer at once, one process thinks, and a busy machine makes nobody dead."""
    return Settings(
        **{"data": folder, "bot_delay": 0.0, "workers": 1, "port": 0, "dead": 60.0, "reviews_idle": False, **wanted}
    )


class Served:
    """A server on a free port, from start to stop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app: FastAPI = create_app(settings)
        self._listening = bound(settings.host, 0)
        self.url = address(self._listening)
        self.port = int(self._listening.getsockname()[1])
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="served")
        self.error: BaseException | None = None
        self.client = httpx.Client(base_url=self.url, timeout=60, trust_env=False)

    @property
    def service(self) -> TableService:
        service: TableService = self.app.state.service
        return service

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(60)
        if self.error:
            raise self.error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.client.close()
        self.stop()
        self._listening.close()

    def stop(self) -> None:
        """End as a signal would end it."""
        if self._thread.is_alive():
            self.listener.should_exit = True
            self._thread.join(30)
            assert not self._thread.is_alive()
        if self.error:
            raise self.error

    def _run(self) -> None:
        async def run() -> None:
            self.loop = asyncio.get_running_loop()
            self.listener = Listener(self.app, self.settings, self._ready.set)
            async with self.app.router.lifespan_context(self.app):
                await self.listener.serve([self._listening])

        try:
            asyncio.run(run())
        except BaseException as error:  # noqa: BLE001 (the test's own thread raises it)
            self.error = error
        finally:
            self._ready.set()

    def inside(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Do something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(60)

    # What most tests want.

    def create(self, *players: dict[str, str], position: str = "") -> str:
        """A new table; its id."""
        wanted: dict[str, Any] = {"players": list(players or PEOPLE), "position": position}
        answer = self.client.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def version(self, table: str) -> int:
        return int(self.client.get(f"/api/tables/{table}").json()["version"])

    @contextmanager
    def live(self, table: str, *, hello: bool = True, **more: Any) -> Iterator[ClientConnection]:
        """A socket at a table; with `hello` its first State has been heard."""
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        with connect(url, proxy=None, compression=None, max_size=None, **more) as socket:
            if hello:
                say(socket, type="hello")
                assert hear(socket, "state")
            yield socket


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def hear(socket: ClientConnection, *types: str, within: float = 30) -> dict[str, Any]:
    """The next message of one of these types, without any whatever comes; who is there only if that is wanted."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(within))
        if message["type"] in types or (not types and message["type"] != "presence"):
            return message
