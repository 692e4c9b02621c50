"""Settings come from arguments and the environment, and what cannot be is told in one line."""

import os
from pathlib import Path

import pytest
import sqlalchemy as sa

from aquaromana.server.settings import PREFIX, Settings, SettingsError, cores


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
        ({"AQUA_PORT": "many"}, "AQUA_PORT='many' is no number"),
        ({"AQUA_PORT": "65536"}, "port is 0 to 65535, not 65536"),
        ({"AQUA_WORKERS": "1.5"}, "AQUA_WORKERS='1.5' is no number"),
        ({"AQUA_BOT_DELAY": "-1"}, "bot_delay is 0 to 60 seconds, not -1"),
        ({"AQUA_BOT_DELAY": "nan"}, "bot_delay is 0 to 60 seconds, not nan"),
        ({"AQUA_RETENTION": "-0.5"}, "retention is 0 to 36500 days, not -0.5"),
        ({"AQUA_HOST": "not a host"}, "'not a host' is no name of a host"),
    ],
)
def test_what_cannot_be_is_told(environ: dict[str, str], told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.make(environ)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_argument_that_is_no_setting_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="colour"):
        Settings.make({}, colour="red")
