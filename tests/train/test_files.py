"""Files of games: read back as written, and whatever is damaged is noticed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.train.errors import TrainingError
from aquaromana.train.files import (
    DamagedError,
    drop_unfinished,
    locked,
    pack_games,
    read_games,
    unpack_games,
    write_file,
    write_games,
)

GAMES = [b"first", b"", b"the third game" * 9]


@given(st.lists(st.binary(max_size=60), max_size=6))
def test_games_are_read_back(games: list[bytes]) -> None:
    assert unpack_games(pack_games(games)) == games


def test_no_cut_and_no_changed_byte_goes_unnoticed() -> None:
    data = pack_games(GAMES)
    for length in range(len(data)):
        with pytest.raises(DamagedError):
            unpack_games(data[:length])
    for at in range(len(data)):
        with pytest.raises(DamagedError):
            unpack_games(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])


def test_a_game_that_was_taken_out_is_missed() -> None:
    one, two = pack_games([b"one"]), pack_games([b"one", b"two"])
    with pytest.raises(DamagedError, match="1 games instead of 2"):
        unpack_games(one[:-12] + two[-12:])


def test_the_message_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "00001.games"
    write_games(path, GAMES)
    assert read_games(path) == GAMES
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(DamagedError, match=r"00001\.games is cut short"):
        read_games(path)
    with pytest.raises(TrainingError, match=r"cannot read .*absent\.games: no such file"):
        read_games(tmp_path / "absent.games")


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "checkpoint.pt"
    write_file(path, b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TrainingError, match="no space left on device") as told:
        write_file(path, b"new")
    assert "\n" not in str(told.value)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["checkpoint.pt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_place_that_takes_nothing_is_told() -> None:
    with pytest.raises(TrainingError, match="cannot write /dev/full/games"):
        write_file(Path("/dev/full/games"), b"data")


def test_what_a_killed_process_left_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "gen-001").mkdir()
    left = tmp_path / "gen-001" / ".00001.games.abc.new"
    left.write_bytes(b"half")
    write_file(tmp_path / "gen-001" / "00000.games", b"whole")
    drop_unfinished(tmp_path)
    assert [each.name for each in (tmp_path / "gen-001").iterdir()] == ["00000.games"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it has no such lock")
def test_a_folder_has_one_run_at_a_time(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from aquaromana.train.files import locked\n"
        "from aquaromana.train.errors import TrainingError\n"
        "try:\n"
        "    with locked(pathlib.Path(sys.argv[1])): print('free')\n"
        "except TrainingError as error: print(error)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "run.lock")]
    with locked(tmp_path / "run.lock"):
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert said == f"another process is training in {tmp_path}\n"
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "free\n"
