"""The guard: Host, Origin, headers, and failures that tell nothing (S1, S7, S8)."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from aquaromana.server.middleware import origin as module
from aquaromana.server.middleware.origin import DOCUMENT_HEADERS, HEADERS, OriginMiddleware, is_trusted, suspicion
from tests.support.served import PEOPLE, Served


def scope_of(host: str | None, headers: Mapping[str, str] | None = None, port: int = 7483) -> Scope:
    pairs = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    if host is not None:
        pairs.insert(0, (b"host", host.encode()))
    return {
        "type": "http",
        "method": "GET",
        "path": "/",
        "scheme": "http",
        "server": ("127.0.0.1", port),
        "headers": pairs,
    }


@pytest.mark.parametrize("host", ["localhost:7483", "127.0.0.1:7483", "[::1]:7483", "LocalHost:7483"])
def test_this_machine_is_known_by_its_own_names(host: str) -> None:
    assert suspicion(scope_of(host)) == ""


@pytest.mark.parametrize(
    "host",
    [
        *(None, "", "evil.example", "evil.example:7483", "localhost", "localhost:80", "127.0.0.1:7484"),
        *("localhost.evil.example:7483", "127.0.0.1.nip.example:7483", "localhost.:7483", "127.0.0.2:7483"),
        *(
            "localhost:7483@evil.example",
            "evil.example/localhost:7483",
            "localhost:99999999",
            "::1:7483",
            "0.0.0.0:7483",
        ),
    ],
)
def test_names_that_were_made_to_point_here_are_refused(host: str | None) -> None:
    assert suspicion(scope_of(host)) == "request/host"


def test_a_network_knows_this_machine_by_the_address_that_it_reached() -> None:
    scope = {**scope_of("192.0.2.7:7483", {"origin": "http://192.0.2.7:7483"}), "server": ("192.0.2.7", 7483)}
    assert suspicion(scope) == ""
    assert suspicion({**scope, "server": ("::ffff:192.0.2.7", 7483)}) == ""
    assert suspicion({**scope, "server": ("192.0.2.8", 7483)}) == "request/host"
    assert suspicion({**scope_of("[2001:db8::7]:7483"), "server": ("2001:db8::7", 7483)}) == ""


def test_the_usual_port_needs_no_number() -> None:
    assert suspicion(scope_of("localhost", port=80)) == ""
    assert suspicion(scope_of("localhost", {"origin": "http://localhost"}, 80)) == ""


def test_two_hosts_are_one_too_many() -> None:
    scope = scope_of("localhost:7483")
    scope["headers"].append((b"host", b"localhost:7483"))
    assert suspicion(scope) == "request/host"


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, ""),
        ({"origin": "http://localhost:7483"}, ""),
        ({"origin": "null"}, "request/origin"),
        ({"origin": ""}, "request/origin"),
        ({"origin": "http://evil.example"}, "request/origin"),
        ({"origin": "https://localhost:7483"}, "request/origin"),
        ({"origin": "http://localhost:3000"}, "request/origin"),
        ({"origin": "http://127.0.0.1:7483"}, "request/origin"),
        ({"origin": "http://localhost:7483.evil.example"}, "request/origin"),
        ({"sec-fetch-site": "same-origin"}, ""),
        ({"sec-fetch-site": "none"}, ""),
        ({"sec-fetch-site": "cross-site"}, "request/origin"),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"}, "request/origin"),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}, ""),
        (
            {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"},
            "request/origin",
        ),
    ],
)
def test_only_our_own_pages_may_ask(headers: dict[str, str], code: str) -> None:
    assert suspicion(scope_of("localhost:7483", headers)) == code


def test_a_link_from_elsewhere_opens_a_page_and_does_nothing_else() -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    for changes in ({"method": "POST"}, {"type": "websocket", "scheme": "ws"}):
        assert suspicion({**scope_of("localhost:7483", link), **changes}) == "request/origin"


def test_public_names_are_known_with_and_without_encryption() -> None:
    names = {"aqua.example.org", "aqua.example.org:8443"}
    for host in names:
        assert suspicion(scope_of(host), names) == ""
        for scheme in ("http", "https"):
            assert suspicion(scope_of(host, {"origin": f"{scheme}://{host}"}), names) == ""
    assert suspicion(scope_of("aqua.example.org:9"), names) == "request/host"
    assert suspicion(scope_of("aqua.example.org", {"origin": "https://evil.example"}), names) == "request/origin"


# The same over the wire.


@pytest.mark.slow
@pytest.mark.parametrize("origin", ["null", "http://evil.example", "http://localhost:1"])
def test_a_foreign_page_can_change_nothing(
    served: Served, client: httpx.Client, origin: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = served.create()
    for answer in (
        client.post("/api/tables", json={"players": PEOPLE}, headers={"Origin": origin}),
        client.post("/api/records", content=b"x", headers={"Origin": origin}),
        client.delete(f"/api/tables/{table}", headers={"Origin": origin}),
        client.get("/api/tables", headers={"Origin": origin}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "request/origin")
        assert "access-control-allow-origin" not in answer.headers
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{served.port}/api/tables/{table}/live", origin=Origin(origin), proxy=None)
    assert refused.value.response.status_code == 403
    assert b"request/origin" in refused.value.response.body
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING], "nobody's log can be filled"
    assert served.version(table) == 0


def test_a_server_that_does_not_look_at_the_origin_is_found(
    served: Served, client: httpx.Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "suspicion", lambda *_: "")
    with pytest.raises((AssertionError, KeyError)):
        test_a_foreign_page_can_change_nothing(served, client, "null", caplog)


def test_our_own_page_may_use_the_socket(served: Served) -> None:
    table = served.create()
    with served.live(table, origin=f"http://127.0.0.1:{served.port}"):
        pass


def test_a_foreign_host_is_refused_everywhere(served: Served, client: httpx.Client) -> None:
    for path in ("/", "/health", "/api/tables", "/art/theme.css", "/nothing"):
        answer = client.get(path, headers={"Host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "request/host")
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"ws://127.0.0.1:{served.port}/api/tables/x/live", additional_headers={"Host": "evil.example"}, proxy=None
        )  # a second Host beside the client's own
    assert refused.value.response.status_code in (400, 403)


@pytest.mark.parametrize(
    "path", ["/", "/health", "/api/tables", "/art/symbols.svg", "/nothing", "/api/tables/x", "/api/openapi.json"]
)
def test_every_response_has_the_headers(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    for name, value in {**HEADERS, **DOCUMENT_HEADERS}.items():
        assert answer.headers[name] == value
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers
    assert "set-cookie" not in answer.headers
    assert "unsafe" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/js/app.js", "/css/base.css", "/art/theme.css"])
def test_scripts_and_styles_have_only_the_headers_that_matter_there(client: httpx.Client, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    for answer in (first, again):
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert not answer.headers.keys() & {name.lower() for name in DOCUMENT_HEADERS}


def test_browsers_do_not_complain_about_a_header_in_a_network_without_encryption() -> None:
    """Chromium wrote an error into the console of whoever came by `aqua play --lan`."""
    lan = {**scope_of("192.0.2.7:7483"), "server": ("192.0.2.7", 7483)}
    assert not is_trusted(lan)
    assert is_trusted({**lan, "scheme": "https"})
    assert all(is_trusted(scope_of(host)) for host in ("localhost:7483", "127.0.0.1:7483", "[::1]:7483"))
    name = b"cross-origin-opener-policy"
    for secure in (False, True):
        (start, _) = run_guarded(failing, scope=lan, secure=secure)
        assert (name in dict(start["headers"])) is secure
        assert b"content-security-policy" in dict(start["headers"])


# Failures.


def run_guarded(app: Any, kind: str = "http", scope: Scope | None = None, *, secure: bool = False) -> list[Message]:
    """What the guard sends around an application."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    scope = scope or scope_of("localhost:7483")
    scope["type"] = kind
    asyncio.run(OriginMiddleware(app, secure="aqua.example.org" if secure else "")(scope, receive, send))
    return sent


async def failing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise RuntimeError("SELECT secret FROM tables")


def test_a_failure_tells_nothing_but_that_it_is_one(caplog: pytest.LogCaptureFixture) -> None:
    start, body = run_guarded(failing)
    assert start["status"] == 500
    assert b"server/failed" in body["body"]
    assert b"SELECT" not in body["body"]
    assert b"Traceback" not in body["body"]
    assert (b"x-content-type-options", b"nosniff") in start["headers"]
    assert "SELECT secret" in caplog.text, "but the log has it"


def test_a_socket_that_fails_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    (closed,) = run_guarded(failing, "websocket")
    assert (closed["type"], closed["code"]) == ("websocket.close", 1011)


def test_an_answer_that_breaks_off_is_cut() -> None:
    async def half(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("half")

    with pytest.raises(RuntimeError, match="half"):
        run_guarded(half)
