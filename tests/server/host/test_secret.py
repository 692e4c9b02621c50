"""The secret: given, read, or made and kept; and the ones that are not good enough."""

import os
import stat
import sys
from pathlib import Path

import pytest

from aquaromana.server.errors import StartError
from aquaromana.server.host.secret import DEMO, FILE, SHORTEST, with_secret
from aquaromana.server.settings import Settings

GOOD = "x" * SHORTEST


def test_a_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    made = with_secret(Settings(data=tmp_path / "new")).secret
    assert len(made) >= SHORTEST
    assert with_secret(Settings(data=tmp_path / "new")).secret == made
    assert [path.name for path in (tmp_path / "new").iterdir()] == [FILE]
    assert with_secret(Settings(data=tmp_path / "other")).secret != made


def test_a_start_that_is_interrupted_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            with_secret(Settings(data=tmp_path))
    assert not list(tmp_path.iterdir())
    assert len(with_secret(Settings(data=tmp_path)).secret) >= SHORTEST


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_only_the_owner_can_read_the_secret(tmp_path: Path) -> None:
    with_secret(Settings(data=tmp_path))
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_given_secret_is_taken_and_a_file_before_the_environment(tmp_path: Path) -> None:
    assert with_secret(Settings(data=tmp_path, secret=GOOD)).secret == GOOD
    (tmp_path / "mine").write_text(f"{GOOD}y\n")
    settings = Settings.make({"AQUA_SECRET": GOOD}, data=tmp_path, secret_file=tmp_path / "mine")
    assert with_secret(settings).secret == f"{GOOD}y"
    assert not (tmp_path / FILE).exists()


def test_settings_never_show_the_secret() -> None:
    shown = repr(Settings(secret=GOOD, metrics_token="token-" + GOOD, database="postgresql://me:password@host/aqua"))
    assert GOOD not in shown
    assert "password" not in shown


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"secret": "x" * (SHORTEST - 1)}, "at least 32 characters"),
        ({"secret_file": Path("missing")}, "cannot be read: no such file or directory"),
        ({"secret": DEMO, "host": "0.0.0.0"}, "Everybody knows the demo secret"),
        ({"secret": DEMO, "public_url": "https://aqua.example.org"}, "Everybody knows the demo secret"),
        ({"database": "postgresql+asyncpg://db/aqua", "host": "0.0.0.0"}, "share a secret: set AQUA_SECRET"),
        ({"database": "postgresql+asyncpg://db/aqua", "public_names": ("aqua.example",)}, "share a secret"),
    ],
)
def test_what_is_not_good_enough_is_one_line(tmp_path: Path, wanted: dict[str, object], told: str) -> None:
    with pytest.raises(StartError) as caught:
        with_secret(Settings.make({}, data=tmp_path, **wanted))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_on_this_machine_the_demo_and_a_kept_one_are_good_enough(tmp_path: Path) -> None:
    assert with_secret(Settings(data=tmp_path, secret=DEMO)).secret == DEMO
    assert with_secret(Settings(data=tmp_path, database="postgresql+asyncpg://db/aqua")).secret
