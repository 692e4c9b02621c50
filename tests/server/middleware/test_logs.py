"""The log: lines for people and for programs, and no secret of anybody in them (S2)."""

import contextlib
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from aquaromana.server.middleware import logs
from aquaromana.server.settings import Settings
from tests.support.served import Served, settings_in


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leaves logging as it was."""
    loggers = [logging.getLogger(name) for name in (logs.OURS, *logs.OTHERS)]
    kept = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, handlers, propagate, level in kept:
        for handler in set(logger.handlers) - set(handlers):
            handler.close()
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def written(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_a_line_for_programs_is_one_object(tmp_path: Path) -> None:
    logs.set_up(Settings(log="json", log_level="info"), tmp_path / "log")
    logger = logging.getLogger("aquaromana.test")
    logs.log_event(logger, logging.INFO, "request", status=200, route="/x")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logger.exception("Table %s failed", "x")
    first, second = written(tmp_path / "log")
    assert str(first.pop("time")).endswith("Z")
    assert first == {"level": "info", "logger": "aquaromana.test", "event": "request", "status": 200, "route": "/x"}
    assert (second["event"], second["level"]) == ("Table x failed", "error")
    assert "ValueError: two\nlines" in str(second["trace"])


def test_a_line_for_people_has_the_fields_behind_it(tmp_path: Path) -> None:
    logs.set_up(Settings(log_level="info"), tmp_path / "log")
    logs.log_event(logging.getLogger("aquaromana.test"), logging.INFO, "request", status=200, route="/x")
    assert (tmp_path / "log").read_text().endswith(" INFO aquaromana.test: request status=200 route=/x\n")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("/api/tables/{id}", "/api/tables/{id}"),
        ("2001:db8::1", "2001:db8::1"),
        ("", '""'),
        ("1 status=200", '"1 status=200"'),
        ('"', '"\\""'),
        ("a\nb\u2028", '"a\\nb\\\\u2028"'),
    ],
)
def test_no_value_is_taken_for_another(tmp_path: Path, value: str, told: str) -> None:
    logs.set_up(Settings(log_level="info"), tmp_path / "log")
    logger = logging.getLogger("aquaromana.test")
    logs.log_event(logger, logging.INFO, "request", address=value)
    logger.warning("%s failed", "/x\n2026 INFO forged")
    first, second = (tmp_path / "log").read_text("utf-8").splitlines()
    assert first.endswith(f" request address={told}")
    assert second.endswith(": /x?2026 INFO forged failed")


@pytest.mark.slow
@pytest.mark.parametrize(("forwarded", "address"), [("192.0.2.7", "192.0.2.7"), ("1.2.3.4 status=200 x", "")])
def test_only_addresses_are_told_of_those_behind_a_proxy(tmp_path: Path, forwarded: str, address: str) -> None:
    settings = settings_in(tmp_path, log="json", log_level="info", proxies=("127.0.0.1",))
    with Served(settings) as served:
        logs.set_up(settings, tmp_path / "log")
        served.client.get("/api/bots", headers={"X-Forwarded-For": forwarded})
    assert [line["address"] for line in written(tmp_path / "log") if line["event"] == "request"] == [address]


@pytest.mark.parametrize(("level", "lines"), [("warning", 1), ("info", 2), ("debug", 3)])
def test_the_level_says_what_is_worth_a_line(tmp_path: Path, level: str, lines: int) -> None:
    logs.set_up(Settings.make({"AQUA_LOG_LEVEL": level}), tmp_path / "log")
    for name in ("aquaromana.test", "uvicorn.error"):
        logging.getLogger(name).debug("d")
        logging.getLogger(name).info("i")
    logging.getLogger("asyncio").warning("w")
    assert len((tmp_path / "log").read_text().splitlines()) == lines, "others tell only what goes wrong"


@pytest.mark.slow
def test_no_secret_gets_into_the_log(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, log="json", log_level="debug", access="shared")
    with Served(settings) as served:
        logs.set_up(settings, tmp_path / "log")
        table = served.create()
        hidden = {"Cookie": "aq=GEHEIM", "Authorization": "Bearer GEHEIM", "Referer": f"{served.url}?t=GEHEIM"}
        for path in (f"/api/tables/{table}", "/api/bots", "/nothing", "/api/nothing", "/metrics", "/"):
            served.client.get(path, params={"token": "GEHEIM"}, headers=hidden)
        served.client.post("/api/qr", json={"text": f"{served.url}#/join/{table}/GEHEIM"}, headers=hidden)
        served.client.post("/api/tables", content=b'{"GEHEIM"', headers=hidden)
        live = f"ws://127.0.0.1:{served.port}/api/tables/{table}/live?token=GEHEIM"
        with contextlib.suppress(InvalidStatus), connect(live, additional_headers=hidden, proxy=None):
            pass
    lines = written(tmp_path / "log")
    assert "GEHEIM" not in (tmp_path / "log").read_text()
    asked = {(line.get("method"), line.get("route"), line.get("status")) for line in lines}
    assert {("GET", "/api/tables/{id}"), ("POST", "/api/qr"), ("GET", "page"), ("GET", "")} <= {
        (method, route) for method, route, _ in asked
    }
    assert ("GET", "page", 404) in asked
    assert any(line["event"] == "socket" and line["route"] == "/api/tables/{id}/live" for line in lines)
    assert all(line["address"] == "127.0.0.1" for line in lines if line["event"] in ("request", "socket"))
