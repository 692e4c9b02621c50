"""Files: whatever happens, the old content or the new one is there as a whole."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from aquaromana.cli.files import LARGEST, data_folder, read_bytes, replace_file, shown, write_bytes
from aquaromana.cli.group import Failure


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.aqr"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", no_room)
    monkeypatch.chdir(tmp_path)  # long names are shortened in messages
    with pytest.raises(Failure, match=r"cannot write game\.aqr: no space left on device"):
        write_bytes(file.name, b"new", force=True)
    assert file.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["game.aqr"]


def test_an_existing_file_is_replaced_only_by_force(tmp_path: Path) -> None:
    file = tmp_path / "game.aqr"
    write_bytes(str(file), b"one", force=False)
    with pytest.raises(Failure, match="already exists; use --force to replace it"):
        write_bytes(str(file), b"two", force=False)
    assert file.read_bytes() == b"one"
    write_bytes(str(file), b"two", force=True)
    assert file.read_bytes() == b"two"


@pytest.mark.skipif(os.name != "posix", reason="about modes and links")
def test_links_and_modes_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "game.aqr", tmp_path / "link.aqr"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    fresh = tmp_path / "fresh"
    replace_file(fresh, b"x")
    (tmp_path / "usual").touch()
    assert fresh.stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("name", ["missing.aqr", ".", "no/such/folder.aqr", "zero\0byte", "long" * 1000])
def test_a_file_that_cannot_be_read_or_written_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(Failure, match="cannot read"):
        read_bytes(name)
    if name != "missing.aqr":
        with pytest.raises(Failure, match="cannot write"):
            write_bytes(name, b"", force=True)


def test_endless_files_are_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(Failure, match="larger than 64 MiB"):
        read_bytes(str(tmp_path / "large"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_devices_are_written_to_as_they_are() -> None:
    with pytest.raises(Failure, match="no space left"):
        write_bytes("/dev/full", b"x", force=True)
    write_bytes("/dev/null", b"x", force=True)
    assert not Path("/dev/null").is_file()


def test_names_in_messages_are_harmless_and_short() -> None:
    assert shown("a\x1b[2J\nb") == "a?[2J?b"
    assert len(shown("n" * 500)) == 200


@pytest.mark.parametrize(
    ("system", "variable", "end"),
    [
        ("linux", "XDG_DATA_HOME", "aqua-romana/games"),
        ("win32", "LOCALAPPDATA", "aqua-romana/games"),
        ("darwin", None, "Library/Application Support/aqua-romana/games"),
    ],
)
def test_games_are_kept_where_the_system_wants(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, variable: str | None, end: str
) -> None:
    monkeypatch.delenv("AQUA_DATA")
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert data_folder().as_posix().endswith(end)
    assert data_folder().is_relative_to(tmp_path)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path / "own"))
        assert data_folder().is_relative_to(tmp_path / "own")
