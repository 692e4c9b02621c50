"""Settings come from arguments and the environment, and what cannot be is told in one line."""

import os
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from aquaromana.processes import cores
from aquaromana.server.settings import PREFIX, Settings, SettingsError


def test_the_defaults_need_nothing() -> None:
    settings = Settings.make({})
    assert settings.data.name == "aqua-romana"
    assert sa.make_url(settings.url).database == str(settings.data / "tables.db")
    assert settings.retention is None
    assert settings.workers == max(1, cores() - 1)


def test_the_environment_says_what_arguments_do_not() -> None:
    environ = {
        "AQUA_DATA": "/somewhere",
        "AQUA_BOT_DELAY": " 0 ",
        "AQUA_PORT": "8080",
        "AQUA_RETENTION": "30.5",
        "AQUA_PUBLIC_NAMES": "aqua.example, www.example",
        "AQUA_WORKERS": "",
        "AQUA_LONG": "some test",
    }
    settings = Settings.make(environ, port=9090, bot_patience=None)
    assert settings.data == Path("/somewhere")
    assert (settings.bot_delay, settings.port, settings.retention) == (0.0, 9090, 30.5)
    assert settings.public_names == ("aqua.example", "www.example")
    assert settings.workers >= 1
    assert Settings.make({"AQUA_RETENTION": "never"}).retention is None


def test_the_environment_of_the_process_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, f"{PREFIX}TABLES", "17")
    assert Settings.make().tables == 17


def test_a_database_may_be_elsewhere() -> None:
    url = "postgresql+asyncpg://me:secret@host/aqua"
    assert Settings(database=url).url == url


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({"AQUA_PORT": "many"}, "AQUA_PORT='many' is not a number"),
        ({"AQUA_PORT": "65536"}, "port is 0 to 65535, not 65536"),
        ({"AQUA_WORKERS": "1.5"}, "AQUA_WORKERS='1.5' is not a number"),
        ({"AQUA_BOT_DELAY": "-1"}, "bot_delay is 0 to 60 seconds, not -1"),
        ({"AQUA_BOT_DELAY": "nan"}, "bot_delay is 0 to 60 seconds, not nan"),
        ({"AQUA_RETENTION": "-0.5"}, "retention is 0 to 36500 days, not -0.5"),
        ({"AQUA_HOST": "not a host"}, "'not a host' is not a valid host name"),
        ({"AQUA_ACCESS": "open"}, "access is local or shared, not 'open'"),
        ({"AQUA_LOG_LEVEL": "loud"}, "log_level is debug or info or warning or error, not 'loud'"),
        ({"AQUA_LOBBY": "perhaps"}, "AQUA_LOBBY is on or off, not 'perhaps'"),
        ({"AQUA_PROXIES": "127.0.0.1 *"}, "proxies are addresses or networks, as 127.0.0.1 or 10.0.0.0/8, not '*'"),
        ({"AQUA_METRICS_TOKEN": "short"}, "metrics_token has at least 16 characters"),
        ({"AQUA_PUBLIC_URL": "aqua.example.org"}, "public_url is an address like https://aqua.example.org, not"),
        ({"AQUA_PUBLIC_URL": "ftp://aqua.example.org"}, "public_url is an address like"),
        ({"AQUA_PUBLIC_URL": "https://me@aqua.example.org"}, "public_url is an address like"),
        (
            {"AQUA_PUBLIC_URL": "https://aqua.example.org:port"},
            "public_url 'https://aqua.example.org:port' is not a valid URL",
        ),
        (
            {"AQUA_PUBLIC_URL": "https://example.org/aqua/"},
            "public_url has no path: the server needs a name of its own, as https://example.org",
        ),
    ],
)
def test_impossible_settings_are_explained(environ: dict[str, str], told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.make(environ)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_argument_that_is_no_setting_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="colour"):
        Settings.make({}, colour="red")


def test_the_public_address_is_told_as_an_origin_is() -> None:
    for text, url, name in (
        ("HTTPS://Aqua.Example.org:443/", "https://aqua.example.org", "aqua.example.org"),
        ("http://aqua.example.org:443", "http://aqua.example.org:443", "aqua.example.org:443"),
        ("http://[2001:DB8::1]:80", "http://[2001:db8::1]", "[2001:db8::1]"),
    ):
        settings = Settings(public_url=text, public_names=("other.example",))
        assert (settings.public_url, settings.names) == (url, ("other.example", name))
        assert settings.is_secure == url.startswith("https")


@pytest.mark.parametrize(
    ("wanted", "private"),
    [
        ({}, True),
        ({"host": "::1", "public_url": "http://localhost:8000"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "192.0.2.1"}, False),
        ({"public_url": "https://aqua.example.org"}, False),
        ({"public_names": ("aqua.example.org",)}, False),
    ],
)
def test_only_loopback_is_private(wanted: dict[str, Any], private: bool) -> None:
    assert Settings(**wanted).is_private is private


def test_the_database_has_a_second_name_in_the_environment() -> None:
    assert Settings.make({"AQUA_DATABASE_URL": "sqlite:///a.db"}).database == "sqlite:///a.db"
    both = {"AQUA_DATABASE_URL": "sqlite:///a.db", "AQUA_DATABASE": "sqlite:///b.db"}
    assert Settings.make(both).database == "sqlite:///b.db"


def test_switches_and_lists_in_the_environment() -> None:
    settings = Settings.make({"AQUA_LOBBY": "On", "AQUA_WEBHOOKS": "0", "AQUA_PROXIES": "127.0.0.1, 10.0.0.0/8"})
    assert (settings.lobby, settings.webhooks, settings.proxies) == (True, False, ("127.0.0.1", "10.0.0.0/8"))
