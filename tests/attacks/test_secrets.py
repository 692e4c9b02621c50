"""S7 and S8: words of others stay words, and no answer tells about the inside."""

import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from aquaromana.records import read_record
from aquaromana.server.api import tokens
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.store import Store
from tests.support.served import Served, hear, say, settings_in
from tests.support.visitors import shared_settings

NASTY = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</text><svg onload=alert(1)>",
    "\"><a href='javascript:alert(1)'>",
    "]]><!--",
    "&lt;b&gt; &#x202e; &",
    "\u202eבודק\u2066\u202d",
    "a\0b\x1b[31m\x07\u200b\ufeff\u2028",
    "'; DROP TABLE log; --",
    "{{constructor}} ${7*7} %s",
    'x"]\n[Bot0 "network:/etc/passwd"]',
)
INSIDE = re.compile(
    r"traceback|exception|sqlite|sqlalchemy|select |insert |\.py\b|File \"|line \d+, in |site-packages|/home/|/tmp/",
    re.IGNORECASE,
)
"""What an answer never says."""
HARMFUL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(settings_in(tmp_path_factory.mktemp("served"))) as served:
        yield served


# S7: names.


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_text_wherever_it_appears(server: Served, name: str) -> None:
    table = server.create({"kind": "person", "name": name}, {"kind": "person", "name": "Ben"})
    path = f"/api/tables/{table}"
    state = server.client.get(f"{path}/state")
    kept = state.json()["table"]["players"][0]["name"]
    assert not HARMFUL.search(kept)
    assert state.headers["content-type"] == "application/json"
    assert state.headers["x-content-type-options"] == "nosniff"
    record = server.client.get(f"{path}/record.aqr")
    assert record.headers["content-type"].startswith("text/plain")
    assert read_record(record.content).names == (kept, "Ben")
    assert "Bot0" not in read_record(record.content).tags
    picture = server.client.get(f"{path}/board.svg")
    assert "script" not in picture.headers["content-security-policy"]
    assert "sandbox" in picture.headers["content-security-policy"]
    for element in ET.fromstring(picture.text).iter():
        assert element.tag.rpartition("}")[2] not in ("script", "a", "foreignObject", "image", "iframe")
        assert not [each for each in element.attrib if each.lower().startswith("on")]
    with server.live(table, hello=False) as socket:
        say(socket, type="hello")
        assert hear(socket, "state")["table"]["players"][0]["name"] == kept


def test_a_record_brings_in_no_harmful_name(server: Served) -> None:
    text = (
        '[Players "2"]\n[Seat0 "\u202eevil\u2066 <b>"]\n[Seat1 "'
        + "x" * 5000
        + '"]\n[Bot0 "network:/etc/passwd"]\n\n*\n'
    )
    answer = server.client.post("/api/records", content=text.encode())
    assert answer.status_code == 201, answer.text
    players = answer.json()["players"]
    assert players[0] == {"seat": 0, "kind": "person", "name": "evil <b>"}, "and it is not a bot of somebody's choice"
    assert len(players[1]["name"]) <= 40


def test_words_are_text_for_everybody_at_the_table(server: Served) -> None:
    table = server.create()
    with server.live(table, hello=False) as socket:
        say(socket, type="hello")
        version = hear(socket, "state")["version"]
        for number, words in enumerate(NASTY):
            say(socket, type="rename", id=f"n{number}", version=version, seat=0, name=words)
            version = hear(socket, "accepted")["version"]
            state = hear(socket, "state")
            assert not HARMFUL.search(state["table"]["players"][0].get("name", ""))
        for number, words in enumerate(NASTY[-4:]):
            say(socket, type="say", id=f"s{number}", seat=0, text=words)
            assert not HARMFUL.search(hear(socket, "said")["text"])


# S8: nothing about the inside.


def asked(server: Served, table: str, *, drawn: bool) -> Iterator[httpx.Response]:
    """An answer of every address, by way of what the description says; drawing takes time."""
    document = server.client.get("/api/openapi.json").json()
    secret = server.app.state.tokens.secret(table, tokens.invite(1), 0)
    contents = {
        "/api/tables": {"players": [{"kind": "person"}, {"kind": "person"}]},
        "/api/tables/{id}/join": {"secret": secret},
        "/api/tables/{id}/claim": {"seat": 1},
        "/api/tables/{id}/follow": {"from": table},
        "/api/tables/{id}/chairs/{chair}/webhook": {"url": "https://example.org"},
    }
    for path, methods in document["paths"].items():
        real = path.replace("{id}", table).replace("{ply}", "0").replace("{chair}", "0")
        for method in methods:
            if method == "delete" or (path.endswith((".png", ".gif")) and not drawn):
                continue
            content = json.dumps(contents[path]).encode() if path in contents else b'[Players "2"]\n*'
            yield server.client.request(method, real, content=content if method in ("post", "put") else None)


FAULTS = (
    StorageFault("(sqlite3.OperationalError) disk I/O error [SQL: SELECT secret FROM tables]"),
    OperationalError("SELECT secret", {}, sqlite3.OperationalError("database is locked")),
    RuntimeError('File "/opt/secret.py", line 1, in secret'),
    MemoryError("secret"),
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(shared_settings(tmp_path_factory.mktemp("club"), webhooks=True)) as served:
        yield served


@pytest.mark.parametrize("kind", ["server", "club"])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_no_answer_tells_what_failed(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fault: Exception, kind: str
) -> None:
    server: Served = request.getfixturevalue(kind)
    table = server.create({"kind": "person"}, {"kind": "person" if kind == "server" else "open"})

    async def fail(*_: Any, **__: Any) -> Any:
        raise fault

    def fail_at_once(*_: Any, **__: Any) -> Any:
        raise fault

    for name in ("infos", "count", "load", "add", "delete", "append", "source", "revoked", "set_webhook"):
        monkeypatch.setattr(Store, name, fail)
    for where in (
        "protocol.views.view",
        "api.table_routes.imports.prepared",
        "api.picture_routes.render.board_svg",
        "api.picture_routes.render.thumbnail",
        "table.exports.write_record",
        "table.exports.to_json",
    ):
        monkeypatch.setattr(f"aquaromana.server.{where}", fail_at_once)
    statuses = set()
    for answer in asked(server, table, drawn=kind == "server"):
        statuses.add(answer.status_code)
        assert not INSIDE.search(answer.text) or answer.url.path == "/api/openapi.json", answer.text
        if answer.status_code >= 500:
            assert answer.json()["code"] in ("server/failed", "server/storage"), answer.text
            assert set(answer.json()) == {"code", "clause", "args", "message"}
    assert statuses & {500, 503}, "something did fail"


def test_no_refusal_over_the_socket_tells_what_failed(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.create()
    for fault in FAULTS:

        async def fail(*_: Any, fault: Exception = fault, **__: Any) -> Any:
            raise fault

        monkeypatch.setattr(Store, "append", fail)
        with server.live(table) as socket:
            say(socket, type="play", id="1", version=0, seat=0, moves=["C@12"])
            refused = hear(socket, "refused", "accepted")
            assert refused["code"] in ("server/failed", "server/storage")
            assert not INSIDE.search(json.dumps(refused))
        monkeypatch.undo()
    assert server.version(table) == 0


@pytest.mark.parametrize(
    "request_line",
    [
        *(
            "GET / HTTP/9.9",
            "G\0T / HTTP/1.1",
            "GET /\xff HTTP/1.1",
            "GET / HTTP/1.1\r\nHost",
            "nonsense",
            "GET " + "/" * 70_000,
        ),
        *(
            "CONNECT evil.example:443 HTTP/1.1",
            "GET http://evil.example/ HTTP/1.1",
            "POST /api/tables HTTP/1.1\r\nContent-Length: x",
        ),
        *(
            "POST /api/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4",
            "GET / HTTP/1.1\r\nX: " + "y" * 70_000,
        ),
    ],
    ids=lambda line: line[:30],
)
def test_requests_that_are_not_http_are_refused_without_naming_the_server(server: Served, request_line: str) -> None:
    import socket

    with socket.create_connection(("127.0.0.1", server.port), 20) as connection:
        try:
            connection.sendall(request_line.encode("latin-1") + b"\r\n\r\n")
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        answer = b""
        try:
            while data := connection.recv(65_536):
                answer += data
        except OSError:
            pass
    head = answer.partition(b"\r\n")[0]
    assert not answer or re.fullmatch(rb"HTTP/1\.1 4\d\d .*", head), head
    assert not INSIDE.search(answer.decode("latin-1"))
