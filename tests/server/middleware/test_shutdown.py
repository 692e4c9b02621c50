"""Whoever still waits when the server ends is told so, and the log stays empty."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from starlette.responses import StreamingResponse
from websockets.exceptions import ConnectionClosed, InvalidStatus

from aquaromana.server.api import table_socket
from aquaromana.server.host import listener
from aquaromana.server.middleware.shutdown import ShutdownMiddleware
from tests.support.served import Served, settings_in


@pytest.fixture
def begun() -> threading.Event:
    """Set as soon as the endless request has begun."""
    return threading.Event()


@pytest.fixture
def served(
    tmp_path: Path, begun: threading.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Served:
    """A server with two endless requests, which waits only a moment for them."""
    monkeypatch.setattr(listener, "LEAVING", 0.1)
    served = Served(settings_in(tmp_path))

    async def nothing() -> None:
        begun.set()
        await asyncio.Event().wait()

    async def half() -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"one half"
            await nothing()

        return StreamingResponse(parts())

    served.app.get("/nothing")(nothing)
    served.app.get("/half")(half)
    caplog.set_level("WARNING")
    return served


def ended(served: Served, begun: threading.Event, ask: Callable[[], object]) -> object:
    """What somebody hears who asks for something that has not ended when the server does."""
    with served, ThreadPoolExecutor(1) as asking:
        answer = asking.submit(ask)
        assert begun.wait(30)
        served.stop()
        return answer.result(30)


@pytest.mark.slow
def test_a_request_is_answered(served: Served, begun: threading.Event, caplog: pytest.LogCaptureFixture) -> None:
    answer = ended(served, begun, lambda: served.client.get("/nothing"))
    assert isinstance(answer, httpx.Response)
    assert (answer.status_code, answer.json()["code"]) == (503, "server/restart")
    assert answer.headers["X-Content-Type-Options"] == "nosniff", "as every answer"
    assert caplog.messages == []


@pytest.mark.slow
def test_half_an_answer_is_cut_off(served: Served, begun: threading.Event, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(httpx.TransportError):
        ended(served, begun, lambda: served.client.get("/half"))
    assert caplog.messages == []


@pytest.mark.slow
@pytest.mark.parametrize(("where", "told"), [("_barred", "HTTP 503"), ("_close", "1012")], ids=["outside", "inside"])
def test_a_socket_is_refused_or_closed(
    served: Served,
    begun: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    where: str,
    told: str,
) -> None:
    async def for_ever(*_: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    def ask() -> None:
        with served.live("nothing", hello=False) as socket:
            socket.send("{}")
            socket.recv(30)
            socket.recv(30)

    monkeypatch.setattr(table_socket, where, for_ever)
    with pytest.raises((InvalidStatus, ConnectionClosed), match=told):
        ended(served, begun, ask)
    assert caplog.messages == []


def test_work_that_somebody_else_broke_off_is_not_the_end() -> None:
    async def app(*_: object) -> None:
        waiting = asyncio.get_running_loop().create_future()
        waiting.cancel()
        await waiting

    async def test() -> None:
        await ShutdownMiddleware(app)({"type": "http"}, asyncio.sleep, asyncio.sleep)  # type: ignore[arg-type]

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(test())
