"""For whoever runs the server: readiness, figures and codes."""

import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno

from aquaromana.server.errors import Refusal
from aquaromana.server.pictures import qr
from aquaromana.server.protocol.messages import PROTOCOL
from aquaromana.version import __version__
from tests.support.served import PEOPLE, Served, hear, say, settings_in

TOKEN = "a-token-for-the-tests"


# Readiness.


@pytest.mark.slow
def test_ready_while_the_storage_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(settings_in(tmp_path)) as served:
        assert (served.client.get("/ready").status_code, served.client.get("/ready").json()) == (200, {"ready": True})

        async def fail() -> None:
            raise Refusal.of("server/storage")

        monkeypatch.setattr(served.service, "check", fail)
        answer = served.client.get("/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
        assert served.client.get("/health").status_code == 200, "it lives nevertheless"


@pytest.mark.slow
def test_not_ready_when_the_file_of_the_tables_is_gone(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        table = served.create()
        for each in tmp_path.glob("tables.db*"):
            each.unlink()
        made = served.client.post("/api/tables", json={"players": PEOPLE})
        assert (made.status_code, made.json()["code"]) == (503, "server/storage")
        answer = served.client.get("/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
        with served.live(table) as socket:
            say(socket, type="play", id="1", version=0, seat=0, moves=["C@12"])
            assert hear(socket, "accepted", "refused")["code"] == "server/storage"


@pytest.mark.slow
def test_a_server_that_drains_is_not_ready_but_serves(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, drain=2.0)) as served:
        ending = threading.Thread(target=served.stop)
        ending.start()
        seen: list[tuple[int, int]] = []
        end = time.monotonic() + 20
        while (503, 200) not in seen and time.monotonic() < end:
            seen.append((served.client.get("/ready").status_code, served.client.get("/health").status_code))
        ending.join()
    assert seen[-1] == (503, 200)


# Figures.


def figure(text: str, name: str) -> float:
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).rpartition(" ")[2])


@pytest.mark.slow
def test_the_figures_tell_what_happens(served: Served, client: httpx.Client) -> None:
    before = client.get("/metrics").text
    table = served.create()
    with served.live(table) as socket:
        say(socket, type="play", id="1", version=0, seat=0, moves=["C@12"])
        hear(socket, "accepted")
        say(socket, type="play", id="2", version=0, seat=0, moves=["C@12"])
        assert hear(socket, "refused")["code"] == "table/stale"
        answer = client.get("/metrics")
    after = answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert f'aqua_build_info{{protocol="{PROTOCOL}",version="{__version__}"}} 1.0' in after
    for name, more in (
        ('aqua_plays_total{outcome="accepted"}', 1),
        ('aqua_plays_total{outcome="table/stale"}', 1),
        ("aqua_acknowledge_seconds_count", 1),
        ('aqua_requests_total{method="POST",route="/api/tables",status="201"}', 1),
    ):
        known = figure(before, name) if f"\n{name} " in before else 0
        assert figure(after, name) == known + more, name
    assert figure(after, "aqua_commit_seconds_count") >= figure(before, "aqua_commit_seconds_count") + 2
    assert figure(after, "aqua_commit_changes_sum") >= figure(before, "aqua_commit_changes_sum") + 2
    assert figure(after, "aqua_sockets") == 1
    assert figure(after, "aqua_tables") >= 1
    assert figure(after, "aqua_bots_thinking") == figure(after, "aqua_bots_waiting") == 0
    assert table not in after


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_what_a_proxy_brings_does_not_see_the_figures(client: httpx.Client, header: str) -> None:
    answer = client.get("/metrics", headers={header: "127.0.0.1"})
    assert (answer.status_code, answer.json()["code"]) == (404, "request/unknown")


@pytest.mark.slow
def test_with_the_token_metrics_can_be_read_from_anywhere(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, metrics_token=TOKEN, proxies=("127.0.0.1",))
    with Served(settings) as served:
        far = {"X-Forwarded-For": "192.0.2.1"}
        right, wrong = {"Authorization": f"Bearer {TOKEN}"}, {"Authorization": f"Bearer {TOKEN}x"}
        codes = [
            served.client.get("/metrics", headers=each).status_code for each in (far, far | wrong, far | right, {})
        ]
        assert codes == [401, 401, 200, 200]
        assert served.client.get("/metrics", headers=far).headers["WWW-Authenticate"] == "Bearer"


# Codes.


def test_a_code_leads_here_alone(served: Served, client: httpx.Client) -> None:
    answer = client.post("/api/qr", json={"text": f"{served.url}#/join/x/secret"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    port = served.port
    foreign = ("https://evil.example/", f"{served.url}\n", f"http://127.0.0.1:{port}@evil.example/", "x", "")
    for text in (*foreign, f"{served.url}{'x' * qr.MAX_TEXT_LENGTH}"):
        refused = client.post("/api/qr", json={"text": text})
        assert (refused.status_code, refused.json()["code"]) == (422, "request/qr"), text
    assert client.post("/api/qr", content=b"x").json()["code"] == "request/invalid"


def test_a_code_is_drawn_once_and_not_where_play_is(
    served: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def make(text: str, **more: Any) -> Any:
        threads.append(threading.current_thread())
        return segno.make(text, **more)

    monkeypatch.setattr(segno, "make_qr", make)
    for _ in range(2):
        assert client.post("/api/qr", json={"text": f"{served.url}#/join/x/once"}).status_code == 200
    assert [each.name == "served" for each in threads] == [False]


@pytest.mark.slow
def test_codes_and_settings_follow_the_public_address(tmp_path: Path) -> None:
    public = "https://aqua.example.org"
    settings = settings_in(tmp_path, access="shared", public_url=public, lobby=True, proxies=("127.0.0.1",))
    with Served(settings) as served:
        told = served.client.get("/api/settings").json()
        assert (told["public_url"], told["access"], told["lobby"], told["webhooks"]) == (public, "shared", True, False)
        assert (told["addresses"], told["command"]) == ([], ""), "what is typed here is nobody's business elsewhere"
        assert served.client.post("/api/qr", json={"text": f"{public}/#/join/x/y"}).status_code == 200
        assert served.client.post("/api/qr", json={"text": f"{public}.evil.example/"}).status_code == 422
        # The page as the proxy asks for it, and a foreign one.
        proxied = {"Host": "aqua.example.org", "X-Forwarded-Proto": "https"}
        for origin, code in ((public, 200), ("https://evil.example", 403), ("https://aqua.example.org:8443", 403)):
            assert served.client.get("/api/bots", headers={**proxied, "Origin": origin}).status_code == code
