"""`aqua serve`: its options become settings, and what cannot be is one line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aquaromana.server import launch as real
from aquaromana.server.settings import Settings
from tests.cli.conftest import Aqua, one_line


class Started:
    """Stands in for the start of a server."""

    settings: Settings
    exactly: bool

    def launch(
        self, settings: Settings, on_ready: Callable[[str], None], _on_running: object, *, exactly: bool, quiet: bool
    ) -> None:
        real.check(settings)
        self.settings, self.exactly = settings, exactly
        assert not quiet
        on_ready("http://127.0.0.1:7483/")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    found = Started()
    monkeypatch.setattr("aquaromana.cli.browser.launch", found.launch)
    return found


def test_without_options_it_is_shared_on_this_machine(aqua: Aqua, started: Started, data: Path) -> None:
    assert aqua("serve").stdout == "Aqua Romana is served at http://127.0.0.1:7483/ — Ctrl+C ends it\n"
    settings = started.settings
    assert (settings.host, settings.access, settings.data, started.exactly) == ("127.0.0.1", "shared", data, False)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--port", "8000", "--data", "mine"], {"port": 8000, "data": Path("mine")}),
        (["--database", "sqlite+aiosqlite:///x.db"], {"url": "sqlite+aiosqlite:///x.db"}),
        (["--access", "local"], {"access": "local"}),
        (["--public-url", "https://Aqua.example.org/"], {"public_url": "https://aqua.example.org"}),
        (["--proxy", "127.0.0.1", "--proxy", "10.0.0.0/8"], {"proxies": ("127.0.0.1", "10.0.0.0/8")}),
        (["--secret-file", "s"], {"secret_file": Path("s")}),
        (["--lobby", "--webhooks"], {"lobby": True, "webhooks": True}),
        (["--log", "json", "--log-level", "info"], {"log": "json", "log_level": "info"}),
        (
            ["--sockets-per-address", "1", "--tables-per-hour", "2", "--requests-per-minute", "0"],
            {"sockets_per_address": 1, "tables_per_hour": 2, "requests_per_minute": 0},
        ),
        (["--drain", "5"], {"drain": 5}),
    ],
)
def test_options_become_settings(aqua: Aqua, started: Started, arguments: list[str], wanted: dict[str, Any]) -> None:
    assert aqua("serve", *arguments).exit_code == 0
    assert {name: getattr(started.settings, name) for name in wanted} == wanted


def test_options_win_over_the_environment(aqua: Aqua, started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQUA_ACCESS", "local")
    monkeypatch.setenv("AQUA_LOBBY", "on")
    assert aqua("serve").exit_code == 0
    assert (started.settings.access, started.settings.lobby) == ("local", True)
    assert aqua("serve", "--access", "shared", "--no-lobby").exit_code == 0
    assert (started.settings.access, started.settings.lobby) == ("shared", False)


def test_a_server_for_others_insists_on_its_port_and_prints_their_address(
    aqua: Aqua, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = aqua("serve", "--public-url", "https://aqua.example.org").stdout
    assert "served at http://127.0.0.1:7483/, for others at https://aqua.example.org/ — Ctrl+C" in public
    assert started.exactly
    monkeypatch.setattr("aquaromana.server.addresses.in_network", lambda: ["192.0.2.7"])
    assert "Others in your network can open http://192.0.2.7:7483/" in aqua("serve", "--host", "0.0.0.0").stdout
    assert started.exactly


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--access", "local", "--host", "0.0.0.0"], "plays every seat: 0.0.0.0 needs access shared"),
        (["--host", "example.org"], "'example.org' is not an address of this machine"),
        (["--public-url", "https://example.org/aqua"], "public_url has no path"),
        (["--proxy", "everybody"], "proxies are addresses or networks"),
        (["--log", "xml"], "'xml' is not one of 'text', 'json'"),
        (["--drain", "-1"], "-1"),
        (["--secret", "x" * 40], "No such option"),
    ],
)
def test_an_invalid_option_is_one_line(aqua: Aqua, started: Started, arguments: list[str], said: str) -> None:
    assert said.lower() in one_line(aqua("serve", *arguments)).lower()


def test_a_weak_secret_is_one_line(aqua: Aqua, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQUA_SECRET", "short")
    assert "a secret has at least 32 characters" in one_line(aqua("serve", "--port", "0"))
    monkeypatch.delenv("AQUA_SECRET")
    said = one_line(aqua("serve", "--port", "0", "--secret-file", "missing"))
    assert "the secret in missing cannot be read: no such file or directory" in said
