"""The data folder: one server at a time, and a note where it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from aquaromana.server.errors import StartError
from aquaromana.server.host.data_folder import NOTE, Folder, fingerprint


def test_only_one_holds_a_folder_and_the_next_may_have_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep"
    with Folder(path) as one, Folder(path) as other:
        assert one.claim()
        assert not other.claim()
        one.note("http://127.0.0.1:1/")
        assert other.noted() == "http://127.0.0.1:1/"
        one.release()
        assert other.claim()
        assert other.noted() == ""


def test_a_process_that_dies_releases_the_folder(tmp_path: Path) -> None:
    code = "import sys, pathlib, os; from aquaromana.server.host.data_folder import Folder\n"
    code += "print(Folder(pathlib.Path(sys.argv[1])).claim(), flush=True); os.kill(os.getpid(), 9)"
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n"
    with Folder(tmp_path) as folder:
        assert folder.claim()


@pytest.mark.parametrize("note", ["", "{", "[]", '{"pid": 1}', "\0"])
def test_a_note_that_cannot_be_read_is_none(tmp_path: Path, note: str) -> None:
    (tmp_path / NOTE).write_text(note)
    assert Folder(tmp_path).noted() == ""


def test_a_path_that_is_not_a_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StartError, match=r"^The data folder .* cannot be used: [a-z].*\.$"):
        Folder(tmp_path / "file").claim()


def test_a_fingerprint_tells_folders_apart_and_nothing_else(tmp_path: Path) -> None:
    assert fingerprint(tmp_path) != fingerprint(tmp_path / "other")
    assert fingerprint(tmp_path / "a" / "..") == fingerprint(tmp_path)
    assert os.sep not in fingerprint(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_the_key_is_for_those_who_may_read_the_folder_alone(tmp_path: Path) -> None:
    (tmp_path / f"{NOTE}.new").touch(0o644)  # left behind
    Folder(tmp_path).note("http://127.0.0.1:1/", "secret")
    assert Folder(tmp_path).noted("key") == "secret"
    assert (tmp_path / NOTE).stat().st_mode & 0o077 == 0
